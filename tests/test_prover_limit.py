"""The work limit: hostile input ends in bounded time, and what is claimed before the end is right."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role, Term
from contragraph.reasoning.prover.minimal import DEFAULT_LIMIT, minimal_conflicts
from contragraph.reasoning.rules.ruleset import compile_rules
from tests.oracle import contradictory, minimal_sets
from tests.strategies import deterministic, problems

P, Q, R = Role("wdt:P1"), Role("wdt:P2"), Role("wdt:P3")


def hostile(seed: int) -> tuple[list[Statement], list[Axiom]]:
    """Thirty statements over eight entities, where everything leads to everything in a great many ways."""
    dice = random.Random(seed)
    kinds: list[tuple[Kind, tuple[Term, ...]]] = [
        (Kind.TRANSITIVE, (P,)),
        (Kind.SYMMETRIC, (P,)),
        (Kind.TRANSITIVE, (Q,)),
        (Kind.CHAIN, (P, Q, P)),
        (Kind.CHAIN, (Q, P, Q)),
        (Kind.DISJOINT, (Q, R)),
    ]
    found: dict[Statement, None] = {}
    while len(found) < 30:
        first, second = dice.sample(range(8), 2)
        found[Statement(f"wd:Q{first}", f"wdt:P{dice.randint(1, 3)}", f"wd:Q{second}")] = None
    return list(found), [Axiom(f"ax:{i}", kind, terms, "strict") for i, (kind, terms) in enumerate(kinds)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hostile_input_ends_undecided_after_bounded_work(seed: int) -> None:
    statements, axioms = hostile(seed)
    verdict = minimal_conflicts(statements, compile_rules(axioms))
    assert not verdict.decided
    assert DEFAULT_LIMIT < verdict.work < 1.01 * DEFAULT_LIMIT
    assert verdict.minimal
    for mask in verdict.minimal:
        members = [s for i, s in enumerate(statements) if mask >> i & 1]
        assert contradictory(members, axioms)
        assert not any(contradictory(members[:i] + members[i + 1 :], axioms) for i in range(len(members)))


@deterministic(150)
@given(problems(most=7))
def test_no_limit_makes_the_prover_claim_a_wrong_thing(problem: tuple[Ontology, tuple[Statement, ...]]) -> None:
    ontology, graph = problem
    rules = compile_rules(ontology.axioms)
    whole = minimal_conflicts(graph, rules)
    truth = minimal_sets(graph, ontology.axioms)
    for limit in {0, whole.work // 3, whole.work // 2, max(whole.work - 1, 0)}:
        verdict = minimal_conflicts(graph, rules, limit=limit)
        assert verdict.decided == (whole.work <= limit)
        found = {frozenset(s for i, s in enumerate(graph) if mask >> i & 1) for mask in verdict.minimal}
        assert found <= truth
        assert not verdict.decided or found == truth
