"""Plant contradicting pairs among true documents, scan them, and print what was found.

``python -m benchmarks.scanned DIR``, where ``DIR`` is a dataset of 1,000 pairs or so. Both texts of 100 pairs and the
original texts of 800 others are the documents. A pair that was found and not planted is looked up in the statements
that its texts were made from: where the prover contradicts them, the finding is right as well.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import with_folder
from contragraph.dataset.records.pairs import read_dataset
from contragraph.documents.documents import NamedText
from contragraph.documents.scan import scan
from contragraph.graph.model import Statement
from contragraph.ontology.turtle import read_ontology
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import rules_of

PLANTED, TRUE, SEED = 100, 800, 5


def show(folder: Path) -> None:
    """Scan documents made of a dataset and print the figures."""
    instances = list(read_dataset(folder))
    chosen = random.Random(SEED).sample(instances, PLANTED + TRUE)
    documents, said = [], {}
    for number, instance in enumerate(chosen):
        for side in instance.sides if number < PLANTED else instance.sides[:1]:
            name = f"{number:03}-{side.name}"
            documents.append(NamedText(name, side.text.body))
            said[name] = side.statements
    random.Random(SEED).shuffle(documents)
    start = time.perf_counter()
    found = scan(documents)
    seconds = time.perf_counter() - start
    pairs = [tuple(sorted((documents[c.first].name, documents[c.second].name))) for c in found.found]
    planted = [pair for pair in pairs if pair[0][:3] == pair[1][:3]]
    rules = rules_of(read_ontology(folder / "ontology.ttl"))

    def contradict(one: tuple[Statement, ...], other: tuple[Statement, ...]) -> bool:
        union = sorted({*one, *other}, key=lambda s: s.sort_key)
        return bool(minimal_conflicts(union, rules).minimal)

    others = [pair for pair in pairs if pair not in planted]
    right = sum(contradict(said[a], said[b]) for a, b in others)
    memory = sum(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    used = sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"{len(documents)} documents, {found.known} in words that the lexicon knows")
    print(f"{found.compared} pairs compared, {found.skipped} skipped")
    print(
        f"found {len(pairs)}: {len(planted)} of {PLANTED} planted, {right} other contradictions,"
        f" {len(others) - right} wrong"
    )
    print(f"recall {len(planted) / PLANTED:.2f}, precision {(len(planted) + right) / len(pairs):.2f}")
    print(f"precision if only planted pairs counted as right {len(planted) / len(pairs):.2f}")
    print(f"{seconds:.0f} s on the clock, {used:.0f} s of processor time, at most {memory / 1e6:.2f} GB")


def main(arguments: Sequence[str] | None = None) -> int:
    return with_folder("scanned", str(__doc__), show, arguments, ("DATASET", "a dataset of 1,000 pairs or so"))


if __name__ == "__main__":
    sys.exit(main())
