"""What kinds of things stand at the ends of an auxiliary relation: those at the ends of KG relations next to it.

Two ends are neighbours where some rule has the same variable at both, or demands that two things of one sort differ.
Nothing is told per relation: "all its owners are in the country Y" takes as Y what ``country`` takes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from contragraph.reasoning.rules import Rule


@dataclass(frozen=True, slots=True, order=True)
class End:
    """The subject's or the object's place of a relation."""

    relation: str
    subject: bool


def _neighbours(rules: Iterable[Rule]) -> dict[End, set[End]]:
    found: defaultdict[End, set[End]] = defaultdict(set)
    for rule in rules:
        same: defaultdict[int | str, set[End]] = defaultdict(set)
        for atom in (*rule.body, *filter(None, [rule.head])):
            for term, subject in ((atom.first, True), (atom.second, False)):
                # Things that must differ are of one sort, as two values of a functional relation are.
                sort = rule.distinct[0] if rule.distinct and term == rule.distinct[1] else term
                if isinstance(sort, int):
                    same[sort].add(End(atom.relation, subject))
        for ends in same.values():
            for end in ends:
                found[end] |= ends - {end}
    return found


def ends_like(rules: Iterable[Rule], relations: Iterable[str]) -> Mapping[End, tuple[End, ...]]:
    """For each end of a relation in the rules the nearest ends of the given relations (those of the KG), sorted.

    An end of a given relation is like itself; an end that no given relation is connected with is left out.
    """
    neighbours = _neighbours(rules)
    told = frozenset(relations)
    nearest: dict[End, tuple[End, ...]] = {}
    for start in sorted(neighbours):
        seen, level = {start}, {start}
        while level:
            reached = sorted(end for end in level if end.relation in told)
            if reached:
                nearest[start] = tuple(reached)
                break
            level = {other for end in level for other in neighbours[end]} - seen
            seen |= level
    return nearest
