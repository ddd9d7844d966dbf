"""A claim with documents of which each supports it, contradicts it, or has nothing to do with it (ConflictBench)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from contragraph.dataset.records.base import Record

DocumentLabel = Literal["supports", "contradicts", "irrelevant", "mixed"]
FOR: tuple[DocumentLabel, ...] = ("supports", "mixed")
AGAINST: tuple[DocumentLabel, ...] = ("contradicts", "mixed")


def conflicted(labels: Sequence[DocumentLabel | None]) -> bool:
    """Whether one document supports a claim and another one contradicts it (ConflictScore, arXiv 2606.26437).

    A document that does both is on either side, and alone no conflict of documents.
    """
    relevant = [label for label in labels if label in (*FOR, *AGAINST)]
    sides = (any(label in side for label in relevant) for side in (FOR, AGAINST))
    return len(relevant) > 1 and all(sides)


class ClaimDocument(Record):
    """A document and what it says of the claim; ``label`` is None where the source does not tell."""

    id: str
    title: str = ""
    text: str
    label: DocumentLabel | None = None


class ClaimItem(Record):
    """A claim and its documents. ``conflict``: at least one document supports the claim and one contradicts it."""

    id: str
    split: str = ""
    claim: str
    question: str = ""
    documents: tuple[ClaimDocument, ...] = Field(min_length=1)
    conflict: bool
