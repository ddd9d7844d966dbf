"""Proposals of a model that nobody could prove or refute: lines of ``review.jsonl``, which wait for a person.

A proposal has no texts and belongs to no pair. When somebody decides on it, the store gets a version of the kind
``proposed`` with its statements, which the decision judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from contragraph.generation.record import StatementRecord, statement_of
from contragraph.graph.errors import InputError
from contragraph.graph.rows import Rows, statement_rows, version_rows
from contragraph.graph.versions import Content, version_hash

REVIEW = "review.jsonl"
"""The queue for people in a dataset folder."""


class ProposalRecord(BaseModel):
    """A line of ``review.jsonl``. ``kind`` says what is open: "undecided", or "relation" for an unknown relation."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    id: str
    kind: str
    type: str
    kg: str
    seed_statement: str | StatementRecord
    original: tuple[StatementRecord, ...]
    perturbed: tuple[StatementRecord, ...]
    shared: tuple[StatementRecord, ...] = ()
    reason: str = ""
    model: str = ""
    prompt: str = ""

    @property
    def statements(self) -> tuple[StatementRecord, ...]:
        """All statements, each once."""
        found = {s.id: s for s in (*self.original, *self.perturbed, *self.shared)}
        return tuple(found.values())

    @property
    def content(self) -> Content:
        """The content of its version."""
        return [(statement_of(s).id, s.source) for s in self.statements]

    @property
    def version(self) -> str:
        """The id of the version that stands for it in the store."""
        return version_hash(None, "proposed", self.content, None)

    @property
    def relation(self) -> str:
        """The relation of its seed statement."""
        if isinstance(self.seed_statement, StatementRecord):
            return self.seed_statement.relation.id
        seed = next((s for s in self.original if s.id == self.seed_statement), None)
        first = seed or next(iter(self.original), None)
        return first.relation.id if first else ""


def read_proposals(dataset: Path) -> Iterator[ProposalRecord]:
    """The proposals of a dataset folder; none where it has no such file.

    :raises InputError: if a line is no proposal.
    """
    path = dataset / REVIEW
    if not path.exists():
        return
    try:
        lines = path.read_text("utf-8").splitlines()
    except (UnicodeDecodeError, OSError):
        raise InputError(f"{path} cannot be read as UTF-8; it was changed or damaged.") from None
    for number, line in enumerate(lines, start=1):
        try:
            yield ProposalRecord.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(str(part) for part in first["loc"]) or "the line"
            raise InputError(f"{path}, line {number} is no proposal: {key}: {first['msg']}.") from None


def proposal_rows(rows: Rows, proposal: ProposalRecord) -> None:
    """Note the version that stands for a proposal."""
    for record in proposal.statements:
        statement_rows(rows, statement_of(record), record.source)
    version_rows(rows, proposal.version, 0, "proposed", None, (), proposal.content)
