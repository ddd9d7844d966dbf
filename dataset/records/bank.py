"""A bank of facts, each with claims against it, texts that tell them, and a question: a line of ``bank.jsonl`` a fact.

What ConflictBank (arXiv 2408.12076) calls causes are here *misinformation* (another value), *temporal* (another value
at a time) and *semantic* (the value of a namesake). A claim says of itself whether it is proven to contradict the
fact, proven not to, or neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field, JsonValue

from contragraph.dataset.files.folder import BANK
from contragraph.dataset.files.reading import dataset_folder, read_lines
from contragraph.dataset.records.base import Record
from contragraph.dataset.records.codec import parser
from contragraph.dataset.records.schema import GlossRecord, MinimalRecord, NodeRecord, SentenceRecord, StatementRecord
from contragraph.graph.given import AnyPath

BENCHMARK = "conflictbank"
"""What such a dataset is made for."""
Cause = Literal["default", "misinformation", "temporal", "semantic"]
"""Why a claim is at odds with the fact; ``default`` is the claim that tells the fact itself."""
CAUSES: tuple[Cause, ...] = ("misinformation", "temporal", "semantic")
ClaimKind = Literal["true", "plain", "overlap", "update", "future", "namesake", "control"]
"""How a claim was made.

``true``: the fact. ``plain`` (misinformation): the replacement in place of the object, at the time of the fact.
``overlap``, ``update``, ``future`` (temporal): the replacement at a time that surely overlaps that of the fact, that
surely does not, or that has yet to come. ``namesake`` (semantic): what is true of another thing of the same label.
``control``: the replacement, said truly of another subject.
"""
Status = Literal["true", "proven", "consistent", "unproven"]
"""``true``: the fact itself. ``proven``: contradicts the fact, by the proofs of ``conflicts`` (of a namesake: if both
were one thing). ``consistent``: the prover finds no contradiction with the fact. ``unproven``: nothing is claimed."""
Role = Literal["original", "replacement", "other", "uncertain"]

WRITTEN: dict[str, JsonValue] = {"null": True}
"""Of a key of a record: it is written where it is null too."""


class ThingRecord(NodeRecord):
    """An entity with what it is in a few words: the graph's description, or else its class; may be empty."""

    description: str = ""


class LiteralThing(Record):
    """A value that is no entity; ``id`` is its node's (``lit:…``)."""

    id: str
    label: str
    value: str
    datatype: str
    description: str = ""


class EvidenceRecord(Record):
    """A text that tells a claim amid true facts.

    ``statements`` are the ids of all that it states: of the claim, and of some of the line's ``facts``.
    """

    style: str
    text: str
    sentences: tuple[SentenceRecord, ...]
    statements: tuple[str, ...]


class BankClaim(Record):
    """A claim with its proof and its texts.

    ``control`` is whether it stands beside a claim of its cause as a harmless one of equal shape. ``conflicts`` are
    the minimal conflicts with the statement of the default claim; each has ``hops`` (statements less one) of which the
    smallest is given, and the ``strength`` of the strongest; both are None without a conflict.
    ``subject`` (semantic and controls): of what other thing the claim speaks, with its description.
    """

    id: str
    cause: Cause
    kind: ClaimKind
    control: bool
    status: Status
    text: str
    statement: StatementRecord
    conflicts: tuple[MinimalRecord, ...] = ()
    hops: int | None = Field(default=None, json_schema_extra=WRITTEN)
    strength: Literal["strict", "typical"] | None = Field(default=None, json_schema_extra=WRITTEN)
    subject: ThingRecord | None = None
    evidence: tuple[EvidenceRecord, ...] = ()

    @property
    def subject_description(self) -> str:
        """What the subject of the claim is, where that is another than the fact's."""
        return self.subject.description if self.subject else ""


class OptionRecord(Record):
    """An answer. ``id`` is the thing's, or empty for ``uncertain``."""

    id: str
    text: str
    role: Role


class DatedQuestion(Record):
    """The question as of a time (a year), and which option is right then.

    The ``answer`` is that of the fact and of the claim together, which is one of kind ``update`` or ``overlap``.
    """

    claim: str
    time: str
    text: str
    answer: Role


class SenseQuestion(Record):
    """The question with what the subject is ("…, the city in Texas"), and which option is right then."""

    claim: str
    description: str
    text: str
    answer: Role


class QuestionRecord(Record):
    """A question about the fact; ``options`` in the order in which they are offered first.

    ``as_of`` is there where a temporal claim gives it another answer at another time; ``senses`` where a namesake
    does.
    """

    text: str
    options: tuple[OptionRecord, ...] = Field(min_length=2)
    as_of: tuple[DatedQuestion, ...] = ()
    senses: tuple[SenseQuestion, ...] = ()


class BankFact(Record):
    """A line of ``bank.jsonl``.

    ``claims`` begin with the default claim. ``degree`` is the number of facts that the graph has of the subject.
    ``facts`` are the true statements that texts tell besides and proofs use of a namesake; ``background`` what every
    reader knows; ``glosses`` what a text may say that a thing is, in a few words that are no statement.
    """

    id: str
    kg: str
    relation: NodeRecord
    domain: str
    subject: ThingRecord
    object: ThingRecord | LiteralThing
    replacement: ThingRecord | LiteralThing
    claims: tuple[BankClaim, ...] = Field(min_length=1)
    question: QuestionRecord
    degree: int
    facts: tuple[StatementRecord, ...] = ()
    background: tuple[StatementRecord, ...] = ()
    glosses: tuple[GlossRecord, ...] = ()


parse_fact = parser(BankFact, "is not a fact of a bank")
"""Reads a line of ``bank.jsonl``."""


def holds_bank(folder: Path) -> bool:
    """Whether a dataset is a bank of facts."""
    return (folder / BANK).exists()


def read_bank(folder: AnyPath) -> Iterator[tuple[str, BankFact]]:
    """The lines of a bank with their records, streaming.

    Raises:
        InputError: if the folder holds no such dataset, or a line is not a fact.
    """
    return read_lines(dataset_folder(folder) / BANK, parse_fact)
