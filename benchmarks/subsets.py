"""Whether just the declared documents of sets contradict each other, by brute force over all choices of up to four.

``python -m benchmarks.subsets SETS [--sets 200]`` gives each choice of documents to the prover alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path

from contragraph.dataset.check.faults import Axioms
from contragraph.dataset.records.sets import MOST_DOCUMENTS, read_sets, to_set
from contragraph.graph.errors import ContragraphError
from contragraph.graph.model.sets import ContextSet
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import RuleSet


def choices(its: ContextSet) -> Iterator[tuple[int, ...]]:
    """All choices of its documents, by place, as many as a contradiction takes at most."""
    for k in range(1, MOST_DOCUMENTS + 1):
        yield from combinations(range(len(its.documents)), k)


def agrees(its: ContextSet, some: Sequence[int], rules: RuleSet) -> bool:
    """Whether these documents contradict each other if and only if all of a declared contradiction are among them."""
    union = tuple(dict.fromkeys(s for n in some for s in its.documents[n].statements))
    verdict = minimal_conflicts(union, rules, background=its.background)
    declared = any({*conflict.documents} <= {*some} for conflict in its.conflicts)
    return verdict.decided and bool(verdict.minimal) == declared


def main() -> None:
    """The command."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.subsets", description=__doc__)
    made.add_argument("folder", type=Path)
    made.add_argument("--sets", type=int, default=200)
    options = made.parse_args()
    try:
        rules = Axioms.of(options.folder).rules
        sets = [to_set(record) for _, record in islice(read_sets(options.folder), options.sets)]
    except ContragraphError as error:
        sys.exit(str(error))
    tried = wrong = 0
    for its in sets:
        for some in choices(its):
            tried += 1
            wrong += not agrees(its, some, rules)
    print(f"{len(sets)} sets, {tried:,} choices of documents, {wrong} otherwise than declared.")


if __name__ == "__main__":
    main()
