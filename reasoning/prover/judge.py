"""The judge: are these two sides a proven pair, with which conflicts? (docs/proofs.md)

One run of the prover over the union answers everything, because the minimal conflicts of a part of the union are
exactly those minimal conflicts of the union that lie within the part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from contragraph.graph.model import Conflict, Statement, Strength, unique
from contragraph.reasoning.prover.certificate import certify
from contragraph.reasoning.prover.minimal import DEFAULT_LIMIT, minimal_conflicts
from contragraph.reasoning.rules.ruleset import RuleSet


class Outcome(StrEnum):
    """What the judge says of a pair."""

    PROVEN = "proven"
    CONSISTENT = "no contradiction"
    BACKGROUND_INCONSISTENT = "the background contradicts itself"
    ORIGINAL_INCONSISTENT = "the original side contradicts itself"
    PERTURBED_INCONSISTENT = "the perturbed side contradicts itself"
    UNDECIDED = "undecided within the work limit"


@dataclass(frozen=True, slots=True)
class Pair:
    """The union of two sides in a fixed order, with the masks of each side."""

    statements: tuple[Statement, ...]
    original: int
    perturbed: int

    @classmethod
    def of(cls, original: Sequence[Statement], perturbed: Sequence[Statement]) -> Pair:
        """The pair of two sides; statements are compared by their spelled form."""
        union = sorted({*original, *perturbed}, key=lambda s: s.sort_key)
        left, right = set(original), set(perturbed)
        return cls(
            tuple(union),
            sum(1 << i for i, s in enumerate(union) if s in left),
            sum(1 << i for i, s in enumerate(union) if s in right),
        )

    def members(self, mask: int) -> tuple[Statement, ...]:
        """The statements of a mask, in order."""
        return tuple(s for i, s in enumerate(self.statements) if mask >> i & 1)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome for a pair; ``groups`` are the minimal conflicts (masks) of each conflict."""

    outcome: Outcome
    pair: Pair
    groups: tuple[tuple[int, ...], ...] = ()
    inconsistent: int = 0
    """Where a side contradicts itself: the statements (mask) of one minimal conflict in it."""
    background: tuple[Statement, ...] = ()
    """What the proofs may use beside the pair, sorted; nothing that a side states."""

    @property
    def hops(self) -> tuple[int, ...]:
        """The hops of each conflict: the size of its smallest minimal set, less one."""
        return tuple(min(m.bit_count() for m in group) - 1 for group in self.groups)


def group(minimal: Sequence[int], exclusive: int) -> tuple[tuple[int, ...], ...]:
    """Unite minimal conflicts that have an original or a perturbed statement in common.

    ``exclusive`` is the mask of the statements that stand on one side only.
    """
    groups: list[tuple[int, list[int]]] = []
    for mask in minimal:
        touching = [g for g in groups if g[0] & mask & exclusive]
        merged = (mask, [mask])
        for found in touching:
            groups.remove(found)
            merged = (merged[0] | found[0], found[1] + merged[1])
        groups.append(merged)
    ordered = [tuple(sorted(masks, key=lambda m: (m.bit_count(), m))) for _, masks in groups]
    return tuple(sorted(ordered))


def judge(
    original: Sequence[Statement],
    perturbed: Sequence[Statement],
    rules: RuleSet,
    *,
    background: Sequence[Statement] = (),
    limit: int = DEFAULT_LIMIT,
) -> Judgement:
    """Prove that the sides contradict each other, and how often, or say why not.

    ``background`` is what every reader knows: it may take part in any proof, is in no minimal set and counts for no
    hop. What a side states is no background.
    """
    pair = Pair.of(original, perturbed)
    known = tuple(sorted({*background} - {*pair.statements}, key=lambda s: s.sort_key))
    verdict = minimal_conflicts(pair.statements, rules, background=known, limit=limit)
    if verdict.minimal[:1] == (0,):
        return Judgement(Outcome.BACKGROUND_INCONSISTENT, pair, background=known)
    for side, outcome in (
        (pair.original, Outcome.ORIGINAL_INCONSISTENT),
        (pair.perturbed, Outcome.PERTURBED_INCONSISTENT),
    ):
        inside = [m for m in verdict.minimal if m & side == m]
        if inside:
            return Judgement(outcome, pair, inconsistent=inside[0], background=known)
    if not verdict.decided:
        return Judgement(Outcome.UNDECIDED, pair, background=known)
    if not verdict.minimal:
        return Judgement(Outcome.CONSISTENT, pair, background=known)
    groups = group(verdict.minimal, pair.original ^ pair.perturbed)
    return Judgement(Outcome.PROVEN, pair, groups, background=known)


def independent(judgement: Judgement) -> bool:
    """Whether putting back the originals of any one conflict gives exactly that conflict."""
    pair = judgement.pair
    minimal = [m for masks in judgement.groups for m in masks]
    for masks in judgement.groups:
        restored = pair.perturbed
        for mask in masks:
            restored |= mask & pair.original
        inside = [m for m in minimal if m & restored == m]
        if len(group(inside, pair.original ^ pair.perturbed)) != 1:
            return False
    return True


def conflicts(judgement: Judgement, rules: RuleSet, strict_rules: RuleSet) -> tuple[Conflict, ...]:
    """The conflicts of a proven pair with a certificate for each minimal set, in a fixed order."""
    pair = judgement.pair
    found = []
    for masks in judgement.groups:
        proofs = [certify(pair.members(m), rules, strict_rules, background=judgement.background) for m in masks]
        proven = [p for p in proofs if p is not None]
        union = 0
        for mask in masks:
            union |= mask
        strength: Strength = "strict" if any(s == "strict" for _, s in proven) else "typical"
        found.append(
            Conflict(
                hops=min(m.bit_count() for m in masks) - 1,
                strength=strength,
                original=_ids(pair, union & pair.original & ~pair.perturbed),
                perturbed=_ids(pair, union & pair.perturbed & ~pair.original),
                shared=_ids(pair, union & pair.original & pair.perturbed),
                minimal=tuple(p for p, _ in proven),
            )
        )
    return tuple(sorted(found, key=lambda c: c.id))


def _ids(pair: Pair, mask: int) -> tuple[str, ...]:
    return unique(s.id for s in pair.members(mask))
