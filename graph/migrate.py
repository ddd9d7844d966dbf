"""Bringing a store of an older layout forward, and refusing one that cannot be.

Layout 10 had no banks of facts, layout 9 no scored responses, layout 8 no sets of documents, layout 7 no background of
pairs and no bounds of dates, layout 5 no numbers and criteria of reviews, layout 4 no links between KGs, layout 3 no
relations that KGs share, layout 2 no times of validity at base facts. Layout 1 had no bases either: an original gets
one, with the statements that it adds. Ids stay as they are. What layout 1 did not keep stays unknown: the order of the
statements within a sentence, and whether a run had been finished (it counts as finished).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from contragraph import cypher
from contragraph.graph.errors import StoreLayoutError
from contragraph.graph.ladybug_write import append_joins
from contragraph.graph.rows import Rows, version_rows
from contragraph.graph.store import LAYOUT_VERSION
from contragraph.graph.tables import node_table
from contragraph.graph.versions import base_id

if TYPE_CHECKING:
    from contragraph.graph.engine_neo4j import Neo4jStore
    from contragraph.graph.ladybug_file import LadybugFile

LOG = logging.getLogger("contragraph")
_BATCH = 500
"""Pairs in one transaction of a server."""


def demand_layout(where: object, layout: int, *, read_only: bool) -> bool:
    """Whether a store of this layout has to be migrated.

    :raises StoreLayoutError: if it has to be but is open for reading only, or is of a newer version.
    """
    if layout == LAYOUT_VERSION:
        return False
    has = f"The store {where} has layout {layout}, this version needs {LAYOUT_VERSION}"
    if layout > LAYOUT_VERSION:
        raise StoreLayoutError(f"{has}: update contragraph.")
    if read_only:
        raise StoreLayoutError(f"{has}: bring it forward with `contragraph runs migrate`, or any command that writes.")
    return True


def migrate_file(file: LadybugFile) -> None:
    """Migrate the file of an embedded store.

    The engine does not log what is copied, so a kill could leave the layout noted and bases missing: the caller gives
    a copy of the store's file, which takes its place when it is complete.
    """
    layout = file.layout() or LAYOUT_VERSION
    file.do("store.begin")
    if layout == 1:
        for statement in cypher.get("schema.migrate_1_2", "ladybug").statements():
            file.fetch(statement, {})
        rows = _bases(file.fetch(cypher.get("made.originals", "ladybug").text, {}))
        file.copy_nodes("Version", node_table("Version", list(rows.nodes.get("Version", {}).values())))
        append_joins(file, rows)
    for before in range(max(layout, 2), LAYOUT_VERSION):
        for statement in cypher.get(f"schema.migrate_{before}_{before + 1}", "ladybug").statements():
            file.fetch(statement, {})
    file.do("store.write_layout", layout=LAYOUT_VERSION)
    file.do("store.commit")


def migrate_server(store: Neo4jStore) -> None:
    """Migrate a server's store in steps that may be done again; the layout is noted last."""
    if store.run("store.layout")[0]["layout"] == 1:
        for statement in cypher.get("schema.migrate_1_2", "neo4j").statements():
            store.send(statement, {})
        pairs = groupby(store.run("made.originals"), key=lambda row: row["instance"])
        while some := [row for _, rows in islice(pairs, _BATCH) for row in rows]:
            store.write(_bases(some))
    for statement in cypher.get("schema.create", "neo4j").statements():
        store.send(statement, {})
    store.send(cypher.get("store.write_layout", "neo4j").text, {"layout": LAYOUT_VERSION})
    say_migrated(store.address)


def say_migrated(where: object) -> None:
    """Say in the log that a store was migrated."""
    LOG.warning("The store %s was brought to layout %d.", where, LAYOUT_VERSION)


def _bases(originals: Iterable[Mapping[str, Any]]) -> Rows:
    """The bases of originals, from the rows of ``made.originals``."""
    rows = Rows()
    for (instance, original), added in _grouped(originals):
        content = [(row["statement"], row["source"]) for row in added]
        base = base_id(content)
        version_rows(rows, base, 0, "base", None, (), content)
        rows.join("BASE", "Instance", "Version", instance, base)
        rows.join("PARENT", "Version", "Version", original, base)
    return rows


def _grouped(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[tuple[str, str], list[Mapping[str, Any]]]]:
    for key, some in groupby(rows, key=lambda row: (row["instance"], row["version"])):
        yield key, list(some)
