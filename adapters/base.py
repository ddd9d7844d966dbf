"""What adapters share: the settings of a score, its figures and its reason in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TypedDict

from contragraph.documents.score.compare import COUNTS, MEASURES
from contragraph.documents.score.metric import ConflictScore
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.llm import Gateway


class Scoring(TypedDict, total=False):
    """The settings of :func:`contragraph.conflict_score`; without a model the variant is offline."""

    model: str | None
    api_base: str | None
    gateway: Gateway | None
    variant: str | None
    labels: Literal["mixed", "paper"]
    read: bool
    max_cost: float | None


@contextmanager
def library(name: str) -> Iterator[None]:
    """Imports of a library, which is an extra of the same name.

    :raises InputError: if it is not there, with the command that brings it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        told = f"The adapter to {name} needs the module {error.name}: pip install 'contragraph[{name}]' brings it."
        raise InputError(told) from error


def figures(score: ConflictScore) -> dict[str, float | None]:
    """Every figure of a response; None where it has none."""
    return {name: of(score) for name, of in MEASURES.items()} | {name: of(score) for name, of in COUNTS.items()}


def value(score: ConflictScore) -> float:
    """CS-C, lower is better; NaN without claims."""
    return math.nan if score.cs_c is None else score.cs_c


def reason(score: ConflictScore) -> str:
    """Why the score is what it is: the conflicted claims, with the documents on either side."""
    if score.cs_c is None:
        return f"No score: {score.reason}."
    return " ".join([f"{score.conflicted} of {len(score.claims)} claims are conflicted.", *_told(score)])


def _told(score: ConflictScore) -> Iterator[str]:
    for claim in score.claims:
        if claim.conflicted:
            told = f"supported by {_numbered(claim.supporting)}, contradicted by {_numbered(claim.contradicting)}"
            yield f"“{claim.text}” is {told}."
    if score.unlabelled:
        yield f"{score.unlabelled} labels could not be read."
    yield from (f"Note: {note}." for note in score.notes)


def _numbered(documents: Sequence[int]) -> str:
    return f"document{'s' if len(documents) > 1 else ''} {', '.join(map(str, documents))}"
