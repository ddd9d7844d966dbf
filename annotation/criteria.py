"""The guideline: what a reviewer says of a pair or a proposal, and by which criteria."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.graph.errors import InputError

ACCEPT, REJECT, UNSURE = "accept", "reject", "unsure"
VERDICTS = (ACCEPT, UNSURE, REJECT)
"""What one may say of a pair, from best to worst."""
DEMONSTRATION, NO_DEMONSTRATION = "demonstration", "no demonstration"
WITHDRAWN = "withdrawn"
"""The verdict that takes another one back."""
NEEDED = 3
"""Demonstrations of a relation."""
REASON_LENGTH = 2_000
"""Characters of a reason at most."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """Something that must hold of what is accepted; ``failed`` says in short that it does not."""

    code: str
    question: str
    failed: str
    of_texts: bool = False
    """Whether it is about the texts, which a proposal does not have."""


CRITERIA = (
    Criterion("contradiction", "Do they exclude each other, whatever the time, part or sense?", "no contradiction"),
    Criterion("clear", "Does a careful reader see it without special knowledge?", "not clear"),
    Criterion("plausible", "Could somebody who is mistaken say it?", "not plausible"),
    Criterion("told", "Does each text say its part, so that nothing else is needed?", "not told", True),
    Criterion("natural", "Could a person have written both texts?", "not natural", True),
)
CODES = tuple(criterion.code for criterion in CRITERIA)
FAILED = {criterion.code: criterion.failed for criterion in CRITERIA}


def demand_verdict(verdict: str, criteria: Sequence[str], reason: str) -> None:
    """Refuse what is no verdict of the guideline.

    :raises InputError: if the verdict or a criterion is unknown, or they do not go together.
    """
    if verdict not in VERDICTS:
        raise InputError("Choose a verdict: accept, unsure or reject.")
    if unknown := [code for code in criteria if code not in CODES]:
        raise InputError(f"There is no criterion '{unknown[0][:40]}': choose among {', '.join(CODES)}.")
    if verdict == ACCEPT and criteria:
        raise InputError("What is accepted meets all criteria: choose another verdict, or take the marks away.")
    if verdict != ACCEPT and not criteria and not reason.strip():
        raise InputError("Say what is wrong: mark a criterion that is not met, or write a reason.")
    demand_reason(reason)


def demand_reason(reason: str) -> None:
    """Refuse a reason that cannot be kept as it is.

    :raises InputError: if it is too long, or holds control characters.
    """
    if len(reason) > REASON_LENGTH:
        raise InputError(f"The reason has {len(reason):,} characters: {REASON_LENGTH:,} are the most.")
    if any(not c.isprintable() and c not in "\r\n\t" for c in reason):
        raise InputError("The reason holds control characters: write it as plain text.")
