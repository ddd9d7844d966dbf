"""The packaged ontology says what the design asks for, and ontologies survive being written and read."""

from __future__ import annotations

import itertools
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib import OWL, RDF, BNode, Graph, URIRef

from contragraph.app.presentation.say import RecordWords
from contragraph.graph.errors import InputError, OntologyError
from contragraph.kgs import kg_of, lexicon_for, shipped_kgs
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.ontology.namespaces import PREFIXES, expand, shorten
from contragraph.ontology.turtle import format_ontology, parse_ontology, read_ontology
from tests import strategies

DOMAINS = {
    "Human": "P22 P25 P551 P634 P937 P1038 P1066 P1344 P1399 P737",
    "Geography": "P36 P47 P150 P189 P197 P421 P1336 P3179 P1382 P2789",
    "Organization": "P127 P463 P807 P1001 P2652",
    "Creative Work": "P144 P155 P178 P264 P287",
    "Class/Concept": "P279 P460 P461 P1889",
    "Cause-Effect": "P828 P1478 P1479 P1537 P1542",
    "General": "P361 P527 P1011 P2283 P3094 P4330",
}
"""Table 6 of the MAGIC paper."""

HEADER = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in PREFIXES.items())
DECLARED = HEADER + "wdt:P36 a owl:ObjectProperty . wdt:P47 a owl:ObjectProperty .\n"
PLAIN = "wdt:P36 rdf:type owl:FunctionalProperty .\n"
NOTE = (
    "cg:ax_1 a owl:Axiom ; owl:annotatedSource wdt:P36 ; owl:annotatedProperty rdf:type ;"
    ' owl:annotatedTarget owl:FunctionalProperty ; cg:strength "typical" .\n'
)


@pytest.fixture(scope="module")
def wikidata() -> Ontology:
    return kg_of("wikidata").ontology


def packaged() -> Path:
    return Path(__file__).parent.parent / "kgs" / "wikidata" / "ontology.ttl"


def test_every_seed_relation_of_the_paper_is_there_with_its_domain(wikidata: Ontology) -> None:
    expected = {f"wdt:{p}": domain for domain, found in DOMAINS.items() for p in found.split()}
    assert len(expected) == 45
    assert {r: d for r, d in wikidata.domains.items() if r in expected} == expected


def test_axioms_are_sourced_and_relations_explained(wikidata: Ontology) -> None:
    assert all(axiom.source for axiom in wikidata.axioms)
    assert [a.id for a in wikidata.axioms] == sorted({a.id for a in wikidata.axioms})
    relations = {r for a in wikidata.axioms for r in a.relations if not r.startswith("rdf")}
    assert relations <= wikidata.labels.keys()
    assert {r for r in relations if r.startswith("cg:")} <= wikidata.comments.keys()
    assert {r for r in relations if r.startswith("wdt:")} <= wikidata.statable
    # A gloss of a relation that a text may state names both its ends.
    for relation in wikidata.statable & wikidata.comments.keys():
        assert "{s}" in wikidata.comments[relation], relation
        assert "{o}" in wikidata.comments[relation], relation


EXCEPTION = re.compile(r";|\b(a few|some|may|might|most often|usually|except|unless)\b")


@pytest.mark.parametrize("name", shipped_kgs())
def test_comments_say_the_rule_and_not_its_exceptions(name: str) -> None:
    """A proof quotes the comment of the axiom that is broken; that there are exceptions is said by its strength."""
    comments = {axiom.id: axiom.comment for axiom in kg_of(name).ontology.every if axiom.comment}
    assert len(comments) > 20
    told = {i: said for i, said in comments.items() if EXCEPTION.search(said) and not said.startswith("Its time")}
    assert told == {}


