"""The prover and what turns around it: rules, minimal conflicts, certificates, unfolding, lint of ontologies."""
