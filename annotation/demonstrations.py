"""Demonstrations: three conflicts for each relation that show a model what is wanted, as different as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, zip_longest
from typing import Any

from contragraph.annotation.criteria import DEMONSTRATION, NEEDED
from contragraph.annotation.decisions import Decision, standing
from contragraph.annotation.items import DemonstrationCandidate, ReviewItem
from contragraph.dataset.records.schema import InstanceRecord, StatementRecord
from contragraph.graph.model import content_hash

SHOWN = 12
"""Candidates of a relation that are shown to choose from."""


def by_relation(items: Iterable[ReviewItem], accepted: Iterable[str] = ()) -> dict[str, list[DemonstrationCandidate]]:
    """The candidates of each relation, those of different axioms first; relations by their ids.

    Proposals are candidates only if their version is among ``accepted``.
    """
    wanted = set(accepted)
    found: dict[str, dict[str, DemonstrationCandidate]] = {}
    for item in items:
        for each in item.candidates:
            if each.relation and (item.kind == "pair" or each.judged in wanted):
                found.setdefault(each.relation, {}).setdefault(each.judged, each)
    return {relation: _spread(list(found[relation].values())) for relation in sorted(found)}


def _spread(candidates: Sequence[DemonstrationCandidate]) -> list[DemonstrationCandidate]:
    """Candidates so that those of the same axioms stand far apart, from the shortest conflicts on."""
    groups: dict[tuple[str, ...], list[DemonstrationCandidate]] = {}
    for each in sorted(candidates, key=lambda c: (c.hops, content_hash("candidate", c.judged))):
        groups.setdefault(each.axioms, []).append(each)
    return [each for some in zip_longest(*groups.values()) for each in some if each is not None]


def needed(candidates: Sequence[DemonstrationCandidate]) -> int:
    """How many of a relation's candidates are to be chosen: three, or all where there are fewer."""
    return min(NEEDED, len(candidates))


def alike(chosen: Sequence[DemonstrationCandidate]) -> list[tuple[int, int, str]]:
    """Pairs of places in ``chosen`` that show the same, and in what."""
    found = []
    for (i, one), (j, other) in combinations(enumerate(chosen), 2):
        if one.axioms and one.axioms == other.axioms:
            found.append((i, j, "rest on the same axioms"))
        elif one.rules and one.rules == other.rules:
            found.append((i, j, "have a proof of the same kind"))
    return found


def votes(decisions: Iterable[Decision]) -> Counter[str]:
    """How many reviewers chose a conflict or proposal."""
    return Counter(each.judged[0] for each in standing(decisions) if each.verdict == DEMONSTRATION)


def settled(candidates: Sequence[DemonstrationCandidate], chosen: Mapping[str, int]) -> list[DemonstrationCandidate]:
    """The demonstrations of a relation: those with the most votes, and among equals those unlike the ones before."""
    left = [each for each in candidates if chosen.get(each.judged)]
    found: list[DemonstrationCandidate] = []
    while left and len(found) < NEEDED:
        best = min(left, key=lambda c: (-chosen[c.judged], len(alike([*found, c])), c.judged))
        left.remove(best)
        found.append(best)
    return found


def demonstration(
    candidate: DemonstrationCandidate, item: ReviewItem, record: InstanceRecord | None, reason: str
) -> dict[str, Any]:
    """A line of ``demonstrations.jsonl``."""
    if record is None:
        assert item.proposal is not None
        proposal = item.proposal
        roles = {"original": proposal.original, "perturbed": proposal.perturbed, "shared": ()}
        kg, instance = proposal.kg, None
    else:
        conflict = record.conflicts[candidate.place]
        known = {s.id: s for s in (*record.contexts.original.statements, *record.contexts.perturbed.statements)}
        smallest = min(conflict.minimal, key=lambda m: (len(m.statements), m.statements)).statements
        roles = {
            role: tuple(known[s] for s in getattr(conflict, role) if s in smallest)
            for role in ("original", "perturbed", "shared")
        }
        kg, instance = record.kg, record.id
    told = {role: [_plain(s) for s in statements] for role, statements in roles.items()}
    return {"relation": candidate.relation, **told, "reason": reason, "instance": instance, "kg": kg}


def _plain(record: StatementRecord) -> dict[str, Any]:
    return record.model_dump(mode="json", by_alias=True, exclude_none=True)
