"""One vocabulary for all graphs: there and back is the identity, and the prover finds the same in both."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Literal, Relation, Statement
from contragraph.ontology import load_ontology
from contragraph.ontology.alignment import parse_alignment
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.ontology.lexicon import load_lexicon, say
from contragraph.ontology.told import label_of, lexicon_for
from contragraph.ontology.translate import IDENTITY, Lens, Renaming, renamed
from contragraph.ontology.turtle import format_ontology, parse_ontology
from contragraph.ontology.vocabulary import family_vocabulary, lens_of, vocabulary_of
from contragraph.reasoning import compile_rules, minimal_conflicts
from contragraph.reasoning.lint import lint
from tests.strategies import RELATIONS, SUBCLASS, TYPED, deterministic, problems

Problem = tuple[Ontology, tuple[Statement, ...]]
NAMES = ("dbo:one", "dbo:two", "yago:three", "dbo:four")
THINGS = {"dbr:Q1": "wd:Q1", "yago:Q2": "wd:Q2"}


@st.composite
def lenses(draw: st.DrawFn) -> Lens:
    """Some relations renamed, some turned round, some left alone; types are those of RDF or left alone."""
    exact = {
        own: Role(relation, draw(st.booleans())) for own, relation in zip(NAMES, RELATIONS) if draw(st.integers(0, 3))
    }
    if draw(st.booleans()):
        exact["schema:a"] = Role(TYPED)
        exact["schema:kindOf"] = Role(SUBCLASS)
    return Lens(exact, THINGS if draw(st.booleans()) else {})


def tellable(graph: tuple[Statement, ...], lens: Lens) -> tuple[Statement, ...]:
    """The statements that can be turned round: none with a literal at the end."""
    turned = {role.relation for role in lens.exact.values() if role.inverse}
    return tuple(s for s in graph if not (isinstance(s.object, Literal) and s.relation in turned))


@deterministic(150)
@given(problems(timed=True), lenses())
def test_there_and_back_is_the_identity(problem: Problem, lens: Lens) -> None:
    ontology, graph = problem
    for statement in tellable(graph, lens):
        own = lens.own.statement(statement)
        assert lens.seen.statement(own) == statement
        assert (own.negated, own.valid_from, own.valid_to) == (
            statement.negated,
            statement.valid_from,
            statement.valid_to,
        )
    once = renamed(ontology, lens.own)
    again = renamed(renamed(once, lens.seen), lens.own)
    assert again == once
    assert renamed(once, lens.seen).statable == ontology.statable


@deterministic(200)
@given(problems(), lenses())
def test_the_prover_finds_the_same_conflicts_in_both_vocabularies(problem: Problem, lens: Lens) -> None:
    ontology, graph = problem
    graph = tellable(graph, lens)
    seen = minimal_conflicts(graph, compile_rules(ontology.axioms))
    own = minimal_conflicts(tuple(map(lens.own.statement, graph)), compile_rules(renamed(ontology, lens.own).axioms))
    assert seen.decided
    assert own.decided
    assert set(own.minimal) == set(seen.minimal)


def test_auxiliary_relations_are_named_after_the_relation_of_the_graph() -> None:
    lens = Lens({"dbo:recordLabel": Role("wdt:P264"), "yago:actedIn": Role("wdt:P161", inverse=True)})
    for seen, own in {
        "cg:only_P264": "cg:only_recordLabel",
        "cg:noneSeated_inv_P264": "cg:noneSeated_inv_recordLabel",
        "cg:only_P161": "cg:sole_actedIn",
        "cg:sole_P161": "cg:only_actedIn",
        "cg:noneBorn_P161": "cg:noneBorn_inv_actedIn",
        "cg:noneBorn_inv_P161": "cg:noneBorn_actedIn",
        "cg:only_P50": "cg:only_P50",
        "cg:bornIn": "cg:bornIn",
    }.items():
        assert lens.own.relation(seen) == Role(own)
        assert lens.seen.relation(own) == Role(seen)


def test_axioms_that_are_turned_round_keep_their_meaning_and_can_be_written() -> None:
    names = Renaming({"wdt:P1": Role("dbo:one", inverse=True)})
    one, two = Role("wdt:P1"), Role("wdt:P2")
    told = {
        (Kind.FUNCTIONAL, (one,)): (Kind.INVERSE_FUNCTIONAL, (Role("dbo:one"),)),
        (Kind.DOMAIN, (one, "wd:Q5")): (Kind.RANGE, (Role("dbo:one"), "wd:Q5")),
        (Kind.INVERSE_OF, (one, two)): (Kind.EQUIVALENT, (Role("dbo:one"), two)),
        (Kind.SUB_PROPERTY, (one, two)): (Kind.SUB_PROPERTY, (Role("dbo:one"), ~two)),
        (Kind.CHAIN, (one, two, one)): (Kind.CHAIN, (~two, Role("dbo:one"), Role("dbo:one"))),
        (Kind.TRANSITIVE, (one,)): (Kind.TRANSITIVE, (Role("dbo:one"),)),
    }
    axioms = []
    for number, ((kind, terms), expected) in enumerate(told.items()):
        axiom = names.axiom(Axiom(f"cg:ax_{number}", kind, terms, "strict"))
        assert axiom is not None
        assert (axiom.kind, axiom.terms) == expected
        axioms.append(axiom)
    labels = {"dbo:one": "one", "wdt:P2": "two"}
    ontology = Ontology(tuple(axioms), labels=labels)
    assert parse_ontology(format_ontology(ontology)).axioms == ontology.axioms


def test_an_axiom_that_says_that_a_relation_is_itself_is_dropped() -> None:
    names = Renaming({"wdt:P31": Role("rdf:type"), "wdt:P40": Role("wdt:P22", inverse=True)})
    assert names.axiom(Axiom("cg:ax_1", Kind.SUB_PROPERTY, (Role("wdt:P31"), Role("rdf:type")), "strict")) is None
    assert names.axiom(Axiom("cg:ax_2", Kind.INVERSE_OF, (Role("wdt:P22"), Role("wdt:P40")), "strict")) is None


def test_two_relations_that_would_be_seen_as_one_are_refused() -> None:
    lens = Lens({"dbo:one": Role("wdt:P1"), "dbo:two": Role("wdt:P1")})
    with pytest.raises(OntologyError, match="dbo:one and dbo:two would both be seen as wdt:P1"):
        lens.own.relation("wdt:P1")
    taken = Ontology((), labels={"wdt:P1": "one", "dbo:one": "another"})
    with pytest.raises(OntologyError, match="would both be named dbo:one"):
        renamed(taken, Lens({"dbo:one": Role("wdt:P1")}).own)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("dbo:a owl:equivalentProperty wdt:P1 . dbo:b owl:equivalentProperty wdt:P1 .", "both match wdt:P1"),
        ("dbo:a owl:equivalentProperty wdt:P1 , wdt:P2 .", "matches both"),
        ("dbo:a owl:sameAs wdt:P1 .", "no match that we know"),
        ("dbo:a owl:equivalentProperty", "not valid Turtle"),
        ("<http://example.org/a> owl:equivalentProperty wdt:P1 .", "no known namespace"),
    ],
)
def test_an_alignment_that_is_not_one_to_one_is_refused(said: str, why: str) -> None:
    with pytest.raises(OntologyError, match=why):
        parse_alignment(f"{_PREFIXES} {said}")


def test_of_two_relations_that_match_one_the_better_match_with_more_facts_is_taken() -> None:
    alignment = parse_alignment(
        f"{_PREFIXES} schema:a owl:equivalentProperty wdt:P1 . yago:b owl:equivalentProperty wdt:P1 ."
        " yago:c owl:inverseOf wdt:P1 . dbo:far owl:equivalentProperty wdt:P1 ."
    )
    lens = lens_of(alignment, {"schema:a": 5, "yago:b": 7, "yago:c": 90})
    assert lens.exact == {"yago:b": Role("wdt:P1")}
    assert lens_of(alignment, {"yago:c": 1}).exact == {"yago:c": Role("wdt:P1", inverse=True)}


_PREFIXES = """
@prefix dbo: <http://dbpedia.org/ontology/> . @prefix yago: <http://yago-knowledge.org/resource/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix schema: <http://schema.org/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
"""

# -- the ontologies that ship ------------------------------------------------------------------------------------


def test_wikidata_is_seen_as_it_is() -> None:
    vocabulary = family_vocabulary("wikidata")
    assert vocabulary.lens is IDENTITY
    assert not vocabulary.lens
    assert vocabulary.ontology == vocabulary.own == load_ontology()


@pytest.mark.parametrize("name", ["dbpedia", "yago"])
def test_a_graph_speaks_its_own_terms_alone(name: str) -> None:
    vocabulary = family_vocabulary(name)
    own = vocabulary.own
    used = {r for axiom in own.axioms for r in axiom.relations}
    matched = {role.relation for role in vocabulary.lens.exact.values()}
    assert used.isdisjoint(matched)
    assert own.statable.isdisjoint(matched)
    assert not any(r.startswith("wdt:") for r in own.statable)
    assert own.domains.keys() <= own.statable | {"rdf:type"}
    assert renamed(renamed(own, vocabulary.lens.seen), vocabulary.lens.own).axioms == own.axioms
    assert parse_ontology(format_ontology(own)).axioms == own.axioms
    assert [f for f in lint(own) if f.level == "error"] == []


def test_axioms_hold_over_the_relations_that_a_graph_has_and_no_others() -> None:
    relations = [Relation(r, "", facts=1) for r in ("dbo:birthPlace", "dbo:country", "dbo:isPartOf")]
    own = vocabulary_of(relations).own
    assert {r for a in own.axioms for r in a.relations if r.startswith("dbo:")} <= {r.id for r in relations}
    assert any(a.id.endswith("functional_birthPlace") for a in own.axioms)
    assert not any(a.facts for a in own.axioms), "figures of another graph"


def test_what_a_dataset_names_is_said_as_its_match_is() -> None:
    lexicon = lexicon_for(["dbo:birthPlace", "yago:actedIn"])
    names = {"dbr:A": "Ann", "dbr:P": "Paris", "yago:A": "Ann", "yago:F": "Up", "wd:A": "Ann", "wd:F": "Up"}
    seen = load_lexicon()
    born = say(Statement("dbr:A", "dbo:birthPlace", "dbr:P"), names, lexicon)
    assert born == say(Statement("dbr:A", "wdt:P19", "dbr:P"), names, seen)
    acted = say(Statement("yago:A", "yago:actedIn", "yago:F"), names, lexicon)
    entry = seen.entries["wdt:P161"]
    assert entry.said_of_object
    assert acted == f"Ann {entry.said_of_object[0].say({'s': 'Up', 'o': 'Ann'})}"
    assert lexicon_for(["wdt:P19", "cg:only_P19"]) == seen
    assert label_of("cg:only_recordLabel") == label_of("cg:only_P264") is not None


def test_the_figures_of_wikidata_are_not_taken_over() -> None:
    measured = {a.id for a in load_ontology().axioms if a.facts}
    assert measured
    translated = [a for a in family_vocabulary("dbpedia").ontology.axioms if a.id in measured]
    assert translated
    assert all(replace(a, facts=None, violations=None) == a for a in translated)
