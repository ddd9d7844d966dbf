"""RDF of any graph: files in any of its formats, and links between graphs."""
