"""The layout of a line of ``instances.jsonl``: every key with its type (the dataset contract)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from contragraph.dataset.records.base import Record


class _Strict(Record):
    model_config = ConfigDict(extra="allow", frozen=True, strict=True)


class NodeRecord(_Strict):
    """An entity or relation with its label."""

    id: str
    label: str


class LiteralRecord(_Strict):
    """A literal object; it has no id."""

    value: str
    datatype: str
    label: str


class ValidRecord(_Strict):
    """When a statement holds; a bound that is not told is null."""

    model_config = ConfigDict(populate_by_name=True)

    begin: str | None = Field(alias="from")
    to: str | None


class StatementRecord(_Strict):
    """A statement of a context; ``valid`` is there only where it holds for a time."""

    id: str
    subject: NodeRecord
    relation: NodeRecord
    object: NodeRecord | LiteralRecord
    negated: bool
    source: Literal["kg", "made"]
    valid: ValidRecord | None = None


class SentenceRecord(_Strict):
    """A span of the text in code points, and what it states."""

    start: int
    end: int
    statements: tuple[str, ...]


class ContextRecord(_Strict):
    """One text of the pair, with its statements and alignment."""

    version: str
    text: str
    statements: tuple[StatementRecord, ...]
    sentences: tuple[SentenceRecord, ...]


class ContextsRecord(_Strict):
    """Both texts of the pair."""

    original: ContextRecord
    perturbed: ContextRecord


class ConclusionRecord(_Strict):
    """A derived statement by ids."""

    subject: str
    relation: str
    object: str | LiteralRecord
    negated: bool


class BoundRecord(_Strict):
    """A bound between two points; ``days`` may be below 0."""

    model_config = ConfigDict(populate_by_name=True)

    earlier: str = Field(alias="from")
    later: str = Field(alias="to")
    days: int


class StepRecord(_Strict):
    """One step of a proof."""

    rule: str
    axiom: str | None
    premises: tuple[str | int, ...]
    conclusion: ConclusionRecord | BoundRecord | None


class MinimalRecord(_Strict):
    """A minimal set with its proof."""

    statements: tuple[str, ...]
    axioms: tuple[str, ...]
    proof: tuple[StepRecord, ...]


class ConflictRecord(_Strict):
    """A conflict."""

    id: str
    hops: int
    strength: Literal["strict", "typical"]
    original: tuple[str, ...]
    perturbed: tuple[str, ...]
    shared: tuple[str, ...]
    minimal: Annotated[tuple[MinimalRecord, ...], Field(min_length=1)]


class ToldRecord(_Strict):
    """What another graph states, in its own terms, and the id of the perturbed statement that says it here."""

    id: str
    subject: str
    relation: str
    object: str | LiteralRecord
    valid: ValidRecord | None = None


class AgainstRecord(_Strict):
    """The other graph of a disagreement."""

    kg: str
    kg_snapshot: str
    statements: tuple[ToldRecord, ...]


class MadeByRecord(_Strict):
    """Which language model did a step, with which prompt and settings."""

    step: str
    model: str
    prompt: str
    settings: str


class ControlRecord(_Strict):
    """The conflicting pair beside which a pair without conflicts stands, and how its lies were made harmless."""

    of: str
    kind: str


class ProvenanceRecord(_Strict):
    """Where the instance came from."""

    seed_statements: tuple[str, ...]
    generator: str
    verbaliser: str
    run: str
    against: AgainstRecord | None = None
    models: tuple[MadeByRecord, ...] = ()
    fallback: tuple[Literal["original", "perturbed"], ...] = ()
    control: ControlRecord | None = None


class GlossRecord(_Strict):
    """What a text may say a thing is, in a few words that are no statement."""

    id: str
    text: str


class InstanceRecord(_Strict):
    """A line of ``instances.jsonl``."""

    id: str
    type: str
    kg: str
    relations: tuple[str, ...]
    domains: tuple[str, ...]
    contexts: ContextsRecord
    conflicts: tuple[ConflictRecord, ...]
    provenance: ProvenanceRecord
    background: tuple[StatementRecord, ...] = ()
    glosses: tuple[GlossRecord, ...] = ()


class DocumentRecord(_Strict):
    """A document of a set, with its statements and alignment."""

    title: str
    role: Literal["conflict", "topic", "distractor"]
    text: str
    statements: tuple[StatementRecord, ...]
    sentences: tuple[SentenceRecord, ...]


class AcrossRecord(_Strict):
    """A contradiction of a set: which documents it takes (0-based), and proofs."""

    k: int
    documents: Annotated[tuple[int, ...], Field(min_length=1)]
    hops: int
    strength: Literal["strict", "typical"]
    statements: tuple[str, ...]
    minimal: Annotated[tuple[MinimalRecord, ...], Field(min_length=1)]


class SetRecord(_Strict):
    """A line of ``sets.jsonl``."""

    id: str
    type: str
    shape: str
    kg: str
    relations: tuple[str, ...]
    domains: tuple[str, ...]
    documents: Annotated[tuple[DocumentRecord, ...], Field(min_length=1)]
    conflicts: tuple[AcrossRecord, ...]
    position: str
    length: str
    importance: str
    provenance: ProvenanceRecord
    background: tuple[StatementRecord, ...] = ()
    glosses: tuple[GlossRecord, ...] = ()
