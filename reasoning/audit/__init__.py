"""What is wrong with axioms: by themselves, and on the facts of a graph."""
