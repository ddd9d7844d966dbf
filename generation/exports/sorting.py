"""Sorting more lines than memory holds."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

CHUNK = 100_000
"""Lines that are sorted in memory at a time: some 25 MB."""


@dataclass
class SortedLines:
    """Lines (each ends with a line break) that come back in the order of their bytes, each once.

    Sorted pieces lie in ``folder``, which must be empty and belongs to them.
    """

    folder: Path
    chunk: int = CHUNK
    _held: set[bytes] = field(default_factory=set)
    _pieces: list[Path] = field(default_factory=list)

    def add(self, line: bytes) -> None:
        """Take a line."""
        self._held.add(line)
        if len(self._held) >= self.chunk:
            self._put_down()

    def _put_down(self) -> None:
        path = self.folder / str(len(self._pieces))
        with path.open("wb") as file:
            file.writelines(sorted(self._held))
        self._pieces.append(path)
        self._held.clear()

    def __iter__(self) -> Iterator[bytes]:
        self._put_down()
        with ExitStack() as stack:
            before = b""
            for line in heapq.merge(*(stack.enter_context(path.open("rb")) for path in self._pieces)):
                if line != before:
                    yield line
                before = line
