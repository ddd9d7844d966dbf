"""What it costs to have shards made by Ray instead of processes: the same run by each in turn, side by side.

python -m benchmarks.executors STORE [--plan PLAN] [--shards N] [--processes N] [--repeats N]: STORE is a file of an
embedded store with a graph; it is copied. The first rows are of shards that do nothing: what starting and ending takes.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.measure import Table
from contragraph.dataset.files.folder import INSTANCES, sha256
from contragraph.generation.executors import Executor, Local, OnRay

MOST = 1000


def nothing(folder: Path, number: int) -> Path:
    """A shard that takes no time."""
    return folder / hashlib.sha256(str(number).encode()).hexdigest()


def idle(processes: int, shards: int) -> dict[str, float]:
    """Seconds that each executor takes for shards that do nothing."""
    found: dict[str, float] = {}
    executors: dict[str, Executor] = {"local": Local(processes), "ray": OnRay(processes)}
    for name, executor in executors.items():
        began = time.monotonic()
        assert len([*executor.run(partial(nothing, Path()), range(shards))]) == shards
        found[name] = time.monotonic() - began
    return found


def once(folder: Path, plan: str, shards: int, processes: int, executor: str) -> tuple[float, str]:
    """Seconds that a whole run takes, in a process of its own, and the hash of its pairs."""
    command = [sys.executable, "-m", "contragraph.app", "generate", "--plan", plan, "--shards", str(shards)]
    command += ["--executor", executor, "--processes", str(processes), "--store", "ladybug:graph.lbug"]
    began = time.monotonic()
    done = subprocess.run([*command, "--out", "made", "--overwrite"], cwd=folder, capture_output=True, check=False)
    took = time.monotonic() - began
    if done.returncode > 1:
        raise SystemExit(done.stderr.decode())
    return took, sha256(folder / "made" / INSTANCES)


def report(store: Path, plan: str, shards: int, processes: int, repeats: int) -> Table:
    """A row for each executor."""
    ways = {"local, 1 process": ("local", 1), f"local, {processes}": ("local", processes)}
    ways |= {f"Ray, {processes}": ("ray", processes)}
    took: dict[str, list[float]] = {name: [] for name in ways}
    made: set[str] = set()
    with tempfile.TemporaryDirectory(prefix="contragraph-executors-") as name:
        folder = Path(name)
        for _ in range(repeats):
            for way, (executor, count) in ways.items():
                shutil.copy(store, folder / "graph.lbug")
                seconds, content = once(folder, plan, shards, count, executor)
                took[way].append(seconds)
                made.add(content)
    few, many = idle(processes, 1), idle(processes, MOST)
    rows = [(f"{MOST:,} shards that do nothing, {name}", f"{many[name]:.1f}", f"{few[name]:.1f}") for name in few]
    rows += [(f"{plan}, {shards} shards, {n}", f"{statistics.median(s):.1f}", f"{min(s):.1f}") for n, s in took.items()]
    remark = f"Seconds on the clock: the median of {repeats} and the least; of shards that do nothing {MOST:,} and one."
    same = "All runs made the same pairs." if len(made) == 1 else "THE RUNS MADE DIFFERENT PAIRS."
    return Table("Who makes shards", ("what", "seconds", "least"), tuple(rows), f"{remark} {same}")


def main(given: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.executors", description=str(__doc__).split("\n\n")[0])
    parser.add_argument("store", type=Path, metavar="STORE", help="the file of an embedded store with a graph")
    parser.add_argument("--plan", default="magic")
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args(given)
    table = report(options.store, options.plan, options.shards, options.processes, options.repeats)
    print(table.markdown())
    return 0


if __name__ == "__main__":
    sys.exit(main())
