"""What the graph knows of the things that some candidates speak of: read in a few batched queries, then only looked at.

A view holds the entities, their facts of the relations that axioms and roles name, in both directions where a relation
has an inverse, and the chain of what contains each place. Filters ask nothing of the store.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contragraph.cypher import Row, Value
from contragraph.graph.model import Entity, Literal, Statement
from contragraph.graph.store import GraphStore

CHAIN = 4
"""Steps from a place to what contains it, or from a class to what is above it, that are followed."""
MOST = 20_000
"""Entities that one query is asked about at most: the engine holds the whole answer."""


@dataclass(frozen=True)
class ViewRelations:
    """What is read of each entity."""

    leaving: tuple[str, ...]
    """Relations whose facts are read from their subjects, literal objects included."""
    entering: tuple[str, ...]
    """Relations whose facts are read from their objects as well."""
    upwards: tuple[str, ...]
    """Relations from a place, a class or a part to what is above it."""
    downwards: tuple[str, ...]
    """Relations from what is above to what is below."""


@dataclass(frozen=True)
class View:
    """Entities, facts and containment around some candidates."""

    entities: Mapping[str, Entity]
    facts: Mapping[str, tuple[Statement, ...]]
    """The facts that leave an entity or enter it, in one order everywhere."""
    above: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """All that contains a place, part or class, as far as :data:`CHAIN` steps."""

    def label(self, entity: str) -> str:
        """The label of an entity; empty where it has none."""
        found = self.entities.get(entity)
        return found.label if found else ""

    def of(self, entity: str, relations: Iterable[str], *, outgoing: bool = True) -> tuple[Statement, ...]:
        """The facts of some relations that leave an entity (or enter it)."""
        wanted = frozenset(relations)
        return tuple(
            s
            for s in self.facts.get(entity, ())
            if s.relation in wanted and (s.subject if outgoing else s.object) == entity
        )

    def related(self, one: str, other: str) -> bool:
        """Whether one of two things contains the other, or is above it."""
        return other in self.above.get(one, ()) or one in self.above.get(other, ())

    def around(self, entities: Iterable[str]) -> tuple[Statement, ...]:
        """All facts that are known of some entities, each once."""
        return tuple(dict.fromkeys(s for entity in entities for s in self.facts.get(entity, ())))


def look(store: GraphStore, ids: Iterable[str], asked: ViewRelations) -> View:
    """Read what is asked of these entities and of what contains them."""
    wanted = sorted(set(ids))
    facts: defaultdict[str, set[Statement]] = defaultdict(set)
    above: dict[str, set[str]] = {each: set() for each in wanted}
    fresh = wanted
    for step in range(CHAIN):
        # Of what contains the things that candidates speak of only what contains it in turn is wanted.
        relations = (asked.leaving, asked.entering) if step == 0 else (asked.upwards, asked.downwards)
        for entity, statement in read(store, fresh, *relations, literals=step == 0):
            facts[entity].add(statement)
        found = {each: _upper(each, facts[each], asked) for each in fresh}
        above.update((each, up) for each, up in found.items())
        fresh = sorted({e for up in found.values() for e in up if e not in above})
        if not fresh:
            break
    closed = _closed(above)
    entities = store.entities(sorted({*above, *(e for some in facts.values() for s in some for e in s.entities)}))
    return View(
        entities, {e: tuple(sorted(some, key=lambda s: s.sort_key)) for e, some in sorted(facts.items())}, closed
    )


def read(
    store: GraphStore, ids: Sequence[str], leaving: Sequence[str], entering: Sequence[str], *, literals: bool = True
) -> Iterable[tuple[str, Statement]]:
    """The facts that leave and enter entities, each with the one that was asked about."""
    for start in range(0, len(ids), MOST):
        some: list[Value] = [*ids[start : start + MOST]]
        if leaving:
            for row in store.each("search.leaving", ids=some, relations=list(leaving)):
                yield str(row["id"]), stated(str(row["id"]), str(row["other"]), row)
        if leaving and literals:
            for row in store.each("search.values", ids=some, relations=list(leaving)):
                value = Literal(str(row["value"]), str(row["datatype"]), str(row["label"] or ""))
                yield str(row["id"]), stated(str(row["id"]), value, row)
        if entering:
            for row in store.each("search.entering", ids=some, relations=list(entering)):
                yield str(row["id"]), stated(str(row["other"]), str(row["id"]), row)


def stated(subject: str, thing: str | Literal, row: Row) -> Statement:
    """The statement that spells a fact of which a row has the relation and the times."""
    start, until = row["valid_from"], row["valid_to"]
    return Statement(
        subject,
        str(row["relation"]),
        thing,
        valid_from=None if start is None else str(start),
        valid_to=None if until is None else str(until),
    )


def _upper(entity: str, facts: Iterable[Statement], asked: ViewRelations) -> set[str]:
    """What is directly above an entity."""
    up = {s.object for s in facts if s.subject == entity and s.relation in asked.upwards and isinstance(s.object, str)}
    return up | {s.subject for s in facts if s.object == entity and s.relation in asked.downwards}


def _closed(above: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    """All that is above each entity, by at most :data:`CHAIN` steps: whatever else was read."""
    closed: dict[str, frozenset[str]] = {}
    for entity in sorted(above):
        reached: set[str] = set()
        fresh = {entity}
        for _ in range(CHAIN):
            fresh = {up for each in fresh for up in above.get(each, ())} - reached
            reached |= fresh
        closed[entity] = frozenset(reached - {entity})
    return closed
