"""A claim with documents of which each supports it, contradicts it, or has nothing to do with it (ConflictBench)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

CLAIMS = "claims.jsonl"
"""The file of such items in a dataset's folder, an item a line."""
DocumentLabel = Literal["supports", "contradicts", "irrelevant", "mixed"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class ClaimDocument(_Record):
    """A document and what it says of the claim; ``label`` is None where the source does not tell."""

    id: str
    title: str = ""
    text: str
    label: DocumentLabel | None = None


class ClaimItem(_Record):
    """A claim and its documents. ``conflict``: at least one document supports the claim and one contradicts it."""

    id: str
    split: str = ""
    claim: str
    question: str = ""
    documents: tuple[ClaimDocument, ...] = Field(min_length=1)
    conflict: bool
