"""A dataset of texts as pairs, whatever its layout; what cannot be used is named and left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from contragraph.documents.readers.columns import GENERIC, in_columns
from contragraph.documents.readers.registry import READERS, DatasetTable
from contragraph.documents.readers.rows import rows_of
from contragraph.documents.records import TextPair
from contragraph.graph.errors import InputError


@dataclass(frozen=True, slots=True)
class Corpus:
    """A dataset's pairs, and one plain sentence for each thing that was left out."""

    name: str
    layout: str
    pairs: tuple[TextPair, ...]
    faults: tuple[str, ...]


def read_corpus(path: Path, name: str | None = None, columns: Sequence[str] = ()) -> Corpus:
    """Read a dataset from a file, or from a folder of a contragraph dataset.

    ``columns`` names the columns of the texts; without, they are found.

    :raises InputError: if the file cannot be read, or no item of it can be used.
    """
    if path.is_dir():
        path = path / "instances.jsonl"
    if not path.is_file():
        raise InputError(f"There is no file {path}: name a JSON, JSONL, CSV or Parquet file, or a dataset's folder.")
    table = DatasetTable(path, list(rows_of(path)))
    if not table.rows:
        raise InputError(f"{path} holds no items.")
    layout, found = _read(table, columns)
    pairs = _usable(found, table)
    if not pairs:
        said = f" ({table.faults[0]})" if table.faults else ""
        raise InputError(f"{path} holds no item with two texts{said}.")
    stem = path.name.removesuffix(".gz").partition(".")[0]
    return Corpus(
        name or (path.parent.name if stem == "instances" else stem), layout, tuple(pairs), tuple(table.faults)
    )


def _read(table: DatasetTable, columns: Sequence[str]) -> tuple[str, list[TextPair]]:
    """The layout of a table, and its pairs."""
    if columns:
        if missing := [c for c in columns if c not in table.keys]:
            raise InputError(f"{table.path} has no column {missing[0]}; it has {', '.join(sorted(table.keys))}.")
        return GENERIC, list(in_columns(table, columns))
    reader = next((each for each in READERS.values() if each.fits(table)), None)
    if reader is None:
        raise InputError(
            f"{table.path} has no two columns of texts that are known by name; it has"
            f" {', '.join(sorted(map(str, table.keys)))}: name them with --texts A,B."
        )
    return reader.name, list(reader.read(table))


def _usable(pairs: Iterable[TextPair], table: DatasetTable) -> list[TextPair]:
    """The pairs with at least two texts, ids made different."""
    seen: Counter[str] = Counter()
    kept = []
    for pair in pairs:
        texts = tuple(text for text in pair.texts if text.strip())
        if len(texts) < 2:
            table.fault(f"item {pair.id} has {'one text' if texts else 'no text'} and is left out")
            continue
        seen[pair.id] += 1
        again = seen[pair.id]
        kept.append(replace(pair, id=pair.id if again == 1 else f"{pair.id}#{again}", texts=texts))
    if twice := [name for name, times in seen.items() if times > 1]:
        shown = ", ".join(twice[:5]) + (", …" if len(twice) > 5 else "")
        table.fault(f"{len(twice)} ids stand several times ({shown}); the second is called {twice[0]}#2, and so on")
    return kept
