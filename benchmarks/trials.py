"""Trial answers in many layouts and wordings, with known truth: ``python -m benchmarks.trials DATASET``.

For pairs of a dataset answers are composed that are right, right in half, or wrong, in every layout and by every
operation on their words; what each of them names is known as it is written. Printed is the share of answers whose
conflicts are all scored as they must be, by layout and by operation.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from benchmarks.measure import with_folder
from benchmarks.trial_layouts import HELD_OUT, LAYOUTS, Layout, Told
from benchmarks.trial_prose import PROSE, PROSE_HELD_OUT
from benchmarks.trial_wordings import OPERATIONS, retellings
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.schema import InstanceRecord
from contragraph.evaluation.pairs.items import item_of
from contragraph.evaluation.records import Item, ItemConflict
from contragraph.graph.model import content_hash
from tests.detect_answers import Known, scored, sentence

PAIRS = 40
RETOLD = "retold"
QUALITIES = ("right", "half", "wrong")
Meant = tuple[str, int | None]
"""The name of a sentence, and the statement of the conflict for which it is named, if for one."""


def _needed(conflict: ItemConflict) -> list[Meant]:
    """A sentence for every statement of the first minimal set: of text B what it tells, of text A the rest."""
    meant: dict[str, int] = {}
    for i in conflict.minimal[0]:
        names = [
            n
            for n in conflict.statements[i].sentences or ()
            if n[0] == ("A" if conflict.statements[i].role == "original" else "B")
        ]
        if names and not meant.keys() & set(names):
            meant[names[0]] = i
    return sorted(meant.items())


def _spoilt(item: Item, meant: Sequence[Meant], draw: random.Random) -> list[Meant]:
    """Another sentence in the place of each of one text."""
    side = draw.choice("AB")
    kept = [m for m in meant if m[0][0] != side]
    others = [f"{side}{n}" for n in range(1, item.sizes[side] + 1) if f"{side}{n}" not in {name for name, _ in meant}]
    return kept + [(name, None) for name in draw.sample(others, min(1, len(others)))]


def _answers(item: Item, quality: str, draw: random.Random) -> list[list[Meant]]:
    every = [_needed(c) for c in item.conflicts]
    if quality == "right":
        return every
    if quality == "wrong":
        return [_spoilt(item, meant, draw) for meant in every]
    kept = [meant if n % 2 == 0 else _spoilt(item, meant, draw) for n, meant in enumerate(every)]
    if len(kept) == 1:  # without what supports it
        kept = [
            [
                m
                for m in kept[0]
                if item.conflicts[0].statements[m[1] or 0].role == "original"
                or (m[1] in (item.conflicts[0].made or ()))
            ]
        ]
    return kept


def _worded(
    record: InstanceRecord, item: Item, conflicts: Sequence[Sequence[Meant]], operation: str, draw: random.Random
) -> list[list[Told]]:
    retold = retellings(record) if operation == RETOLD else {}
    told = []
    for n, meant in enumerate(conflicts):
        declared = record.conflicts[n]
        ids = (*declared.original, *declared.perturbed, *declared.shared)
        row = []
        for name, statement in sorted(meant, key=lambda m: m[0]):
            words = retold.get((name[0], ids[statement])) if statement is not None else None
            operate = OPERATIONS.get(operation, OPERATIONS["reworded"])
            row.append(Told(name[0], int(name[1:]), words or operate(sentence(item, name), draw)))
        told.append(row)
    return told


def trials(
    records: Sequence[InstanceRecord], layouts: Mapping[str, Layout]
) -> Iterator[tuple[str, str, str, Item, Known]]:
    """Every answer with its layout, operation and quality."""
    for record in records:
        item = item_of(record)
        for layout, lay in layouts.items():
            for operation in (*OPERATIONS, RETOLD):
                if operation != "exact" and ("names" in layout or layout == "ordinals"):
                    continue
                for quality in QUALITIES:
                    draw = random.Random(content_hash("trial", item.id, layout, operation, quality))
                    meant = _answers(item, quality, draw)
                    told = _worded(record, item, meant, operation, draw)
                    known = Known(lay(told), tuple(frozenset(name for name, _ in m) for m in meant))
                    yield layout, operation, quality, item, known


def spread(folder: Path, count: int) -> list[InstanceRecord]:
    """So many pairs with a conflict, from all over a dataset."""
    records = [r for _, r in read_instances(folder) if r.conflicts]
    return list(islice(records, 3, None, max(1, len(records) // count)))[:count]


def right(item: Item, known: Known) -> tuple[bool, bool]:
    """Is everything localised and paired as it must be? And is nothing that must not be?"""
    must, got = scored(item, known)
    mine, theirs = ((*x.localised, *x.paired) if x.localised and x.paired else () for x in (must, got))
    return mine == theirs, all(m or not g for m, g in zip(mine, theirs)) if theirs else True


def show(folder: Path) -> None:
    """Print the shares by layout, operation and quality."""
    records = spread(folder, PAIRS)
    groups = {"layouts": LAYOUTS, "layouts held out": HELD_OUT, "prose": PROSE, "prose held out": PROSE_HELD_OUT}
    for title, layouts in groups.items():
        counts: Counter[tuple[str, str]] = Counter()
        for layout, operation, quality, item, known in trials(records, layouts):
            alike, clean = right(item, known)
            for group in (layout, operation, quality, "all"):
                counts[group, "all"] += 1
                counts[group, "same"] += alike
                counts[group, "false"] += not clean
        print(f"{title}: percent of answers scored as they must be, percent with something too much, answers")
        for group in (*layouts, *OPERATIONS, RETOLD, *QUALITIES, "all"):
            if every := counts[group, "all"]:
                same, much = (100 * counts[group, what] / every for what in ("same", "false"))
                print(f"  {group:34}{same:7.1f}{much:7.1f}{every:7}")


def main(arguments: Sequence[str] | None = None) -> int:
    return with_folder("trials", str(__doc__), show, arguments)


if __name__ == "__main__":
    sys.exit(main())
