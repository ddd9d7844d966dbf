"""The pairs of a dataset as items: what a model is shown, and what its answers are scored against.

A dataset folder of our own knows which sentences state what. Pairs that cannot be asked (an empty text, a text that is
too long, an id that was there before, a damaged line) are left out with the reason, and the rest goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from contragraph.dataset.files.folder import INSTANCES, sha256
from contragraph.dataset.records.codec import parse_line
from contragraph.dataset.records.schema import ConflictRecord, InstanceRecord
from contragraph.evaluation.imports import imported, layouts_said
from contragraph.evaluation.imports.registry import Found
from contragraph.evaluation.records import Evaluated, Item, ItemConflict
from contragraph.evaluation.sheets import key_conflict, spoken
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash

LONGEST = 200_000
"""Characters of one text at most: some 50,000 tokens, more than two texts of this length fit few models."""


@dataclass(frozen=True, slots=True)
class EvaluationDataset:
    """The items of a dataset in its order, and by id why others are left out."""

    evaluated: Evaluated
    items: tuple[Item, ...]
    left_out: dict[str, str]


def open_dataset(path: Path) -> EvaluationDataset:
    """The items of a dataset folder, or of a dataset in the layout in which others were released.

    Raises:
        InputError: if there is no dataset in a layout that we know, or not one pair of it can be asked.
    """
    if (path / INSTANCES).is_file():
        found = EvaluationDataset(
            Evaluated(layout="contragraph", sha256=sha256(path / INSTANCES), items={}), *_sorted_out(_own(path))
        )
    else:
        released = imported(path)
        if released is None:
            raise InputError(f"{path} holds no dataset: there is no {INSTANCES} in it, nor is it {layouts_said()}.")
        found = EvaluationDataset(released[0], *_sorted_out(released[1]))
    if not found.items:
        why = next((f"; {name}: {reason}" for name, reason in found.left_out.items()), "")
        raise InputError(f"{path} holds no pair that can be asked{why}".rstrip(".") + ".")
    counts = dict(sorted(Counter(item.type for item in found.items).items()))
    return EvaluationDataset(found.evaluated.model_copy(update={"items": counts}), found.items, found.left_out)


class _Identified(Protocol):
    @property
    def id(self) -> str: ...


I = TypeVar("I", bound=_Identified)  # noqa: E741


def sample(items: Sequence[I], count: int | None, seed: int) -> list[I]:
    """``count`` of the items, or all; the same ones for the same seed, in the order of the dataset."""
    if count is None or count >= len(items):
        return list(items)
    drawn = sorted(items, key=lambda item: content_hash("evaluate", seed, item.id))[:count]
    kept = {item.id for item in drawn}
    return [item for item in items if item.id in kept]


def _sorted_out(found: Iterable[Found]) -> tuple[tuple[Item, ...], dict[str, str]]:
    """The items that can be asked, and why the others cannot."""
    items: dict[str, Item] = {}
    left_out: dict[str, str] = {}
    for number, (name, item) in enumerate(found, start=1):
        if isinstance(item, str):
            left_out[name] = item
        elif name in items:
            left_out[f"{name}, pair {number}"] = "its id was there before"
        elif problem := _problem(item):
            left_out[name] = problem
        else:
            items[name] = item
    return tuple(items.values()), left_out


def _problem(item: Item) -> str | None:
    for text, which in zip(item.texts, ("first", "second")):
        if not text.strip():
            return f"its {which} text is empty"
        if len(text) > LONGEST:
            return f"its {which} text has {len(text):,} characters, more than {LONGEST:,}"
    return None


def _own(folder: Path) -> Iterator[Found]:
    """The pairs of a dataset folder of our own."""
    path = folder / INSTANCES
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            where = f"line {number}"
            try:
                record = parse_line(line.decode("utf-8").rstrip("\n"), f"{path}, {where}")
            except UnicodeDecodeError:
                yield where, "it is not UTF-8"
            except InputError as error:
                yield where, str(error)
            else:
                yield record.id, item_of(record)


def _made(conflict: ConflictRecord, lies: Collection[str]) -> tuple[int, ...] | None:
    """The places of the made-up statements among those of a conflict; None if all of it is of a graph."""
    every = (*conflict.original, *conflict.perturbed, *conflict.shared)
    return tuple(n for n, statement in enumerate(every) if statement in lies) or None


def item_of(record: InstanceRecord) -> Item:
    """A pair of our own as an item; the first text is the original."""
    sides = (record.contexts.original, record.contexts.perturbed)
    named = dict(zip("AB", sides))
    relations = {s.id: s.relation.id for side in sides for s in side.statements}
    lies = {s.id for side in sides for s in side.statements if s.source == "made"}
    conflicts = []
    for conflict in record.conflicts:
        key = key_conflict(conflict, record, named, ())
        seed = next((s for s in record.provenance.seed_statements if s in conflict.original), None)
        conflicts.append(
            ItemConflict(
                statements=key.statements,
                minimal=key.minimal,
                made=_made(conflict, lies),
                hops=key.hops,
                strength=key.strength,
                relation=None if seed is None else relations[seed],
                domain=record.domains[0] if len(record.domains) == 1 else None,
            )
        )
    return Item(
        id=record.id,
        type=record.type,
        control=not record.conflicts,
        dataset="contragraph",
        texts=(sides[0].text, sides[1].text),
        sentences=(spoken(sides[0]), spoken(sides[1])),
        conflicts=tuple(conflicts),
        relations=record.relations,
        domains=record.domains,
        kg=record.kg,
    )
