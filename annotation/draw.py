"""Draw pairs of a dataset for readers: the same number of each type, by a seed that nobody chose.

The pairs of a type are those with the smallest hash of seed and id. Their order on the sheet, and which text is called
A, come from the seed too, so neither tells a reader the type or which text was changed.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from contragraph.dataset.files.folder import INSTANCES, sha256, write_lines, write_text
from contragraph.dataset.records.codec import dump
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.schema import InstanceRecord
from contragraph.evaluation.sheets import (
    FORMAT,
    KEY,
    PAIRS,
    PROTOCOL,
    Drawn,
    Key,
    Protocol,
    Sheet,
    key_conflict,
    spoken,
)
from contragraph.graph.errors import InputError
from contragraph.graph.lock import held
from contragraph.graph.model import content_hash

T = TypeVar("T")
Explain = Callable[[InstanceRecord], Sequence[Sequence[str]]]
"""Gives the proof of each conflict of a pair as lines of words."""


def draw(items: Iterable[T], per_type: int, seed: str, named: Callable[[T], tuple[str, str]]) -> list[T]:
    """At most ``per_type`` items of each type, in order of type as they come; ``named`` gives type and id."""
    by_type: dict[str, list[T]] = {}
    for item in items:
        by_type.setdefault(named(item)[0], []).append(item)
    return [
        item
        for found in by_type.values()
        for item in sorted(found, key=lambda i: content_hash("draw", seed, named(i)[1]))[:per_type]
    ]


def draw_records(dataset: Path, per_type: int, seed: str) -> list[InstanceRecord]:
    """The pairs drawn from a dataset folder."""
    records = (record for _, record in read_instances(dataset))
    return draw(records, per_type, seed, lambda record: (record.type, record.id))


# -- one pair -------------------------------------------------------------------------------------------------


def original_is_a(seed: str, pair_id: str) -> bool:
    """Is the original text called A?"""
    return int(content_hash("side", seed, pair_id), 16) % 2 == 0


def sheet_and_key(record: InstanceRecord, seed: str, explain: Explain) -> tuple[Sheet, Key]:
    """The blind sheet of a pair and its key, with number 0 until all are drawn."""
    first = original_is_a(seed, record.id)
    sides = (record.contexts.original, record.contexts.perturbed)
    a, b = sides if first else sides[::-1]
    sheet = blind_sheet(spoken(a), spoken(b))
    proofs = explain(record)
    key = Key(
        number=0,
        sheet=sheet.sheet,
        id=record.id,
        type=record.type,
        A="original" if first else "perturbed",
        conflicts=tuple(
            key_conflict(c, record, {"A": a, "B": b}, p) for c, p in zip(record.conflicts, proofs, strict=True)
        ),
    )
    return sheet, key


def blind_sheet(a: Sequence[str], b: Sequence[str]) -> Sheet:
    """The sheet of two texts, given as sentences."""
    return Sheet(number=0, sheet=content_hash("sheet", a, b), A=tuple(a), B=tuple(b))


# -- the folder -----------------------------------------------------------------------------------------------


def draw_dataset(dataset: Path, per_type: int, seed: str, out: Path, explain: Explain) -> Protocol:
    """Draw from a dataset folder of our own layout and write the reading folder ``out``.

    Raises:
        InputError: if ``out`` exists or the dataset cannot be read.
    """
    refuse_existing(out)
    counts: Counter[str] = Counter()

    def counted() -> Iterator[InstanceRecord]:
        for _, record in read_instances(dataset):
            counts[record.type] += 1
            yield record

    drawn = draw(counted(), per_type, seed, lambda record: (record.type, record.id))
    source = Drawn(layout="contragraph", sha256=sha256(dataset / INSTANCES), pairs=dict(sorted(counts.items())))
    return write_reading([sheet_and_key(r, seed, explain) for r in drawn], source, per_type, seed, out)


def refuse_existing(out: Path) -> None:
    """Raise an InputError if there is something in the place of the new folder."""
    if out.exists():
        raise InputError(f"{out} exists; a draw is never written over, give --out the name of a new folder.")


def write_reading(drawn: Sequence[tuple[Sheet, Key]], source: Drawn, per_type: int, seed: str, out: Path) -> Protocol:
    """Number the drawn pairs in an order that says nothing, and write the reading folder whole or not at all."""
    if not drawn:
        raise InputError("There is nothing to draw: the dataset holds no pair.")
    mixed = sorted(drawn, key=lambda pair: content_hash("place", seed, pair[1].id))
    numbered = [
        (sheet.model_copy(update={"number": n}), key.model_copy(update={"number": n}))
        for n, (sheet, key) in enumerate(mixed, start=1)
    ]
    with held(out):
        refuse_existing(out)
        work = out.with_name(out.name + ".partial")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        write_lines(work / PAIRS, (dump(sheet.model_dump()) for sheet, _ in numbered))
        write_lines(work / KEY, (dump(key.model_dump()) for _, key in numbered))
        protocol = Protocol(
            format=FORMAT,
            seed=seed,
            per_type=per_type,
            dataset=source,
            drawn=dict(sorted(Counter(key.type for _, key in drawn).items())),
            files={name: sha256(work / name) for name in (PAIRS, KEY)},
        )
        write_text(work / PROTOCOL, protocol.model_dump_json(indent=2) + "\n")
        work.rename(out)
    return protocol
