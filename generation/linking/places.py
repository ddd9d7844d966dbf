"""Where the values of disagreements lie and of which level they are, as all graphs of a store have it together.

Two places contradict each other only if neither lies in the other. No graph says that of all places, so what no graph
denies is not enough: both must be known to be of one level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from contragraph.generation.linking.compared import MappedGraph
from contragraph.generation.search.view import View, ViewRelations, look
from contragraph.graph.model import Entity

_UPWARDS, _DOWNWARDS = ("located_in", "capital_of", "part_of", "country"), ("contains", "capital")
Linked = tuple[MappedGraph, Mapping[str, str]]
"""Another graph, and the links to it."""
_PLACE = "place"
"""What graphs call the class of places."""


@dataclass(frozen=True)
class Places:
    """What some graphs know of some things and of what is linked with them."""

    views: Sequence[View]
    twins: Mapping[str, frozenset[str]]
    """The things of other graphs that are one with a thing, itself among them."""
    classes: frozenset[str]
    """Classes of places."""

    def may_nest(self, one: str, other: str) -> bool:
        """Whether one of two values may be a place within the other."""
        if any(view.related(a, b) for view in self.views for a in self._ids(one) for b in self._ids(other)):
            return True
        mine, its = list(self._known(one)), list(self._known(other))
        levels = {e.level for e in mine if e.level}, {e.level for e in its if e.level}
        if not any(levels) and not any(self.classes.intersection(e.types) for e in (*mine, *its)):
            return False
        return len(levels[0]) != 1 or levels[0] != levels[1]

    def _ids(self, thing: str) -> frozenset[str]:
        return self.twins.get(thing, frozenset((thing,)))

    def _known(self, thing: str) -> Iterator[Entity]:
        for view in self.views:
            yield from (view.entities[each] for each in sorted(self._ids(thing)) if each in view.entities)


def places(
    one: MappedGraph,
    others: Iterable[tuple[MappedGraph, Mapping[str, str]]],
    twins: Iterable[tuple[str, str]],
    things: set[str],
) -> Places:
    """What a graph and others, each with the links to it, know of some things of the first.

    ``twins`` are further pairs of a thing of the first and one of another that are taken for one.
    """
    found: dict[str, set[str]] = {thing: {thing} for thing in things}
    graphs = [one]
    for graph, links in others:
        graphs.append(graph)
        for thing in things & links.keys():
            found[thing].add(links[thing])
    for thing, twin in twins:
        found.setdefault(thing, {thing}).add(twin)
    every = {each for some in found.values() for each in some}
    classes = frozenset(c for graph in graphs for c in graph.known.classes(_PLACE))
    return Places([_view(graph, every) for graph in graphs], {t: frozenset(s) for t, s in found.items()}, classes)


def _view(graph: MappedGraph, things: Iterable[str]) -> View:
    """Where things lie by what a graph says; ids of other graphs have no facts of it."""
    roles = graph.known.roles
    up = tuple(r for name in _UPWARDS for r in roles.get(name, ()))
    down = tuple(r for name in _DOWNWARDS for r in roles.get(name, ()))
    return look(graph.store, things, ViewRelations(up, down, up, down))
