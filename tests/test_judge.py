"""The judge against brute force: outcome, grouping, hops, independence."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.reasoning.prover.certificate import verify
from contragraph.reasoning.prover.judge import Outcome, conflicts, independent, judge
from contragraph.reasoning.rules.ruleset import compile_rules
from tests.oracle import contradictory, minimal_sets
from tests.strategies import deterministic, graphs, ontologies

Graph = tuple[Statement, ...]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Ontology, Graph, Graph]:
    """Two sides that share some statements."""
    ontology = draw(ontologies(most=5))
    union = draw(graphs(ontology, most=7))
    places = [draw(st.sampled_from(("original", "perturbed", "shared"))) for _ in union]
    original = tuple(s for s, place in zip(union, places, strict=True) if place != "perturbed")
    perturbed = tuple(s for s, place in zip(union, places, strict=True) if place != "original")
    return ontology, original, perturbed


def components(minimal: set[frozenset[Statement]], exclusive: set[Statement]) -> set[frozenset[frozenset[Statement]]]:
    """Minimal sets united where they share a statement of one side only, by way of a graph library."""
    graph: nx.Graph[frozenset[Statement]] = nx.Graph()
    graph.add_nodes_from(minimal)
    graph.add_edges_from((a, b) for a in minimal for b in minimal if a & b & exclusive)
    return {frozenset(c) for c in nx.connected_components(graph)}


@deterministic(300)
@given(pairs())
def test_the_judge_agrees_with_brute_force(pair: tuple[Ontology, Graph, Graph]) -> None:
    ontology, original, perturbed = pair
    rules = compile_rules(ontology.axioms)
    judgement = judge(original, perturbed, rules)
    axioms = ontology.axioms
    union = tuple(sorted({*original, *perturbed}, key=lambda s: s.sort_key))
    if contradictory(original, axioms):
        assert judgement.outcome is Outcome.ORIGINAL_INCONSISTENT
        assert set(judgement.pair.members(judgement.inconsistent)) in minimal_sets(original, axioms)
        return
    if contradictory(perturbed, axioms):
        assert judgement.outcome is Outcome.PERTURBED_INCONSISTENT
        assert set(judgement.pair.members(judgement.inconsistent)) in minimal_sets(perturbed, axioms)
        return
    if not contradictory(union, axioms):
        assert judgement.outcome is Outcome.CONSISTENT
        return
    assert judgement.outcome is Outcome.PROVEN
    exclusive = set(original) ^ set(perturbed)
    minimal = minimal_sets(union, axioms)
    expected = components(minimal, exclusive)
    groups = [frozenset(frozenset(judgement.pair.members(m)) for m in masks) for masks in judgement.groups]
    assert set(groups) == expected
    assert len(groups) == len(expected)
    assert judgement.hops == tuple(min(map(len, g)) - 1 for g in groups)

    def put_back(group: frozenset[frozenset[Statement]]) -> int:
        originals = {s for m in group for s in m if s in original}
        mended = tuple(sorted({*perturbed, *originals}, key=lambda s: s.sort_key))
        return len(components(minimal_sets(mended, axioms), exclusive))

    assert independent(judgement) == all(put_back(g) == 1 for g in expected)

    strictly = minimal_sets(union, [a for a in axioms if a.strength == "strict"])
    by_id = {s.id: s for s in union}
    left, right = set(original), set(perturbed)
    for conflict in conflicts(judgement, rules, rules.strict()):
        sets = {frozenset(by_id[i] for i in m.statements) for m in conflict.minimal}
        assert sets in expected
        members = {s for m in sets for s in m}
        assert {by_id[i] for i in conflict.original} == members & left - right
        assert {by_id[i] for i in conflict.perturbed} == members & right - left
        assert {by_id[i] for i in conflict.shared} == members & left & right
        assert conflict.hops == min(map(len, sets)) - 1
        assert conflict.strength == ("strict" if sets & strictly else "typical")
        for m in conflict.minimal:
            assert verify(m, [by_id[i] for i in m.statements], rules) is None


def test_two_conflicts_that_share_only_a_shared_statement_stay_two() -> None:
    rules = compile_rules([Axiom("ax:f", Kind.FUNCTIONAL, (Role("wdt:P1"),), "strict")])
    original = [Statement("wd:Q1", "wdt:P1", "wd:Q2"), Statement("wd:Q3", "wdt:P1", "wd:Q4")]
    perturbed = [Statement("wd:Q1", "wdt:P1", "wd:Q5"), Statement("wd:Q3", "wdt:P1", "wd:Q6")]
    judgement = judge(original, perturbed, rules)
    assert judgement.outcome is Outcome.PROVEN
    assert judgement.hops == (1, 1)
    assert independent(judgement)


def test_minimal_sets_that_share_an_original_are_one_conflict() -> None:
    rules = compile_rules(
        [
            Axiom("ax:f", Kind.FUNCTIONAL, (Role("wdt:P1"),), "strict"),
            Axiom("ax:d", Kind.DISJOINT, (Role("wdt:P2"), Role("wdt:P3")), "strict"),
            Axiom("ax:c", Kind.CHAIN, (Role("wdt:P1"), Role("wdt:P1", inverse=True), Role("wdt:P2")), "strict"),
        ]
    )
    original = [Statement("wd:Q1", "wdt:P1", "wd:Q2"), Statement("wd:Q3", "wdt:P1", "wd:Q2")]
    perturbed = [Statement("wd:Q1", "wdt:P1", "wd:Q5"), Statement("wd:Q1", "wdt:P3", "wd:Q3")]
    judgement = judge(original, perturbed, rules)
    assert judgement.outcome is Outcome.PROVEN
    assert [len(masks) for masks in judgement.groups] == [2]
    assert judgement.hops == (1,)
    assert independent(judgement)


def test_a_side_that_contradicts_itself_is_named() -> None:
    rules = compile_rules([Axiom("ax:i", Kind.IRREFLEXIVE, (Role("wdt:P1"),), "strict")])
    loop, fine = Statement("wd:Q1", "wdt:P1", "wd:Q1"), Statement("wd:Q1", "wdt:P1", "wd:Q2")
    assert judge([loop], [fine], rules).outcome is Outcome.ORIGINAL_INCONSISTENT
    assert judge([fine], [loop], rules).outcome is Outcome.PERTURBED_INCONSISTENT
    assert judge([fine], [fine], rules).outcome is Outcome.CONSISTENT


def test_past_the_work_limit_nothing_is_claimed() -> None:
    once = [Axiom(f"ax:{kind}", kind, (Role("wdt:P1"),), "strict") for kind in (Kind.TRANSITIVE, Kind.IRREFLEXIVE)]
    rules = compile_rules(once)
    chain = [Statement(f"wd:Q{i}", "wdt:P1", f"wd:Q{i + 1}") for i in range(6)]
    assert judge(chain[:4], chain[2:], rules, limit=3).outcome is Outcome.UNDECIDED
    assert judge(chain[:4], chain[2:], rules).outcome is Outcome.CONSISTENT
