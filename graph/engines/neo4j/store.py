"""The server engine: a store in a database of Neo4j."""

from __future__ import annotations

from contragraph import cypher
from contragraph.graph.engines.layout import demand_layout
from contragraph.graph.engines.neo4j.connection import Neo4jConnection
from contragraph.graph.engines.neo4j.load import load
from contragraph.graph.engines.neo4j.migrate import migrate_server
from contragraph.graph.errors import StoreMissingError
from contragraph.graph.store import LAYOUT_VERSION, KgInfo, Opener, Staging


class Neo4jStore(Neo4jConnection):
    """A store in a Neo4j database."""

    def _open(self, create: bool) -> None:
        super()._open(create)
        layout = [row["layout"] for row in self._rows("store.layout")]
        if not layout:
            if not create or self._read_only:
                raise StoreMissingError(f"The database at {self.address} has no contragraph store: load a KG first.")
            for statement in cypher.get("schema.create", "neo4j").statements():
                self.send(statement, {})
            self.send(cypher.get("store.write_layout", "neo4j").text, {"layout": LAYOUT_VERSION})
        elif demand_layout(self.address, layout[0], read_only=self._read_only):
            migrate_server(self)

    def opener(self) -> Opener:
        """What connects to the same database once more."""
        given = self._given
        return lambda: Neo4jStore(given, read_only=True)

    def load(self, staging: Staging) -> KgInfo:
        """Bring a staged KG into the store, replacing the KG of that name; it counts only when complete."""
        self._writable()
        self._complete.clear()
        return load(self, staging)
