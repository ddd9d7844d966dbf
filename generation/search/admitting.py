"""The verdict on one candidate, whoever proposed it: filters, the proof, and the filters of what is proven."""

from __future__ import annotations

from collections.abc import Collection

from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.filters import Refusal, Setting, prove, refusal, refusal_of_proven
from contragraph.generation.search.grounds import Grounds


def admitted(
    candidate: Candidate, grounds: Grounds, setting: Setting, *, strict: bool, without: Collection[str] = ()
) -> ProvenConflict | Refusal:
    """The candidate as a proven conflict, or which filter refuses it; filters ``without`` are switched off."""
    if refused := refusal(candidate, setting, without=without):
        return refused
    outcome = prove(candidate, grounds.rules, grounds.strict_rules, strict=strict)
    if isinstance(outcome, Refusal):
        return outcome
    return refusal_of_proven(outcome, setting, without=without) or outcome
