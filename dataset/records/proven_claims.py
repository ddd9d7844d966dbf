"""Claims with documents of which every label is proven, as lines of ``claims.jsonl``; and plans that ask for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field

from contragraph.dataset.files.folder import CLAIMS
from contragraph.dataset.files.reading import dataset_folder, read_lines
from contragraph.dataset.records.base import Record
from contragraph.dataset.records.claims import AGAINST, FOR, ClaimDocument, ClaimItem, DocumentLabel
from contragraph.dataset.records.codec import minimal_json, parser
from contragraph.dataset.records.schema import (
    GlossRecord,
    MinimalRecord,
    ProvenanceRecord,
    SentenceRecord,
    StatementRecord,
)
from contragraph.graph.model import MinimalSet

BENCHMARK = "conflictbench"
"""What a dataset of claims is made for."""
CONFLICT, SUPPORTED, REFUTED, NEITHER = TYPES = ("conflict", "supported", "refuted", "neither")
"""What the documents of an item do to its claim: both, one of the two, or nothing."""
Role = Literal["counterclaim", "beside"]


class ProofsRecord(Record):
    """Why a document has its label: contradictions with the claim's denial, and with the claim."""

    supports: tuple[MinimalRecord, ...] = ()
    contradicts: tuple[MinimalRecord, ...] = ()


class ProvenDocument(ClaimDocument):
    """A document with what it states, and the proof of its label."""

    label: DocumentLabel
    way: str
    """What it tells: the claim, other words for it, what refutes it, or one of several things beside it."""
    statements: tuple[StatementRecord, ...]
    sentences: tuple[SentenceRecord, ...]
    proofs: ProofsRecord


class OtherClaim(Record):
    """A further claim, which answers make as well, with what each document in turn says of it."""

    role: Role
    """The other side of the conflict, or something that documents state besides."""
    text: str
    statement: StatementRecord
    labels: tuple[DocumentLabel, ...]
    proofs: tuple[ProofsRecord, ...]


class ProvenItem(ClaimItem):
    """A line of ``claims.jsonl`` in a dataset of ours."""

    type: Literal["conflict", "supported", "refuted", "neither"]
    kind: Literal["contradiction", "temporal"]
    """*temporal*: a document would contradict the claim if both held at one time."""
    hops: int | None
    """The statements of the smallest contradiction with the claim, less one; None without one."""
    kg: str
    relations: tuple[str, ...]
    domains: tuple[str, ...]
    statement: StatementRecord
    documents: tuple[ProvenDocument, ...] = Field(min_length=1)
    others: tuple[OtherClaim, ...]
    background: tuple[StatementRecord, ...] = ()
    glosses: tuple[GlossRecord, ...] = ()
    provenance: ProvenanceRecord


def type_of(labels: tuple[DocumentLabel | None, ...]) -> str:
    """What documents with such labels do to a claim."""
    supported, refuted = (any(label in side for label in labels) for side in (FOR, AGAINST))
    return (CONFLICT if refuted else SUPPORTED) if supported else (REFUTED if refuted else NEITHER)


def proofs_json(supports: tuple[MinimalSet, ...], contradicts: tuple[MinimalSet, ...]) -> dict[str, object]:
    """Proofs of a label as a line has them."""
    return {"supports": [minimal_json(m) for m in supports], "contradicts": [minimal_json(m) for m in contradicts]}


parse_claim = parser(ProvenItem, "is not a claim with proven documents")
"""Reads a line of ``claims.jsonl``."""


def holds_claims(folder: Path) -> bool:
    """Whether a dataset is one of claims with documents."""
    return (folder / CLAIMS).exists()


def read_claims(folder: Path) -> Iterator[tuple[str, ProvenItem]]:
    """The lines of a dataset of claims with their records, streaming.

    Raises:
        InputError: if the folder holds no such dataset, or a line is not such an item.
    """
    return read_lines(dataset_folder(folder) / CLAIMS, parse_claim)
