"""Appending what was made to an embedded store: what is there is asked for first, and only the rest is copied.

Merging row by row is some hundred times slower. A relationship comes to be with the end that owns it, so only those of
new owners are copied.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from contragraph import cypher
from contragraph.cypher import Row
from contragraph.graph.tables.rows import Rows
from contragraph.graph.tables.schema import MADE, RelationshipKind, node_table

if TYPE_CHECKING:
    from contragraph.graph.engines.ladybug.file import LadybugFile


def append(file: LadybugFile, rows: Rows) -> None:
    """Append the rows that are not there yet; the caller holds the transaction."""
    fresh: dict[str, set[str]] = {}
    for label, nodes in rows.nodes.items():
        there = known(file, label, nodes)
        fresh[label] = set(nodes).difference(there)
        file.copy_nodes(label, node_table(label, [nodes[i] for i in nodes if i in fresh[label]]))
        if label == "Statement":
            stated = [{"id": i, "source": nodes[i]["source"]} for i in there if nodes[i]["source"] != "derived"]
            if stated:
                file.do("made.promote", rows=stated)
    ends = {label: _ends(file, rows, label) for label in ("Entity", "Literal")}
    for kind in MADE:
        new = fresh.get(kind.owner_label, set())
        kept = [
            {"from": a, "to": b, **values}
            for (a, b), values in rows.joins.get(kind, {}).items()
            if (a if kind.owner == "source" else b) in new and b in ends.get(kind.target, (b,))
        ]
        _copy(file, kind, kept)


def _ends(file: LadybugFile, rows: Rows, label: str) -> set[str]:
    """Which nodes of a label that rows are joined with are there: those of a graph may not be loaded."""
    return known(file, label, {b for kind in rows.joins if kind.target == label for _, b in rows.joins[kind]})


def append_joins(file: LadybugFile, rows: Rows) -> None:
    """Append all relationships, which must not be there yet, whatever becomes of their ends."""
    for kind, pairs in rows.joins.items():
        _copy(file, kind, [{"from": a, "to": b, **values} for (a, b), values in pairs.items()])


def _copy(file: LadybugFile, kind: RelationshipKind, pairs: list[Row]) -> None:
    if pairs:
        file.copy_relationships(kind.type, kind.source, kind.target, kind.table(pairs))


def known(file: LadybugFile, label: str, ids: Iterable[str]) -> set[str]:
    """Which of the ids are nodes of the label already."""
    wanted = sorted(ids)
    if not wanted:
        return set()
    return {row["id"] for row in file.fetch(cypher.get("made.known", "ladybug").fill(label=label), {"ids": wanted})}
