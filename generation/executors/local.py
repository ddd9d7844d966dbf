"""Shards on this machine: in this process, or in some that are forked from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from contragraph.generation.executors import ShardTask
from contragraph.generation.forking import Forked, forked


def run_shards(task: ShardTask, numbers: Sequence[int], processes: int) -> Iterator[Path]:
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
            yield workers[turn % count].answer(f"made shard {numbers[turn]}")
    finally:
        for worker in workers:
            worker.close()


def _work(task: ShardTask, numbers: Sequence[int], connection: Connection) -> None:
    for number in numbers:
        connection.send(task(number))
