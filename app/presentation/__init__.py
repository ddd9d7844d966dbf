"""How statements, axioms, graphs and proofs are said and drawn, for a terminal and for pages alike."""
