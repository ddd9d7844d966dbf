"""The database of a soak on Neo4j: a server of its own, brought to what is there before each step."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from tests.neo4j_content import GRAPH
from tests.neo4j_server import running
from tests.soak_place import Place, run, told
from tests.soak_steps import Base, Bases


@dataclass
class Server:
    """A server that only the soak uses."""

    environment: Mapping[str, str]
    sample: bool = False
    """Whether the database holds the sample as it was loaded, perhaps with what was made from it."""

    def hold(self, base: Base, bases: Bases) -> None:
        """Bring the database to what a base has in its store."""
        if base in ("empty", "old", "two") or not self.sample:
            self.sample = False
            self._delete("MATCH (n)")
        else:
            self._delete(f"MATCH (n) WHERE none(label IN labels(n) WHERE label IN {list(GRAPH)})")
            self._delete("MATCH (n:Literal) WHERE NOT (n)--()")
        place = Place(bases.of("made"), self.environment)
        if base == "old":
            told(self._old)
        if base in ("loaded", "made", "two") and not self.sample:
            self._run(place, "load sample")
            self.sample = True
        if base == "two":
            self._run(place, "load rdf graph.nt --kg mine")
            self.sample = False
        if base == "made":
            self._run(place, "runs load dump")

    def _run(self, place: Place, words: str) -> None:
        ended = run(place, words.split())
        if ended.code:
            raise RuntimeError(f"contragraph {words}: {ended.err}")

    def _old(self) -> None:
        from tests.stores import make_layout_1

        os.environ.update(self.environment)
        make_layout_1(self.environment["CONTRAGRAPH_STORE"])

    def _delete(self, found: str) -> None:
        told(lambda: self._deleted(found))

    def _deleted(self, found: str) -> None:
        import neo4j

        auth = (self.environment["NEO4J_USERNAME"], self.environment["NEO4J_PASSWORD"])
        with (
            neo4j.GraphDatabase.driver(self.environment["NEO4J_URI"], auth=auth) as driver,
            driver.session() as session,
        ):
            # In portions: a graph of real size does not fit into one transaction of a small server.
            session.run(f"{found} CALL (n) {{ DETACH DELETE n }} IN TRANSACTIONS OF 2000 ROWS").consume()


@contextmanager
def serving() -> Iterator[Server]:
    """A server that is started for the soak and ends with it."""
    with running() as server:
        yield Server(server.environment)
