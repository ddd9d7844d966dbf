"""A claim against a document: what the document's statements prove, and what they refute.

A document *supports* a claim that its statements entail: they contradict its denial. It *contradicts* a claim together
with which they are a contradiction that they are not without it. It may do both (*mixed*) or neither (*irrelevant*).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from contragraph.graph.model import Literal as LiteralObject
from contragraph.graph.model import MinimalSet, Statement, Strength
from contragraph.reasoning.certificate import certify
from contragraph.reasoning.prover import DEFAULT_LIMIT, minimal_conflicts
from contragraph.reasoning.rules import RuleSet

Label = Literal["supports", "contradicts", "irrelevant", "mixed"]
Proof = tuple[MinimalSet, Strength]


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """What the prover says of a claim and a document."""

    supports: tuple[Proof, ...]
    """Contradictions of the document with the denial of the claim."""
    contradicts: tuple[Proof, ...]
    """Contradictions of the document with the claim."""
    decided: bool
    """Whether these are all, and nothing leaves the claim's number or date no other value."""

    @property
    def label(self) -> Label:
        """What the document says of the claim."""
        if self.supports:
            return "mixed" if self.contradicts else "supports"
        return "contradicts" if self.contradicts else "irrelevant"


def denial(claim: Statement) -> Statement:
    """The statement that a claim is false."""
    return replace(claim, negated=not claim.negated)


def judge_claim(
    claim: Statement,
    document: Sequence[Statement],
    rules: RuleSet,
    *,
    background: Sequence[Statement] = (),
    limit: int = DEFAULT_LIMIT,
) -> ClaimVerdict:
    """What a document says of a claim, with a proof of each minimal contradiction.

    ``background`` is what every reader knows: it may take part in any proof. A document that contradicts itself says of
    a claim no more than what it takes the claim, or its denial, to contradict.
    """
    supports, sure = _with(denial(claim), document, rules, background, limit)
    contradicts, also = _with(claim, [s for s in document if s != claim], rules, background, limit)
    cornered = not (supports or contradicts) and any(
        all(_with(other, document, rules, background, limit)[0] for other in both) for both in _beside(claim)
    )
    return ClaimVerdict(supports, contradicts, sure and also and not cornered)


def _with(
    one: Statement, others: Sequence[Statement], rules: RuleSet, background: Sequence[Statement], limit: int
) -> tuple[tuple[Proof, ...], bool]:
    """The minimal contradictions of which one statement is part, and whether these are all."""
    said = (one, *dict.fromkeys(s for s in others if s != one))
    known = tuple(sorted({*background} - {*said}, key=lambda s: s.sort_key))
    verdict = minimal_conflicts(said, rules, background=known, limit=limit)
    strict = rules.strict()
    masks = (mask for mask in verdict.minimal if mask & 1)
    sets = ([s for i, s in enumerate(said) if mask >> i & 1] for mask in masks)
    proofs = (certify(some, rules, strict, background=known) for some in sets)
    return tuple(proof for proof in proofs if proof is not None), verdict.decided


def _beside(claim: Statement) -> Iterator[tuple[Statement, Statement]]:
    """The claim with the next smaller and the next larger value: what refutes both may leave it no other."""
    value = claim.object
    if isinstance(value, LiteralObject) and value.value.lstrip("-").isdecimal():
        number, width = int(value.value), len(value.value)
        below, above = (replace(value, value=f"{number + step:0{width}d}") for step in (-1, 1))
        yield replace(claim, object=below), replace(claim, object=above)
