"""SPARQL endpoints: a part of a graph, fetched."""
