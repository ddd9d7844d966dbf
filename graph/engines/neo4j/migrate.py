"""Bringing the store of a server forward from an older layout."""

from __future__ import annotations

from itertools import groupby, islice

from contragraph import cypher
from contragraph.graph.engines.layout import bases, say_migrated
from contragraph.graph.engines.neo4j.connection import Neo4jConnection
from contragraph.graph.store import LAYOUT_VERSION

_BATCH = 500
"""Pairs in one transaction of a server."""


def migrate_server(store: Neo4jConnection) -> None:
    """Migrate a server's store in steps that may be done again; the layout is noted last."""
    if store.run("store.layout")[0]["layout"] == 1:
        for statement in cypher.get("schema.migrate_1_2", "neo4j").statements():
            store.send(statement, {})
        pairs = groupby(store.run("made.originals"), key=lambda row: row["instance"])
        while some := [row for _, rows in islice(pairs, _BATCH) for row in rows]:
            store.write(bases(some))
    for statement in cypher.get("schema.create", "neo4j").statements():
        store.send(statement, {})
    store.send(cypher.get("store.write_layout", "neo4j").text, {"layout": LAYOUT_VERSION})
    say_migrated(store.address)
