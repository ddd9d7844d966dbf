"""A graph seen through a lens: the same facts, told in the vocabulary that the rules of generation speak.

What a store or a snapshot of it answers is renamed on the way; facts of relations that are turned round change ends.
Nothing is copied, and nothing in the store changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from contragraph.graph.model import Entity, Fact, Order
from contragraph.graph.snapshot import Snapshot
from contragraph.graph.store import Direction, Member
from contragraph.ontology.axioms import Role
from contragraph.ontology.translate import Lens

TURNED_LIMIT = 5000
"""Facts at the other end of an entity among which those are looked for that are turned round."""


class Reader(Protocol):
    """What generation asks of a graph; a store and a snapshot answer it."""

    def facts(
        self, ids: Sequence[str], direction: Direction, order: Order, limit: int, *, hidden: bool = False
    ) -> dict[str, list[Fact]]:
        """For each id at most ``limit`` facts that leave (or enter) it, in seeded order."""

    def entities(self, ids: Iterable[str]) -> dict[str, Entity]:
        """The entities with these ids; unknown ids are left out."""

    def seeds(self, kg: str, relation: str, order: Order, limit: int) -> list[Fact]:
        """Facts of a relation between entities that are not hidden, in seeded order."""

    def members(self, kg: str, relation: str, direction: Direction, order: Order, limit: int) -> list[Member]:
        """Distinct objects (``in``) or subjects (``out``) of a relation that are not hidden."""


class Lensed:
    """A reader whose answers are seen through a lens."""

    def __init__(self, reader: Reader, lens: Lens) -> None:
        self._reader, self._lens = reader, lens
        self._turned = frozenset(r for r, role in lens.exact.items() if role.inverse)

    def facts(
        self, ids: Sequence[str], direction: Direction, order: Order, limit: int, *, hidden: bool = False
    ) -> dict[str, list[Fact]]:
        """For each id at most ``limit`` facts that leave (or enter) it, in seeded order.

        At an entity with more than :data:`TURNED_LIMIT` facts at its other end, some that are turned round may be
        missing.
        """
        own = {self._own_id(i): i for i in ids}
        found = self._reader.facts(list(own), direction, order, limit, hidden=hidden)
        if not self._turned:
            return {own[i]: [self._fact(f) for f in facts] for i, facts in found.items()}
        other: Direction = "in" if direction == "out" else "out"
        beyond = self._reader.facts(list(own), other, order, TURNED_LIMIT, hidden=hidden)
        seen: dict[str, list[Fact]] = {}
        for i, facts in found.items():
            here = [self._fact(f) for f in facts if f.relation not in self._turned]
            more = [self._fact(f) for f in beyond[i] if f.relation in self._turned and isinstance(f.object, str)]
            if more:
                here = sorted([*here, *more], key=lambda f: (order.key(f.rank), *f.statement.sort_key))[:limit]
            seen[own[i]] = here
        return seen

    def entities(self, ids: Iterable[str]) -> dict[str, Entity]:
        """The entities with these ids, in their order; unknown ids are left out."""
        own = {self._own_id(i): i for i in ids}
        return {own[i]: self._entity(e) for i, e in self._reader.entities(list(own)).items()}

    def seeds(self, kg: str, relation: str, order: Order, limit: int) -> list[Fact]:
        """Facts of a relation between entities that are not hidden, in seeded order."""
        role = self._relation(relation)
        return [self._fact(f) for f in self._reader.seeds(kg, role.relation, order, limit)] if role else []

    def members(self, kg: str, relation: str, direction: Direction, order: Order, limit: int) -> list[Member]:
        """Distinct objects (``in``) or subjects (``out``) of a relation that are not hidden."""
        role = self._relation(relation)
        if role is None:
            return []
        side: Direction = direction if not role.inverse else "in" if direction == "out" else "out"
        found = self._reader.members(kg, role.relation, side, order, limit)
        return [replace(m, id=self._lens.seen.thing(m.id), types=self._lens.types(m.types)) for m in found]

    def _relation(self, relation: str) -> Role | None:
        """The graph's relation that is seen as this one, None if it is seen as another."""
        return None if relation in self._lens.exact else self._lens.own.relation(relation)

    def _own_id(self, thing: str) -> str:
        return self._lens.own.thing(thing)

    def _fact(self, fact: Fact) -> Fact:
        seen = self._lens.seen.statement(fact.statement)
        return replace(fact, subject=seen.subject, relation=seen.relation, object=seen.object)

    def _entity(self, entity: Entity) -> Entity:
        return replace(entity, id=self._lens.seen.thing(entity.id), types=self._lens.types(entity.types))


class LensedSnapshot(Lensed):
    """A snapshot seen through a lens."""

    def __init__(self, snapshot: Snapshot, lens: Lens) -> None:
        super().__init__(snapshot, lens)
        self._snapshot = snapshot

    def every_entity(self) -> Iterator[Entity]:
        """All entities, in no order."""
        return map(self._entity, self._snapshot.every_entity())

    def links(self, relations: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        """Subject, relation and object of all facts of these relations between entities, in no order."""
        own = [role.relation for r in relations if (role := self._relation(r))]
        seen, thing = self._lens.seen, self._lens.seen.thing
        for subject, relation, object_ in self._snapshot.links(own):
            role = seen.relation(relation)
            ends = (thing(subject), thing(object_))
            yield (ends[1], role.relation, ends[0]) if role.inverse else (ends[0], role.relation, ends[1])
