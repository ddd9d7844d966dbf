"""What the one Neo4j database of the tests holds: anything, or the sample, which is imported once for many tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from contragraph import cypher
from contragraph.graph.engines.neo4j.store import Neo4jStore
from contragraph.graph.stores.open import open_store
from tests.cli import contragraph

GRAPH = ("Store", "Kg", "Entity", "Literal", "Relation")
"""Labels of what a load writes; everything else was made later."""


def bundle(folder: Path) -> Path:
    """A folder in that one with the sample as Neo4j's own import reads it: it takes a third of what a load does."""
    done = contragraph("load", "sample", "--store", "import:sample", cwd=folder)
    assert done.code == 0, done.err
    return folder / "sample"


def complete(address: str) -> None:
    """Give an imported database our schema; the credentials must be in the environment."""
    with open_store(address, create=True) as store:
        assert isinstance(store, Neo4jStore)
        for statement in cypher.get("schema.create", "neo4j").statements():
            store.send(statement, {})


@dataclass
class Database:
    """The database of a server that only these tests use."""

    environment: Mapping[str, str]
    sample: bool = False
    """Whether it holds the sample, perhaps with what a test made from it."""

    @property
    def address(self) -> str:
        """Where it is; the credentials must be in the environment before it is opened as a store."""
        return self.environment["NEO4J_URI"]

    def emptied(self) -> str:
        """Its address, after all nodes were deleted."""
        self.sample = False
        self._delete("MATCH (n)")
        return self.address

    def with_sample(self) -> str:
        """Its address, when it holds the sample and nothing that was made from it."""
        if self.sample:
            self._delete(f"MATCH (n) WHERE none(label IN labels(n) WHERE label IN {list(GRAPH)})")
            self._delete("MATCH (n:Literal) WHERE NOT (n)--()")
            return self.address
        self.emptied()
        with TemporaryDirectory() as folder:
            place = {**self.environment, "CONTRAGRAPH_STORE": self.address}
            done = contragraph("load", "sample", cwd=Path(folder), **place)
        assert done.code == 0, done.err
        self.sample = True
        return self.address

    def _delete(self, found: str) -> None:
        import neo4j

        auth = (self.environment.get("NEO4J_USERNAME", "neo4j"), self.environment["NEO4J_PASSWORD"])
        driver = neo4j.GraphDatabase.driver(self.address, auth=auth)
        with driver, driver.session(database=self.environment.get("NEO4J_DATABASE")) as session:
            # In portions: a graph of real size does not fit into one transaction of a small server.
            session.run(f"{found} CALL (n) {{ DETACH DELETE n }} IN TRANSACTIONS OF 2000 ROWS").consume()
