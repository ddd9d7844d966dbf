"""How the cost of a scan grows with the number of documents, and what a second process gains.

``python -m benchmarks.scan_scale DATA [--sizes 100 1000 10000]`` with the folder of shared collections. The documents
are texts that people wrote: passages of questions, pairs of encyclopedias, and sentences of the same few hundred
subjects, so that many speak of the same things; hardly any contradict each other, and what is found is mostly wrong.
Each size is scanned by one process and by two, each time in a new one.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.rivals import conflictnq, econ, wikicontradict, written
from contragraph.documents.documents import NamedText
from contragraph.documents.scan import MANY, scan

SEED = 7
SIZES = (100, 1_000, 10_000)


def documents(data: Path, size: int) -> list[NamedText]:
    """So many different texts; of a larger size the first are those of a smaller one."""
    texts = {text for each in (conflictnq, wikicontradict, econ) for pair in each(data) for text in pair.texts}
    drawn = sorted(texts | set(written(data)))
    random.Random(SEED).shuffle(drawn)
    return [NamedText(f"{n:05}", text) for n, text in enumerate(drawn[:size])]


def measure(data: Path, size: int, workers: int) -> str:
    """One row: what a scan took, of this process and those that it started."""
    given = documents(data, size)
    scan(given[:2])  # what is imported and read once is not counted
    before, start = _used(), time.perf_counter()
    found = scan(given, workers=workers)
    seconds, used = time.perf_counter() - start, _used() - before
    memory = sum(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    same = hashlib.sha256(repr(found.found).encode()).hexdigest()[:8]
    return (
        f"{len(given):>9,} {workers:>9} {found.compared:>12,} {len(found.found):>7,} {seconds:>9.1f} {used:>9.1f}"
        f" {1000 * used / len(given):>9.1f} {memory / 1e6:>7.2f}  {same}"
    )


def _used() -> float:
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("scan_scale", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--one", type=int, nargs=2, metavar=("SIZE", "WORKERS"), help="measure one row in this process")
    args = parser.parse_args(arguments)
    if args.one:
        print(measure(args.data, *args.one), flush=True)
        return 0
    columns = ("documents", "processes", "compared", "found", "clock s", "cpu s", "cpu ms", "GB")
    print(" ".join(f"{name:>{width}}" for name, width in zip(columns, (9, 9, 12, 7, 9, 9, 9, 7))), flush=True)
    for size in args.sizes:
        for workers in (1, 2) if size >= MANY else (1,):
            one = ["--one", str(size), str(workers)]
            subprocess.run([sys.executable, "-m", "benchmarks.scan_scale", str(args.data), *one], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
