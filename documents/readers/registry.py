"""The registry of readers, and what each of them is given.

A reader is a function that gives the pairs of a table whose layout it knows; what it cannot use it says and leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from contragraph.documents.records import TextPair
from contragraph.graph.registry import Registry, first_line

Row = Mapping[str, Any]
MOST_FAULTS = 50
FIRST = 50
"""Rows that tell the layout."""


@dataclass(frozen=True)
class DatasetTable:
    """The rows of a dataset's file, and one plain sentence for each thing in it that cannot be used."""

    path: Path
    rows: Sequence[Row]
    faults: list[str] = field(default_factory=list)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The columns that the first rows have."""
        return frozenset[str]().union(*(row.keys() for row in self.rows[:FIRST] if isinstance(row, Mapping)))

    @property
    def numbered(self) -> Iterator[tuple[int, Row]]:
        """The rows with their numbers, from 1."""
        return enumerate(self.rows, 1)

    def fault(self, said: str) -> None:
        """Note what cannot be used, unless there is much of that."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(said)
        elif len(self.faults) == MOST_FAULTS:
            self.faults.append("and more of the kind")


Read = Callable[[DatasetTable], Iterator[TextPair]]
"""The pairs of a table."""


@dataclass(frozen=True)
class DatasetReader:
    """A registered reader: of which tables it knows the layout, and what it reads in them."""

    name: str
    doc: str
    """The layout, in one line."""
    fits: Callable[[DatasetTable], bool]
    read: Read


READERS: Registry[DatasetReader] = Registry("layout")
"""All readers by name, in the order in which they are tried."""


def register(name: str, *keys: str, fits: Callable[[DatasetTable], bool] | None = None) -> Callable[[Read], Read]:
    """Register a reader of tables that have some columns, or of which ``fits`` says that it knows them.

    The first line of its docstring says what the layout is.
    """

    def keep(read: Read) -> Read:
        known = fits or (lambda table: table.keys.issuperset(keys))
        READERS.put(name, DatasetReader(name, first_line(read), known, read))
        return read

    return keep
