"""Verification by a second model: is each statement stated, and is anything said that nobody stated?

The model gets the text as numbered sentences and the statements as claims. Among these, unmarked, are the statements of
the other side alone: a text that states one of them as well would contradict itself, and a model that calls everything
stated gives itself away.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from contragraph.generation.llm.prompts import load_prompt
from contragraph.generation.llm.tell_align import TextSentence
from contragraph.generation.llm.tell_facts import PromptFact
from contragraph.generation.llm.verify_rules import Kind, TextFault
from contragraph.graph.model import content_hash
from contragraph.llm import Answer, Ask


class VerifierVerdict(BaseModel):
    """What a model says of one claim."""

    model_config = ConfigDict(extra="forbid")

    claim: int
    verdict: Literal["stated", "missing", "wrong", "misleading"]
    sentence: int | None


class Verdicts(BaseModel):
    """What a model says of a text."""

    model_config = ConfigDict(extra="forbid")

    claims: list[VerifierVerdict]
    added: list[str]


@dataclass(frozen=True, slots=True)
class ClaimToVerify:
    """A fact that a text must state, or one that it must not."""

    fact: PromptFact
    wanted: bool


@dataclass(frozen=True, slots=True)
class Verified:
    """What came of a verification; ``unusable`` says why nothing did."""

    findings: tuple[TextFault, ...] = ()
    sentences: dict[str, int] = field(default_factory=dict)
    """By fact, the sentence that states it, as the model says."""
    unusable: str = ""


def claims_of(facts: Sequence[PromptFact], others: Sequence[PromptFact]) -> tuple[ClaimToVerify, ...]:
    """All claims about a text, in an order that does not tell which are wanted."""
    claims = [*(ClaimToVerify(f, True) for f in facts), *(ClaimToVerify(f, False) for f in others)]
    return tuple(sorted(claims, key=lambda c: content_hash("claim", c.fact.id)))


def verifying(parts: Sequence[TextSentence], claims: Sequence[ClaimToVerify], prompts: Path | None = None) -> Ask:
    """The question to the model."""
    prompt = load_prompt("verify", prompts)
    said = {
        "sentences": [{"sentence": n, "text": part.body.strip()} for n, part in enumerate(parts, 1)],
        "claims": [{"claim": n, "says": claim.fact.meaning} for n, claim in enumerate(claims, 1)],
    }
    messages = prompt.render(text=json.dumps(said, ensure_ascii=False))
    return Ask("verify", prompt.id, messages, Verdicts)


_SAYS: dict[Kind, str] = {
    "missing": "The text does not say this: {}.",
    "wrong": "The text does not say just this, but something else: {}.",
    "misleading": "A reader may misunderstand how this is told: {}.",
}
_LONGEST = 200


def verified(answer: Answer, claims: Sequence[ClaimToVerify], sentences: int) -> Verified:
    """What the model found; an answer that does not judge every claim once is unusable."""
    told = answer.parsed
    if answer.failure is not None or not isinstance(told, Verdicts):
        return Verified(unusable=answer.failure or "the answer is not in the form asked for")
    verdicts = {v.claim: v for v in told.claims}
    if sorted(v.claim for v in told.claims) != list(range(1, len(claims) + 1)):
        return Verified(unusable="not every claim was judged once")
    found: list[TextFault] = []
    places: dict[str, int] = {}
    for number, claim in enumerate(claims, 1):
        verdict, fact = verdicts[number], claim.fact
        if not claim.wanted:
            if verdict.verdict == "stated":
                found.append(TextFault("added", f"The text must not say this: {fact.meaning}."))
        elif verdict.verdict != "stated":
            found.append(TextFault(verdict.verdict, _SAYS[verdict.verdict].format(fact.meaning), fact.id))
        elif verdict.sentence is not None and 1 <= verdict.sentence <= sentences:
            places[fact.id] = verdict.sentence - 1
    found += [TextFault("added", f"No fact says this: {claim[:_LONGEST]}.") for claim in told.added if claim.strip()]
    return Verified(tuple(found), places)
