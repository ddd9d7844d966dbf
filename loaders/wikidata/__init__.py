"""Wikidata: the releases of Wikidata5M, claims beside them, and truthy dumps."""
