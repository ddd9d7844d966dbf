"""Proving, side by side with owlrl on the same real pairs: milliseconds per pair, in one run.

Both are asked about the union of the two sides under the Wikidata ontology. Ours finds all minimal conflicts; owlrl
says yes or no. It is told the axioms in reach only (with all of them it takes some five times as long).

    python -m benchmarks.proving [--pairs 40] [--data DIR] [--seed 7]
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from contragraph.ontology import load_ontology
from contragraph.reasoning import certify, compile_rules, minimal_conflicts
from contragraph.reasoning.unfold import unfold
from tests.outside import in_reach, outsider_refutes, real_pairs

Given = ParamSpec("Given")
Result = TypeVar("Result")


def timed(call: Callable[Given, Result], *given: Given.args, **options: Given.kwargs) -> tuple[float, Result]:
    """Milliseconds of processor time, and what came of it."""
    start = time.process_time()
    result = call(*given, **options)
    return 1e3 * (time.process_time() - start), result


def main() -> None:
    parser = argparse.ArgumentParser(description="Proving against owlrl on real pairs.")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--data", type=Path, help="folder of the shared real facts (default: the sample)")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()

    ontology = load_ontology()
    compiling, rules = timed(compile_rules, ontology.axioms)
    unfolding_time, unfolding = timed(unfold, rules, ontology.statable)
    strict = rules.strict()
    first, again, proofs, outside, sizes, refuted = [], [], [], [], [], 0
    for original, perturbed in real_pairs(options.pairs, unfolding, seed=options.seed, folder=options.data):
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

    ours, theirs = statistics.median(first), statistics.median(outside)
    print(f"Python {platform.python_version()}, {platform.machine()}; {len(ontology.axioms)} axioms")
    print(f"compile {compiling:.0f} ms, unfold {unfolding_time:.0f} ms ({len(unfolding.patterns)} patterns)")
    print(f"{options.pairs} real pairs, median {statistics.median(sizes):.0f} statements, {refuted} contradictory;")
    print("the same verdict on all of them\n")
    print(f"{'':34}{'median ms':>10}{'mean ms':>10}{'max ms':>10}")
    for name, values in (
        ("ours, all minimal conflicts", first),
        ("ours, relations met before", again),
        ("ours, certificate of one", proofs),
        ("owlrl, yes or no", outside),
    ):
        if values:
            row = f"{statistics.median(values):10.3f}{statistics.mean(values):10.3f}{max(values):10.3f}"
            print(f"{name:34}{row}")
    print(f"\nowlrl takes {theirs / ours:.0f} times as long")


if __name__ == "__main__":
    main()
