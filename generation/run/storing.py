"""What a run made goes into the store in batches; until all is there the run counts as unfinished."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from contragraph.generation.run.task import Task
from contragraph.graph.model.origin import Run
from contragraph.graph.progress import Progress
from contragraph.graph.store import GraphStore

_BATCH = 1200
"""Pairs or sets in one transaction."""
T = TypeVar("T")
Keep = Callable[[GraphStore, Path, Task, int, Progress], None]
"""Puts so many things of a finished folder into the store."""


def store_run(
    store: GraphStore,
    run: Run,
    made: Iterator[T],
    write: Callable[[Sequence[T]], None],
    total: int,
    progress: Progress,
    batch: int = _BATCH,
) -> None:
    """Write a run and what it made; ``progress`` is called with ("stored", done, total)."""
    store.write_run(run)
    done = 0
    while some := list(islice(made, batch)):
        write(some)
        done += len(some)
        progress("stored", done, total)
    store.finish_run(run.id)
