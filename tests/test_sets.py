"""Contradictions in sets of documents, against brute force over all their subsets."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import contragraph as cg
from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.reasoning.prover.certificate import verify
from contragraph.reasoning.prover.sets import judge_sets
from contragraph.reasoning.rules.ruleset import compile_rules
from tests.oracle import contradictory, minimal_sets
from tests.strategies import deterministic, graphs, ontologies

Documents = tuple[tuple[Statement, ...], ...]
ONE_PLACE = Axiom("ax:p", Kind.FUNCTIONAL, (Role("wdt:P1"),), "strict")


@st.composite
def sets(draw: st.DrawFn) -> tuple[Ontology, Documents]:
    """Up to five documents; a statement stands in one or two of them."""
    ontology = draw(ontologies(most=5))
    union = draw(graphs(ontology, most=7))
    number = draw(st.integers(1, 5))
    places = [draw(st.sets(st.integers(0, number - 1), min_size=1, max_size=2)) for _ in union]
    return ontology, tuple(tuple(s for s, at in zip(union, places, strict=True) if n in at) for n in range(number))


def united(documents: Documents, places: tuple[int, ...]) -> tuple[Statement, ...]:
    return tuple(sorted({s for n in places for s in documents[n]}, key=lambda s: s.sort_key))


@deterministic(200)
@given(sets())
def test_all_subsets_of_documents_agree(case: tuple[Ontology, Documents]) -> None:
    ontology, documents = case
    rules, axioms = compile_rules(ontology.axioms), ontology.axioms
    verdict = judge_sets(documents, rules)
    every = [some for k in range(1, len(documents) + 1) for some in combinations(range(len(documents)), k)]
    bad = [some for some in every if contradictory(united(documents, some), axioms)]
    fewest = [some for some in bad if not any({*other} < {*some} for other in bad)]
    assert [c.documents for c in verdict.conflicts] == fewest
    assert verdict.decided
    assert bool(verdict) == bool(fewest)
    by_id = {s.id: s for document in documents for s in document}
    for conflict in verdict.conflicts:
        found = {frozenset(by_id[i] for i in m.statements) for m in conflict.minimal}
        inside = minimal_sets(united(documents, conflict.documents), axioms)
        assert found == inside
        assert all(verify(m, [by_id[i] for i in m.statements], rules) is None for m in conflict.minimal)


def test_kinds() -> None:
    here, there = Statement("wd:Q1", "wdt:P1", "wd:Q2"), Statement("wd:Q1", "wdt:P1", "wd:Q3")
    rules = compile_rules([ONE_PLACE])
    assert judge_sets([[here], [], [there]], rules).kind == "pair"
    assert judge_sets([[here, there], [there]], rules).conflicts[0].documents == (0,)
    assert judge_sets([[here, there]], rules).kind == "self"
    assert [c.documents for c in judge_sets([[here], [there], [here]], rules).conflicts] == [(0, 1), (1, 2)]
    nothing = judge_sets([], rules)
    assert (nothing.kind, bool(nothing), nothing.decided) == ("none", False, True)


def test_a_third_document_makes_two_exclude_each_other() -> None:
    """Of three places each in the next, round and round, any two agree."""
    ring = [cg.Statement(f"wd:Q{n}", "wdt:P131", f"wd:Q{n % 3 + 1}") for n in (1, 2, 3)]
    verdict = cg.prove_sets([[s] for s in ring])
    assert (verdict.kind, verdict.conflicts[0].documents) == ("conditional", (0, 1, 2))
    four = [cg.Statement(f"wd:Q{n}", "wdt:P131", f"wd:Q{n % 4 + 1}") for n in (1, 2, 3, 4)]
    assert cg.prove_sets([[s] for s in four]).kind == "k4"


def test_a_background_that_contradicts_itself() -> None:
    two = [Statement("wd:Q1", "wdt:P1", "wd:Q2"), Statement("wd:Q1", "wdt:P1", "wd:Q3")]
    with pytest.raises(InputError, match="background"):
        judge_sets([[]], compile_rules([ONE_PLACE]), background=two)
