"""A claim against a document: what the document's statements prove, and what they refute.

A document *supports* a claim that its statements entail: they contradict its denial, or of a number or year every other
one. It *contradicts* a claim together
with which they are a contradiction that they are not without it. It may do both (*mixed*) or neither (*irrelevant*).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from contragraph.graph.model import Literal as LiteralObject
from contragraph.graph.model import MinimalSet, Statement, Strength
from contragraph.reasoning.prover.certificate import certify
from contragraph.reasoning.prover.minimal import DEFAULT_LIMIT, minimal_conflicts
from contragraph.reasoning.rules.ruleset import RuleSet
from contragraph.reasoning.values.times import is_timed, span

Label = Literal["supports", "contradicts", "irrelevant", "mixed"]
Proof = tuple[MinimalSet, Strength]


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """What the prover says of a claim and a document."""

    supports: tuple[Proof, ...]
    """Contradictions of the document with the denial of the claim, or else with the next smaller number or year and the
    next larger one."""
    contradicts: tuple[Proof, ...]
    """Contradictions of the document with the claim."""
    decided: bool
    """Whether these are all, and the claim is not proven for a part of its time alone."""

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
    proofs, sure = _with(denial(claim), document, rules, background, limit)
    known = {s.id: s for s in document}
    supports = tuple(
        proof for proof in proofs if _all_along(claim, [known[i] for i in proof[0].statements if i in known], rules)
    )
    contradicts, also = _with(claim, [s for s in document if s != claim], rules, background, limit)
    if not (proofs or contradicts):
        for both in beside(claim):
            around = [_with(other, document, rules, background, limit)[0] for other in both]
            if all(around):
                supports = tuple(proof for some in around for proof in some)
    partly = bool(proofs) and not (supports or contradicts)
    return ClaimVerdict(supports, contradicts, sure and also and not partly)


def timeless(statement: Statement) -> Statement:
    """The statement without the time for which it holds."""
    return replace(statement, valid_from=None, valid_to=None)


def but_for_times(
    claim: Statement, document: Sequence[Statement], rules: RuleSet, *, background: Sequence[Statement] = ()
) -> tuple[Proof, ...]:
    """The contradictions of a document with a claim that there would be if all held at one time."""
    said = [*map(timeless, document)]
    return judge_claim(timeless(claim), said, rules, background=background).contradicts


def _all_along(claim: Statement, proving: Sequence[Statement], rules: RuleSet) -> bool:
    """Whether what proves a claim holds all the time for which the claim is made."""
    if claim.relation in rules.events:
        asked = (claim.valid_from, claim.valid_to)
        return asked == (None, None) or any((s.valid_from, s.valid_to) == asked for s in proving)
    start, end = span(claim.valid_from, claim.valid_to)
    spans = [span(s.valid_from, s.valid_to) for s in proving if is_timed(s, rules.events)]
    return not is_timed(claim) or all(begin <= start and end <= until for begin, until in spans)


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


def beside(claim: Statement) -> Iterator[tuple[Statement, Statement]]:
    """The claim with the next smaller and the next larger whole number, year or day, if it has one.

    What refutes both leaves no other: bounds allow a number and all between it and the next that they allow.
    """
    value = claim.object
    if isinstance(value, LiteralObject) and (near := _near(value.value)):
        below, above = (replace(claim, object=replace(value, value=other, label="")) for other in near)
        yield below, above


def _near(value: str) -> tuple[str, str] | None:
    """What comes just before and just after a whole number, a year or a day."""
    if value.isdecimal() and int(value):
        return f"{int(value) - 1:0{len(value)}d}", f"{int(value) + 1:0{len(value)}d}"
    try:
        day = date.fromisoformat(value)
        return (day - timedelta(1)).isoformat(), (day + timedelta(1)).isoformat()
    except (ValueError, OverflowError):
        return None
