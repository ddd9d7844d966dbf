"""How many pairs of texts that agree, and from which nothing was learnt, score as much as a bar asks.

``python -m benchmarks.agreeing DATA OURS`` writes ``documents/alarms.toml``, which ``classify`` shows beside what it
detects; ``benchmarks.rivals_learnt --write`` writes it with the weights, on which it depends.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.rivals import HELD, Rival
from contragraph.documents.alarms import ALARMS
from contragraph.documents.weights import WEIGHTS

BARS = [n / 20 for n in range(1, 20)]
ANALYSIS = Path(__file__).resolve().parent.parent / "documents"


def weights_hash() -> str:
    """Of which weights the figures are."""
    return hashlib.sha256((ANALYSIS / WEIGHTS).read_bytes()).hexdigest()[:16]


def write_alarms(pairs: Sequence[Rival], scores: Sequence[float]) -> None:
    """Write what the package shows, for the weights that it has."""
    lines = [
        "# Written by python -m benchmarks.agreeing: pairs of texts that agree and were held back, by collection, and",
        "# how many of them score as much as each bar asks.",
        f'weights = "{weights_hash()}"',
        f"bars = {BARS}",
    ]
    for family in sorted({pair.family for pair in pairs}):
        its = [s for p, s in zip(pairs, scores) if p.half == HELD and p.family == family and not p.contradict]
        reach = [sum(score >= bar for score in its) for bar in BARS]
        lines += ["", f"[agree.{family}]", f"pairs = {len(its)}", f"reach = {reach}"]
    (ANALYSIS / ALARMS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the figures of the weights that the package has."""
    from benchmarks.rivals import rivals
    from benchmarks.rivals_learnt import read_pairs

    parser = argparse.ArgumentParser(prog="python -m benchmarks.agreeing", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("ours", type=Path)
    given = parser.parse_args(arguments)
    pairs = rivals(given.data, given.ours)
    write_alarms(pairs, [max((c.probability for c in its), default=0.0) for its in read_pairs(pairs)[0]])
    return 0


if __name__ == "__main__":
    sys.exit(main())
