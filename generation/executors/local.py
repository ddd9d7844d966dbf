"""Shards on this machine: in this process, or in some that are forked from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from contragraph.generation.forking import Forked, forked

Task = Callable[[int], Path]
"""Makes the shard of a number and gives its file; it needs nothing but paths and plain settings."""


def run_shards(task: Task, numbers: Sequence[int], processes: int) -> Iterator[Path]:
    """The files of some shards in the order of their numbers, as they are made.

    Shards are dealt to the processes in turn; what a shard holds does not depend on who makes it.

    Raises:
        ContragraphError: what a shard raised.
        WorkerError: if a process ended or failed.
    """
    count = min(processes, len(numbers))
    if count < 2:
        yield from map(task, numbers)
        return
    workers: list[Forked] = []
    try:
        for place in range(count):
            workers.append(forked(partial(_work, task, numbers[place::count]), workers))
        for turn in range(len(numbers)):
            yield workers[turn % count].answer("made shards of a bank")
    finally:
        for worker in workers:
            worker.close()


def _work(task: Task, numbers: Sequence[int], connection: Connection) -> None:
    for number in numbers:
        connection.send(task(number))
