"""Tables of nodes and edges, and Neo4j databases that are not ours."""
