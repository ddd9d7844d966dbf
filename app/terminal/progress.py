"""Progress of long work: bars on stderr, nothing where that is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class ProgressReport(Protocol):
    """What long work calls now and then."""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """``done`` of ``total`` units of a stage are through."""

    def note(self, stage: str, text: str) -> None:
        """What is to be known of a stage besides."""


class _Silent:
    def __call__(self, stage: str, done: int, total: int) -> None:
        pass

    def note(self, stage: str, text: str) -> None:
        pass


@contextmanager
def progress() -> Iterator[ProgressReport]:
    """What long work reports its progress to: one bar for each stage."""
    if not sys.stderr.isatty():
        yield _Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn, TimeElapsedColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """How many units of a stage come in a minute, for stages that say more of themselves."""

        def render(self, task: Task) -> Text:
            fast = task.speed if task.fields["note"] else None
            return Text(f"{60 * fast:.1f}/min" if fast else "")

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    more = (TimeElapsedColumn(), Rate(), TextColumn("{task.fields[note]}", markup=False))
    bars = Progress(*columns, *more, console=Console(stderr=True))
    tasks: dict[str, TaskID] = {}

    class Bars:
        def __call__(self, stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total, note="")
            bars.update(tasks[stage], completed=done, total=total)

        def note(self, stage: str, text: str) -> None:
            if stage in tasks:
                bars.update(tasks[stage], note=text)

    with bars:
        yield Bars()
