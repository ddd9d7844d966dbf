"""Sorting more lines than memory holds."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

CHUNK = 100_000
"""Lines that are sorted in memory at a time: some 25 MB."""
PIECES = 200
"""Files that are open at a time."""


@dataclass
class SortedLines:
    """Lines (each ends with a line break) that come back in the order of their bytes, each once.

    Sorted pieces lie in ``folder``, which must be there, empty, and belongs to them.
    """

    folder: Path
    chunk: int = CHUNK
    _held: set[bytes] = field(default_factory=set)
    _pieces: list[Path] = field(default_factory=list)
    _written: int = 0

    def add(self, line: bytes) -> None:
        """Take a line."""
        self._held.add(line)
        if len(self._held) >= self.chunk:
            self._put_down()

    def _put_down(self) -> None:
        self._write(sorted(self._held))
        self._held.clear()
        if len(self._pieces) == PIECES:
            merged, self._pieces = self._pieces, []
            self._write(self._merge(merged))
            for path in merged:
                path.unlink()

    def _write(self, lines: Iterable[bytes]) -> None:
        path = self.folder / str(self._written)
        self._written += 1
        with path.open("wb") as file:
            file.writelines(lines)
        self._pieces.append(path)

    def __iter__(self) -> Iterator[bytes]:
        self._put_down()
        yield from self._merge(self._pieces)

    @staticmethod
    def _merge(pieces: Sequence[Path]) -> Iterator[bytes]:
        with ExitStack() as stack:
            before = b""
            for line in heapq.merge(*(stack.enter_context(path.open("rb")) for path in pieces)):
                if line != before:
                    yield line
                before = line
