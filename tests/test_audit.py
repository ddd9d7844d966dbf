"""The audit counts what it says it counts: by hand on a few facts, against Cypher on the sample, against the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.audit import ONTOLOGY, source
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_of
from contragraph.loaders.wikidata.wikidata5m import load_wikidata5m
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.ontology.turtle import read_ontology
from contragraph.reasoning.audit.figures import AxiomFigures, audit, audit_facts, with_figures

P, Q, R = (f"wdt:P{n}" for n in (1, 2, 3))


def figures(kind: Kind, terms: tuple[Role, ...], *others: Axiom, **facts: set[tuple[str, str]]) -> AxiomFigures:
    """The finding for one axiom on facts by P1, P2 and P3."""
    axiom = Axiom("cg:ax", kind, terms, "strict")
    axioms = tuple(sorted((axiom, *others), key=lambda a: a.id))
    ontology = Ontology(axioms, statable=frozenset({P, Q, R, "cg:made"}))
    told = {f"wdt:{name}": pairs for name, pairs in facts.items()}
    return next(f for f in audit_facts(ontology, told) if f.axiom == "cg:ax")


def counts(finding: AxiomFigures) -> tuple[int | None, int | None]:
    return finding.facts, finding.violations


def test_characteristics_are_counted() -> None:
    several = {("a", "x"), ("a", "y"), ("b", "x")}
    assert counts(figures(Kind.FUNCTIONAL, (Role(P),), P1=several)) == (2, 1)
    assert counts(figures(Kind.INVERSE_FUNCTIONAL, (Role(P),), P1=several)) == (2, 1)
    assert counts(figures(Kind.FUNCTIONAL, (Role(P, inverse=True),), P1=several)) == (2, 1)
    assert counts(figures(Kind.ASYMMETRIC, (Role(P),), P1={("a", "b"), ("b", "a"), ("c", "d")})) == (3, 2)
    assert counts(figures(Kind.IRREFLEXIVE, (Role(P),), P1={("a", "a"), ("a", "b")})) == (2, 1)
    assert counts(figures(Kind.SYMMETRIC, (Role(P),), P1={("a", "b")})) == (2, None)  # both directions


def test_disjointness_looks_through_inverses_and_sub_properties() -> None:
    roles = (Role(P), Role(Q, inverse=True))
    assert counts(figures(Kind.DISJOINT, roles, P1={("a", "b"), ("a", "c")}, P2={("b", "a")})) == (1, 1)
    below = Axiom("cg:below", Kind.SUB_PROPERTY, (Role(R), Role(P)), "strict")
    found = figures(Kind.DISJOINT, roles, below, P3={("a", "b")}, P2={("b", "a"), ("c", "a")})
    assert counts(found) == (1, 1)


def test_a_chain_is_broken_by_other_values_of_a_functional_relation() -> None:
    chain = (Role(P), Role(Q), Role(Q))
    facts = {"P1": {("a", "b"), ("c", "b"), ("d", "b")}, "P2": {("b", "x"), ("a", "x"), ("c", "y")}}
    one = Axiom("cg:one", Kind.FUNCTIONAL, (Role(Q),), "strict")
    found = figures(Kind.CHAIN, chain, one, **facts)
    assert counts(found) == (2, 1)  # d has no value to judge by
    assert found.examples == (("c", "x", "y"),)
    assert counts(figures(Kind.CHAIN, chain, **facts)) == (3, None)


def test_what_no_kg_states_has_no_figures() -> None:
    assert counts(figures(Kind.DISJOINT, (Role(P), Role("cg:made")), P1={("a", "b")})) == (None, None)
    assert counts(figures(Kind.EXCLUSIVE_FORM, (Role("cg:made"), Role(P)), P1={("a", "b")})) == (None, None)


def test_the_audit_agrees_with_cypher_on_the_sample(sample_store: GraphStore) -> None:
    found = {f.axiom: f for f in audit(sample_store, "wikidata5m", kg_of("wikidata").ontology)}

    def rows(name: str, **params: str) -> int:
        return len(sample_store.run(f"audit.{name}", kg="wikidata5m", **params))

    several = rows("several_values", relation="wdt:P1001")
    assert several == found["cg:ax_functional_P1001"].violations
    assert several > 0
    assert rows("both_ways", relation="wdt:P463") == found["cg:ax_asymmetric_P463"].violations
    assert rows("both_ways", relation="wdt:P131") > 0
    assert rows("loops", relation="wdt:P463") == found["cg:ax_asymmetric_P463"].violations
    assert rows("loops", relation="wdt:P17") > 0
    assert rows("both_relations", one="wdt:P22", other="wdt:P25") == found["cg:ax_disjoint_P22_P25"].violations
    assert rows("both_relations", one="wdt:P150", other="wdt:P47") > 0


@pytest.mark.data
def test_the_figures_in_the_file_are_those_of_the_real_facts(tmp_path: Path, data_folder: Path) -> None:
    with open_store(f"ladybug:{tmp_path / 'data.lbug'}", create=True) as store:
        load_wikidata5m(store, source(data_folder))
        findings = audit(store, "wikidata5m", kg_of("wikidata").ontology)
    in_the_file = read_ontology(ONTOLOGY)
    assert with_figures(in_the_file, findings) == in_the_file
