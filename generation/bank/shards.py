"""Shards of a bank: each is made by itself of the snapshot, the plan and the settings in a working folder.

Any process of any machine that sees the folder may make any shard; two that make the same one write the same bytes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from contragraph.dataset.files.folder import write_lines
from contragraph.dataset.records.bank import Cause
from contragraph.dataset.records.codec import dump
from contragraph.generation.bank.knowledge import Knowledge
from contragraph.generation.bank.lines import Liner
from contragraph.generation.bank.planning import BUCKETS, PER_RELATION, read_plan
from contragraph.generation.bank.settings import BankSettings
from contragraph.generation.bank.snapshot import Snapshot
from contragraph.generation.executors.collecting import rare_collections

SNAPSHOT, SHARDS = "snapshot", "shards"
"""Folders within the working folder."""


@dataclass
class Note:
    """What a shard says of itself, in its first line."""

    facts: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    """Claims by cause and kind, and texts."""
    reasons: Counter[str] = field(default_factory=Counter)
    """Why facts gave no line."""
    relations: Counter[str] = field(default_factory=Counter)
    """Of what relations the facts are."""
    told: set[str] = field(default_factory=set)
    """All relations of statements and of background."""

    def add(self, other: Note) -> None:
        """Count what another shard has."""
        self.facts += other.facts
        self.counts.update(other.counts)
        self.reasons.update(other.reasons)
        self.relations.update(other.relations)
        self.told |= other.told

    def as_json(self) -> dict[str, object]:
        """As the first line has it."""
        return {
            "facts": self.facts,
            "counts": dict(self.counts),
            "reasons": dict(self.reasons),
            "relations": dict(self.relations),
            "told": sorted(self.told),
        }

    @classmethod
    def of_json(cls, told: Mapping[str, Any]) -> Note:
        """What a first line says."""
        return cls(
            told["facts"],
            Counter(told["counts"]),
            Counter(told["reasons"]),
            Counter(told["relations"]),
            set(told["told"]),
        )


def shard_file(work: Path, number: int) -> Path:
    """The file of a shard."""
    return work / SHARDS / f"{number:06d}.jsonl"


def make_shard(work: Path, settings: BankSettings, number: int) -> Path:
    """Make one shard in a working folder, unless it is there already; its file."""
    path = shard_file(work, number)
    if path.exists():
        return path
    liner = _liner(work / SNAPSHOT, settings)
    note, lines = Note(), list[str]()
    with rare_collections():
        for at, other, cause in turns(work, settings, number, lambda: note.facts):
            made = liner.made(at, other, cause)
            if isinstance(made, str):
                note.reasons[made] += 1
                continue
            note.facts += 1
            note.counts.update(made.counts)
            note.relations[made.relation] += 1
            note.told |= made.relations
            lines.append(made.line)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_lines(path, (dump(note.as_json()), *lines))
    return path


def turns(work: Path, settings: BankSettings, number: int, made: Callable[[], int]) -> Iterator[tuple[int, int, Cause]]:
    """The facts to try: of each cause until its share is made; what one lacks the next one makes up for.

    ``made`` says how many gave a line by now.
    """
    plan = read_plan(work, number, settings.shards)
    share = settings.facts // settings.shards + (number < settings.facts % settings.shards)
    causes = [cause for cause in BUCKETS if cause in settings.causes]
    for place, cause in enumerate(causes):
        before = made()
        wanted = (share - before) // (len(causes) - place)
        most = max(1, round(PER_RELATION * wanted)) if cause == "semantic" else wanted
        have: Counter[int] = Counter()
        for at, other, relation in plan[cause]:
            if made() - before >= wanted:
                break
            if have[relation] < most:
                had = made()
                yield at, other, cause
                have[relation] += made() - had


def read_shard(path: Path) -> tuple[Note, Iterator[str]]:
    """What a shard says of itself, and its lines."""
    with path.open(encoding="utf-8", newline="\n") as file:
        note = Note.of_json(json.loads(file.readline()))
    return note, _lines(path)


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", newline="\n") as file:
        file.readline()
        yield from file


@lru_cache(maxsize=1)
def _liner(snapshot: Path, settings: BankSettings) -> Liner:
    """What makes lines; a process that makes several shards of one bank reads all that it needs once."""
    return Liner(Knowledge(Snapshot(snapshot), strict=settings.strict), settings)
