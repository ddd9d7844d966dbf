"""Proving, side by side with owlrl on the same real pairs: milliseconds per pair, in one run.

Both are asked about the union of the two sides under the Wikidata ontology. Ours finds all minimal conflicts; owlrl
says yes or no. It is told the axioms in reach only (with all of them it takes some five times as long).

    python -m benchmarks.proving [--pairs 40] [--data DIR] [--seed 7]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from benchmarks.measure import Table, machine
from contragraph.kgs import kg_of
from contragraph.reasoning.prover.certificate import certify
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import rules_of
from contragraph.reasoning.unfold.patterns import unfold
from tests.outside import in_reach, outsider_refutes, real_pairs

LEAVES = 4
"""Statements of a contradiction, as the search unfolds them: of five there are too many to list."""
Given = ParamSpec("Given")
Result = TypeVar("Result")


def timed(call: Callable[Given, Result], *given: Given.args, **options: Given.kwargs) -> tuple[float, Result]:
    """Milliseconds of processor time, and what came of it."""
    start = time.process_time()
    result = call(*given, **options)
    return 1e3 * (time.process_time() - start), result


def run(pairs: int, data: Path | None, seed: int = 7) -> list[Table]:
    """Both on all pairs; ``data`` is the folder of the real facts (None: the sample).

    :raises SystemExit: if the two disagree on a pair
    """
    ontology = kg_of("wikidata").ontology
    compiling, rules = timed(rules_of, ontology)
    unfolding_time, unfolding = timed(unfold, rules, ontology.statable, max_leaves=LEAVES)
    strict = rules.strict()
    first, again, proofs, outside, sizes, refuted = [], [], [], [], [], 0
    for original, perturbed in real_pairs(pairs, unfolding, seed=seed, folder=data):
        union = sorted({*original, *perturbed}, key=lambda s: s.sort_key)
        sizes.append(len(union))
        milliseconds, _ = timed(minimal_conflicts, union, rules)
        first.append(milliseconds)
        milliseconds, verdict = timed(minimal_conflicts, union, rules)
        again.append(milliseconds)
        minimal = verdict.minimal
        for mask in minimal:
            members = [s for i, s in enumerate(union) if mask >> i & 1]
            milliseconds, _ = timed(certify, members, rules, strict)
            proofs.append(milliseconds)
        axioms = in_reach(union, ontology.axioms)
        milliseconds, outsider = timed(outsider_refutes, union, axioms)
        outside.append(milliseconds)
        refuted += bool(minimal)
        if outsider != bool(minimal):
            raise SystemExit(f"owlrl disagrees on {[(s.subject, s.relation, s.object) for s in union]}")

    theirs = statistics.median(outside)
    timings = (
        ("owlrl, yes or no", outside),
        ("ours, all minimal conflicts", first),
        ("ours, relations met before", again),
        ("ours, certificate of one", proofs),
    )
    return [
        Table(
            f"Proving: {pairs} real pairs",
            ("", "median ms", "mean ms", "max ms", "owlrl = 1"),
            tuple(
                (
                    name,
                    *(f"{of(values):.3f}" for of in (statistics.median, statistics.mean, max)),
                    f"1/{theirs / statistics.median(values):.0f}",
                )
                for name, values in timings
                if values
            ),
            f"Processor time. Median {statistics.median(sizes):.0f} statements, {refuted} pairs contradictory; the "
            f"same verdict on all of them. {len(ontology.axioms)} axioms, compiled once in {compiling:.0f} ms and "
            f"unfolded in {unfolding_time:.0f} ms into {len(unfolding.patterns)} patterns.",
        )
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Proving against owlrl on real pairs.")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--data", type=Path, help="folder of the shared real facts (default: the sample)")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    print(machine())
    for table in run(options.pairs, options.data, options.seed):
        print(f"\n{table.markdown()}")


if __name__ == "__main__":
    main()
