"""Several processes that search: each reads the store for itself, and judges what it finds there.

They are forked with all that a search stands on. What is asked is dealt out like cards, into as many parts whatever the
number of processes: what is known around one part is read together, and filters may look at all of it, so what is found
depends on what else is in the part, but not on who searched it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess

from contragraph.generation.search.searching import Batch, Searcher
from contragraph.generation.search.shapes import Shape
from contragraph.graph.errors import ContragraphError, WorkerError
from contragraph.graph.stopping import unstopped
from contragraph.graph.store import Opener, Window

PARTS = 2
"""Parts of what is asked: each reads large tables of the store once."""
_DEATH_OF_PARENT = 1
"""The request of ``prctl`` to get a signal when the process that forked this one ends, however it ends."""

Asked = Sequence[tuple[Shape, Window]]


def processes_here() -> int:
    """As many processes as there are cores for us and as help; one where processes cannot be forked well."""
    if not sys.platform.startswith("linux") or current_process().daemon:
        return 1  # a process that is one of many already may have none of its own
    return min(len(os.sched_getaffinity(0)), PARTS)


class Team:
    """So many processes that search, this one included, but no more than there are parts; others begin when asked."""

    def __init__(self, searcher: Searcher, processes: int) -> None:
        self._searcher = searcher
        self._others = min(processes, PARTS) - 1
        self._workers: list[tuple[ForkProcess, Connection]] = []

    def found(self, asked: Asked) -> list[Batch]:
        """What a window of each of some shapes gives, in their order."""
        if self._others and not self._workers:
            self._fork()
        things = self._searcher.things(asked)
        parts = [asked[place::PARTS] for place in range(PARTS)]
        found: list[Batch | None] = [None] * len(asked)
        for part, (_, connection) in zip(reversed(parts), self._workers, strict=False):
            with suppress(ConnectionError):  # of one that is no more we hear when it is to answer
                connection.send((things, [(shape.name, window) for shape, window in part]))
        for place in range(PARTS - len(self._workers)):
            found[place::PARTS] = self._searcher.found(parts[place])
        for place, (worker, connection) in zip(reversed(range(PARTS)), self._workers, strict=False):
            found[place::PARTS] = _answer(worker, connection, parts[place])
        return [batch for batch in found if batch is not None]

    def close(self) -> None:
        """End the other processes; closing twice is fine."""
        for _, connection in self._workers:
            connection.close()
        for worker, _ in self._workers:
            worker.join()
        self._workers = []

    def _fork(self) -> None:
        context = get_context("fork")
        opener = self._searcher.store.opener()
        for _ in range(self._others):
            ours, theirs = context.Pipe()
            inherited = [ours, *(connection for _, connection in self._workers)]
            given = (theirs, inherited, self._searcher, opener, os.getpid())
            worker = context.Process(target=_work, args=given, daemon=True)
            # Python runs hooks when it forks, and passes over what a stop would raise in them.
            with warnings.catch_warnings(), unstopped():
                warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads: none hold a lock now
                worker.start()
            theirs.close()
            self._workers.append((worker, ours))


def _answer(worker: ForkProcess, connection: Connection, part: Asked) -> list[Batch]:
    """What a worker found for its part."""
    try:
        answer = connection.recv()
    except (EOFError, ConnectionError):
        worker.join()
        raise WorkerError(
            f"A process that searched has ended ({worker.exitcode}): try again, with --processes 1 if need be."
        ) from None
    if isinstance(answer, ContragraphError):
        raise answer
    if isinstance(answer, str):
        raise WorkerError(f"A process that searched failed: {answer}")
    return [Batch(shape, *rest) for (shape, _), rest in zip(part, answer, strict=True)]


def _work(
    connection: Connection, inherited: Sequence[Connection], searcher: Searcher, opener: Opener, parent: int
) -> None:
    """Answer what is asked until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who forked us hears it, and ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(_DEATH_OF_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        return
    for each in inherited:
        each.close()  # else we would not hear that they were closed
    try:
        own = searcher.reading(opener())
        shapes = {shape.name: shape for shape in searcher.grounds.shapes}
        while True:
            things, asked = connection.recv()
            own.know(things)
            batches = own.found([(shapes[name], window) for name, window in asked])
            connection.send([(b.rows, b.later, b.proven, b.refused) for b in batches])
    except (EOFError, ConnectionError):
        return
    except ContragraphError as error:
        with suppress(ConnectionError):
            connection.send(error)
    except Exception:
        with suppress(ConnectionError):
            connection.send(traceback.format_exc(limit=-3).strip())
