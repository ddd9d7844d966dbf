"""Validate what is known: the sets of a dataset, and pairs of other people's datasets as contexts.

``python -m benchmarks.validated DATASET``: for each type of a dataset of sets how often its contradiction is found with
just its documents, and how often others are named. Of a file that ``classify`` reads (all of whose pairs contradict
each other) the first two texts are a context; ten first texts of far-off items are one without.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import with_folder
from contragraph.dataset.records.sets import read_sets
from contragraph.documents.passages import ContextDocument
from contragraph.documents.readers import read_corpus
from contragraph.documents.traces import Context
from contragraph.documents.validate import Validation, validate_context

UNRELATED, TOGETHER = 40, 10


def show_sets(folder: Path) -> None:
    """Print a line for each type."""
    counts: Counter[tuple[str, str]] = Counter()
    started, read = time.process_time(), 0
    for _, record in read_sets(folder):
        found = _validated(record.id, [d.text for d in record.documents])
        gold = {tuple(n + 1 for n in c.documents) for c in record.conflicts}
        proven = {f.documents for f in found.findings if f.by == "proof"}
        counts[record.type, "sets"] += 1
        counts[record.type, "right"] += bool(gold & proven)
        counts[record.type, "wrong"] += bool(proven - gold)
        counts[record.type, "ruled"] += any(f.by == "rule" and f.documents not in gold for f in found.findings)
        read += 1
    for kind in dict.fromkeys(kind for kind, _ in counts):
        sets, right, wrong, ruled = (counts[kind, what] for what in ("sets", "right", "wrong", "ruled"))
        print(f"{kind}: of {sets} sets {right} proven with just their documents; others named in {wrong} by proof,")
        print(f"  in {ruled} by rules")
    print(f"{(time.process_time() - started) / read:.2f} s of a processor for each")


def show_pairs(path: Path) -> None:
    """Print what is found in pairs that contradict each other, and in texts that have nothing to do with each other."""
    pairs = {p.key: p.texts[:2] for p in read_corpus(path).pairs if p.texts[0] != p.texts[1]}
    texts = list(pairs.values())
    found = [_validated(str(n), some) for n, some in enumerate(texts)]
    step = max(1, len(texts) // TOGETHER)
    mixed = [[texts[(n + step * k) % len(texts)][0] for k in range(TOGETHER)] for n in range(UNRELATED)]
    apart = [_validated(str(n), some) for n, some in enumerate(mixed)]
    print(
        f"{path.name}: of {len(found)} pairs {_with('pair', found)} found, {_with('self', found)} with a self besides"
    )
    print(
        f"  of {len(apart)} contexts of {TOGETHER} others {_with('pair', apart)} a pair, {_with('self', apart)} a self"
    )


def _with(kind: str, found: Sequence[Validation]) -> int:
    return sum(kind in each.types for each in found)


def _validated(name: str, texts: Sequence[str]) -> Validation:
    return validate_context(Context(name, tuple(map(ContextDocument, texts))))


def show(path: Path) -> None:
    """Print the figures of a dataset of sets, or of a file of pairs."""
    (show_sets if path.is_dir() else show_pairs)(path)


def main(arguments: Sequence[str] | None = None) -> int:
    return with_folder("validated", str(__doc__), show, arguments, ("DATASET", "a dataset of sets, or a file of pairs"))


if __name__ == "__main__":
    sys.exit(main())
