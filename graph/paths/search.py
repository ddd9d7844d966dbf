"""The search for the best paths: two balls of facts that grow towards each other, then the best walk through them.

Facts are read layer by layer, in sets, always on the side where less is to be read, until the layers of both sides
together are as many as the hops allowed; so every fact of every path is read from one of its ends. Where that would be
much, only entities are passed whose cost on the way there leaves a chance, up to a cost at which the facts at hand are
complete; paths up to that cost are *certain*. If they are too few, more is read.

Among the facts at hand the paths come out best first (A*): the estimate for what is left is the cheapest walk of as
many hops to the target, which is exact but for walks that pass an entity twice. Nothing is listed that was not asked
for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement
from contragraph.graph.paths.links import Link, Links
from contragraph.graph.paths.wanted import Found, Path, Wanted, fact_cost
from contragraph.graph.store import GraphStore

FIRST_FACTS = 20_000
"""Facts read at first, at most, before paths are looked for."""
_GROWTH = 4
"""How many times as many are read each time that this was not enough."""
_UNBOUNDED = 2**62
LOOK_AT_CLOCK = 512
_TURNED = {"any": "any", "out": "in", "in": "out"}

Step = tuple[str, str, bool]
"""A step of a path: the entity that it leads to, the relation, whether the fact runs against the path."""
Layer = dict[str, int]
"""Entities reached by walks of one length, with the least cost of what lies before them."""


@dataclass(frozen=True)
class _Reach:
    """What one reading brought: layers from both ends, and the cost up to which they are complete."""

    ahead: list[Layer]
    behind: list[Layer]
    certain: int


class Search:
    """One search; ``late`` tells afterwards whether its time was up."""

    def __init__(
        self,
        store: GraphStore,
        costs: Mapping[str, int],
        start: str,
        target: str | None,
        wanted: Wanted,
        seconds: float | None = None,
    ) -> None:
        self.late = False
        self._until = None if seconds is None else time.monotonic() + seconds
        self._start, self._target, self._wanted = start, target, wanted
        self._ends = [start] if target is None else [start, target]
        self._links = Links(store, costs, wanted, self._ends)
        usable = [cost for relation, cost in costs.items() if (relation in wanted.relations) != wanted.but]
        self._least = min(usable, default=0)
        self._along = (wanted.direction, _TURNED[wanted.direction])

    def best(self) -> Iterator[Path]:
        """All paths, the best first; ends early when time is up."""
        given, facts = 0, FIRST_FACTS
        while True:
            reach = self._read(facts)
            if reach is None:
                return
            for place, steps in enumerate(self._walk(reach)):
                if place >= given:
                    given += 1
                    yield self._path(steps)
            if self.late or reach.certain == _UNBOUNDED:
                return
            facts *= _GROWTH

    def _is_late(self) -> bool:
        if self._until is not None and time.monotonic() > self._until:
            self.late = True
        return self.late

    # -- reading -----------------------------------------------------------------------------------------

    def _read(self, most: int) -> _Reach | None:
        """Layers from both ends, of about so many facts that were not known before; None when time is up."""
        sides = [[{self._start: 0}]] if self._target is None else [[{self._start: 0}], [{self._target: 0}]]
        certain, left = _UNBOUNDED, most
        while sum(len(side) - 1 for side in sides) < self._wanted.max_hops:
            passing = [self._passing(side, certain) for side in sides]
            weights = [sum(self._links.degree[each] for each in some) for some in passing]
            turn = weights.index(min(weights))
            side, some, along = sides[turn], passing[turn], self._along[turn]
            missing = [each for each in some if self._links.known(each, along) is None]
            missing.sort(key=lambda each: (some[each], each))
            for each in missing:
                left -= self._links.degree[each]
                if left < 0 and each not in self._ends:
                    certain = min(certain, some[each] - 1)
                    break
            for _ in self._links.read((each for each in some if some[each] <= certain), along):
                if self._is_late():
                    return None
            side.append(self._next(side, some, along, certain))
        return _Reach(sides[0], sides[1] if len(sides) > 1 else [], certain)

    def _passing(self, side: list[Layer], certain: int) -> Layer:
        """The entities at the rim of a side that may be passed, with the least cost of a path that does."""
        if len(side) == 1:
            return dict.fromkeys(side[0], 0)
        costs = {each: cost + self._links.cost(each) + self._least for each, cost in side[-1].items()}
        return {each: cost for each, cost in costs.items() if cost <= certain}

    def _next(self, side: list[Layer], passing: Layer, along: str, certain: int) -> Layer:
        """The next layer of a side."""
        layer: Layer = {}
        for each, bound in passing.items():
            if bound > certain:
                continue
            before = side[-1][each] + (self._links.cost(each) if len(side) > 1 else 0)
            for link in self._links.known(each, along) or ():
                if link.other not in self._ends:
                    cost = before + link.cost
                    if cost < layer.get(link.other, _UNBOUNDED):
                        layer[link.other] = cost
        return layer

    # -- walking -----------------------------------------------------------------------------------------

    def _walk(self, reach: _Reach) -> Iterator[tuple[Step, ...]]:
        """The paths that are certain, the best first; ends early when time is up."""
        most, least = self._wanted.max_hops, self._wanted.min_hops
        rest = self._rest(reach)
        back = self._back(reach)
        queue: list[tuple[int, tuple[Step, ...], int]] = [(0, (), 0)]
        popped = 0
        while queue:
            popped += 1
            if popped % LOOK_AT_CLOCK == 0 and self._is_late():
                return
            _, steps, spent = heappop(queue)
            hops, at = len(steps), steps[-1][0] if steps else self._start
            if at == self._target or (self._target is None and hops >= least):
                yield steps
            if at == self._target or hops == most:
                continue
            if steps:
                spent += self._links.cost(at)
            passed = {self._start, *(step[0] for step in steps)}
            known = self._links.known(at, self._along[0])
            for other, relation, backward, cost in back.get(at, ()) if known is None else known:
                if other in passed:
                    continue
                total = spent + cost
                if other == self._target:
                    left = 0 if hops + 1 >= least else None
                elif self._target is None:
                    left = 0
                else:
                    left = self._left(other, rest[max(1, least - hops - 1) : most - hops])
                if left is not None and total + left <= reach.certain:
                    heappush(queue, (total + left, (*steps, (other, relation, backward)), total))

    def _left(self, entity: str, rest: list[Layer]) -> int | None:
        """The least cost of passing an entity and going on to the target in any of these numbers of hops."""
        costs = [layer[entity] for layer in rest if entity in layer]
        return min(costs) + self._links.cost(entity) if costs else None

    def _rest(self, reach: _Reach) -> list[Layer]:
        """For each number of hops the least cost of the walks from an entity to the target, without the entity."""
        rest = list(reach.behind)
        if self._target is None:
            return rest
        for hops in range(len(rest), self._wanted.max_hops):
            before, layer = rest[hops - 1], Layer()
            within = reach.ahead[1 : self._wanted.max_hops - hops + 1]
            for each in {each: None for some in within for each in some}:
                costs = [
                    link.cost + before[link.other] + (0 if link.other == self._target else self._links.cost(link.other))
                    for link in self._links.known(each, self._along[0]) or ()
                    if link.other in before
                ]
                if costs:
                    layer[each] = min(costs)
            rest.append(layer)
        return rest

    def _back(self, reach: _Reach) -> dict[str, list[Link]]:
        """The steps towards the target from entities of which only facts on its side were read."""
        found: dict[str, list[Link]] = {}
        for each in {each: None for layer in reach.behind[:-1] for each in layer}:
            for link in self._links.known(each, self._along[1]) or ():
                if self._links.known(link.other, self._along[0]) is None:
                    step = Link(each, link.relation, not link.backward, link.cost)
                    found.setdefault(link.other, []).append(step)
        return found

    def _path(self, steps: tuple[Step, ...]) -> Path:
        entities = (self._start, *(step[0] for step in steps))
        facts = tuple(
            Statement(other, relation, at) if backward else Statement(at, relation, other)
            for at, (other, relation, backward) in zip(entities, steps)
        )
        costs = sum(self._links.cost(each) for each in entities[1:-1])
        return Path(entities, facts, costs + sum(self._links.fact_cost(fact.relation) for fact in facts))


def find_paths(
    store: GraphStore,
    kg: str,
    start: str,
    target: str | None,
    wanted: Wanted,
    *,
    limit: int = 10,
    seconds: float | None = None,
) -> Found:
    """The ``limit`` best paths from one entity to another, or to anywhere if there is no target.

    Exactly the best, in the same order on every store, without listing the others. After ``seconds`` the search stops
    with what is certain by then: the best few, where more are missing.

    :raises InputError: if both ends are the same entity, or one of them or the KG is not in the store.
    """
    if start == target:
        raise InputError(f"Both ends of the path are {start}: give two entities, or one to look around it.")
    known = store.entities([start] if target is None else [start, target])
    for each in (start, target):
        if each is not None and (each not in known or known[each].kg != kg):
            raise InputError(f"There is no entity {each} in {kg}: `contragraph find` looks for one by its label.")
    costs = {relation.id: fact_cost(relation.facts) for relation in store.relations(kg)}
    search = Search(store, costs, start, target, wanted, seconds)
    paths: list[Path] = []
    for path in search.best():
        paths.append(path)
        if len(paths) == limit:
            return Found(tuple(paths), complete=True)
    return Found(tuple(paths), complete=not search.late)
