"""A whole generation run, with the share of each step in its time and the peak of memory.

Steps are timed by wrapping the functions that they are made of, in a process of their own. Time counts for the
innermost step: what the prover takes within the search is the prover's.
"""

from __future__ import annotations

import functools
import inspect
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.measure import Table, Took, alone, gigabytes, peak_memory, timed
from benchmarks.source import Source, loaded
from contragraph.generation import rounds
from contragraph.generation import run as generation
from contragraph.generation.knowledge import Knowledge
from contragraph.generation.plan import parse_plan
from contragraph.graph import open_store

JUDGE, REST = "judge: conflicts, proofs, consistency", "all else"
STEPS: tuple[tuple[Any, str, str], ...] = (
    (generation, "load_ontology", "ontology: read, compile, unfold"),
    (generation, "Proposer", "ontology: read, compile, unfold"),
    (rounds.Seeds, "of", "seeds, read from the store"),
    (rounds, "run_in_lock_step", "search: candidates, supports, subgraphs"),
    (Knowledge, "fetch", "facts, read from the store"),
    (generation, "in_words", "texts"),
    (generation, "to_line", "instances as JSON"),
    (generation, "_store_instances", "instances into the store"),
    (generation, "append_journal", "files"),
    (generation, "write_dataset", "files"),
    (generation, "publish", "files"),
)
"""Where a function stands, its name, and the step that its time counts for."""
JUDGING = ("contragraph.reasoning.judge", "contragraph.reasoning.prover", "contragraph.reasoning.certificate")
"""All functions of these modules count for the judge, wherever the generation room uses them."""


class Stopwatch:
    """Seconds by step; the step on top of the stack is running."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._stack = [REST]
        self._since = time.perf_counter()

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
        now = time.perf_counter()
        self.seconds[self._stack[-1]] += now - self._since  # type: ignore[assignment]
        self._since = now

    def stop(self) -> None:
        """Count the time since the last step."""
        self._turn()


def watched(watch: Stopwatch, function: Callable[..., object], step: str) -> Callable[..., object]:
    """The function with its time counted for a step."""

    @functools.wraps(function)
    def wrapped(*given: object, **options: object) -> object:
        with watch.step(step):
            return function(*given, **options)

    return wrapped


def judging() -> Iterator[tuple[Any, str, str]]:
    """Where the generation room uses functions of the judge."""
    for module_name, module in sorted(sys.modules.items()):
        if module_name.startswith("contragraph.generation."):
            for name, value in vars(module).copy().items():
                if inspect.isfunction(value) and value.__module__ in JUDGING:
                    yield module, name, JUDGE


def measured(path: Path, out: Path, plan: str, seed: int) -> tuple[dict[str, float], Took, int, int, int | None]:
    """Seconds by step, how long all took, pairs made, pairs that the plan lacks, peak memory.

    The wrapped functions stay wrapped: the process ends after this.
    """
    watch = Stopwatch()
    settings = generation.Settings(parse_plan(plan), seed)
    for place, name, step in [*STEPS, *judging()]:
        setattr(place, name, watched(watch, getattr(place, name), step))
    with open_store(f"ladybug:{path}") as store:
        took, report = timed(generation.generate, store, out, settings)
        watch.stop()
    missing = sum(s.wanted - s.made for s in report.shortfalls)
    return dict(watch.seconds), took, sum(report.made.values()), missing, peak_memory()


def run(source: Source, folder: Path, plan: str, seed: int = 7) -> list[Table]:
    """One run from a store of its own into a new folder, in a process of its own."""
    path = folder / "generation.lbug"
    shutil.copy(loaded(source, folder), path)
    steps, took, made, missing, memory = alone(measured, path, folder / "dataset", plan, seed)
    order = dict.fromkeys([*(step for _, _, step in STEPS), JUDGE, REST])
    rows = [(step, steps.get(step, 0.0)) for step in order] + [("in all", sum(steps.values()))]
    short = f", {missing} fewer than planned" if missing else ""
    return [
        Table(
            f"Generation: {source.name}, plan {plan}, seed {seed}",
            ("", "seconds", "share", "ms a pair"),
            tuple(
                (step, f"{s:.2f}", f"{s / sum(steps.values()):.0%}", f"{1e3 * s / max(1, made):.2f}")
                for step, s in rows
            ),
            f"{made:,} pairs in {took.seconds:.1f} s, {took.processor:.1f} s of processors{short}; "
            f"peak memory {gigabytes(memory)}.",
        )
    ]
