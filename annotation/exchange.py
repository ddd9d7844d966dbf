"""Decisions as lines of JSON, to carry them from one store to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from contragraph.annotation.decisions import Decision
from contragraph.dataset.files.folder import write_lines
from contragraph.dataset.records.codec import dump
from contragraph.graph.errors import InputError


class DecisionRecord(BaseModel):
    """A line of an export of decisions."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: str
    reviewer: str
    number: int
    verdict: str
    reason: str
    criteria: tuple[str, ...]
    judged: tuple[str, ...]


def export_decisions(decisions: Iterable[Decision], path: Path) -> int:
    """Write decisions in their order, withdrawn ones too; returns how many."""
    listed = sorted(decisions, key=lambda d: (d.reviewer, d.number, d.id))
    return write_lines(path, (dump(_record(each).model_dump(mode="json")) for each in listed))


def _record(decision: Decision) -> DecisionRecord:
    return DecisionRecord(
        id=decision.id,
        reviewer=decision.reviewer,
        number=decision.number,
        verdict=decision.verdict,
        reason=decision.reason,
        criteria=decision.criteria,
        judged=decision.judged,
    )


def import_decisions(path: Path) -> Iterator[Decision]:
    """Read decisions.

    :raises InputError: if the file cannot be read, or a line is no decision or not what its id says.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        raise InputError(f"There is no file {path}: give an export of decisions.") from None
    except (UnicodeDecodeError, IsADirectoryError):
        raise InputError(f"{path} is no text file in UTF-8: give an export of decisions.") from None
    for number, line in enumerate(lines, start=1):
        try:
            record = DecisionRecord.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(str(part) for part in first["loc"]) or "the line"
            raise InputError(f"{path}, line {number} is no decision: {key}: {first['msg']}.") from None
        judged = tuple(sorted(record.judged))
        decision = Decision(record.reviewer, record.verdict, record.reason, record.criteria, record.number, judged)
        if decision.id != record.id or not judged:
            raise InputError(f"{path}, line {number} was changed: its id is not the hash of what it says.")
        yield decision
