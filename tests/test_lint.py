"""The lint: every kind of mistake is found, with its smallest example, and sound ontologies pass."""

from __future__ import annotations

import pytest
from hypothesis import given

from contragraph.graph.model import Statement
from contragraph.kgs import kg_of
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role, Term
from contragraph.reasoning.audit.lint import LintFinding, lint
from tests.oracle import contradictory
from tests.strategies import deterministic, ontologies

P, Q, R, X = (Role(r) for r in ("wdt:P1", "wdt:P2", "wdt:P3", "cg:only_P1"))
STATABLE = frozenset({"wdt:P1", "wdt:P2", "wdt:P3", "cg:only_P1"})


def axiom(kind: Kind, *terms: Term) -> Axiom:
    return Axiom(f"ax:{kind.name}_{'_'.join(map(str, terms))}", kind, terms, "strict")


def findings(*axioms: Axiom, level: str = "error", statable: frozenset[str] = STATABLE) -> list[LintFinding]:
    ontology = Ontology(tuple(sorted(axioms, key=lambda a: a.id)), statable=statable)
    return [f for f in lint(ontology) if f.level == level]


def test_symmetric_transitive_irreflexive_refutes_every_statement() -> None:
    axioms = [axiom(kind, P) for kind in (Kind.SYMMETRIC, Kind.TRANSITIVE, Kind.IRREFLEXIVE)]
    found = findings(*axioms)
    assert [set(f.axioms) for f in found] == [{a.id for a in axioms}]
    assert found[0].example == (Statement("a", "wdt:P1", "b"),)
    for left_out in axioms:
        assert not findings(*(a for a in axioms if a is not left_out))


@pytest.mark.parametrize(
    ("axioms", "example"),
    [
        ([axiom(Kind.SUB_PROPERTY, P, Q), axiom(Kind.DISJOINT, P, Q)], [("a", "wdt:P1", "b")]),
        ([axiom(Kind.SYMMETRIC, P), axiom(Kind.ASYMMETRIC, P)], [("a", "wdt:P1", "b")]),
        ([axiom(Kind.CHAIN, P, ~P, Q), axiom(Kind.IRREFLEXIVE, Q)], [("a", "wdt:P1", "b")]),
        (
            [axiom(Kind.DOMAIN, P, "wd:C1"), axiom(Kind.DOMAIN, P, "wd:C2"),
             axiom(Kind.DISJOINT_CLASSES, "wd:C1", "wd:C2")],
            [("a", "wdt:P1", "b")],
        ),
        (
            [axiom(Kind.SUB_CLASS, "wd:C1", "wd:C2"), axiom(Kind.DISJOINT_CLASSES, "wd:C1", "wd:C2")],
            [("a", "rdf:type", "wd:C1")],
        ),
        (
            [axiom(Kind.CHAIN, P, Q, R), axiom(Kind.RANGE, P, "wd:C1"), axiom(Kind.DOMAIN, Q, "wd:C2"),
             axiom(Kind.DISJOINT_CLASSES, "wd:C1", "wd:C2")],
            [("a", "wdt:P1", "b"), ("b", "wdt:P2", "c")],
        ),
        (
            [axiom(Kind.EXCLUSIVE_FORM, X, P), axiom(Kind.DISJOINT, X, P)],
            [("a", "cg:only_P1", "b")],
        ),
        (
            [axiom(Kind.TRANSITIVE, P), axiom(Kind.FUNCTIONAL, P)],
            [("a", "wdt:P1", "b"), ("b", "wdt:P1", "c")],
        ),
    ],
)  # fmt: skip
def test_axioms_that_refute_their_own_premises(axioms: list[Axiom], example: list[tuple[str, str, str]]) -> None:
    found = findings(*axioms)
    assert tuple(Statement(*s) for s in example) in {f.example for f in found}
    assert all(set(f.axioms) <= {a.id for a in axioms} for f in found)


@deterministic(150)
@given(ontologies(most=6))
def test_errors_are_contradictions_and_single_statements_are_all_tried(ontology: Ontology) -> None:
    errors = [f for f in lint(ontology) if f.level == "error"]
    for finding in errors:
        assert contradictory(finding.example, [a for a in ontology.axioms if a.id in finding.axioms])
    if any(contradictory([Statement("a", relation, "b")], ontology.axioms) for relation in sorted(ontology.statable)):
        assert errors


@pytest.mark.parametrize(
    ("axioms", "entailed"),
    [
        ([axiom(Kind.SUB_PROPERTY, P, Q), axiom(Kind.SUB_PROPERTY, Q, R), axiom(Kind.SUB_PROPERTY, P, R)], 2),
        ([axiom(Kind.ASYMMETRIC, P), axiom(Kind.IRREFLEXIVE, P)], 1),
        ([axiom(Kind.INVERSE_OF, P, Q), axiom(Kind.FUNCTIONAL, P), axiom(Kind.INVERSE_FUNCTIONAL, Q)], None),
    ],
)
def test_axioms_that_follow_from_others(axioms: list[Axiom], entailed: int | None) -> None:
    found = [f for f in findings(*axioms, level="warning") if "follows from" in f.message]
    named = {a for f in found for a in f.axioms}
    assert named == ({axioms[entailed].id} if entailed is not None else {axioms[1].id, axioms[2].id})


def test_a_weaker_axiom_does_not_make_a_strict_one_superfluous() -> None:
    strict = axiom(Kind.SUB_PROPERTY, P, R)
    weak = Axiom("ax:weak", Kind.SUB_PROPERTY, (P, R), "typical")
    found = [f for f in findings(strict, weak, level="warning") if "follows from" in f.message]
    assert [f.axioms for f in found] == [("ax:weak",)]


def test_what_has_no_effect_is_warned_of() -> None:
    hidden = Role("cg:hidden")
    found = findings(
        axiom(Kind.SUB_PROPERTY, hidden, P),
        axiom(Kind.SUB_PROPERTY, Q, R),
        axiom(Kind.FUNCTIONAL, P),
        level="warning",
    )
    messages = [f.message for f in found]
    assert any(m.startswith("cg:hidden is declared") for m in messages)
    assert any("of wdt:P2, wdt:P3) can take part in no contradiction" in m for m in messages)
    assert any(m.startswith("cg:only_P1 may be stated") for m in messages)
    assert not any("FUNCTIONAL" in a for f in found for a in f.axioms)


def test_the_wikidata_ontology_has_no_errors() -> None:
    assert [f for f in lint(kg_of("wikidata").ontology) if f.level == "error"] == []
