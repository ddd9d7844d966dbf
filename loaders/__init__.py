"""Loaders: from the files of a knowledge graph to staging tables to a store; a folder for each family of sources."""
