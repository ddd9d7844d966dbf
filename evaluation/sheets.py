"""The reading folder: the blind sheet of texts, the key with what is declared, and the protocol of the draw.

``pairs.jsonl`` is all that a reader may see before the finding is recorded. ``key.jsonl`` is read only to judge and to
score. ``protocol.json`` says what was drawn from where, and holds the checksums of the two.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from contragraph.dataset.files.folder import sha256
from contragraph.dataset.records.schema import ConflictRecord, ContextRecord, InstanceRecord, StatementRecord
from contragraph.graph.errors import InputError

PAIRS = "pairs.jsonl"
KEY = "key.jsonl"
PROTOCOL = "protocol.json"
FORMAT = 1
"""Version of the layout of a reading folder."""


class StrictRecord(BaseModel):
    """A line of a file; unknown keys are refused, so that a misspelt one is not lost."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


R = TypeVar("R", bound=StrictRecord)


class Sheet(StrictRecord):
    """A pair as a reader sees it: its number, and the sentences of both texts. ``sheet`` hashes the texts."""

    number: int
    sheet: str
    A: tuple[str, ...]
    B: tuple[str, ...]

    @property
    def sizes(self) -> Mapping[str, int]:
        """The number of sentences of each text."""
        return {"A": len(self.A), "B": len(self.B)}


class DeclaredStatement(StrictRecord):
    """A statement of a declared conflict, and the sentences that state it; None where that is not known."""

    role: Literal["original", "perturbed", "shared"]
    words: str
    sentences: tuple[str, ...] | None


class KeyConflict(StrictRecord):
    """A declared conflict: its statements, its minimal sets as indices of them, and its proof in words."""

    hops: int | None
    strength: Literal["strict", "typical"] | None
    statements: tuple[DeclaredStatement, ...]
    minimal: tuple[tuple[int, ...], ...]
    proof: tuple[str, ...]


class Key(StrictRecord):
    """What is declared of a pair. ``A`` says which side text A is."""

    number: int
    sheet: str
    id: str
    type: str
    A: Literal["original", "perturbed"]
    conflicts: tuple[KeyConflict, ...]


class Drawn(StrictRecord):
    """Where pairs were drawn from: the layout, the hash of the data, and how many pairs of each type there are."""

    layout: Literal["contragraph", "magic"]
    sha256: str
    pairs: dict[str, int]


class Protocol(StrictRecord):
    """What was drawn and how. ``files`` are the checksums of the sheet and the key."""

    format: int
    seed: str
    per_type: int
    dataset: Drawn
    drawn: dict[str, int]
    files: dict[str, str]


@dataclass(frozen=True, slots=True)
class ReadingFolder:
    """An open reading folder. The key is not in it: see :func:`read_key`."""

    folder: Path
    protocol: Protocol
    sheets: Mapping[int, Sheet]

    def sheet(self, number: int, where: str) -> Sheet:
        """The sheet of a pair.

        Raises:
            InputError: if there is no pair of that number; ``where`` says who asks.
        """
        if number not in self.sheets:
            raise InputError(
                f"{where}: there is no pair {number} in {self.folder}; its pairs are 1 to {len(self.sheets)}."
            )
        return self.sheets[number]


def parse_record(kind: type[R], line: str, where: str) -> R:
    """Read a line of JSON.

    Raises:
        InputError: if it is no such record; ``where`` names file and line.
    """
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        wrong = {"missing": "is missing", "extra_forbidden": "is not a known key"}.get(first["type"], first["msg"])
        given = f" (it is {json.dumps(first['input'], ensure_ascii=False)})" if first["type"] == "literal_error" else ""
        raise InputError(f"{where}: {key + ': ' if key else ''}{wrong}{given}.") from None


def read_records(kind: type[R], path: Path) -> list[tuple[str, R]]:
    """The records of a file of JSON lines, each with where it stands; empty lines are passed over.

    Raises:
        InputError: if the file cannot be read or a line is no such record.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
    except OSError as error:
        raise InputError(f"Cannot read {path}: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 at byte {error.start}; save it as UTF-8.") from None
    places = ((f"{path}, line {number}", line) for number, line in enumerate(lines, start=1) if line.strip())
    return [(where, parse_record(kind, line, where)) for where, line in places]


def open_reading(folder: Path) -> ReadingFolder:
    """Open a reading folder for a reader, without its key.

    Raises:
        InputError: if it is none, or its files were changed after the draw.
    """
    path = folder / PROTOCOL
    if not path.is_file():
        raise InputError(
            f"{folder} is no reading folder: there is no {PROTOCOL} in it; `contragraph read draw` makes one."
        )
    protocol = parse_record(Protocol, path.read_text("utf-8"), str(path))
    if protocol.format != FORMAT:
        raise InputError(f"{folder} has layout {protocol.format}, this version reads layout {FORMAT}; draw again.")
    for name in (PAIRS, KEY):
        if not (folder / name).is_file():
            raise InputError(f"{folder / name} is missing; draw again, or copy the whole folder.")
        if sha256(folder / name) != protocol.files.get(name):
            raise InputError(f"{folder / name} was changed after the draw, or is of another draw; draw again.")
    return ReadingFolder(folder, protocol, {s.number: s for _, s in read_records(Sheet, folder / PAIRS)})


def read_key(reading: ReadingFolder) -> dict[int, Key]:
    """What is declared of each pair, by number: for judging and scoring, never for finding."""
    return {k.number: k for _, k in read_records(Key, reading.folder / KEY)}


def spoken(context: ContextRecord) -> tuple[str, ...]:
    """The sentences of a text."""
    return tuple(context.text[s.start : s.end].strip() for s in context.sentences)


def _where(statement: str, contexts: dict[str, ContextRecord]) -> Iterator[str]:
    for name, context in contexts.items():
        for number, sentence in enumerate(context.sentences, start=1):
            if statement in sentence.statements:
                yield f"{name}{number}"


def _triple(statement: StatementRecord) -> str:
    relation = f"not {statement.relation.label}" if statement.negated else statement.relation.label
    return f"{statement.subject.label} | {relation} | {statement.object.label}"


def key_conflict(
    conflict: ConflictRecord, record: InstanceRecord, contexts: dict[str, ContextRecord], proof: Sequence[str]
) -> KeyConflict:
    """A declared conflict with the sentences that state it; ``contexts`` are the texts by their names."""
    spelled = {s.id: s for c in (record.contexts.original, record.contexts.perturbed) for s in c.statements}
    roles = [(i, "original") for i in conflict.original]
    roles += [(i, "perturbed") for i in conflict.perturbed] + [(i, "shared") for i in conflict.shared]
    place = {i: n for n, (i, _) in enumerate(roles)}
    return KeyConflict(
        hops=conflict.hops,
        strength=conflict.strength,
        statements=tuple(
            DeclaredStatement.model_validate(
                {"role": role, "words": _triple(spelled[i]), "sentences": tuple(_where(i, contexts))}
            )
            for i, role in roles
        ),
        minimal=tuple(tuple(sorted(place[i] for i in m.statements)) for m in conflict.minimal),
        proof=tuple(proof),
    )
