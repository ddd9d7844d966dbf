"""One vocabulary for all graphs: there and back is the identity, and the prover finds the same in both."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.generation.verbalise import render
from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Entity, Literal, Statement
from contragraph.kgs import kg_of, label_of, lexicon_for
from contragraph.ontology.alignment import lens_of, parse_alignment
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.ontology.lexicon import say
from contragraph.ontology.translate import Lens, Renaming, renamed
from contragraph.ontology.turtle import format_ontology, parse_ontology
from contragraph.reasoning.audit.lint import lint
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import compile_rules
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


def test_of_two_relations_that_match_one_the_better_match_is_taken() -> None:
    alignment = parse_alignment(
        f"{_PREFIXES} schema:a owl:equivalentProperty wdt:P1 . yago:b owl:equivalentProperty wdt:P1 ."
        " yago:c owl:inverseOf wdt:P1 . dbo:far owl:equivalentProperty wdt:P1 ."
    )
    assert lens_of(alignment, ("schema:a", "yago:b", "yago:c")).exact == {"schema:a": Role("wdt:P1")}
    assert lens_of(alignment, ("yago:b", "yago:c")).exact == {"yago:b": Role("wdt:P1")}
    assert lens_of(alignment, ("yago:c",)).exact == {"yago:c": Role("wdt:P1", inverse=True)}


_PREFIXES = """
@prefix dbo: <http://dbpedia.org/ontology/> . @prefix yago: <http://yago-knowledge.org/resource/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix schema: <http://schema.org/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
"""


# -- the alignments that ship ----------------------------------------------------------------------------------


def test_wikidata_is_seen_as_it_is() -> None:
    assert kg_of("wikidata").lens(["wdt:P19"]) == Lens()
    assert not Lens()


@pytest.mark.parametrize("name", ["dbpedia", "yago"])
def test_a_graph_speaks_its_own_terms_alone(name: str) -> None:
    kg = kg_of(name)
    used = {r for axiom in kg.ontology.every for r in axiom.relations}
    matched = {role.relation for role in kg.alignment.exact.values()}
    assert (used | kg.ontology.statable).isdisjoint(matched)
    assert matched
    seen = renamed(kg.ontology, kg.lens(kg.alignment.exact).seen)
    assert seen.statable & matched
    assert [f for f in lint(seen) if f.level == "error"] == []


def test_what_a_dataset_names_is_said_as_its_match_is() -> None:
    lexicon = lexicon_for(["dbo:birthPlace", "yago:actedIn"])
    names = {"dbr:A": "Ann", "dbr:P": "Paris", "yago:A": "Ann", "yago:F": "Up", "wd:A": "Ann", "wd:F": "Up"}
    seen = kg_of("wikidata").lexicon
    born = say(Statement("dbr:A", "dbo:birthPlace", "dbr:P"), names, lexicon)
    assert born == say(Statement("dbr:A", "wdt:P19", "dbr:P"), names, seen)
    acted = say(Statement("yago:A", "yago:actedIn", "yago:F"), names, lexicon)
    entry = seen.entries["wdt:P161"]
    assert entry.said_of_object
    assert acted == f"Ann {entry.said_of_object[0].say({'s': 'Up', 'o': 'Ann'})}"


def test_relations_have_the_labels_of_their_graphs() -> None:
    assert label_of("cg:lifespan") == "lifespan in years"
    assert label_of("yago:wasBornIn") == kg_of("yago").ontology.labels["yago:wasBornIn"]
    assert label_of("cg:unheardOf") is None


def test_texts_of_a_graph_are_worded_as_those_of_the_graph_that_it_is_aligned_with() -> None:
    kg, wikidata = kg_of("yago"), kg_of("wikidata")
    ann = Entity("yago:Ann", "Ann Lee", "American actress", (), ("yago:wordnet_actor_109765278",), "yago", 30)
    film = Entity("yago:Up", "Up High", "film", (), (), "yago", 30)
    own = (Statement(ann.id, "yago:actedIn", film.id), Statement(ann.id, "yago:wasBornOnDate", DAY))
    seen = (Statement(film.id, "wdt:P161", ann.id), Statement(ann.id, "wdt:P569", DAY))
    people = {e.id: e for e in (ann, film)}
    as_known = {**people, ann.id: replace(ann, types=(*ann.types, "wd:Q5"))}
    text = render(own, people, kg.lexicon, {s.relation: "" for s in own}, seed="s", variant=0)
    same = render(seen, as_known, wikidata.lexicon, {s.relation: "" for s in seen}, seed="s", variant=0)
    assert "She" in text.body or "she" in text.body or text.body.count("Ann") == 1
    assert {i for sentence in text.sentences for i in sentence.statements} == {s.id for s in own}
    assert text.body == same.body


DAY = Literal("1930-05-01", "xsd:date", "1 May 1930")
