"""Shards done by processes of this machine."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path

from contragraph.generation.forking import Forked, forked


def run_shards(task: Callable[[int], Path], numbers: Sequence[int], processes: int) -> Iterator[Path]:
    """What a task gives for each number, in their order: as many processes as are allowed, one for each shard.

    A process ends with its shard, and with it the memory that it took. With one process the shards are made in this
    one, as they are where processes cannot be forked well.

    Raises:
        ContragraphError: what the task raised.
        WorkerError: if a process ended or failed; those beside it are ended.
    """
    if processes == 1 or not sys.platform.startswith("linux"):
        yield from map(task, numbers)
        return
    waiting, done = deque(numbers), dict[int, Path]()
    running: dict[Connection, tuple[int, Forked]] = {}
    try:
        for number in numbers:
            while number not in done:
                while waiting and len(running) < processes:
                    fresh = waiting.popleft()
                    worker = forked(partial(_make, task, fresh), [other for _, other in running.values()])
                    running[worker.connection] = (fresh, worker)
                for ready in wait(list(running)):
                    assert isinstance(ready, Connection)
                    made, worker = running[ready]
                    done[made] = worker.answer(f"made shard {made}")
                    del running[ready]
                    worker.close()
            yield done.pop(number)
    finally:
        for _, worker in running.values():
            worker.close()


def _make(task: Callable[[int], Path], number: int, connection: Connection) -> None:
    """Make a shard and say where it is."""
    connection.send(task(number))
