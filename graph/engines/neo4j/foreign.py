"""A Neo4j database that is not ours: read as it is, never written."""

from __future__ import annotations

from contragraph.graph.engines.address import parse_address
from contragraph.graph.engines.neo4j.connection import Neo4jConnection
from contragraph.graph.engines.neo4j.store import Neo4jStore
from contragraph.graph.errors import InputError


class Foreign(Neo4jStore):
    """A connection that reads a database whatever it holds; it writes nothing and asks for no layout."""

    def __init__(self, address: str) -> None:
        parsed = parse_address(address)
        if parsed.engine != "neo4j":
            raise InputError(f"{parsed.text} is no database of Neo4j: use bolt://HOST or neo4j://HOST.")
        super().__init__(parsed, read_only=True)

    def _open(self, create: bool) -> None:
        Neo4jConnection._open(self, create)
