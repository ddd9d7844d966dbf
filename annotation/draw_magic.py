"""Pairs in the layout of the MAGIC dataset, drawn for readers.

There the sentences of a conflict are not declared, so the texts are split by a library, and the judge names the
sentences that state the triplets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from contragraph.annotation.draw import blind_sheet, draw, original_is_a, refuse_existing, write_reading
from contragraph.dataset.files.folder import sha256
from contragraph.evaluation.magic import MagicPair, magic_files, pair_triplets, read_magic
from contragraph.evaluation.sheets import DeclaredStatement, Drawn, Key, KeyConflict, Protocol, Sheet
from contragraph.graph.model import content_hash


def _conflict(originals: Sequence[str], perturbed: Sequence[str]) -> KeyConflict:
    statements = [DeclaredStatement(role="original", words=words, sentences=None) for words in originals]
    statements += [DeclaredStatement(role="perturbed", words=words, sentences=None) for words in perturbed]
    every = tuple(range(len(statements)))
    return KeyConflict(hops=None, strength=None, statements=tuple(statements), minimal=(every,), proof=())


def sheet_and_key(pair: MagicPair, seed: str) -> tuple[Sheet, Key]:
    """The blind sheet of a pair and its key."""
    from sentencex import segment

    texts = [[s.strip() for s in segment("en", text) if s.strip()] for text in (pair.context1, pair.context2)]
    first = original_is_a(seed, str(pair.id))
    sheet = blind_sheet(*(texts if first else texts[::-1]))
    declared = zip(pair_triplets(pair, pair.original_triplet), pair_triplets(pair, pair.perturb_triplet), strict=True)
    key = Key(
        number=0,
        sheet=sheet.sheet,
        id=str(pair.id),
        type=pair.type,
        A="original" if first else "perturbed",
        conflicts=tuple(_conflict(*sides) for sides in declared),
    )
    return sheet, key


def draw_magic(folder: Path, per_type: int, seed: str, out: Path) -> Protocol:
    """Draw from a folder in MAGIC's layout and write the reading folder ``out``.

    Raises:
        InputError: if ``out`` exists or the folder cannot be read.
    """
    refuse_existing(out)
    pairs = list(read_magic(folder))
    source = Drawn(
        layout="magic",
        sha256=content_hash("magic", [[name, sha256(path)] for name, path in magic_files(folder)]),
        pairs=dict(sorted(Counter(pair.type for pair in pairs).items())),
    )
    drawn = draw(pairs, per_type, seed, lambda pair: (pair.type, str(pair.id)))
    return write_reading([sheet_and_key(pair, seed) for pair in drawn], source, per_type, seed, out)
