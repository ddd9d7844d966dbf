"""A whole KG in memory, read from a store in one go: the same answers as the store's own, without a query for each.

A search asks for some hundred thousand neighbourhoods. One scan of the facts takes an embedded store as long as a few
hundred of them. Facts lie in arrays of numbers, sorted in the seeded order: 28 bytes a fact, both directions together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from contragraph.graph.model import RANK_LIMIT, Entity, Fact, Literal, Object, Order
from contragraph.graph.store import Direction, Member

_ENTITY = ("id", "label", "description", "aliases", "types", "kg", "degree", "hidden")
_VALID = ("valid_from", "valid_to")
_FACT = (pl.col("subject", "relation", "object", *_VALID).cast(pl.String), pl.col("rank").cast(pl.Int64))
"""A table without rows comes without types."""
_ALWAYS = (None, None)


@dataclass(frozen=True)
class Side:
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
        timed = everything.filter(pl.any_horizontal(pl.col(_VALID).is_not_null()))
        self._times: dict[tuple[str, str, str, int], tuple[str | None, str | None]] = {
            row[:4]: row[4:] for row in timed.select("subject", "relation", "object", "rank", *_VALID).iter_rows()
        }
        nodes = pl.concat([everything["subject"], everything["object"]]).unique().sort()
        relations = everything["relation"].unique().sort()
        # Numbers follow the order of the names, so that sorting by number is sorting by name.
        numbered = everything.select(
            pl.col("subject").cast(pl.Enum(nodes)).to_physical().cast(pl.UInt32),
            pl.col("relation").cast(pl.Enum(relations)).to_physical().cast(pl.UInt32),
            pl.col("object").cast(pl.Enum(nodes)).to_physical().cast(pl.UInt32),
            pl.col("rank").cast(pl.UInt32),
            place=_place(order),
        )
        self._names: list[str] = nodes.to_list()
        self._relations: list[str] = relations.to_list()
        self._numbers = {relation: number for number, relation in enumerate(self._relations)}
        self._nodes = {name: number for number, name in enumerate(self._names)}
        shown = self._places.keys() - self._hidden
        self._shown = pl.Series([name in shown for name in self._names], dtype=pl.Boolean)
        ordered, out = _side(numbered, "subject", "object", len(self._names))
        literal = pl.Series([name in self._literals for name in self._names], dtype=pl.Boolean)
        self._facts = ordered.filter(~literal.gather(ordered["object"])) if self._literals else ordered
        _, into = _side(numbered, "object", "subject", len(self._names))
        self._sides: dict[Direction, Side] = {"out": out, "in": into}

    def facts(
        self, ids: Sequence[str], direction: Direction, order: Order, limit: int, *, hidden: bool = False
    ) -> dict[str, list[Fact]]:
        """For each id at most ``limit`` facts that leave (or enter) it, as :meth:`GraphStore.facts` gives them.

        :raises ValueError: if the order is not the one that the snapshot was made in.
        """
        self._demand(order)
        return {each: self._around(each, direction, limit, hidden) for each in ids}

    def _demand(self, order: Order) -> None:
        if order != self._order:
            raise ValueError("A snapshot answers in the order that it was made in.")

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
                found.append(Fact(other, relation, each, rank, *self._valid(other, relation, each, rank)))
            else:
                thing: Object = self._literals.get(other, other) if self._literals else other
                found.append(Fact(each, relation, thing, rank, *self._valid(each, relation, other, rank)))
            if len(found) == limit:
                break
        return found

    def seeds(self, kg: str, relation: str, order: Order, limit: int) -> list[Fact]:
        """Facts of a relation between entities that are not hidden, as :meth:`GraphStore.seeds` gives them."""
        del kg
        found = self._of(relation, order, "subject", "object").sort("place", "subject", "object").head(limit)
        rows = found.select("subject", "object", "rank").iter_rows()
        named = ((self._names[subject], self._names[thing], rank) for subject, thing, rank in rows)
        return [Fact(s, relation, o, rank, *self._valid(s, relation, o, rank)) for s, o, rank in named]

    def _valid(self, subject: str, relation: str, thing: str, rank: int) -> tuple[str | None, str | None]:
        """The time of validity of a fact."""
        return self._times.get((subject, relation, thing, rank), _ALWAYS) if self._times else _ALWAYS

    def members(self, kg: str, relation: str, direction: Direction, order: Order, limit: int) -> list[Member]:
        """Distinct objects (``in``) or subjects (``out``), as :meth:`GraphStore.members` gives them."""
        del kg
        end = "object" if direction == "in" else "subject"
        grouped = self._of(relation, order, end).group_by(end).agg(pl.col("place").min())
        found = []
        for node in grouped.sort("place", end).head(limit)[end]:
            entity = self._entity(self._places[self._names[node]])
            found.append(Member(entity.id, entity.label or "", entity.types, entity.degree))
        return found

    def _of(self, relation: str, order: Order, *ends: str) -> pl.DataFrame:
        """The facts of a relation between entities, of which these ends are not hidden, with their places."""
        self._demand(order)
        if relation not in self._numbers:
            return self._facts.clear().with_columns(place=pl.lit(0))
        found = self._facts.filter(pl.col("relation") == self._numbers[relation])
        for end in ends:
            found = found.filter(self._shown.gather(found[end]))
        return found.with_columns(place=_place(order))

    def entities(self, ids: Iterable[str]) -> dict[str, Entity]:
        """The entities with these ids, in their order; unknown ids are left out."""
        return {each: self._entity(self._places[each]) for each in dict.fromkeys(ids) if each in self._places}

    def every_entity(self) -> Iterator[Entity]:
        """All entities, in no order."""
        for each, label, description, aliases, types, kg, degree, hidden in self._rows.iter_rows():
            yield Entity(each, label, description or "", tuple(aliases or ()), tuple(types or ()), kg, degree, hidden)

    def links(self, relations: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        """Subject, relation and object of all facts of these relations between entities, in no order."""
        wanted = [self._numbers[r] for r in relations if r in self._numbers]
        found = self._facts.filter(pl.col("relation").is_in(wanted)).select("subject", "relation", "object")
        for subject, relation, thing in found.iter_rows():
            yield self._names[subject], self._relations[relation], self._names[thing]

    def _entity(self, place: int) -> Entity:
        row: tuple[Any, ...] = self._rows.row(place)
        each, label, description, aliases, types, kg, degree, hidden = row
        return Entity(each, label, description or "", tuple(aliases or ()), tuple(types or ()), kg, degree, hidden)


def _place(order: Order) -> pl.Expr:
    """The place of a fact in the seeded order."""
    return (pl.col("rank").cast(pl.Int64) * order.a + order.b) % RANK_LIMIT


def _side(facts: pl.DataFrame, end: str, other: str, nodes: int) -> tuple[pl.DataFrame, Side]:
    """The facts sorted by the node at one end, then in the seeded order; the same as arrays."""
    ordered = facts.sort(end, "place", "relation", other).drop("place").rechunk()
    counted = ordered.group_by(end).len()
    counts = pl.DataFrame({end: pl.int_range(nodes, dtype=pl.UInt32, eager=True)}).join(counted, on=end, how="left")
    ends = counts.sort(end)["len"].fill_null(0).cast(pl.UInt32).cum_sum()
    starts = pl.concat([pl.Series([0], dtype=pl.UInt32), ends.cast(pl.UInt32)])
    return ordered, Side(*(numbers(s) for s in (starts, ordered["relation"], ordered[other], ordered["rank"])))


def numbers(column: pl.Series) -> memoryview:
    """A column of numbers below 2^32 as Python reads it fastest, without a copy."""
    values: Any = column.rechunk().to_arrow()
    return memoryview(values.buffers()[1]).cast("I")[values.offset : values.offset + len(values)]
