"""MAGIC: folders of pairs by type, with the triplets of each conflict."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from contragraph.dataset.files.folder import sha256
from contragraph.evaluation.imports.registry import Found, conflict_of, register_folder, split
from contragraph.evaluation.magic import MagicPair, is_magic, magic_files, magic_items, pair_triplets
from contragraph.evaluation.records import Item
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash


def _digest(folder: Path) -> str | None:
    if not is_magic(folder):
        return None
    return content_hash("magic", [[name, sha256(file)] for name, file in magic_files(folder)])


@register_folder("magic", "MAGIC's folders", _digest)
def magic(folder: Path) -> Iterator[Found]:
    """The pairs of a folder, each with its type and number as its id."""
    for where, pair in magic_items(folder):
        if isinstance(pair, InputError):
            yield where, str(pair)
        else:
            yield f"{pair.type} {pair.id}", _item(pair)


def _item(pair: MagicPair) -> Item:
    relations = (pair.rel_id,) if isinstance(pair.rel_id, str) else tuple(pair.rel_id or ())
    named = tuple(f"wdt:{r}" for r in relations)
    sides = list(
        zip(pair_triplets(pair, pair.original_triplet), pair_triplets(pair, pair.perturb_triplet), strict=True)
    )
    each = named if len(named) == len(sides) else (None,) * len(sides)
    texts = (pair.context1, pair.context2)
    return Item(
        id=f"{pair.type} {pair.id}",
        type=pair.type,
        control=False,
        dataset="magic",
        texts=texts,
        sentences=(split(texts[0]), split(texts[1])),
        conflicts=tuple(conflict_of(*triplets, relation) for triplets, relation in zip(sides, each)),
        relations=tuple(dict.fromkeys(named)),
        domains=(),
    )
