"""A dataset of pairs as a sequence: opened in a moment, a pair is read when it is asked for, and never all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, overload

from contragraph.dataset.files.folder import INSTANCES
from contragraph.dataset.files.reading import read_manifest, regular, style_of
from contragraph.dataset.folder.content import PAIR_CONTENT, content_of
from contragraph.dataset.folder.flat import COLUMNS, Row, flat_row
from contragraph.dataset.records.codec import parse_line, to_instance
from contragraph.dataset.records.pairs import read_dataset, read_instances
from contragraph.graph.errors import InputError
from contragraph.graph.given import AnyPath, path_of
from contragraph.graph.model import Instance

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

_HEAD = 5
"""Pairs that a notebook shows of a dataset."""


class Dataset(Sequence[Instance]):
    """The pairs of a folder, in its order: ``dataset[0]``, ``dataset[-5:]``, ``dataset["cd6…"]`` by id, ``len``, loops.

    A file that changes while it is open makes what is read of it unreadable, which is said then.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """Where it is."""
        self.manifest: Mapping[str, object] = read_manifest(folder)
        """Its ``manifest.json``: seed, settings, counts, checksums."""
        self._file = regular(folder / INSTANCES)

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins, in bytes, and where the last one ends."""
        starts = [0]
        with self._file.open("rb") as file:
            for line in file:
                starts.append(starts[-1] + len(line))
        return starts

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """The place of each pair by its id."""
        return {record.id: place for place, (_, record) in enumerate(read_instances(self.folder))}

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __iter__(self) -> Iterator[Instance]:
        return read_dataset(self.folder)

    @overload
    def __getitem__(self, place: int | str) -> Instance: ...
    @overload
    def __getitem__(self, place: slice) -> list[Instance]: ...
    def __getitem__(self, place: int | str | slice) -> Instance | list[Instance]:
        """The pair at a place (from the end, if it is below 0) or of an id, or the pairs of a slice.

        Raises:
            InputError: if there is none of that id, or a line cannot be read.
            IndexError: if there are not so many.
        """
        if isinstance(place, slice):
            return [self._read(each) for each in range(*place.indices(len(self)))]
        if isinstance(place, str):
            if place not in self._places:
                raise InputError(f"{self.folder} has no pair {place!r}; ids are in the column 'id' of to_pandas().")
            return self._read(self._places[place])
        try:
            wanted = index(place)
        except TypeError:
            raise InputError(f"A pair goes by its place or its id, not by a {type(place).__name__}.") from None
        if not -len(self) <= wanted < len(self):
            raise IndexError(f"{self.folder} has {len(self)} pairs, none at {wanted}.")
        return self._read(wanted % len(self))

    def _read(self, place: int) -> Instance:
        start, end = self._starts[place : place + 2]
        with self._file.open("rb") as file:
            file.seek(start)
            line = file.read(end - start)
        where = f"{self._file}, line {place + 1}"
        try:
            return to_instance(parse_line(line.decode().rstrip("\n"), where), style_of(self.manifest))
        except UnicodeDecodeError:
            raise InputError(f"{where} is not UTF-8; it was changed or damaged.") from None

    def rows(self) -> Iterator[Row]:
        """The pairs as rows of a flat table, streaming: each a mapping with the columns of :meth:`to_pandas`."""
        return (flat_row(record) for _, record in read_instances(self.folder))

    def to_polars(self) -> pl.DataFrame:
        """The flat table as a frame of polars: the columns of :meth:`to_pandas`."""
        import polars as pl

        types = {"text": pl.String(), "number": pl.Int64(), "numbers": pl.List(pl.Int64())}
        return pl.DataFrame(list(self.rows()), schema={name: types[kind] for name, kind in COLUMNS.items()})

    def to_pandas(self) -> pd.DataFrame:
        """The flat table as a frame of pandas: one row a pair, with both texts, its label, type, hops and the like.

        What each column means stands in ``docs/formats.md``. No value is missing.

        Raises:
            InputError: if pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise InputError(
                "pandas is not installed: install it (pip install pandas), or take to_polars(), which needs no more."
            ) from None
        types = {"text": "str", "number": "int64", "numbers": "object"}
        frame = pd.DataFrame(list(self.rows()), columns=list(COLUMNS))
        return frame.astype({name: types[kind] for name, kind in COLUMNS.items()})

    def __repr__(self) -> str:
        return f"Dataset({str(self.folder)!r}: {len(self)} pairs)"

    def _repr_html_(self) -> str:
        """How a notebook shows it: how many pairs there are of each type, and the texts of the first."""
        counts = Counter(record.type for _, record in read_instances(self.folder))
        types = "".join(f"<tr><td>{escape(name)}</td><td>{count}</td></tr>" for name, count in sorted(counts.items()))
        first = "".join(f"<li>{escape(pair.original.text.body)}</li>" for pair in self[:_HEAD])
        head = f"<b>{escape(self.folder.name)}: {len(self)} pairs</b>"
        return f"<div>{head}<table><tr><th>type</th><th>pairs</th></tr>{types}</table><ol>{first}</ol></div>"


def open_dataset(folder: AnyPath) -> Dataset:
    """The pairs of a dataset as a sequence, which reads each as it is asked for.

    Raises:
        InputError: if the folder holds no dataset of pairs; what else it holds is named.
    """
    place = path_of(folder)
    if (content := content_of(place)) is not PAIR_CONTENT:
        reader = {"sets": "cg.read_sets", "facts": "cg.read_bank"}[content.many]
        raise InputError(f"{place} holds {content}, not pairs of texts; {reader} reads it.")
    regular(place / INSTANCES)
    return Dataset(place)
