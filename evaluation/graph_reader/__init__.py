"""The reader without a model: statements read back from bare texts, and given to the prover."""
