"""Progress of long work: bars on stderr, nothing where that is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Report(Protocol):
    """What long work calls now and then."""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """``done`` of ``total`` units of a stage are through."""


def _silent(stage: str, done: int, total: int) -> None:
    del stage, done, total


@contextmanager
def progress() -> Iterator[Report]:
    """What long work reports its progress to: one bar for each stage."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    bars = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True))
    tasks: dict[str, TaskID] = {}

    def report(stage: str, done: int, total: int) -> None:
        if stage not in tasks:
            tasks[stage] = bars.add_task(stage, total=total)
        bars.update(tasks[stage], completed=done, total=total)

    with bars:
        yield report
