"""The sets of a dataset as items: what a model is shown, and what its answers are held against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from contragraph.dataset.records.schema import SetRecord
from contragraph.dataset.records.sets import read_sets
from contragraph.evaluation.contexts.records import SetItem
from contragraph.graph.errors import InputError


def open_sets(folder: Path) -> list[SetItem]:
    """The items of a dataset of sets, in its order.

    Raises:
        InputError: if it is none, holds no set, or one of them twice.
    """
    items = [item_of(record) for _, record in read_sets(folder)]
    if not items:
        raise InputError(f"{folder} holds no sets of documents.")
    if len({item.id for item in items}) < len(items):
        raise InputError(f"{folder} holds a set twice; run: contragraph check {folder}")
    return items


def item_of(record: SetRecord) -> SetItem:
    """A set as an item."""
    return SetItem(
        id=record.id,
        type=record.type,
        shape=record.shape,
        position=record.position,
        length=record.length,
        importance=record.importance,
        documents=tuple((d.title, d.text) for d in record.documents),
        gold=tuple(tuple(n + 1 for n in sorted(c.documents)) for c in record.conflicts),
        wrong=tuple(_wrong(record)),
    )


def _wrong(record: SetRecord) -> Iterator[int]:
    """The documents that tell something made up which some contradiction takes."""
    taken = {i for conflict in record.conflicts for i in conflict.statements}
    for number, document in enumerate(record.documents, start=1):
        if any(s.source == "made" and s.id in taken for s in document.statements):
            yield number
