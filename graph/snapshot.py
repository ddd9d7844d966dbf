"""A whole KG in memory, read from a store in one go: the same answers as the store's own, without a query for each.

A search asks for some hundred thousand neighbourhoods. One scan of the facts takes an embedded store as long as a few
hundred of them. Facts lie in arrays of numbers, sorted in the seeded order: 24 bytes a fact, both directions together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from contragraph.graph.model import RANK_LIMIT, Entity, Fact, Literal, Object, Order
from contragraph.graph.store import Direction

_ENTITY = ("id", "label", "description", "aliases", "types", "kg", "degree", "hidden")
_FACT = (pl.col("subject", "relation", "object").cast(pl.String), pl.col("rank").cast(pl.Int64))
"""A table without rows comes without types."""


@dataclass(frozen=True)
class _Side:
    """The facts at one end of all nodes: those of node ``n`` are at ``starts[n]`` up to ``starts[n + 1]``."""

    starts: memoryview
    relations: memoryview
    others: memoryview
    ranks: memoryview


class Snapshot:
    """Entities and facts of one KG as they were when it was read."""

    def __init__(self, facts: pl.DataFrame, literal_facts: pl.DataFrame, entities: pl.DataFrame, order: Order) -> None:
        self._order = order
        self._rows = entities.select(_ENTITY)
        self._places = {each: place for place, each in enumerate(entities["id"].to_list())}
        self._hidden = frozenset(entities.filter(pl.col("hidden").cast(pl.Boolean))["id"].to_list())
        self._literals: dict[str, Literal] = {
            row["object"]: Literal(row["value"], row["datatype"], row["label"] or "")
            for row in literal_facts.iter_rows(named=True)
        }
        everything = pl.concat([facts.select(*_FACT), literal_facts.select(*_FACT)])
        nodes = pl.concat([everything["subject"], everything["object"]]).unique().sort()
        relations = everything["relation"].unique().sort()
        # Numbers follow the order of the names, so that sorting by number is sorting by name.
        numbered = everything.select(
            pl.col("subject").cast(pl.Enum(nodes)).to_physical().cast(pl.UInt32),
            pl.col("relation").cast(pl.Enum(relations)).to_physical().cast(pl.UInt32),
            pl.col("object").cast(pl.Enum(nodes)).to_physical().cast(pl.UInt32),
            pl.col("rank").cast(pl.UInt32),
            place=(pl.col("rank") * order.a + order.b) % RANK_LIMIT,
        )
        self._names: list[str] = nodes.to_list()
        self._relations: list[str] = relations.to_list()
        self._nodes = {name: number for number, name in enumerate(self._names)}
        self._sides: dict[Direction, _Side] = {
            "out": _side(numbered, "subject", "object", len(self._names)),
            "in": _side(numbered, "object", "subject", len(self._names)),
        }

    def facts(
        self, ids: Sequence[str], direction: Direction, order: Order, limit: int, *, hidden: bool = False
    ) -> dict[str, list[Fact]]:
        """For each id at most ``limit`` facts that leave (or enter) it, as :meth:`GraphStore.facts` gives them.

        :raises ValueError: if the order is not the one that the snapshot was made in.
        """
        if order != self._order:
            raise ValueError("A snapshot answers in the order that it was made in.")
        return {each: self._around(each, direction, limit, hidden) for each in ids}

    def _around(self, each: str, direction: Direction, limit: int, hidden: bool) -> list[Fact]:
        node = self._nodes.get(each)
        if node is None or (direction == "in" and each in self._literals):
            return []
        side, found = self._sides[direction], []
        for i in range(side.starts[node], side.starts[node + 1]):
            other = self._names[side.others[i]]
            if not hidden and other in self._hidden:
                continue
            relation, rank = self._relations[side.relations[i]], side.ranks[i]
            if direction == "in":
                found.append(Fact(other, relation, each, rank))
            else:
                thing: Object = self._literals.get(other, other) if self._literals else other
                found.append(Fact(each, relation, thing, rank))
            if len(found) == limit:
                break
        return found

    def entities(self, ids: Iterable[str]) -> dict[str, Entity]:
        """The entities with these ids, in their order; unknown ids are left out."""
        return {each: self._entity(self._places[each]) for each in dict.fromkeys(ids) if each in self._places}

    def _entity(self, place: int) -> Entity:
        row: tuple[Any, ...] = self._rows.row(place)
        each, label, description, aliases, types, kg, degree, hidden = row
        return Entity(each, label, description or "", tuple(aliases or ()), tuple(types or ()), kg, degree, hidden)


def _side(facts: pl.DataFrame, end: str, other: str, nodes: int) -> _Side:
    """The facts sorted by the node at one end, then in the seeded order."""
    ordered = facts.sort(end, "place", "relation", other)
    counted = ordered.group_by(end).len()
    counts = pl.DataFrame({end: pl.int_range(nodes, dtype=pl.UInt32, eager=True)}).join(counted, on=end, how="left")
    ends = counts.sort(end)["len"].fill_null(0).cast(pl.UInt32).cum_sum()
    starts = pl.concat([pl.Series([0], dtype=pl.UInt32), ends.cast(pl.UInt32)])
    return _Side(*(_numbers(s) for s in (starts, ordered["relation"], ordered[other], ordered["rank"])))


def _numbers(column: pl.Series) -> memoryview:
    """A column of numbers below 2^32 as Python reads it fastest, without a copy."""
    values: Any = column.rechunk().to_arrow()
    return memoryview(values.buffers()[1]).cast("I")[values.offset : values.offset + len(values)]
