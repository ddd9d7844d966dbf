"""The prover against brute force: minimal conflicts and certificates."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from contragraph.graph.model import Literal, MinimalSet, Statement, Step
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.reasoning.prover.certificate import certify, verify
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import RuleSet, compile_rules
from contragraph.reasoning.values.terms import different, normal
from tests.oracle import minimal_sets
from tests.strategies import deterministic, problems

Problem = tuple[Ontology, tuple[Statement, ...]]


def concluded(step: Step) -> Statement:
    """The statement that a step of a rule concludes."""
    assert isinstance(step.conclusion, Statement)
    return step.conclusion


def found_by_prover(graph: tuple[Statement, ...], rules: RuleSet) -> set[frozenset[Statement]]:
    verdict = minimal_conflicts(graph, rules)
    assert verdict.decided
    sets = [frozenset(s for i, s in enumerate(graph) if mask >> i & 1) for mask in verdict.minimal]
    assert len(set(sets)) == len(sets)
    return set(sets)


@deterministic(40)
@given(problems(most=7, timed=True))
def test_minimal_conflicts_of_timed_statements_are_those_of_brute_force(problem: Problem) -> None:
    ontology, graph = problem
    assert found_by_prover(graph, compile_rules(ontology.axioms)) == minimal_sets(graph, ontology.axioms)


@deterministic(300)
@given(problems())
def test_minimal_conflicts_are_those_of_brute_force(problem: Problem) -> None:
    ontology, graph = problem
    assert found_by_prover(graph, compile_rules(ontology.axioms)) == minimal_sets(graph, ontology.axioms)


def mutations(minimal: MinimalSet) -> list[MinimalSet]:
    """Every small change of a certificate that must make it wrong."""
    found = []
    strange = Statement("wd:Q90", "wdt:P90", "wd:Q91")

    def with_step(at: int, step: Step) -> MinimalSet:
        return replace(minimal, proof=(*minimal.proof[:at], step, *minimal.proof[at + 1 :]))

    for at, step in enumerate(minimal.proof):
        found.append(replace(minimal, proof=(*minimal.proof[:at], *minimal.proof[at + 1 :])))
        found.append(with_step(at, replace(step, premises=step.premises[1:])))
        found.append(with_step(at, replace(step, premises=(*step.premises, step.premises[0]))))
        found.append(with_step(at, replace(step, premises=(len(minimal.proof), *step.premises[1:]))))
        found.append(with_step(at, replace(step, premises=("unknown", *step.premises[1:]))))
        found.append(with_step(at, replace(step, premises=(at, *step.premises[1:]))))
        found.append(with_step(at, replace(step, axiom="ax:none")))
        found.append(with_step(at, replace(step, rule="prp-none")))
        found.append(with_step(at, replace(step, conclusion=strange if step.conclusion else None, premises=())))
        if step.conclusion is None:
            found.append(with_step(at, replace(step, conclusion=strange)))
        else:
            found.append(with_step(at, replace(step, conclusion=None)))
            found.append(with_step(at, replace(step, conclusion=strange)))
            found.append(with_step(at, replace(step, conclusion=replace(concluded(step), negated=True))))
    found.append(replace(minimal, proof=()))
    found.append(replace(minimal, proof=(*minimal.proof, minimal.proof[-1])))
    found.append(replace(minimal, statements=minimal.statements[1:]))
    found.append(replace(minimal, statements=(*minimal.statements, "unknown")))
    found.append(replace(minimal, statements=(*minimal.statements, minimal.statements[0])))
    found.append(replace(minimal, axioms=(*minimal.axioms, "ax:none")))
    found.append(replace(minimal, axioms=(*minimal.axioms, *(minimal.axioms[:1] or ("ax:none",)))))
    if minimal.axioms:
        found.append(replace(minimal, axioms=minimal.axioms[1:]))
    return [m for m in found if m != minimal]


@deterministic(200)
@given(problems(most=7))
def test_certificates_verify_and_their_mutations_do_not(problem: Problem) -> None:
    ontology, graph = problem
    rules = compile_rules(ontology.axioms)
    strict = [a for a in ontology.axioms if a.strength == "strict"]
    strictly = minimal_sets(graph, strict)
    for mask in minimal_conflicts(graph, rules).minimal:
        members = [s for i, s in enumerate(graph) if mask >> i & 1]
        certified = certify(members, rules, rules.strict())
        assert certified is not None
        minimal, strength = certified
        assert verify(minimal, members, rules) is None
        assert (strength == "strict") == (frozenset(members) in strictly)
        assert strength == "typical" or verify(minimal, members, rules.strict()) is None
        assert certify(list(reversed(members)), rules, rules.strict()) == certified
        for mutation in mutations(minimal):
            assert verify(mutation, members, rules) is not None, mutation
        extra = Statement("wd:Q90", "wdt:P90", "wd:Q91")
        assert verify(minimal, [*members, extra], rules) is not None
        assert verify(minimal, members[1:], rules) is not None
        for axiom in minimal.axioms:
            assert verify(minimal, members, rules.only(set(minimal.axioms) - {axiom})) is not None
        for left_out in range(len(members)):
            assert certify(members[:left_out] + members[left_out + 1 :], rules, rules.strict()) is None


@deterministic(150)
@given(problems(most=7))
def test_background_supports_without_being_counted(problem: Problem) -> None:
    ontology, graph = problem
    background, counted = graph[::3], tuple(s for i, s in enumerate(graph) if i % 3)
    verdict = minimal_conflicts(counted, compile_rules(ontology.axioms), background=background)
    found = {frozenset(s for i, s in enumerate(counted) if mask >> i & 1) for mask in verdict.minimal}
    cut = {m - set(background) for m in minimal_sets(graph, ontology.axioms)}
    assert found == {m for m in cut if not any(smaller < m for smaller in cut)}


@deterministic(100)
@given(problems())
def test_verdict_does_not_depend_on_the_order_of_statements_or_axioms(problem: Problem) -> None:
    ontology, graph = problem
    turned = tuple(reversed(graph))
    assert found_by_prover(graph, compile_rules(ontology.axioms)) == found_by_prover(
        turned, compile_rules(reversed(ontology.axioms))
    )


def padded_proof() -> tuple[MinimalSet, list[Statement], RuleSet]:
    """A proof with a step that leads nowhere: the only one that uses its statement."""
    rules = compile_rules(
        [
            Axiom("ax:f", Kind.FUNCTIONAL, (Role("wdt:P1"),), "strict"),
            Axiom("ax:s", Kind.SYMMETRIC, (Role("wdt:P2"),), "strict"),
        ]
    )
    members = [
        Statement("wd:Q1", "wdt:P1", "wd:Q2"),
        Statement("wd:Q1", "wdt:P1", "wd:Q3"),
        Statement("wd:Q1", "wdt:P2", "wd:Q2"),
    ]
    ids = [s.id for s in members]
    side = Step("prp-symp", "ax:s", (ids[2],), Statement("wd:Q2", "wdt:P2", "wd:Q1"))
    last = Step("prp-fp", "ax:f", (ids[0], ids[1]), None)
    return MinimalSet(tuple(ids), ("ax:f", "ax:s"), (side, last)), members, rules


def test_a_step_that_leads_nowhere_is_refused() -> None:
    minimal, members, rules = padded_proof()
    assert verify(minimal, members, rules) is not None


def literal(value: str, datatype: str) -> Literal:
    found = normal(Literal(value, datatype))
    assert isinstance(found, Literal)
    return found


@pytest.mark.parametrize(
    ("left", "right", "clash"),
    [
        (("5", "xsd:integer"), ("5.0", "xsd:decimal"), False),
        (("5", "xsd:integer"), ("5e0", "xsd:double"), False),
        (("-0", "xsd:integer"), ("0", "xsd:integer"), False),
        (("+5", "xsd:integer"), ("5", "xsd:integer"), False),
        (("5", "xsd:integer"), ("6", "xsd:integer"), True),
        (("1" * 40, "xsd:integer"), ("1" * 39 + "2", "xsd:integer"), True),
        (("1e999999999", "xsd:double"), ("1e999999998", "xsd:double"), True),
        (("007", "xsd:string"), ("7", "xsd:string"), True),
        (("007", "rdf:langString"), ("7", "rdf:langString"), True),
        (("007", "wikibase:ExternalId"), ("7", "wikibase:ExternalId"), True),
        (("1930", "xsd:gYear"), ("1930-05-01", "xsd:date"), False),
        (("1930", "xsd:gYear"), ("1930-05", "xsd:gYearMonth"), False),
        (("1930-05-01", "xsd:date"), ("1930-05-01T00:00:00Z", "xsd:dateTime"), False),
        (("+1930-05-01T00:00:00Z", "xsd:dateTime"), ("1930-05-01", "xsd:date"), False),
        (("1930-01-01", "xsd:date"), ("1930-05-01", "xsd:date"), True),
        (("1930-00-00T00:00:00Z", "xsd:dateTime"), ("1930-05-01", "xsd:date"), False),
        (("-0044", "xsd:gYear"), ("0044", "xsd:gYear"), True),
        (("1930", "xsd:gYear"), ("19301", "xsd:gYear"), True),
        (("1930-05-01", "http://www.w3.org/2001/XMLSchema#date"), ("1930-05-01", "xsd:date"), False),
        (("5", "http://www.w3.org/2001/XMLSchema#integer"), ("5", "xsd:integer"), False),
    ],
)
def test_when_literals_differ(left: tuple[str, str], right: tuple[str, str], clash: bool) -> None:
    one, two = literal(*left), literal(*right)
    assert different(one, two) is clash
    assert different(two, one) is clash
    assert clash or one == two or one.datatype == "date"
    assert len(one.value) < 100


def test_entities_differ_by_id() -> None:
    assert different("wd:Q1", "wd:Q2")
    assert not different("wd:Q1", "wd:Q1")
    assert different("5", literal("5", "xsd:integer"))


def test_conclusions_spell_literals_as_the_statements_do() -> None:
    rules = compile_rules(
        [
            Axiom("ax:f", Kind.FUNCTIONAL, (Role("wdt:P2"),), "strict"),
            Axiom("ax:s", Kind.SUB_PROPERTY, (Role("wdt:P1"), Role("wdt:P2")), "strict"),
        ]
    )
    members = [
        Statement("wd:Q1", "wdt:P1", Literal("150.0", "xsd:decimal", "150 km")),
        Statement("wd:Q1", "wdt:P2", Literal("160", "xsd:integer")),
    ]
    certified = certify(members, rules, rules)
    assert certified is not None
    first = concluded(certified[0].proof[0])
    assert isinstance(first.object, Literal)
    assert (first.object.value, first.object.label) == ("150.0", "150 km")
