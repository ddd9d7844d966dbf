"""The prover: minimal conflicts, their certificates, and what follows for pairs, sets and claims."""