def test_a_broken_axiom_without_words_of_its_own_is_told_with_its_relations(wikidata: Ontology) -> None:
    """The step that ends a proof says which rule is broken, and of what; steps before it say the rule alone."""
    plain = next(a for a in wikidata.axioms if a.kind is Kind.DISJOINT and not a.comment)
    one, other = (wikidata.labels[term.relation] for term in plain.terms if isinstance(term, Role))
    words = RecordWords.over((), wikidata, lexicon_for(wikidata.labels))
    ends = "" if plain.strength == "strict" else ", to which there are exceptions"
    said = words.rests_on("prp-pdw", plain.id, broken=True)
    assert said == f"“‘{one}’ and ‘{other}’ exclude each other.”{ends}"
    assert words.rests_on("prp-pdw", plain.id) == f"“The two exclude each other.”{ends}"


def test_types_and_subclasses_say_so(wikidata: Ontology) -> None:
    said = {(a.kind, a.terms) for a in wikidata.axioms}
    assert (Kind.SUB_PROPERTY, (Role("wdt:P31"), Role("rdf:type"))) in said
    assert (Kind.SUB_PROPERTY, (Role("wdt:P279"), Role("rdfs:subClassOf"))) in said


def test_relations_with_many_values_in_fact_are_not_functional(wikidata: Ontology) -> None:
    functional = {a.roles[0].relation for a in wikidata.axioms if a.kind is Kind.FUNCTIONAL}
    assert not functional & {"wdt:P551", "wdt:P264", "wdt:P421", "wdt:P463", "wdt:P131", "wdt:P17"}


def test_the_packaged_file_reads_fast(wikidata: Ontology) -> None:
    start = time.process_time()
    assert {a.id for a in read_ontology(packaged()).every} <= {a.id for a in wikidata.every}
    assert time.process_time() - start < 3  # 0.3 s on an idle machine


def test_plain_triples_are_the_annotated_ones() -> None:
    """By rdflib alone: each axiom without blank nodes stands in the file as annotated, and as often."""
    graph = Graph().parse(packaged(), format="turtle")
    parts = (OWL.annotatedSource, OWL.annotatedProperty, OWL.annotatedTarget)
    noted = {tuple(graph.value(n, part) for part in parts) for n in graph.subjects(RDF.type, OWL.Axiom)}
    named = {t for t in noted if not any(isinstance(part, BNode) for part in t)}
    kinds = {URIRef(expand(kind)) for kind in Kind}
    plain = {
        (s, p, o)
        for s, p, o in graph
        if (p in kinds or o in kinds)
        and p not in (OWL.annotatedProperty, OWL.annotatedTarget)
        and not any(isinstance(part, BNode) for part in (s, o))
    }
    assert plain == named
    assert len(named) > 100
    count = sum(1 for _ in graph.subjects(RDF.type, OWL.Axiom))
    assert count == len(noted) == len(read_ontology(packaged()).axioms)


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)


@st.composite
def ontologies(draw: st.DrawFn) -> Ontology:
    base = draw(strategies.ontologies())
    axioms: dict[tuple[Kind, tuple[Role | str, ...]], Axiom] = {}
    for number, axiom in enumerate(base.axioms):
        first = axiom.terms[0]
        if axiom.kind is Kind.INVERSE_OF and isinstance(first, Role) and first.inverse:
            continue  # has no form in Turtle
        facts = draw(st.none() | st.integers(0, 10**9))
        axioms[axiom.kind, axiom.terms] = Axiom(
            f"cg:ax_{number}",
            axiom.kind,
            axiom.terms,
            axiom.strength,
            draw(words),
            draw(words),
            facts,
            None if facts is None else draw(st.none() | st.integers(0, facts)),
        )
    relations = sorted(base.statable)
    labels = {r: draw(words) for r in relations}
    domains = {r: draw(words) for r in relations[:2]}
    kept = tuple(sorted(axioms.values(), key=lambda a: a.id))
    return Ontology(kept, labels, {relations[0]: draw(words)}, domains, base.statable)


@strategies.deterministic(60)
@given(ontologies())
def test_what_is_written_reads_back_as_the_same(ontology: Ontology) -> None:
    text = format_ontology(ontology)
    assert parse_ontology(text) == ontology
    assert format_ontology(parse_ontology(text)) == text


