"""The server engine: Neo4j."""
