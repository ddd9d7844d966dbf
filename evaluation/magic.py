"""Pairs in the layout of the MAGIC dataset, for readers: a folder of JSON lists, texts and the declared triplets.

There the sentences of a conflict are not declared, so the texts are split by a library, and the judge names the
sentences that state the triplets.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from contragraph.dataset.types import PAIR_TYPES
from contragraph.graph.errors import InputError

Triplets = str | list[str]


class MagicPair(BaseModel):
    """An item of a list; other keys may be there. Triplets are one, a list, or a list of those for N conflicts."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    type: str
    id: str | int
    original_triplet: str | list[Triplets]
    perturb_triplet: str | list[Triplets]
    context1: str = Field(pattern=r"\S")
    context2: str = Field(pattern=r"\S")
    rel_id: str | list[str] | None = None


def is_magic(folder: Path) -> bool:
    """Does the folder look like MAGIC's?"""
    return any((folder / name).is_dir() for name in ("single-hop", "multi-hop"))


def magic_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files that are there, with the type of their pairs."""
    for pair_type in PAIR_TYPES:
        path = folder / ("multi-hop" if pair_type.multi else "single-hop") / f"{pair_type}_conflict.json"
        if path.is_file():
            yield str(pair_type), path


def read_magic(folder: Path) -> Iterator[MagicPair]:
    """The pairs of all types that are there.

    Raises:
        InputError: if there is no file of a type, or an item lacks something; it names file and item.
    """
    for _, pair in magic_items(folder):
        if isinstance(pair, InputError):
            raise pair
        yield pair


def magic_items(folder: Path) -> Iterator[tuple[str, MagicPair | InputError]]:
    """For each item of all types that are there its place, and the pair or what is wrong with it.

    Raises:
        InputError: if there is no file of a type, or a file is no list.
    """
    files = list(magic_files(folder))
    if not files:
        raise InputError(f"{folder} holds no file such as single-hop/1-single-hop_conflict.json.")
    for pair_type, path in files:
        try:
            items = json.loads(path.read_text("utf-8"))
        except ValueError:
            raise InputError(f"{path} is not JSON in UTF-8; it was changed or damaged.") from None
        if not isinstance(items, list):
            raise InputError(f"{path} holds no list of pairs.")
        seen: Counter[str] = Counter()
        for number, item in enumerate(items, start=1):
            try:
                pair = _parse(item, pair_type, f"{path}, item {number}")
            except InputError as error:
                yield f"{path.name}, item {number}", error
                continue
            seen[str(pair.id)] += 1
            again = seen[str(pair.id)]
            yield (
                f"{path.name}, item {number}",
                pair if again == 1 else pair.model_copy(update={"id": f"{pair.id}#{again}"}),
            )


def _parse(item: object, pair_type: str, where: str) -> MagicPair:
    if not isinstance(item, dict):
        raise InputError(f"{where} is no pair: it is not an object.")
    try:
        pair = MagicPair.model_validate({**item, "type": pair_type})
    except ValidationError as error:
        first = error.errors()[0]
        why = "is empty" if first["type"] == "string_pattern_mismatch" else first["msg"]
        raise InputError(f"{where} is no pair: {first['loc'][0]}: {why}.") from None
    if len(pair_triplets(pair, pair.original_triplet)) != len(pair_triplets(pair, pair.perturb_triplet)):
        raise InputError(f"{where}: original_triplet and perturb_triplet do not speak of as many conflicts.")
    return pair


def pair_triplets(pair: MagicPair, triplets: str | Sequence[Triplets]) -> list[list[str]]:
    """The triplets of each conflict."""
    if isinstance(triplets, str):
        return [[triplets]]
    if pair.type.startswith("1-"):
        return [[t for part in triplets for t in ([part] if isinstance(part, str) else part)]]
    return [[part] if isinstance(part, str) else list(part) for part in triplets]
