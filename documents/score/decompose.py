"""What a response claims: by a model, or without one its sentences. Claims that are the same but for case are one."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from contragraph.documents.score.metric import ResponseClaim
from contragraph.documents.sentences import sentences
from contragraph.generation.llm.prompts import load_prompt
from contragraph.llm import Answer, Ask

MOST_CHARACTERS = 60_000
"""Characters of a response that a model takes apart."""


class ClaimRead(BaseModel):
    """A claim as the model gives it; ``span`` are the numbers of its first and last sentence."""

    model_config = ConfigDict(extra="ignore")
    text: str
    span: list[int] = []


class ClaimsRead(BaseModel):
    """The shape of the model's answer."""

    model_config = ConfigDict(extra="ignore")
    claims: list[ClaimRead]


def ask_of(response: str, question: str, most: int | None = None) -> Ask:
    """The question that takes a response apart, into no more than the ``most`` important claims if that is given."""
    prompt = load_prompt("decompose", home="contragraph.documents")
    asked = f"Question: {question}\n\n" if question else ""
    limit = "" if most is None else f"List only the {most} claims that matter most to the answer, the chief one first."
    numbered = "\n".join(f"[{n}] {its.body}" for n, its in enumerate(sentences(response), 1))
    messages = prompt.render(question=asked, response=f"Response:\n{numbered or response}", limit=limit)
    return Ask("decompose", prompt.id if most is None else f"{prompt.id}-salient", messages, ClaimsRead)


def claims_of(answer: Answer, response: str, most: int | None = None) -> tuple[tuple[ResponseClaim, ...], str]:
    """The claims of an answer, and why there are none."""
    if not isinstance(answer.parsed, ClaimsRead):
        return (), f"the response could not be taken apart: {answer.failure}"
    told = sentences(response)
    found = []
    for read in answer.parsed.claims:
        numbers = [n for n in read.span if 1 <= n <= len(told)]
        span = (told[min(numbers) - 1].start, told[max(numbers) - 1].end) if numbers else None
        found.append(ResponseClaim(" ".join(read.text.split()), span))
    return distinct(found)[:most], ""


def sentence_claims(response: str) -> tuple[ResponseClaim, ...]:
    """The sentences of a response, but for questions."""
    return distinct(
        [ResponseClaim(its.body, (its.start, its.end)) for its in sentences(response) if its.body[-1] != "?"]
    )


def whole(response: str) -> tuple[ResponseClaim, ...]:
    """A response as one claim."""
    said = response.strip()
    start = response.find(said)
    return (ResponseClaim(said, (start, start + len(said))),) if said else ()


def distinct(claims: Sequence[ResponseClaim]) -> tuple[ResponseClaim, ...]:
    """Claims that say something; those that differ in case and blanks alone are one."""
    first: dict[str, ResponseClaim] = {}
    for claim in claims:
        key = " ".join(unicodedata.normalize("NFKC", claim.text).casefold().split()).rstrip(".!;")
        if any(map(str.isalnum, key)):
            first.setdefault(key, claim)
    return tuple(first.values())
