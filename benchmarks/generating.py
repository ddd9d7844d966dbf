"""A whole generation run, with the share of each step in its time and the peak of memory.

Steps are timed by wrapping the functions that they are made of, in a process of their own; the product knows nothing
of it. Time counts for the innermost step. Wrapping costs some percent, so the whole run is timed without it.
"""

from __future__ import annotations

import functools
import inspect
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.measure import Table, Took, alone, gigabytes, peak_memory, timed
from benchmarks.source import Source, loaded
from contragraph.dataset.types import parse_plan
from contragraph.generation.assembly import rounds
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.telling import Telling
from contragraph.generation.run import making, part, searches
from contragraph.generation.search import searching
from contragraph.generation.search.searching import Searcher
from contragraph.generation.settings import Settings
from contragraph.graph.stores.open import open_store

REST = "all else"
STEPS: tuple[tuple[Any, str, str], ...] = (
    (searches, "searched", "axioms: read, compile, count"),
    (Searcher, "rows", "search: queries of patterns"),
    (searching, "look", "search: what is known around rows"),
    (Searcher, "judged", "search: filters and proof"),
    (Around, "read", "pairs: facts around topics"),
    (rounds, "prove", "pairs: filled and proven"),
    (part, "fill_type", "pairs: all else"),
    (Telling, "instance", "texts"),
    (part, "entry_of", "instances as JSON"),
    (making, "store_run", "instances into the store"),
    (making, "append_journal", "files"),
    (making, "write_dataset", "files"),
    (making, "publish", "files"),
)
"""Where a function stands, its name, and the step that its time counts for."""


class Stopwatch:
    """Seconds on the clock and of processors by step; the step on top of the stack is running."""

    def __init__(self) -> None:
        self.steps: dict[str, Took] = {}
        self._stack = [REST]
        self._since = Took(time.perf_counter(), time.process_time())

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Count the time until the end for this step, but for steps within."""
        self._turn()
        self._stack.append(name)
        try:
            yield
        finally:
            self._turn()
            self._stack.pop()

    def _turn(self) -> None:
        now, step = Took(time.perf_counter(), time.process_time()), self._stack[-1]
        passed = Took(now.seconds - self._since.seconds, now.processor - self._since.processor)
        self.steps[step] = self.steps.get(step, Took(0.0, 0.0)) + passed
        self._since = now

    def stop(self) -> None:
        """Count the time since the last step."""
        self._turn()


def watched(watch: Stopwatch, function: Callable[..., object], step: str) -> Callable[..., object]:
    """The function with its time counted for a step; of one that gives out piece by piece, the time of each."""

    @functools.wraps(function)
    def pieces(*given: object, **options: object) -> Iterator[object]:
        found = function(*given, **options)
        assert isinstance(found, Iterator)
        while True:
            with watch.step(step):
                try:
                    each = next(found)
                except StopIteration:
                    return
            yield each

    @functools.wraps(function)
    def wrapped(*given: object, **options: object) -> object:
        with watch.step(step):
            return function(*given, **options)

    return pieces if inspect.isgeneratorfunction(function) else wrapped


def by_step(address: str, out: Path, plan: str, seed: int) -> dict[str, Took]:
    """How long each step took. The wrapped functions stay wrapped: the process ends after this."""
    watch = Stopwatch()
    for place, name, step in STEPS:
        setattr(place, name, watched(watch, getattr(place, name), step))
    with open_store(address) as store:
        making.generate(store, out, Settings(parse_plan(plan), seed))
        watch.stop()
    return watch.steps


def whole(address: str, out: Path, plan: str, seed: int) -> tuple[Took, int, int, int | None]:
    """How long a run took that nobody watched, pairs made, pairs that the plan lacks, peak memory."""
    with open_store(address) as store:
        took, report = timed(making.generate, store, out, Settings(parse_plan(plan), seed))
    missing = sum(s.wanted - s.made for s in report.shortfalls)
    return took, sum(report.made.values()), missing, peak_memory()


def run(source: Source, folder: Path, plan: str, seed: int = 7, address: str | None = None) -> list[Table]:
    """Two runs, each from a store of its own into a new folder; one is watched.

    With an ``address`` both are from the store there, which is loaded already.
    """
    addresses = [address or f"ladybug:{folder / name}" for name in ("watched.lbug", "unwatched.lbug")]
    for each in addresses if address is None else ():
        shutil.copy(loaded(source, folder), each.removeprefix("ladybug:"))
    steps = alone(by_step, addresses[0], folder / "watched", plan, seed)
    took, made, missing, memory = alone(whole, addresses[1], folder / "unwatched", plan, seed)
    nothing = Took(0.0, 0.0)
    total = sum(steps.values(), nothing)
    order = dict.fromkeys([*(step for _, _, step in STEPS), REST])
    rows = [(step, steps.get(step, nothing)) for step in order] + [("in all, watched", total)]
    short = f", {missing} fewer than planned" if missing else ""
    return [
        Table(
            f"Generation: {source.name if address is None else address.partition(':')[0]}, plan {plan}, seed {seed}",
            ("", "seconds", "processor", "share of it", "ms of it a pair"),
            tuple(
                (
                    step,
                    f"{took.seconds:.2f}",
                    f"{took.processor:.2f}",
                    f"{took.processor / total.processor:.0%}",
                    f"{1e3 * took.processor / max(1, made):.2f}",
                )
                for step, took in rows
            ),
            f"Not watched: {made:,} pairs in {took.seconds:.1f} s, "
            f"{took.processor:.1f} s of processors{short}; peak memory {gigabytes(memory)}.",
        )
    ]
