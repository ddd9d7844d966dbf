"""The prover against an outside reasoner, on random ontologies and on real pairs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.model import Statement
from contragraph.kgs import kg_of
from contragraph.ontology.axioms import Axiom, Ontology
from contragraph.reasoning.prover.judge import Outcome, judge
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import RuleSet, compile_rules
from contragraph.reasoning.unfold.patterns import Unfolding, unfold
from tests.outside import in_reach, outsider_refutes, real_pairs
from tests.strategies import deterministic, graphs, ontologies

RANDOM_EXAMPLES = 25
REAL_PAIRS = 10


def compare(statements: Sequence[Statement], axioms: Sequence[Axiom], most: int = 4) -> int:
    """Hold the verdict on the statements and on ``most`` minimal sets against the outsider; how many it proved."""
    rules = compile_rules(axioms)
    minimal = minimal_conflicts(statements, rules).minimal
    assert outsider_refutes(statements, axioms) == bool(minimal)
    for mask in minimal[:most]:
        members = [s for i, s in enumerate(statements) if mask >> i & 1]
        assert outsider_refutes(members, axioms), members
        for left_out in range(len(members)):
            assert not outsider_refutes(members[:left_out] + members[left_out + 1 :], axioms), members
    return len(minimal)


@deterministic(RANDOM_EXAMPLES)
@given(st.data())
def test_random_graphs(data: st.DataObject) -> None:
    ontology = data.draw(ontologies())
    compare(data.draw(graphs(ontology, literals=False)), ontology.axioms, most=2)


@cache
def unfolded() -> tuple[Ontology, RuleSet, Unfolding]:
    """What is known of Wikidata, and its patterns, which take seconds."""
    ontology = kg_of("wikidata").ontology
    rules = compile_rules(ontology.axioms)
    return ontology, rules, unfold(rules, ontology.statable, max_leaves=4)


def compare_real_pairs(count: int, seed: int, folder: Path | None) -> dict[Outcome, int]:
    ontology, rules, unfolding = unfolded()
    seen = dict.fromkeys(Outcome, 0)
    for original, perturbed in real_pairs(count, unfolding, seed=seed, folder=folder, most=12):
        judgement = judge(original, perturbed, rules)
        seen[judgement.outcome] += 1
        axioms = in_reach([*original, *perturbed], ontology.axioms)
        assert outsider_refutes(original, axioms) == (judgement.outcome is Outcome.ORIGINAL_INCONSISTENT)
        if judgement.outcome is not Outcome.ORIGINAL_INCONSISTENT:
            assert outsider_refutes(perturbed, axioms) == (judgement.outcome is Outcome.PERTURBED_INCONSISTENT)
        compare(judgement.pair.statements, axioms, most=1)
    return seen


def test_real_pairs_of_the_sample() -> None:
    seen = compare_real_pairs(REAL_PAIRS // 2, 1, None)
    assert min(seen[Outcome.PROVEN], seen[Outcome.CONSISTENT]) > 1
    assert seen[Outcome.UNDECIDED] == 0


@pytest.mark.data
def test_real_pairs_of_the_shared_facts() -> None:
    folder = os.environ.get("CONTRAGRAPH_DATA")
    if folder is None:
        pytest.skip("CONTRAGRAPH_DATA is not set: no shared real facts")
    seen = compare_real_pairs(REAL_PAIRS, 12, Path(folder))
    assert seen[Outcome.PROVEN] > 2
