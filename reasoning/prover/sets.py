"""Contradictions in sets of documents (:mod:`contragraph.graph.model.sets`): which it takes, and that no fewer do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement, Strength
from contragraph.graph.model.sets import NONE, Across
from contragraph.reasoning.prover.certificate import certify
from contragraph.reasoning.prover.cycles import keep_minimal
from contragraph.reasoning.prover.minimal import DEFAULT_LIMIT, minimal_conflicts
from contragraph.reasoning.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class SetVerdict:
    """What the prover says of a set of documents.

    ``conflicts`` have the fewest documents first. Where it is not ``decided``, they are those found within the limit.
    """

    conflicts: tuple[Across, ...]
    """Those of fewest documents first."""
    decided: bool
    """Whether the prover came to its end."""

    def __bool__(self) -> bool:
        """Whether the documents are proven to contradict each other."""
        return bool(self.conflicts)

    @property
    def kind(self) -> str:
        """That of the conflict of fewest documents; *none* without one."""
        return self.conflicts[0].kind if self.conflicts else NONE


def judge_sets(
    documents: Sequence[Sequence[Statement]],
    rules: RuleSet,
    *,
    background: Sequence[Statement] = (),
    limit: int = DEFAULT_LIMIT,
) -> SetVerdict:
    """Which documents contradict themselves, and which each other, with a proof of each.

    A statement may stand in several documents; then it takes any one of them. ``background`` is what every reader
    knows: it takes no document.

    Raises:
        InputError: the background contradicts itself, so that it says nothing of any document.
    """
    said = tuple(dict.fromkeys(s for document in documents for s in document))
    known = tuple(sorted({*background} - {*said}, key=lambda s: s.sort_key))
    verdict = minimal_conflicts(said, rules, background=known, limit=limit)
    if verdict.minimal[:1] == (0,):
        raise InputError("The background statements contradict themselves: leave some of them out.")
    holders = [sum(1 << n for n, document in enumerate(documents) if s in document) for s in said]
    takes = {mask: fewest_documents(holders[i] for i in range(len(said)) if mask >> i & 1) for mask in verdict.minimal}
    fewest: list[int] = []
    for some in takes.values():
        for each in some:
            keep_minimal(fewest, each)
    strict = rules.strict()
    found = []
    for taken in fewest:
        masks = [mask for mask in verdict.minimal if taken in takes[mask]]
        proofs = [
            certify([s for i, s in enumerate(said) if mask >> i & 1], rules, strict, background=known) for mask in masks
        ]
        proven = [proof for proof in proofs if proof is not None]
        strength: Strength = "strict" if any(how == "strict" for _, how in proven) else "typical"
        places = tuple(n for n in range(len(documents)) if taken >> n & 1)
        found.append(Across(places, strength, tuple(minimal for minimal, _ in proven)))
    return SetVerdict(tuple(sorted(found, key=lambda c: (c.k, c.documents))), verdict.decided)


def fewest_documents(holders: Iterable[int]) -> list[int]:
    """The smallest sets of documents (masks) of which each of ``holders``, those of one statement, has one."""
    found = [0]
    for each in holders:
        wider: list[int] = []
        for some in found:
            for place in (1 << n for n in range(each.bit_length()) if each >> n & 1):
                keep_minimal(wider, some if some & each else some | place)
        found = wider
    return found
