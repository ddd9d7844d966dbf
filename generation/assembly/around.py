"""What the graph knows around the things that pairs are about, read for thousands of them at once.

Each reading is a few queries whatever the number of things, so that a run reads the topics of its whole pool, and later
only who stands in its pairs. What was not read has no facts here.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from contragraph.cypher import Value
from contragraph.generation.assembly.pivot import Pivot, pivot_of
from contragraph.generation.search.view import stated
from contragraph.generation.verbalise import tells_grammar
from contragraph.generation.verbalise.kinds import Kind, kind_of
from contragraph.graph.model import Entity, Literal, Order, Statement
from contragraph.graph.store import GraphStore

_KEPT = 60
"""Facts of one thing that are kept in each direction, in seeded order: hubs have thousands."""
_MOST = 400
"""Facts of a thing beyond which those that enter it are not read: what everything points to says little of it."""
_FEW = 12
"""Facts that lead to a thing from what was read, at most, for it to be something in common: not a country."""
_Place = tuple[int, str]
"""Where a fact stands in the seeded order: the key of its rank, and its id."""
_SHARED: Mapping[Kind, int] = {"organisation": 1, "": 2, "place": 3}
"""How little two things have to do with each other that have a thing of a kind in common; works and bands join most."""
_COMMON = ("", "place")
"""Kinds of things that many have in common, which says little of them: prizes, parties and places."""
_AT_ONCE = 20_000
"""Things that one query is asked about: an embedded engine holds the whole answer."""


@dataclass
class Around:
    """Facts of things in seeded order, and who the things are."""

    store: GraphStore
    order: Order
    relations: Collection[str]
    """The relations of the graph."""
    names: dict[str, tuple[str, bool]] = field(default_factory=dict)
    """Label of things that were met, and whether they are hidden."""
    entities: dict[str, Entity] = field(default_factory=dict)
    """All that is known of the things that stand in pairs."""
    _facts: dict[str, tuple[Statement, ...]] = field(default_factory=dict)
    _grammar: dict[str, tuple[Statement, ...]] = field(default_factory=dict)
    _kinds: dict[str, Kind] = field(default_factory=dict)
    _readers: defaultdict[str, list[tuple[_Place, str, Statement]]] = field(default_factory=lambda: defaultdict(list))
    """The facts of each thing that were read around another one, in seeded order whatever was read first."""

    @cached_property
    def pivot(self) -> Pivot:
        """The graph's relations and classes in the terms by which texts are worded."""
        return pivot_of(self.relations)

    def read(self, ids: Iterable[str]) -> None:
        """Read what leaves some things and what enters them, values included."""
        new = sorted({*ids} - self._facts.keys())
        for start in range(0, len(new), _AT_ONCE):
            some = new[start : start + _AT_ONCE]
            self.name(some)
            leaving = _kept(self._rows("leaving", some), self.order)
            entering = _kept(self._rows("entering", some, most=_MOST), self.order)
            for entity in some:
                both = sorted({*leaving.get(entity, ()), *entering.get(entity, ())}, key=lambda f: f[0])
                self._facts[entity] = tuple(dict.fromkeys(s for _, s in both))
                for place, statement in both:
                    for other in {*statement.entities} - {entity}:
                        insort(self._readers[other], (place, entity, statement), key=_seeded)

    def _rows(self, name: str, ids: Sequence[str], **more: int) -> Iterator[tuple[str, int, Statement]]:
        """Facts of things with their ranks."""
        asked: list[Value] = list(ids)
        for row in self.store.each(f"assembly.{name}", ids=asked, **more):
            one, other = str(row["id"]), str(row["other"])
            self.names[other] = (str(row["label"] or ""), bool(row["hidden"]))
            if not row["hidden"]:
                ends = (one, other) if name == "leaving" else (other, one)
                yield one, int(str(row["rank"])), stated(ends[0], ends[1], row)
        if name == "leaving":  # values have no facts that enter them
            for row in self.store.each("assembly.values", ids=asked):
                value = Literal(str(row["value"]), str(row["datatype"]), str(row["label"] or ""))
                yield str(row["id"]), int(str(row["rank"])), stated(str(row["id"]), value, row)

    def name(self, ids: Iterable[str]) -> None:
        """Read who some things are."""
        if new := sorted({*ids} - self.entities.keys()):
            found = {e: self.pivot.entity(entity) for e, entity in self.store.entities(new).items()}
            self.entities |= found
            self.names |= {e: (entity.label, entity.hidden) for e, entity in found.items()}

    def read_grammar(self, ids: Iterable[str]) -> None:
        """Read what tells how to speak of some things, and who they are."""
        wanted = sorted({*ids})
        self.name(wanted)
        new = [e for e in wanted if e not in self._grammar]
        telling: list[Value] = [*sorted(r for r in self.relations if tells_grammar(self.pivot.relation(r)))]
        found: defaultdict[str, list[Statement]] = defaultdict(list)
        if new and telling:
            for row in self.store.each("assembly.grammar", ids=list[Value](new), relations=telling):
                telling_it = Statement(str(row["id"]), str(row["relation"]), str(row["other"]))
                found[str(row["id"])].append(self.pivot.statement(telling_it))
        for entity in new:
            self._grammar[entity] = tuple(sorted(found[entity], key=lambda s: s.sort_key))

    def about(self, entity: str) -> Sequence[Statement]:
        """The facts of a thing in both directions between what is not hidden, in seeded order."""
        return self._facts.get(entity, ())

    def beside(self, entity: str, relations: Collection[str]) -> Iterator[tuple[str, tuple[Statement, ...]]]:
        """Other things whose facts were read, with the facts of some relations that join it to them.

        First those that it is joined to at once, then those that have something in common with it that few have: a
        work or a body rather than a place, a prize or a party, which join what no text would tell together.
        """
        facts = [s for s in self.about(entity) if s.relation in relations]
        ends = [(s, next((e for e in s.entities if e != entity), entity)) for s in facts]
        for statement, other in ends:
            yield other, (statement,)
        for statement, common in sorted(ends, key=lambda end: _SHARED.get(self.kind(end[1]), 0)):
            readers = self._readers.get(common, ())
            if len(readers) <= _FEW and not self.hidden(common):
                for _, other, another in readers:
                    if other != entity and another.relation in relations:
                        yield other, (statement, another)

    def belonging(self, entity: str, relations: Collection[str], most: int) -> list[str]:
        """The first few things that some facts join a thing to, none of them a place or what many have in common."""
        others = (e for s in self.about(entity) if s.relation in relations for e in s.entities if e != entity)
        self.name(seen := list(dict.fromkeys(others)))
        return [e for e in seen if not self.hidden(e) and not self.common(e)][:most]

    def kind(self, entity: str) -> Kind:
        """What a thing is, as far as it was read: a person, a work; empty where that is not known."""
        if entity not in self._kinds:
            known = self.entities.get(entity)
            if known is None:
                return ""
            self._kinds[entity] = kind_of(known, frozenset())
        return self._kinds[entity]

    def common(self, entity: str) -> bool:
        """Whether it is a place, or no person, work or body at all: what many have in common."""
        return self.kind(entity) in _COMMON

    def grammar(self, entity: str) -> Sequence[Statement]:
        """What tells how to speak of a thing: its sex, that it is dead."""
        return self._grammar.get(entity, ())

    def hidden(self, entity: str) -> bool:
        """Whether a thing was cleaned away, or is not known at all."""
        return self.names.get(entity, ("", True))[1]

    def labels(self, ids: Iterable[str]) -> Mapping[str, str]:
        """The labels of things that are known."""
        return {e: self.names[e][0] for e in ids if e in self.names}


def _seeded(reader: tuple[_Place, str, Statement]) -> tuple[_Place, str]:
    return reader[:2]


def _kept(rows: Iterable[tuple[str, int, Statement]], order: Order) -> dict[str, list[tuple[_Place, Statement]]]:
    """The first facts of each thing in seeded order, each with its place."""
    found: defaultdict[str, list[tuple[_Place, Statement]]] = defaultdict(list)
    for entity, rank, statement in rows:
        found[entity].append(((order.key(rank), statement.id), statement))
    return {entity: sorted(some, key=lambda f: f[0])[:_KEPT] for entity, some in found.items()}
