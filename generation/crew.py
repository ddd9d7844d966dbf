"""Who builds the pairs of a wave: this process alone, or several at once.

Workers are forked once, when the graph is in memory, so that all share it. Whoever is free takes the next task of the
wave: what comes of a task depends on the task alone, so it does not matter who did it. A worker never touches the
store, whose threads a forked process lacks: it asks the process that forked it instead.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from queue import SimpleQueue
from typing import Protocol

from contragraph.generation.build import Draft, Rejection, Task
from contragraph.generation.knowledge import Answers, Asking, Knowledge, Need, at_once, run_in_lock_step
from contragraph.graph.errors import WorkerError

MOST = 4
"""Processes that are worth while: a wave has some twenty tasks, and waits for the longest."""
_TICKET = 4
"""Bytes of a number."""
_INTERVAL = 0.0005
"""Seconds after which a thread gives way to one that answers a worker."""

Result = Draft | Rejection
Build = Callable[[Task], Asking[Result]]


class Crew(Protocol):
    """Whoever builds the pairs of a wave."""

    def begin(self, tasks: Sequence[Task]) -> None:
        """Here are the tasks of the next wave; workers, if there are any, begin at once."""

    def finish(self) -> list[Result]:
        """What came of the tasks, in their order."""


def processes_here() -> int:
    """As many processes as there are cores for us and as help; one where processes cannot be forked well."""
    if not sys.platform.startswith("linux") or current_process().daemon:
        return 1  # a process that is one of many already may have none of its own
    return min(len(os.sched_getaffinity(0)), MOST)


@contextmanager
def crew_of(processes: int, build: Build, knowledge: Knowledge) -> Iterator[Crew]:
    """So many processes that build pairs, this one included; the others end with the block."""
    if processes < 2:
        yield Alone(build, knowledge)
        return
    team = Team(processes, build, knowledge)
    try:
        yield team
    finally:
        team.close()


class Alone:
    """One process, which does all when it is asked for the results."""

    def __init__(self, build: Build, knowledge: Knowledge) -> None:
        self._build, self._knowledge = build, knowledge
        self._tasks: Sequence[Task] = ()

    def begin(self, tasks: Sequence[Task]) -> None:
        """Here are the tasks of the next wave."""
        self._tasks = tasks

    def finish(self) -> list[Result]:
        """What came of the tasks, in their order."""
        return run_in_lock_step([self._build(task) for task in self._tasks], self._knowledge)


class Team:
    """Several processes: while this one does something else the others go on with the wave.

    A thread of this one tells them what they ask of the graph.
    """

    def __init__(self, processes: int, build: Build, knowledge: Knowledge) -> None:
        self._build, self._knowledge = build, knowledge
        self._tickets = Tickets()
        self._tasks: Sequence[Task] = ()
        self._workers: dict[int, tuple[ForkProcess, Connection]] = {}
        """By the number of the connection's file."""
        self._done: SimpleQueue[dict[int, Result] | Exception] = SimpleQueue()
        self._server = threading.Thread(target=self._serve, daemon=True)
        self._interval = sys.getswitchinterval()
        gc.freeze()  # else each process would copy the whole graph when it first collects
        try:
            for _ in range(processes - 1):
                self._fork()
            sys.setswitchinterval(_INTERVAL)
            self._server.start()
        except BaseException:
            self.close()
            raise

    def _fork(self) -> None:
        context = get_context("fork")
        ours, theirs = context.Pipe()
        given = (theirs, self._tickets, self._share, self._knowledge)
        worker = context.Process(target=_work, args=given, daemon=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads: none hold a lock now
            worker.start()
        theirs.close()
        self._workers[ours.fileno()] = worker, ours

    def begin(self, tasks: Sequence[Task]) -> None:
        """Here are the tasks of the next wave, with which the workers begin."""
        self._tasks = tasks
        self._tickets.put(len(tasks))
        told = pickle.dumps(tasks, pickle.HIGHEST_PROTOCOL)
        for _, connection in self._workers.values():
            with suppress(ConnectionError):  # of a dead worker the server tells
                connection.send_bytes(told)

    def finish(self) -> list[Result]:
        """What came of the tasks, in their order; whatever of the wave is left is shared with the workers."""
        results: dict[int, Result] = {}
        at_once(self._share(self._tasks, results), self._knowledge)
        for _ in self._workers:
            done = self._done.get()
            if isinstance(done, Exception):
                raise done
            results |= done
        return [results[number] for number in range(len(self._tasks))]

    def _share(self, tasks: Sequence[Task], results: dict[int, Result]) -> Asking[None]:
        """The tasks that fall to one process, one after another: the graph is at hand, so that hardly any waits."""
        while (number := self._tickets.take()) is not None:
            results[number] = yield from self._build(tasks[number])

    def _serve(self) -> None:
        """Answer the workers, and note what each has done of a wave, until they are no more."""
        heard = select.poll()
        for file in self._workers:
            heard.register(file, select.POLLIN)
        alive = len(self._workers)
        while alive:
            for file, _ in heard.poll():
                worker, connection = self._workers[file]
                try:
                    said = connection.recv()
                    if isinstance(said, frozenset):
                        connection.send(self._knowledge.answers(said))
                    else:
                        self._done.put(said)
                except (EOFError, ConnectionError):
                    heard.unregister(file)
                    alive -= 1
                    self._done.put(_end_of(worker))
                except Exception as error:  # of the store
                    self._done.put(error)

    def close(self) -> None:
        """End the workers, whatever they do."""
        for worker, _ in self._workers.values():
            worker.kill()
        if self._server.ident is not None:
            self._server.join()
        for worker, connection in self._workers.values():
            worker.join()
            worker.close()
            connection.close()
        self._tickets.close()
        sys.setswitchinterval(self._interval)
        gc.unfreeze()


def _end_of(worker: ForkProcess) -> WorkerError:
    worker.join()
    how = f"was killed by signal {-worker.exitcode}" if worker.exitcode and worker.exitcode < 0 else "ended"
    return WorkerError(
        f"A process that helped to make pairs {how}, for want of memory perhaps: --resume goes on, and --processes 1 "
        "does with less memory."
    )


class Tickets:
    """The numbers of the tasks that nobody has taken; each is taken once, by whichever process comes first.

    They lie in a pipe, of which the system gives each reader whole numbers. It holds 16,000, many more than a wave has.
    """

    def __init__(self) -> None:
        self.read, self._write = os.pipe()
        os.set_blocking(self.read, False)

    def put(self, count: int) -> None:
        """Lay out the numbers below ``count``."""
        os.write(self._write, b"".join(n.to_bytes(_TICKET, "little") for n in range(count)))

    def take(self) -> int | None:
        """The next number, None if none are left."""
        try:
            return int.from_bytes(os.read(self.read, _TICKET), "little")
        except BlockingIOError:
            return None

    def close(self) -> None:
        """Let go of the pipe."""
        os.close(self.read)
        os.close(self._write)


# -- in a worker ---------------------------------------------------------------------------------------------------

Share = Callable[[Sequence[Task], dict[int, Result]], Asking[None]]


def _work(connection: Connection, tickets: Tickets, share: Share, knowledge: Knowledge) -> None:
    """Build pairs until the process that forked this one has no more use for it, or is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever forked this process hears it too, and says what it means
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _let_go({connection.fileno(), tickets.read})
    threading.Thread(target=_end_with, args=(connection.fileno(),), daemon=True).start()

    def elsewhere(needs: frozenset[Need]) -> Answers:
        connection.send(needs)
        answers: Mapping[Need, object] = connection.recv()
        return answers

    knowledge.leave_to(elsewhere)
    while True:
        tasks: Sequence[Task] = connection.recv()
        results: dict[int, Result] = {}
        try:
            at_once(share(tasks, results), knowledge)
        except Exception as error:
            error.add_note(traceback.format_exc())
            connection.send(error)
        else:
            connection.send(results)


def _let_go(kept: set[int]) -> None:
    """Close all files but these: else locks, and streams that somebody reads, would outlive the process they are of."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    for before, after in pairwise([2, *sorted(kept), os.sysconf("SC_OPEN_MAX")]):
        os.closerange(before + 1, after)


def _end_with(other: int) -> None:
    """End this process, whatever it does, once nobody is at the other end of a connection."""
    ended = select.poll()
    ended.register(other, 0)
    ended.poll()
    os._exit(0)
