"""The audit of conflicts: their statements stand in the versions of their pairs, and their proofs are whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set

from contragraph.graph.doctor.findings import Finding, rows
from contragraph.graph.doctor.versions import contents
from contragraph.graph.model import conflict_id
from contragraph.graph.store import GraphStore

_NUMBER = re.compile(r"([0-9]+)-")
"""A type of pairs begins with the number of its conflicts."""
Step = tuple[int, str, str | None, bool]
"""Position, id and conclusion of a step of a proof, and whether that is a bound, for which its own id stands."""


def _roles(store: GraphStore) -> dict[str, dict[str, set[str]]]:
    found: dict[str, dict[str, set[str]]] = {}
    for row in rows(store, "doctor.conflict_statements"):
        found.setdefault(row["conflict"], {}).setdefault(row["role"], set()).add(row["statement"])
    return found


def conflicts(store: GraphStore) -> Iterator[Finding]:
    """Conflicts whose statements do not stand where they should in the versions of the pair, and missing ones."""
    its = contents(store)
    sides: dict[str, dict[str, set[str]]] = {}
    for row in rows(store, "doctor.roles"):
        content = {statement for statement, _ in its.get(row["version"], ())}
        sides.setdefault(row["instance"], {}).setdefault(row["role"], content)
    roles, counted = _roles(store), Counter[str]()
    for row in rows(store, "doctor.pair_conflicts"):
        counted[row["instance"]] += 1
        pair = sides.get(row["instance"], {})
        for problem in _misplaced(roles.get(row["conflict"], {}), pair):
            yield Finding("conflict", "Conflict", row["conflict"], f"{problem} of pair {row['instance']}")
    for row in rows(store, "doctor.pairs"):
        wanted = _NUMBER.match(row["type"])
        if wanted and counted[row["id"]] != int(wanted[1]):
            problem = f"it has {counted[row['id']]} conflicts, and its type is {row['type']}"
            yield Finding("conflict", "Instance", row["id"], problem)


def _misplaced(roles: Mapping[str, Set[str]], pair: Mapping[str, Set[str]]) -> Iterator[str]:
    original, perturbed = pair.get("original", set()), pair.get("perturbed", set())
    if not roles.get("original") and not roles.get("perturbed"):
        yield "it has no statement of its own in the versions"
    places = (
        ("original", original - perturbed, "the original version alone"),
        ("perturbed", perturbed - original, "the perturbed version alone"),
        ("shared", original & perturbed, "both versions"),
    )
    for role, there, where in places:
        for statement in sorted(set(roles.get(role, ())) - there):
            yield f"its {role} statement {statement} is not in {where}"


def proofs(store: GraphStore) -> Iterator[Finding]:
    """Conflicts whose proofs lack a step or a premise, or whose id is not the hash of their minimal sets."""
    roles = _roles(store)
    steps: dict[str, dict[int, list[Step]]] = {}
    for row in rows(store, "doctor.steps"):
        its = steps.setdefault(row["conflict"], {}).setdefault(row["minimal"], [])
        bounds = row["days"] is not None
        its.append((row["position"], row["id"], row["id"] if bounds else row["concluded"], bounds))
    premises: dict[str, set[str]] = {}
    for row in rows(store, "doctor.premises"):
        premises.setdefault(row["step"], set()).add(row["premise"])
    background: dict[str, set[str]] = {}
    for row in rows(store, "doctor.background"):
        background.setdefault(row["conflict"], set()).add(row["statement"])
    for row in rows(store, "doctor.conflicts"):
        conflict = row["id"]
        own = set().union(*roles.get(conflict, {}).values())
        sets = []
        for number, its in sorted(steps.get(conflict, {}).items()):
            used, problem = _used(sorted(its, key=lambda step: step[0]), premises)
            sets.append(sorted(used - background.get(conflict, set())))
            if problem:
                yield Finding("proof", "Conflict", conflict, f"its proof {number + 1} {problem}")
        sides = [roles.get(conflict, {}).get(role, set()) for role in ("original", "perturbed")]
        if conflict not in (conflict_id(sets, *sides), conflict_id(sets)):  # the second was that of layout 1
            yield Finding("proof", "Conflict", conflict, "its id is not the hash of the statements that its proofs use")
        elif own != {statement for some in sets for statement in some}:
            yield Finding("proof", "Conflict", conflict, "its statements are not those that its proofs use")
        elif row["hops"] != min(map(len, sets)) - 1:
            yield Finding("proof", "Conflict", conflict, f"it has not {row['hops']} hops")


def _used(its: list[Step], premises: Mapping[str, Set[str]]) -> tuple[set[str], str | None]:
    """The statements of texts that a proof rests on, and what is wrong with it."""
    used: set[str] = set()
    concluded: set[str] = set()
    problem = None
    for number, (position, step, conclusion, bounds) in enumerate(its):
        if position != number:
            problem = problem or f"lacks its step {number + 1}"
        if not premises.get(step) and not bounds:  # that nothing ends before it starts needs no premise
            problem = problem or f"has no premise at its step {number + 1}"
        used |= premises.get(step, set()) - concluded
        if conclusion is not None:
            concluded.add(conclusion)
        if (conclusion is None) != (number == len(its) - 1):
            problem = problem or "does not end in the contradiction"
    return used, problem


CHECKS = (conflicts, proofs)
