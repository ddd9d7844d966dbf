"""The facts at entities as a search for paths needs them: asked for in sets, kept, and never asked for twice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, cast

from contragraph.cypher import Row, Value
from contragraph.graph.paths.wanted import Wanted, entity_cost
from contragraph.graph.store import Direction, GraphStore

FACTS_FOR_A_SCAN = 600
"""An embedded store reads a set of entities in one scan of all facts, which takes as long as this share of them one
by one."""
AT_ONCE = 100_000
"""Facts that one question may return; the clock is looked at in between."""


class Link(NamedTuple):
    """A fact as seen from one of its ends."""

    other: str
    relation: str
    backward: bool
    """Whether it runs towards the end that it is seen from."""
    cost: int


class Links:
    """The facts around entities that a path may use, with a cache."""

    def __init__(self, store: GraphStore, costs: Mapping[str, int], wanted: Wanted, named: Collection[str]) -> None:
        self._store, self._costs = store, costs
        self._facts = sum(info.facts for info in store.kgs())
        self.degree: dict[str, int] = {}
        self._known: dict[tuple[str, str], list[Link]] = {}
        # An empty list has no type, and no relation or class has an empty id.
        self._filter: dict[str, Value] = {
            "relations": list(wanted.relations or ("",)),
            "but": wanted.but,
            "named": list(named),
            "hidden": wanted.hidden,
            "degree": 2**62 if wanted.degree is None else wanted.degree,
            "every": not wanted.classes,
            "classes": list(wanted.classes or ("",)),
        }
        for entity in store.entities(named).values():
            self.degree[entity.id] = entity.degree

    def known(self, entity: str, along: str) -> list[Link] | None:
        """The facts at an entity that run so (``any``, ``out``, ``in``), None if they were not read yet."""
        return self._known.get((entity, along))

    def cost(self, entity: str) -> int:
        """What passing through an entity costs that some fact read so far leads to."""
        return entity_cost(self.degree[entity])

    def fact_cost(self, relation: str) -> int:
        """What a step by a relation costs."""
        return self._costs[relation]

    def read(self, entities: Iterable[str], along: str) -> Iterator[None]:
        """Ask the store for the facts at entities that are not known yet, some at a time."""
        missing = sorted({each for each in entities if (each, along) not in self._known})
        for some in self._portions(missing):
            found: dict[str, list[Link]] = {each: [] for each in some}
            ways: tuple[Direction, ...] = ("out", "in") if along == "any" else (cast("Direction", along),)
            for way in ways:
                for row in self._rows(some, way):
                    each, other, relation = str(row["id"]), str(row["other"]), str(row["relation"])
                    if each != other:
                        self.degree.setdefault(other, cast("int", row["degree"]))
                        found[each].append(Link(other, relation, way == "in", self._costs[relation]))
            self._known.update(((each, along), links) for each, links in found.items())
            yield

    def _portions(self, entities: list[str]) -> Iterator[list[str]]:
        portion: list[str] = []
        facts = 0
        for each in entities:
            if portion and facts + self.degree[each] > AT_ONCE:
                yield portion
                portion, facts = [], 0
            portion.append(each)
            facts += self.degree[each]
        if portion:
            yield portion

    def _rows(self, entities: list[str], way: Direction) -> Iterator[Row]:
        """One query for the set, or one for each where that is faster."""
        if self._store.engine == "ladybug" and len(entities) * FACTS_FOR_A_SCAN < self._facts:
            for each in entities:
                yield from self._store.run(f"paths.near_{way}", id=each, **self._filter)
        else:
            yield from self._store.run(f"paths.links_{way}", ids=list[Value](entities), **self._filter)