def test_a_part_of_the_ontology_reads_back_as_the_same(wikidata: Ontology) -> None:
    part = wikidata.restricted(itertools.islice(reversed(wikidata.axioms), 40))
    assert parse_ontology(format_ontology(part)) == part


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("wdt:P36 a", "not valid Turtle"),
        ("wdt:P36 a owl:ObjectProperty .", "not valid Turtle"),  # no prefixes at all
        (DECLARED + PLAIN, "has no owl:Axiom that annotates it"),
        (DECLARED + NOTE, "not stated; add the plain triple"),
        (DECLARED + PLAIN + NOTE.replace('; cg:strength "typical"', ""), "needs cg:strength"),
        (DECLARED + PLAIN + NOTE.replace("typical", "always"), "needs cg:strength"),
        (DECLARED + PLAIN + NOTE + NOTE.replace("ax_1", "ax_2"), "says the same as"),
        (DECLARED + PLAIN + NOTE + NOTE.replace("P36", "P47"), "an id may name one axiom only"),
        (DECLARED + "wdt:P36 a owl:ReflexiveProperty .", "no kind of axiom"),
        (DECLARED + "wdt:P36 owl:hasKey wdt:P47 .", "no kind of axiom"),
        (DECLARED + NOTE.replace("owl:Functional", "owl:Reflexive"), "kind that we do not know"),
        (DECLARED + NOTE.replace("owl:annotatedSource wdt:P36 ;", ""), "lacks one of owl:annotatedSource"),
        (DECLARED + NOTE.replace("cg:ax_1", "[]"), "has no id"),
        (HEADER + PLAIN + NOTE, "not declared"),
        (DECLARED + PLAIN + NOTE.replace(" .\n", " ; cg:facts -1 .\n"), "whole number"),
        (DECLARED + PLAIN + NOTE.replace(" .\n", " ; cg:colour 1 .\n"), "not one of ours"),
        (DECLARED + "wdt:P36 owl:propertyChainAxiom wdt:P47 .", "needs a list"),
        (DECLARED + "wdt:P36 owl:propertyChainAxiom rdf:nil .", "at least two"),
        (DECLARED + "wdt:P36 owl:propertyChainAxiom ( wdt:P47 ) .", "only wdt:P47"),
        (DECLARED + 'wdt:P36 rdfs:comment "abc .', "abc"),
        (DECLARED + "wdt:P36 foo:bar wdt:P47 .", "foo:"),
        (DECLARED + PLAIN + NOTE + "cg:ax_1 cg:facts many:1 .", "many:"),
        (DECLARED + "wdt:P36 rdfs:subPropertyOf [] .", "blank node"),
        (DECLARED + "wdt:P36 rdfs:subPropertyOf <ftp://example.org/p> .", "no known namespace"),
        (DECLARED + "wdt:P36 cg:seed true .", "needs both"),
        (DECLARED + "wdt:P36 cg:statable false .", "can only be true"),
    ],
)
def test_a_bad_ontology_is_refused_in_one_sentence(text: str, what: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.ttl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(OntologyError) as caught:
        read_ontology(file)
    message = str(caught.value)
    assert what in message
    assert str(file) in message
    assert "\n" not in message


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the ontology"):
        read_ontology(tmp_path / "none.ttl")
    (tmp_path / "latin.ttl").write_bytes(b"# caf\xe9")
    with pytest.raises(OntologyError, match="not UTF-8"):
        read_ontology(tmp_path / "latin.ttl")


def test_an_inverse_on_the_left_of_inverse_of_cannot_be_written() -> None:
    axiom = Axiom("cg:ax_1", Kind.INVERSE_OF, (Role("wdt:P1", inverse=True), Role("wdt:P2")), "strict")
    with pytest.raises(OntologyError, match="cannot be written"):
        format_ontology(Ontology((axiom,)))


@given(st.sampled_from(sorted(PREFIXES)), st.text(min_size=1, max_size=12))
@strategies.deterministic(50)
def test_ids_and_iris_translate_both_ways(prefix: str, local: str) -> None:
    assert shorten(expand(f"{prefix}:{local}")) == f"{prefix}:{local}"


def test_ids_without_a_known_prefix_are_refused() -> None:
    for bad in ("P36", "foo:P36"):
        with pytest.raises(OntologyError, match="no known prefix"):
            expand(bad)
