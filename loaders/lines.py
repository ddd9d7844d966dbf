"""Reading big text files block by block, as columns, with every bad line accounted for.

A block is a stretch of whole lines. Lines are split and checked in bulk; only the few that fail are looked at
one by one, to say why.
"""

from __future__ import annotations

import codecs
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

import numpy as np
import polars as pl

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress, silent
from contragraph.loaders.archives import SourceFile, opened

T = TypeVar("T")

BLOCK_BYTES = 4 << 20
WORKERS = 4
"""Blocks that are worked on at the same time: what is done to columns lets go of the interpreter.

More than two processors have to do with, since each block waits for the others now and then.
"""
FIRST_LINES = 5
"""How many line numbers are remembered for each reason."""


@dataclass(slots=True)
class Tally:
    """What became of the lines of one file."""

    file: str
    lines: int = 0
    kept: int = 0
    dropped: dict[str, int] = field(default_factory=dict)
    first_lines: dict[str, list[int]] = field(default_factory=dict)
    """For each reason the numbers (from 1) of the first lines that were dropped for it."""

    def drop(self, reason: str, line: int) -> None:
        """Count one line as dropped."""
        self.dropped[reason] = self.dropped.get(reason, 0) + 1
        first = self.first_lines.setdefault(reason, [])
        if len(first) < FIRST_LINES:
            first.append(line)

    def drop_all(self, reason: str, lines: pl.Series) -> None:
        """Count the lines with these numbers (in order), if there are any, as dropped."""
        if lines.is_empty():
            return
        self.dropped[reason] = self.dropped.get(reason, 0) + len(lines)
        first = self.first_lines.setdefault(reason, [])
        first += lines.head(FIRST_LINES - len(first)).to_list()

    def add(self, later: Tally) -> None:
        """Add what became of the lines that follow; ``later`` has counted all lines up to there."""
        self.lines = later.lines
        self.kept += later.kept
        for reason, count in later.dropped.items():
            self.dropped[reason] = self.dropped.get(reason, 0) + count
            first = self.first_lines.setdefault(reason, [])
            first += later.first_lines[reason][: FIRST_LINES - len(first)]

    def demand_lines(self, graph: str) -> None:
        """Raise InputError when the file had no line, or none that could be read as one of that graph."""
        if not self.lines:
            raise InputError(f"{self.file} is empty; give the complete file.")
        if not self.kept and sum(self.dropped.values()) == self.lines:
            reasons = ", ".join(f"{reason} ({count})" for reason, count in sorted(self.dropped.items()))
            raise InputError(
                f"No line of {self.file} can be read: {reasons}; check that it is the right file in the "
                f"layout of {graph}."
            )


def blocks(source: Path | SourceFile, tally: Tally, progress: Progress = silent) -> Iterator[pl.DataFrame]:
    """The lines of a file, plain or packed, as frames of ``number`` (from 1) and ``line``.

    Lines that are not UTF-8 are dropped and tallied; all others count as read.

    :raises InputError: if the file is missing, unreadable, not packed as its name says, or cut short
    """
    part = source if isinstance(source, SourceFile) else SourceFile(source)
    with opened(part) as stream:
        for chunk in whole_lines(cast(BinaryIO, stream)):
            frame = decoded(chunk, tally)
            progress(part.name, stream.position, stream.size)
            if frame.height:
                yield frame


def worked_blocks(
    source: Path | SourceFile,
    tally: Tally,
    work: Callable[[pl.DataFrame, Tally], T] | None = None,
    progress: Progress = silent,
    at_once: Callable[[bytes, Tally], T | None] | None = None,
    skip: int = 0,
) -> Iterator[T]:
    """What ``work`` makes of each block of ``blocks``, in the order of the blocks, whichever was ready first.

    ``work`` gets a tally of its own, and must touch nothing that another block's work touches.

    :param at_once: what makes the same of the bytes of a block, and counts its lines, or gives None for a block that
        must be looked at line by line
    :param skip: plain bytes at the beginning that were read before; their lines are in ``tally``
    :raises InputError: as ``blocks``
    """

    def worked(chunk: bytes, before: int) -> tuple[T | None, Tally]:
        own = Tally(tally.file, lines=before)
        if at_once is not None and (whole := at_once(chunk, own)) is not None:
            return whole, own
        frame = decoded(chunk, own)
        return (work(frame, own) if work is not None and frame.height else None), own

    waiting: deque[Future[tuple[T | None, Tally]]] = deque()

    def first() -> Iterator[T]:
        result, own = waiting.popleft().result()
        tally.add(own)
        if result is not None:
            yield result

    part, lines = source if isinstance(source, SourceFile) else SourceFile(source), tally.lines
    with opened(part) as stream, ThreadPoolExecutor(WORKERS) as pool:
        while skip and (piece := stream.read(min(skip, BLOCK_BYTES))):
            skip -= len(piece)
            progress(part.name, stream.position, stream.size)
        for chunk in whole_lines(cast(BinaryIO, stream)):
            waiting.append(pool.submit(worked, chunk, lines))
            lines += lines_in(chunk)
            progress(part.name, stream.position, stream.size)
            if len(waiting) > WORKERS:
                yield from first()
        while waiting:
            yield from first()


def whole_lines(file: BinaryIO) -> Iterator[bytes]:
    """Pieces of the file that end at a line end; the last gets one if it lacks it."""
    rest = b""
    while piece := file.read(BLOCK_BYTES):
        end = piece.rfind(b"\n") + 1
        if end:
            yield b"".join((rest, memoryview(piece)[:end]))  # copied once
            rest = piece[end:]
        else:
            rest += piece
    if rest:
        yield rest + b"\n"


def lines_in(chunk: bytes) -> int:
    """How many lines a piece of whole lines has."""
    return int(np.count_nonzero(np.frombuffer(chunk, dtype=np.uint8) == ord("\n")))


def decoded(chunk: bytes, tally: Tally) -> pl.DataFrame:
    """Split a piece into numbered lines, dropping those that are not UTF-8."""
    start = tally.lines + 1
    if start == 1:
        chunk = chunk.removeprefix(codecs.BOM_UTF8)
    try:
        lines = pl.read_lines(chunk)["line"]
        numbers = pl.int_range(start, start + len(lines), dtype=pl.Int64, eager=True)
    except pl.exceptions.ComputeError:  # some line is not UTF-8
        good: dict[int, str] = {}
        count = 0
        for count, line in enumerate(chunk.removesuffix(b"\n").split(b"\n"), start):
            try:
                good[count] = line.decode()
            except UnicodeDecodeError:
                tally.drop("not UTF-8", count)
        tally.lines = count
        lines = pl.Series("line", list(good.values()), dtype=pl.String)
        numbers = pl.Series(list(good), dtype=pl.Int64)
    else:
        tally.lines += len(lines)
    if b"\r" in chunk:
        lines = lines.str.strip_suffix("\r")
    return pl.DataFrame({"number": numbers, "line": lines})


def matching(frame: pl.DataFrame, pattern: str, reason: Callable[[str], str], tally: Tally) -> pl.DataFrame:
    """The lines that match a pattern; for each other one ``reason`` says what is wrong, and it is tallied."""
    good = pl.col("line").str.contains(pattern)
    kept = frame.filter(good)
    if kept.height < frame.height:
        for number, line in frame.filter(~good).iter_rows():
            tally.drop(reason(line), number)
    return kept


def compacted(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with its strings copied: slices of strings would keep the whole block in memory."""
    table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
    return cast(pl.DataFrame, pl.from_arrow(table))
