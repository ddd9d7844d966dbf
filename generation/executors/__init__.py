"""Who does the shards of a run: processes of this machine, or tasks of Ray on one machine or many.

A shard is a number, and a task makes a file of it whose bytes depend on nothing else. So nobody can tell from a dataset
who made its shards, in which order, or how often one was begun: that is for speed alone. A task writes its file under a
name of its own and renames it, so that it may be done twice, at the same time as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from contragraph.generation.executors.forking import run_forked

ShardTask = Callable[[int], Path]
"""Makes a shard, and says where it is. For Ray it must be something that can be pickled."""


class Executor(Protocol):
    """Who does shards."""

    def run(self, task: ShardTask, numbers: Sequence[int]) -> Iterator[Path]:
        """What the task gives for each number, in their order, whoever is done first.

        Where the iterator is closed, what is at work still is ended.

        Raises:
            ContragraphError: what the task raised.
            WorkerError: if somebody who worked on a shard is no more, or failed.
        """


@dataclass(frozen=True, slots=True)
class Local:
    """So many processes of this machine."""

    processes: int

    def run(self, task: ShardTask, numbers: Sequence[int]) -> Iterator[Path]:
        """See :class:`Executor`."""
        return run_forked(task, numbers, self.processes, "made shard {}")


@dataclass(frozen=True, slots=True)
class OnRay:
    """A Ray cluster: that of an address, else one of so many processes that begins and ends with the run."""

    processes: int
    address: str | None = None

    def run(self, task: ShardTask, numbers: Sequence[int]) -> Iterator[Path]:
        """See :class:`Executor`."""
        from contragraph.generation.executors.ray_tasks import run_shards

        return run_shards(task, numbers, self.processes, self.address)
