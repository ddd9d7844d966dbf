"""Does a model answer from memory or from the evidence: facts, texts for and against them, and what a model chooses."""
