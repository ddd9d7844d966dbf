"""Datasets of growing size: does the time of a pair stay the same, and memory flat?

Each size is a run of its own in a process of its own, with the shares of the eight types that the paper has. What a
graph cannot yield is said: seeds run dry.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Table, Took, alone, gigabytes, peak_memory, timed
from benchmarks.source import Source, loaded
from contragraph.dataset.types import MAGIC_PLAN, PairType
from contragraph.generation.run.making import Settings, generate
from contragraph.graph.stores.open import open_store


def plan_of(pairs: int) -> dict[PairType, int]:
    """A plan of so many pairs with the shares of the paper's; the first type takes what rounding leaves."""
    total = sum(MAGIC_PLAN.values())
    plan = {t: n * pairs // total for t, n in MAGIC_PLAN.items()}
    first = next(iter(plan))
    plan[first] += pairs - sum(plan.values())
    return plan


def once(path: Path, out: Path, pairs: int, seed: int) -> tuple[Took, dict[str, int | None], int, dict[str, int]]:
    """How long a run took, its peak of memory when the search ended and in the end, pairs made, and what is missing."""
    memory: dict[str, int | None] = {}

    def watch(what: str, done: int, of: int) -> None:
        del done, of
        if what == "pairs":
            memory["search"] = peak_memory()

    with open_store(f"ladybug:{path}") as store:
        took, report = timed(generate, store, out, Settings(plan_of(pairs), seed), progress=watch)
    memory["all"] = peak_memory()
    missing = {str(s.type): s.wanted - s.made for s in report.shortfalls}
    return took, memory, sum(report.made.values()), missing


def run(source: Source, folder: Path, sizes: Sequence[int], seed: int = 7) -> list[Table]:
    """A row for each size."""
    rows: list[tuple[str, ...]] = []
    dry: list[str] = []
    for pairs in sizes:
        path = folder / f"scale-{pairs}.lbug"
        shutil.copy(loaded(source, folder), path)
        took, memory, made, missing = alone(once, path, folder / f"scale-{pairs}", pairs, seed)
        rows.append(
            (
                f"{pairs:,}",
                f"{made:,}",
                f"{took.seconds:.0f}",
                f"{took.processor:.0f}",
                f"{1e3 * took.processor / max(1, made):.0f}",
                gigabytes(memory["search"]),
                gigabytes(memory["all"]),
                f"{path.stat().st_size / 1e6:.0f} MB",
            )
        )
        if missing:
            short = ", ".join(f"{n:,} of {t}" for t, n in missing.items())
            dry.append(f"Of {pairs:,} planned there are too few: {short}.")
        path.unlink()
    columns = ("planned", "made", "seconds", "processor", "ms of it a pair", "memory, search", "memory, all", "store")
    return [Table(f"Growth: {source.name}, seed {seed}", columns, tuple(rows), " ".join(dry))]
