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


def _steps(rules: Iterable[Rule]) -> dict[End, dict[End, int]]:
    """The neighbours of each end: 0 steps to a relation that implies its own, 1 to any other."""
    found: defaultdict[End, dict[End, int]] = defaultdict(dict)
    for rule in rules:
        same: defaultdict[int | str, set[End]] = defaultdict(set)
        for atom in (*rule.body, *filter(None, [rule.head])):
            for term, subject in ((atom.first, True), (atom.second, False)):
                # Things that must differ are of one sort, as two values of a functional relation are.
                sort = rule.distinct[0] if rule.distinct and term == rule.distinct[1] else term
                if isinstance(sort, int):
                    same[sort].add(End(atom.relation, subject))
        implied = rule.head.relation if rule.head is not None and len(rule.body) == 1 else None
        for ends in same.values():
            for end in ends:
                for other in ends - {end}:
                    length = 0 if end.relation == implied else 1
                    found[end][other] = min(length, found[end].get(other, length))
    return found


def _spread(ends: set[End], steps: Mapping[End, Mapping[End, int]], length: int) -> set[End]:
    """The ends reached by one step of this length, or by any number of steps of length 0."""
    if length:
        return {other for end in ends for other in steps[end]}
    reached, todo = set(ends), list(ends)
    while todo:
        for other, far in steps[todo.pop()].items():
            if far == 0 and other not in reached:
                reached.add(other)
                todo.append(other)
    return reached


def ends_like(rules: Iterable[Rule], relations: Iterable[str]) -> Mapping[End, tuple[End, ...]]:
    """For each end of a relation in the rules the nearest ends of the given relations (those of the KG), sorted.

    An end of a given relation is like itself; an end that no given relation is connected with is left out.
    """
    steps = _steps(rules)
    told = frozenset(relations)
    nearest: dict[End, tuple[End, ...]] = {}
    for start in sorted(steps):
        if start.relation in told:
            nearest[start] = (start,)
            continue
        level = seen = _spread({start}, steps, 0)
        while level:
            reached = sorted(end for end in level if end.relation in told)
            if reached:
                nearest[start] = tuple(reached)
                break
            level = _spread(_spread(level, steps, 1), steps, 0) - seen
            seen = seen | level
    return nearest
