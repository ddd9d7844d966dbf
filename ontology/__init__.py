"""Ontologies: relations, axioms and words, as types and as the files that hold them."""
