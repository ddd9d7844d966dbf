"""Proposals of a model that nobody could prove or refute, which wait for a person, as the store keeps them.

A proposal has no texts and belongs to no pair. When somebody decides on it, the store gets a version of the kind
``proposed`` with its statements, which the decision judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from contragraph.dataset.files.folder import REVIEW
from contragraph.dataset.records.codec import statement_of
from contragraph.generation.llm.queue import QueuedRecord
from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement
from contragraph.graph.model.versions import Content, version_hash
from contragraph.graph.tables.rows import Rows, statement_rows, version_rows

UNDECIDED = "undecided"
"""The kind of proposals of which everything is understood, but not whether it is a contradiction."""


def read_proposals(dataset: Path) -> Iterator[QueuedRecord]:
    """The proposals of a dataset folder; none where it has no such file.

    :raises InputError: if a line is no proposal.
    """
    path = dataset / REVIEW
    if not path.exists():
        return
    try:
        lines = path.read_text("utf-8").split("\n")
    except (UnicodeDecodeError, OSError):
        raise InputError(f"{path} cannot be read as UTF-8; it was changed or damaged.") from None
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            yield QueuedRecord.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(str(part) for part in first["loc"]) or "the line"
            raise InputError(f"{path}, line {number} is no proposal: {key}: {first['msg']}.") from None


def stated(proposal: QueuedRecord) -> dict[Statement, str]:
    """What a proposal states, each with its source. What is in a model's own words gets ids that say so."""
    found = {statement_of(s): s.source for s in (*proposal.original, *proposal.perturbed)}
    for said in proposal.said:
        own = Statement(f"said:{said.subject}", f"said:{said.relation}", f"said:{said.object}")
        found.setdefault(own, "made")
    return dict(found)


def content_of(proposal: QueuedRecord) -> Content:
    """The content of the version that stands for a proposal."""
    return [(statement.id, source) for statement, source in stated(proposal).items()]


def version_of(proposal: QueuedRecord) -> str:
    """The id of that version: equal proposals are one."""
    return version_hash(None, "proposed", content_of(proposal), None)


def proposal_rows(rows: Rows, proposal: QueuedRecord) -> None:
    """Note the version that stands for a proposal."""
    for statement, source in stated(proposal).items():
        statement_rows(rows, statement, source)
    version_rows(rows, version_of(proposal), 0, "proposed", None, (), content_of(proposal))
