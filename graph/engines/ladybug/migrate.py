"""Bringing the file of an embedded store forward from an older layout."""

from __future__ import annotations

from contragraph import cypher
from contragraph.graph.engines.ladybug.file import LadybugFile
from contragraph.graph.engines.ladybug.write import append_joins
from contragraph.graph.engines.layout import bases
from contragraph.graph.store import LAYOUT_VERSION
from contragraph.graph.tables.schema import node_table


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
        rows = bases(file.fetch(cypher.get("made.originals", "ladybug").text, {}))
        file.copy_nodes("Version", node_table("Version", list(rows.nodes.get("Version", {}).values())))
        append_joins(file, rows)
    for before in range(max(layout, 2), LAYOUT_VERSION):
        for statement in cypher.get(f"schema.migrate_{before}_{before + 1}", "ladybug").statements():
            file.fetch(statement, {})
    file.do("store.write_layout", layout=LAYOUT_VERSION)
    file.do("store.commit")
