"""Relevance: which rules can take part in a contradiction, given the predicates of the statements.

Forward from the predicates, then backward from ⊥. Most rules of an ontology speak of relations that a text does not
name; leaving them out before the proof is the larger part of its speed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from contragraph.reasoning.rules.horn import Join, Marks

Triggers = Mapping[str, tuple[Join, ...]]
"""For each predicate the joins that a fact of it can start, in a fixed order."""


def relevant_joins(triggers: Triggers, predicates: frozenset[str], ends: frozenset[str] = frozenset()) -> Triggers:
    """Joins of the rules that the predicates can fire, directly or not, and that lead on to ⊥ or to one of the ends.

    Ends that are reached are in the answer even if they start no join.
    """
    reached = {mark for p in predicates for mark in (p, Marks.some(p))}
    kept: dict[int, Join] = {}
    makers: defaultdict[str, list[Join]] = defaultdict(list)
    todo = sorted(predicates)
    while todo:
        predicate = todo.pop()
        for join in triggers.get(predicate, ()):
            marks, rule = join.marks, id(join.rule)
            if rule in kept or not all(one in reached or two in reached for one, two in marks.premises):
                continue
            kept[rule] = join
            if join.head is not None:
                makers[join.head[0]].append(join)
                if marks.conclusion[0] not in reached:
                    reached.update(marks.conclusion)
                    todo.append(join.head[0])
    useful: set[int] = set()
    goals = [join for join in kept.values() if join.head is None]
    used: dict[str, None] = {}
    needed: set[str] = set()
    for end in sorted(ends):
        if Marks.some(end) in reached:
            used[end] = None
            needed.add(Marks.some(end))
            goals += makers.get(end, ())
    while goals:
        join = goals.pop()
        if id(join.rule) in useful:
            continue
        useful.add(id(join.rule))
        needed.update(join.marks.needs)
        for atom in join.rule.body:
            used[atom.relation] = None
            for maker in makers.get(atom.relation, ()):
                one, two = maker.marks.serves
                if one in needed or two in needed:
                    goals.append(maker)
    return {p: tuple([j for j in triggers.get(p, ()) if id(j.rule) in useful]) for p in sorted(used)}
