"""All facts of a large KG as numbers in memory, and all its entities as columns, each read from the store in one scan.

The answers are the store's own. A fact takes 32 bytes, an id its own length and some more: 21 million facts between
five million things take less than a gigabyte, where a :class:`~contragraph.graph.snapshot.Snapshot` would take six.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from contragraph.graph.entity_table import EntityTable
from contragraph.graph.model import RANK_LIMIT, Entity, Fact, Literal, Object, Order
from contragraph.graph.snapshot import Side, numbers
from contragraph.graph.store import Direction, Member

Columns = dict[str, pl.DataType]
ENTITY_COLUMNS: Columns = {"place": pl.Int64(), "id": pl.String(), "hidden": pl.Boolean()}
LITERAL_COLUMNS: Columns = {
    "place": pl.Int64(),
    **dict.fromkeys(("id", "value", "datatype", "label"), pl.String()),
}
FACT_COLUMNS: Columns = {
    **dict.fromkeys(("subject", "object", "rank"), pl.Int64()),
    **dict.fromkeys(("relation", "valid_from", "valid_to"), pl.String()),
}
_PLACE_BITS = 31
"""Places in a seeded order are below :data:`RANK_LIMIT`, which is 2^31 - 1."""

_SOME_MORE = 8
"""How many times as many facts as members are looked at first: a member may stand in several."""


class FactIndex:
    """The facts of one KG as they were when they were read, in one seeded order.

    ``entities`` and ``literals`` say at which place of its table the engine keeps each thing (:data:`ENTITY_COLUMNS`,
    :data:`LITERAL_COLUMNS`); ``facts`` and ``literal_facts`` are parts of a table of facts with such places for
    subject and object, the relation's id, rank and time of validity. ``known`` has the entities themselves by these
    places; it may be filled later, before any is asked for.
    """

    def __init__(
        self,
        entities: pl.DataFrame,
        literals: pl.DataFrame,
        relations: Sequence[str],
        facts: Iterable[pl.DataFrame],
        literal_facts: Iterable[pl.DataFrame],
        order: Order,
        known: EntityTable,
    ) -> None:
        self._order, self._known = order, known
        self._relations = sorted(relations)
        self._codes = {relation: code for code, relation in enumerate(self._relations)}
        things = pl.concat([entities.select("id"), literals.select("id")])["id"]
        by_name = things.arg_sort()
        ids: Any = things.gather(by_name).to_arrow()
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self._ids = ids  # numbers follow the order of the ids, so that sorting by number is sorting by id
        number = pl.Series([0], dtype=pl.UInt32).clear().extend_constant(0, len(things))
        number = number.scatter(by_name, pl.int_range(len(things), dtype=pl.UInt32, eager=True))
        self._numbered(entities, literals, number)
        places = by_place(entities, number.head(len(entities)))
        literal_places = by_place(literals, number.slice(len(entities)))
        parts = [self._part(each, places, places) for each in facts]
        parts += [self._part(each, places, literal_places) for each in literal_facts]
        self._arrange(parts, len(things))

    def _numbered(self, entities: pl.DataFrame, literals: pl.DataFrame, number: pl.Series) -> None:
        """Note which things are hidden, and the values of literals, by number."""
        shown = pl.Series([False], dtype=pl.Boolean).clear().extend_constant(False, len(number))
        of_entities = number.head(len(entities))
        self._shown = shown.scatter(of_entities.filter(~entities["hidden"].cast(pl.Boolean)), True)
        self._hidden = memoryview((~self._shown).cast(pl.UInt8).to_arrow().buffers()[1])
        self._place: npt.NDArray[np.int64] = np.zeros(len(number), dtype=np.int64)
        self._place[of_entities.to_numpy()] = entities["place"].to_numpy()
        # Ids of literals have a prefix of their own, so their numbers follow each other.
        of_literals = number.slice(len(entities))
        self._first_literal = int(of_literals.min()) if len(of_literals) else len(number)  # type: ignore[arg-type]
        self._beyond_literals = self._first_literal + len(of_literals)
        sorted_ = literals.sort("id")
        self._literals = [sorted_[column] for column in ("value", "datatype", "label")]

    def _part(self, facts: pl.DataFrame, subjects: pl.Series, objects: pl.Series) -> pl.DataFrame:
        """A part of the facts in numbers; those of other KGs are left out."""
        codes, facts = pl.Enum(self._relations), typed(facts, FACT_COLUMNS)
        facts = facts.filter((pl.col("subject") < len(subjects)) & (pl.col("object") < len(objects)))
        numbers = subjects.gather(facts["subject"]), objects.gather(facts["object"])
        facts = facts.with_columns(subject=numbers[0], object=numbers[1]).drop_nulls(["subject", "object"])
        return facts.select(
            "subject",
            pl.col("relation").cast(codes).to_physical().cast(pl.UInt32),
            "object",
            pl.col("rank").cast(pl.UInt32),
            valid=_span(facts),
        )

    def _arrange(self, parts: list[pl.DataFrame], things: int) -> None:
        whole = pl.concat(parts) if parts else pl.DataFrame()
        parts.clear()
        spans = whole["valid"].drop_nulls().unique().sort()
        self._spans: list[tuple[str | None, str | None]] = [_ends(span) for span in spans]
        if self._spans:
            code = whole["valid"].cast(pl.Enum(spans)).to_physical().cast(pl.UInt32)
            whole = whole.with_columns(valid=(code + 1).fill_null(0))
        else:
            whole = whole.drop("valid")
        self._facts, out = _side(whole, "subject", "object", things, self._order)
        del whole
        _, into = _side(self._facts, "object", "subject", things, self._order)
        self._sides: dict[Direction, tuple[Side, memoryview | None]] = {"out": out, "in": into}
        # Arrays of numpy and no columns: a forked process has no threads that could work on these.
        self._columns = {name: self._facts[name].to_numpy() for name in self._facts.columns}
        self._is_shown = self._shown.to_numpy()
        of = self._columns["relation"].astype(np.uint16 if len(self._relations) < 1 << 16 else np.uint32)
        self._grouped = np.argsort(of, kind="stable").astype(np.uint32)
        self._groups = np.concatenate([[0], np.cumsum(np.bincount(of, minlength=len(self._relations)))])

    # -- answers -----------------------------------------------------------------------------------------

    def facts(
        self, ids: Sequence[str], direction: Direction, order: Order, limit: int, *, hidden: bool = False
    ) -> dict[str, list[Fact]]:
        """For each id at most ``limit`` facts that leave (or enter) it, as :meth:`GraphStore.facts` gives them.

        :raises ValueError: if the order is not the one that the index was made in.
        """
        self._demand(order)
        return {each: self._around(each, direction, limit, hidden) for each in ids}

    def _demand(self, order: Order) -> None:
        if order != self._order:
            raise ValueError("An index answers in the order that it was made in.")

    def _number(self, each: str) -> int | None:
        number = self._numbers.get(each)
        if number is None:
            ids = self._ids
            found = bisect_left(range(len(ids)), each, key=lambda i: ids[i].as_py())
            if found == len(ids) or ids[found].as_py() != each:
                return None
            number = self._numbers[each] = found
        return number

    def _name(self, number: int) -> str:
        """The id of a thing: one object for all its facts, whose number is known when it is asked for."""
        name = self._names.get(number)
        if name is None:
            name = self._names[number] = str(self._ids[number].as_py())
            self._numbers[name] = number
        return name

    def _around(self, each: str, direction: Direction, limit: int, hidden: bool) -> list[Fact]:
        node = self._number(each)
        if node is None or (direction == "in" and self._is_literal(node)):
            return []
        side, valid = self._sides[direction]
        start, end = side.starts[node], side.starts[node + 1]
        if hidden:
            end = min(end, start + limit)
            places: Sequence[int] = range(start, end)
        else:
            shown = (
                i for i in range(start, end) if self._is_literal(side.others[i]) or not self._hidden[side.others[i]]
            )
            places = list(islice(shown, limit))
        of, others, ranks, name = side.relations, side.others, side.ranks, self._relations
        if hidden and valid is None and (direction == "in" or self._first_literal == self._beyond_literals):
            # Most are asked for so, and all at once is faster than one by one.
            names, called = self._names, self._name
            ends = [names.get(other) or called(other) for other in others[start:end].tolist()]
            told = zip(ends, of[start:end].tolist(), ranks[start:end].tolist())
            if direction == "in":
                return [Fact(other, name[relation], each, rank) for other, relation, rank in told]
            return [Fact(each, name[relation], other, rank) for other, relation, rank in told]
        if direction == "in":
            return [Fact(self._name(others[i]), name[of[i]], each, ranks[i], *self._valid(valid, i)) for i in places]
        return [Fact(each, name[of[i]], self._thing(others[i]), ranks[i], *self._valid(valid, i)) for i in places]

    def _is_literal(self, number: int) -> bool:
        return self._first_literal <= number < self._beyond_literals

    def _thing(self, number: int) -> Object:
        if not self._is_literal(number):
            return self._name(number)
        value, datatype, label = (column[number - self._first_literal] for column in self._literals)
        return Literal(value, datatype, label or "")

    def _valid(self, valid: memoryview | None, place: int) -> tuple[str | None, str | None] | tuple[()]:
        return self._spans[valid[place] - 1] if valid is not None and valid[place] else ()

    def seeds(self, kg: str, relation: str, order: Order, limit: int) -> list[Fact]:
        """Facts of a relation between entities that are not hidden, as :meth:`GraphStore.seeds` gives them."""
        del kg
        rows, place = self._of(relation, order, "subject", "object")
        rows, place = _first(rows, place, limit)
        keys = [self._columns[key][rows] for key in ("subject", "object", "valid") if key in self._columns]
        rows = rows[np.lexsort((*reversed(keys), place))[:limit]]
        subjects, objects, ranks = (self._columns[key][rows].tolist() for key in ("subject", "object", "rank"))
        times = self._columns["valid"][rows].tolist() if self._spans else [0] * len(rows)
        name = self._name
        return [
            Fact(name(s), relation, name(o), rank, *(self._spans[valid - 1] if valid else ()))
            for s, o, rank, valid in zip(subjects, objects, ranks, times)
        ]

    def members(self, kg: str, relation: str, direction: Direction, order: Order, limit: int) -> list[Member]:
        """Distinct objects (``in``) or subjects (``out``), as :meth:`GraphStore.members` gives them."""
        del kg
        end = "object" if direction == "in" else "subject"
        rows, place = self._of(relation, order, end)
        most, first = _SOME_MORE * limit, np.zeros(0, dtype=np.uint32)
        while True:
            # All facts up to a place: those who stand in them come before all others.
            some, at = _first(rows, place, most)
            numbers = self._columns[end][some]
            in_order = numbers[np.lexsort((numbers, at))]
            distinct, where = np.unique(in_order, return_index=True)
            first = distinct[np.argsort(where)]
            if len(first) >= limit or len(some) == len(rows):
                break
            most *= _SOME_MORE
        things = self.entities(map(self._name, first[:limit].tolist()))
        return [Member(e.id, e.label or "", e.types, e.degree) for e in things.values()]

    def _of(self, relation: str, order: Order, *ends: str) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """The facts of a relation between entities, of which these ends are not hidden, with their places."""
        self._demand(order)
        code = self._codes.get(relation)
        rows = self._grouped[:0] if code is None else self._grouped[self._groups[code] : self._groups[code + 1]]
        objects = self._columns["object"][rows]
        kept = (objects < self._first_literal) | (objects >= self._beyond_literals)
        for end in ends:
            kept &= self._is_shown[self._columns[end][rows]]
        rows = rows[kept]
        return rows, (self._columns["rank"][rows].astype(np.int64) * order.a + order.b) % RANK_LIMIT

    def hidden(self) -> set[str]:
        """Ids of the entities that were cleaned away, as :meth:`GraphStore.hidden` gives them."""
        numbers = (~self._shown).arg_true()
        beyond = (numbers < self._first_literal) | (numbers >= self._beyond_literals)
        return {self._ids[number].as_py() for number in numbers.filter(beyond)}

    def entities(self, ids: Iterable[str]) -> dict[str, Entity]:
        """The entities with these ids, in their order; unknown ids are left out."""
        found = {}
        for each in ids:
            number = self._number(each)
            if number is not None and not self._is_literal(number):
                found[each] = self._known.entity(each, int(self._place[number]), hidden=bool(self._hidden[number]))
        return found


def _first(
    rows: npt.NDArray[np.uint32], place: npt.NDArray[np.int64], limit: int
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
    """At least the first ``limit`` by their places, and all at the last place of these; in no order."""
    if len(rows) <= limit:
        return rows, place
    near = place <= np.partition(place, limit - 1)[limit - 1]
    return rows[near], place[near]


def typed(table: pl.DataFrame, columns: Columns) -> pl.DataFrame:
    """The columns of a table with their types, which one without rows does not have."""
    missing = [pl.lit(None).alias(name) for name in columns if name not in table.columns]
    return table.with_columns(missing).select(pl.col(name).cast(kind) for name, kind in columns.items())


def _place(order: Order) -> pl.Expr:
    """The place of a fact in the seeded order."""
    return (pl.col("rank").cast(pl.Int64) * order.a + order.b) % RANK_LIMIT


def by_place(things: pl.DataFrame, values: pl.Series) -> pl.Series:
    """The value of what the engine keeps at each place of a table, null where that belongs to another KG."""
    top = int(things["place"].max() or 0) + 1 if len(things) else 0  # type: ignore[arg-type]
    return values.clear().extend_constant(None, top).scatter(things["place"], values)


def _span(facts: pl.DataFrame) -> pl.Expr:
    """The time of validity as one text, null where there is none."""
    if facts["valid_from"].null_count() == facts["valid_to"].null_count() == len(facts):
        return pl.lit(None, dtype=pl.String)
    known = pl.any_horizontal(pl.col("valid_from", "valid_to").is_not_null())
    ends = pl.concat_str(pl.col("valid_from").fill_null(""), pl.col("valid_to").fill_null(""), separator="\t")
    return pl.when(known).then(ends)


def _ends(span: str) -> tuple[str | None, str | None]:
    first, last = span.split("\t")
    return first or None, last or None


def _side(
    facts: pl.DataFrame, end: str, other: str, things: int, order: Order
) -> tuple[pl.DataFrame, tuple[Side, memoryview | None]]:
    """The facts sorted by the thing at one end, then in the seeded order; the same as arrays."""
    key = facts.select((pl.col(end).cast(pl.Int64) * (1 << _PLACE_BITS) + _place(order)).alias("key"))["key"]
    by_key = key.arg_sort()
    ordered, key = facts.select(pl.all().gather(by_key)), key.gather(by_key)
    del by_key
    # Facts at one place are few, and sorted by what is left of their names.
    same = key == key.shift(1)
    tied = (same | same.shift(-1)).fill_null(False).arg_true()
    if len(tied):
        rest = [c for c in ("relation", other, "valid") if c in ordered.columns]
        within = ordered.select(pl.all().gather(tied)).with_columns(key=key.gather(tied)).sort("key", *rest)
        ordered = ordered.with_columns(ordered[c].scatter(tied, within[c]) for c in ordered.columns)
    starts = ordered[end].search_sorted(pl.int_range(things + 1, dtype=pl.UInt32, eager=True), side="left")
    arrays = (numbers(s) for s in (starts.cast(pl.UInt32), ordered["relation"], ordered[other], ordered["rank"]))
    valid = numbers(ordered["valid"]) if "valid" in ordered.columns else None
    return ordered, (Side(*arrays), valid)
