"""An attack on axioms finds the facts that deny them, and only those."""

from __future__ import annotations

from collections.abc import Set

import pytest

from benchmarks.attack import Attack, attack
from contragraph.graph.store import GraphStore
from contragraph.kgs import kg_of
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.reasoning.audit.figures import facts_of

P, Q, R = (f"wdt:P{n}" for n in (1, 2, 3))
Pairs = Set[tuple[str, str]]


def found(kind: Kind, terms: tuple[Role, ...], *others: Axiom, **facts: Pairs) -> Attack:
    """The attack on one typical axiom with facts of P1, P2 and P3."""
    axiom = Axiom("cg:ax", kind, terms, "typical")
    axioms = tuple(sorted((axiom, *others), key=lambda a: a.id))
    ontology = Ontology(axioms, statable=frozenset({P, Q, R, "cg:made"}))
    told = {f"wdt:{name}": pairs for name, pairs in facts.items()}
    return next(a for a in attack(ontology, told) if a.axiom == "cg:ax")


def other(kind: Kind, *terms: Role) -> Axiom:
    return Axiom(f"cg:{kind.name.lower()}", kind, terms, "strict")


def test_a_conclusion_is_denied_by_a_relation_that_rules_it_out() -> None:
    rule = (Role(P), Role(Q))
    one = found(
        Kind.SUB_PROPERTY, rule, other(Kind.DISJOINT, Role(Q), Role(R)), P1={("a", "b"), ("c", "d")}, P3={("a", "b")}
    )
    assert (one.tried, one.broken) == (2, 1)
    assert one.examples == (("a", "b", R, "a", "b"),)
    # Both ends exchanged by an inverse on the way.
    flipped = other(Kind.DISJOINT, Role(Q, inverse=True), Role(R))
    one = found(Kind.SUB_PROPERTY, rule, flipped, P1={("a", "b")}, P3={("b", "a")})
    assert one.broken == 1


def test_of_several_values_concluded_one_may_be_right() -> None:
    chain = (Role(P), Role(Q), Role(Q))
    single = other(Kind.FUNCTIONAL, Role(Q))
    half = {("a", "b"), ("a", "c")}
    right = found(Kind.CHAIN, chain, single, P1=half, P2={("b", "x"), ("c", "y"), ("a", "x")})
    assert (right.tried, right.broken) == (1, 0)
    wrong = found(Kind.CHAIN, chain, single, P1=half, P2={("b", "x"), ("c", "y"), ("a", "z")})
    assert (wrong.tried, wrong.broken) == (1, 1)


def test_what_runs_one_way_is_denied_by_its_reverse() -> None:
    one_way = other(Kind.TRANSITIVE, Role(Q))
    facts = {("a", "b"), ("b", "a"), ("c", "d")}
    assert found(Kind.SUB_PROPERTY, (Role(P), Role(Q)), one_way, P1=facts).broken == 2
    both_ways = other(Kind.SYMMETRIC, Role(Q))
    assert found(Kind.SUB_PROPERTY, (Role(P), Role(Q)), one_way, both_ways, P1=facts).broken == 0


def test_what_is_forbidden_is_counted_once_per_pair() -> None:
    loops = found(Kind.ASYMMETRIC, (Role(P),), P1={("a", "b"), ("b", "a"), ("c", "d")})
    assert (loops.tried, loops.broken, loops.examples) == (3, 1, (("a", "b"),))
    values = found(Kind.FUNCTIONAL, (Role(P),), P1={("a", "x"), ("a", "y"), ("b", "x")})
    assert (values.tried, values.broken, values.examples) == (2, 1, (("a", "x", "y"),))


def test_what_no_kg_states_cannot_be_attacked() -> None:
    assert found(Kind.DISJOINT, (Role(P), Role("cg:made")), P1={("a", "b")}).tried is None


@pytest.mark.parametrize("axiom", ["functional_P1001"])
def test_the_sample_denies_what_the_audit_counts(sample_store: GraphStore, axiom: str) -> None:
    ontology = kg_of("wikidata").ontology
    by_id = {a.axiom: a for a in attack(ontology, facts_of(sample_store, "wikidata5m", ontology))}
    one = by_id[f"cg:ax_{axiom}"]
    assert one.tried is not None
    assert 0 < one.broken < one.tried
    assert 0 < len(one.examples) <= 5
