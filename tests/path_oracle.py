"""All paths by brute force, with NetworkX, and their cost by the words of the documentation: an outsider's opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import Any

import networkx as nx

from contragraph.graph.paths.wanted import Path, Wanted

Triple = tuple[str, str, str]
Line = tuple[int, tuple[Triple, ...], tuple[str, ...]]
"""A path as cost, steps (entity, relation, 0 if the fact runs the way of the path), and entities."""


@dataclass
class Oracle:
    """Facts held in memory, and what is known of their entities."""

    triples: Sequence[Triple]
    degree: Mapping[str, int]
    types: Mapping[str, frozenset[str]]
    hidden: frozenset[str]
    facts: Counter[str] = field(init=False)

    def __post_init__(self) -> None:
        self.facts = Counter(relation for _, relation, _ in self.triples)

    def graph(self, wanted: Wanted, ends: Iterable[str]) -> nx.MultiDiGraph[str] | nx.MultiGraph[str]:
        """The facts that a path may use, in the direction in which it may use them."""
        ends = set(ends)

        def passable(entity: str) -> bool:
            return entity in ends or (
                (wanted.hidden or entity not in self.hidden)
                and (wanted.degree is None or self.degree[entity] <= wanted.degree)
                and (not wanted.classes or not self.types[entity].isdisjoint(wanted.classes))
            )

        graph: nx.MultiDiGraph[str] | nx.MultiGraph[str]
        graph = nx.MultiGraph() if wanted.direction == "any" else nx.MultiDiGraph()
        graph.add_nodes_from(ends)
        for subject, relation, thing in self.triples:
            allowed = (relation in wanted.relations) != wanted.but
            if allowed and subject != thing and passable(subject) and passable(thing):
                one, other = (thing, subject) if wanted.direction == "in" else (subject, thing)
                graph.add_edge(one, other, key=(subject, relation, thing))
        return graph

    def paths(
        self, start: str, target: str | None, wanted: Wanted, graph: nx.MultiGraph[str] | None = None
    ) -> list[Line]:
        """All paths, best first."""
        ends = [start] if target is None else [start, target]
        whole = self.graph(wanted, ends) if graph is None else graph
        targets = [target] if target is not None else sorted(set(whole) - {start})
        found = []
        lists: Iterable[Any] = nx.all_simple_edge_paths(whole, start, targets, cutoff=wanted.max_hops)
        for edges in lists:  # of which the stubs forget the keys
            if len(edges) >= wanted.min_hops and (target is None or target not in [e[1] for e in edges[:-1]]):
                found.append(self._line(start, [edge[2] for edge in edges]))
        return sorted(found)

    def _line(self, start: str, facts: Sequence[Triple]) -> Line:
        at, cost, steps = start, 0, []
        for place, (subject, relation, thing) in enumerate(facts):
            cost += round(100 * log2(1 + self.facts[relation]))
            cost += round(100 * log2(1 + self.degree[at])) if place else 0
            backward = subject != at
            at = subject if backward else thing
            steps.append((at, relation, str(int(backward))))
        return cost, tuple(steps), (start, *(step[0] for step in steps))


def line_of(path: Path) -> Line:
    """A path of ours in the same form."""
    steps = tuple(
        (entity, fact.relation, str(int(fact.subject == entity)))
        for entity, fact in zip(path.entities[1:], path.facts, strict=True)
    )
    return path.cost, steps, path.entities


def named_paths(paths: Iterable[Path]) -> list[Line]:
    """Paths of ours in the same form, in their order."""
    return [line_of(path) for path in paths]
