"""What a plan of claims asks for, one by one: what the documents do to each claim, and how many do."""

from __future__ import annotations

from dataclasses import dataclass

from contragraph.dataset.records.proven_claims import CONFLICT, REFUTED, SUPPORTED, TYPES
from contragraph.dataset.types import PairType
from contragraph.generation.sets.slots import MULTI, SINGLE
from contragraph.generation.settings.claim_plan import ClaimPlan

_SIDES = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3))
"""How many documents support the claim and how many contradict it, in turn."""
_SEVERAL_STEPS = 3
"""One in so many has a contradiction of several steps."""
_MIXED = 7
"""One in so many conflicts has a document that says both."""


@dataclass(frozen=True, slots=True)
class ClaimSlot:
    """One item that is wanted."""

    kind: str
    type: PairType
    """The conflict that it is made of."""
    made: bool
    """Whether the claim is made up, where either side can be the claim."""
    supports: int
    contradicts: int
    mixed: int
    length: str


def slots_of(plan: ClaimPlan) -> list[ClaimSlot]:
    """The items that a plan asks for; the types take turns, and in each type true claims and others."""
    found: list[tuple[float, int, ClaimSlot]] = []
    for place, (kind, count) in enumerate(plan.counts.items()):
        for n in range(count):
            supports, contradicts = _SIDES[n // 2 % len(_SIDES)]
            if supports + contradicts >= plan.documents:
                supports, contradicts = 1, 1
            mixed = int(kind == CONFLICT and n % _MIXED == _MIXED - 1 and supports + contradicts + 1 < plan.documents)
            slot = ClaimSlot(
                kind,
                MULTI if n % _SEVERAL_STEPS == _SEVERAL_STEPS - 1 else SINGLE,
                bool(n % 2),
                supports if kind in (CONFLICT, SUPPORTED) else 0,
                contradicts if kind in (CONFLICT, REFUTED) else 0,
                mixed,
                plan.lengths[n // 2 % len(plan.lengths)],
            )
            found.append((n / count, place, slot))
    assert {slot.kind for *_, slot in found} <= {*TYPES}
    return [slot for *_, slot in sorted(found, key=lambda each: each[:2])]
