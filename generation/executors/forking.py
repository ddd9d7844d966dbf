"""Processes forked from this one, with all that it knows; what they do, and that they end, is ours to see to."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from typing import Any, TypeVar

from contragraph.graph.errors import ContragraphError, WorkerError
from contragraph.graph.stopping import unstopped

Made = TypeVar("Made")
PARTS = 2
"""Parts into which work is dealt, whatever the number of processes: what comes out may depend on who is in a part."""
_DEATH_OF_PARENT = 1
"""The request of ``prctl`` to get a signal when the process that forked this one ends, however it ends."""


def cores() -> int:
    """As many processes as there are cores for us; one where processes cannot be forked well."""
    if not sys.platform.startswith("linux") or current_process().daemon:
        return 1  # a process that is one of many already may have none of its own
    return len(os.sched_getaffinity(0))


def processes_here() -> int:
    """As many of them as help in a search."""
    return min(cores(), PARTS)


@dataclass(frozen=True)
class _Failed:
    """What a process says of an error that it did not expect."""

    why: str


@dataclass(frozen=True)
class Forked:
    """A process that works for this one, and what leads to it."""

    process: ForkProcess
    connection: Connection

    def answer(self, doing: str) -> Any:  # noqa: ANN401
        """What it sends; ``doing`` says what it was to do.

        Raises:
            ContragraphError: what it raised.
            WorkerError: if it ended or failed.
        """
        try:
            answer = self.connection.recv()
        except (EOFError, ConnectionError):
            self.process.join()
            raise WorkerError(
                f"A process that {doing} has ended ({self.process.exitcode}): try again, with --processes 1 if need be."
            ) from None
        if isinstance(answer, ContragraphError):
            raise answer
        if isinstance(answer, _Failed):
            raise WorkerError(f"A process that {doing} failed: {answer.why}")
        return answer

    def close(self) -> None:
        """End it; whatever it still did is not wanted."""
        self.connection.close()
        self.process.terminate()
        self.process.join()


def forked(work: Callable[[Connection], None], others: Sequence[Forked] = ()) -> Forked:
    """A process that does this work with the connection to us; it ends when we do, and raises what it meets to us."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    inherited = [ours, *(other.connection for other in others)]
    worker = context.Process(target=_begun, args=(work, theirs, inherited, os.getpid()), daemon=True)
    # Python runs hooks when it forks, and passes over what a stop would raise in them.
    with warnings.catch_warnings(), unstopped():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads: none hold a lock now
        worker.start()
    theirs.close()
    return Forked(worker, ours)


def _begun(
    work: Callable[[Connection], None], connection: Connection, inherited: Sequence[Connection], parent: int
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who forked us hears it, and ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(_DEATH_OF_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        return
    for each in inherited:
        each.close()  # else we would not hear that they were closed
    try:
        work(connection)
    except (EOFError, ConnectionError):
        return
    except ContragraphError as error:
        with suppress(ConnectionError):
            connection.send(error)
    except Exception:
        with suppress(ConnectionError):
            connection.send(_Failed(traceback.format_exc(limit=-3).strip()))


def run_forked(task: Callable[[int], Made], numbers: Sequence[int], processes: int, doing: str) -> Iterator[Made]:
    """What a task makes of each number, in their order, by processes that have all that this one knows.

    Numbers are dealt to the processes in turn. With one process the work is done in this one, as it is where processes
    cannot be forked well. ``doing`` is what a process is said to have done of a number, ``{}``.

    Raises:
        ContragraphError: what the task raised.
        WorkerError: if a process ended or failed.
    """
    count = min(processes, len(numbers))
    if count < 2 or not sys.platform.startswith("linux"):
        yield from map(task, numbers)
        return
    workers: list[Forked] = []
    try:
        for place in range(count):
            workers.append(forked(partial(_each, task, numbers[place::count]), workers))
        for turn, number in enumerate(numbers):
            yield workers[turn % count].answer(doing.format(number))
    finally:
        for worker in workers:
            worker.close()


def _each(task: Callable[[int], Any], numbers: Sequence[int], connection: Connection) -> None:
    for number in numbers:
        connection.send(task(number))
