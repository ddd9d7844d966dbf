"""Dates, numbers and texts: when they differ, which is later, how they are written, and lies made of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from contragraph.dataset.check import check
from contragraph.dataset.codec import to_line
from contragraph.dataset.types import PairType, parse_plan, parse_type
from contragraph.generation.build import Draft, Task, build
from contragraph.generation.knowledge import IN_MEMORY, Knowledge, run_in_lock_step
from contragraph.generation.other_values import is_other
from contragraph.generation.periods.around import periods_around
from contragraph.generation.periods.estimate import read_periods
from contragraph.generation.periods.own import Period
from contragraph.generation.perturb import Proposer
from contragraph.generation.ranking import Usage
from contragraph.generation.run import Settings, generate
from contragraph.generation.verbalise.values import validity, when, words
from contragraph.generation.words import Wording, to_instance
from contragraph.graph import open_store
from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Instance, Literal, Order, Statement
from contragraph.graph.store import GraphStore
from contragraph.ontology import load_ontology
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.ontology.lexicon import load_lexicon, say
from contragraph.ontology.turtle import format_ontology, parse_ontology
from contragraph.ontology.vocabulary import VALUES, Vocabulary, vocabulary_of
from contragraph.reasoning.audit import audit
from contragraph.reasoning.lint import lint
from contragraph.reasoning.terms import different, later, normal
from tests import dated_kg, webnlg
from tests.recheck import check_conflicts, check_text

BIRTH, DEATH = "wdt:P569", "wdt:P570"


@pytest.mark.parametrize(
    ("left", "right", "clash", "after"),
    [
        (("1", "dbt:kilometre"), ("1000.0", "dbt:metre"), False, False),
        (("1.85", "dbt:metre"), ("185", "dbt:centimetre"), False, False),
        (("1.85", "dbt:metre"), ("1.8542", "dbt:metre"), False, False),
        (("1.85", "dbt:metre"), ("1.86", "dbt:metre"), True, False),
        (("6", "dbt:foot"), ("1.83", "dbt:metre"), False, False),
        (("12300", "dbt:metre"), ("12", "dbt:kilometre"), False, False),
        (("13000", "dbt:metre"), ("12", "dbt:kilometre"), True, True),
        (("12500", "xsd:integer"), ("12512", "xsd:integer"), True, False),
        (("7.25", "xsd:double"), ("7.3", "xsd:double"), False, False),
        (("5", "xsd:integer"), ("5", "dbt:metre"), False, False),  # five of what?
        (("5", "dbt:second"), ("5", "dbt:metre"), True, False),
        (("Köln", "rdf:langString@de"), ("Cologne", "rdf:langString@en"), False, False),
        (("Bonn", "rdf:langString@de"), ("Köln", "rdf:langString@de"), True, False),
        (("1931", "xsd:gYear"), ("1930-12-31", "xsd:date"), True, True),
        (("1930", "xsd:gYear"), ("1930-05-01", "xsd:date"), False, False),
        (("1930-05-02T08:00:00Z", "xsd:dateTime"), ("1930-05-01", "xsd:date"), True, True),
        (("-0043", "xsd:gYear"), ("-0044-03-15", "xsd:date"), True, True),
        (("1", "xsd:gYear"), ("-0044", "xsd:gYear"), True, False),  # no year in any notation
        (("1930", "xsd:gYear"), ("1929", "xsd:integer"), True, False),
    ],
)
def test_when_values_differ_and_which_is_later(
    left: tuple[str, str], right: tuple[str, str], clash: bool, after: bool
) -> None:
    one, other = normal(Literal(*left)), normal(Literal(*right))
    assert different(one, other) is different(other, one) is clash
    assert later(one, other) is after
    assert not later(other, one) or (clash and not after)


@pytest.mark.parametrize(
    ("value", "datatype", "said", "dated"),
    [
        ("1930-05-01", "xsd:date", "1 May 1930", "on 1 May 1930"),
        ("1930-01-01T00:00:00Z", "xsd:dateTime", "1 January 1930", "on 1 January 1930"),
        ("1930-00-00T00:00:00Z", "xsd:dateTime", "1930", "in 1930"),
        ("1930", "xsd:gYear", "1930", "in 1930"),
        ("1930-05", "xsd:gYearMonth", "May 1930", "in May 1930"),
        ("-0044-03-15", "xsd:date", "15 March 44 BC", "on 15 March 44 BC"),
        ("12500", "xsd:nonNegativeInteger", "12,500", ""),
        ("2.500E3", "xsd:double", "2,500", ""),
        ("1.850", "dbt:metre", "1.85 m", ""),
        ("-3.5", "dbt:metre", "−3.5 m", ""),
        ("100000", "dbt:usDollar", "US$100,000", ""),
        ("So it goes", "rdf:langString", "“So it goes”", ""),
        ("", "xsd:string", "an empty value", ""),
    ],
)
def test_values_in_words(value: str, datatype: str, said: str, dated: str) -> None:
    assert words(Literal(value, datatype)) == said
    assert when(Literal(value, datatype)) == dated


def test_times_in_words() -> None:
    assert validity("1990", "1994") == " from 1990 to 1994"
    assert validity("2001", None) == " since 2001"
    assert validity(None, "1968-05") == " until May 1968"
    assert validity("1986", "1986") == " in 1986"
    assert validity("1986-05-01", "1986-05-01") == " on 1 May 1986"
    assert validity("1976", "1979", event=True) == " between 1976 and 1979"
    assert validity("2016", None, event=True) == " in 2016"
    assert validity(None, None) == ""
    born = Statement("wd:Q1", BIRTH, Literal("1930-05-01", "xsd:date", "1 May 1930"))
    assert say(born, {"wd:Q1": "Ann"}, load_lexicon()) == "Ann was born on 1 May 1930"


# -- axioms -----------------------------------------------------------------------------------------------


def test_axioms_about_values_are_sound_and_read_back() -> None:
    values = load_ontology(VALUES)
    assert not [finding for finding in lint(values) if finding.level == "error"]
    assert parse_ontology(format_ontology(values)) == values
    assert {BIRTH, "cg:teacherDied"} <= values.data
    assert {a.kind for a in values.axioms} == {Kind.FUNCTIONAL, Kind.BEFORE, Kind.CHAIN, Kind.EVENT}


def test_a_relation_has_things_or_values() -> None:
    both = "wdt:P569 a owl:ObjectProperty, owl:DatatypeProperty ."
    prefixes = "".join(f"{line}\n" for line in format_ontology(Ontology(())).splitlines())
    with pytest.raises(OntologyError, match="both owl:ObjectProperty and owl:DatatypeProperty"):
        parse_ontology(prefixes + both)


def test_a_graph_without_values_has_the_axioms_that_it_had() -> None:
    assert vocabulary_of(()).ontology == load_ontology()


# -- lies -------------------------------------------------------------------------------------------------


@pytest.fixture
def people(store: GraphStore, tmp_path: Path) -> tuple[GraphStore, Vocabulary]:
    store.load(dated_kg.staged(tmp_path))
    return store, vocabulary_of(store.relations("people"))


def made(
    store: GraphStore, vocabulary: Vocabulary, pair_type: PairType, in_memory: int = IN_MEMORY
) -> list[tuple[Draft, Instance]]:
    """The pairs of a type that the dates of birth and death are seeds of."""
    knowledge = Knowledge(store, "people", Order.of_seed(7), in_memory=in_memory)
    proposer = Proposer(vocabulary.ontology, knowledge)
    seeds = [s for r in (BIRTH, DEATH) for s in knowledge.literal_facts(r)]
    results = run_in_lock_step(
        [build(Task(pair_type, seed, "7", (), Usage({})), proposer) for seed in seeds], knowledge
    )
    wording = Wording(vocabulary.lexicon, vocabulary.labels, vocabulary.ontology.domains, "people", "r")
    return [(d, to_instance(d, wording)) for d in results if isinstance(d, Draft)]


def test_lies_about_dates(people: tuple[GraphStore, Vocabulary]) -> None:
    """Every pair is proven again by brute force, and tells what it states; the audit counts dates too."""
    store, vocabulary = people
    for name, least in (("1-single-hop", 20), ("1-multi-hop", 4)):
        pairs = made(store, vocabulary, parse_type(name))
        assert len(pairs) >= least
        assert pairs == made(store, vocabulary, parse_type(name), in_memory=0)
        for draft, instance in pairs:
            line = json.loads(to_line(instance)[1])
            check_conflicts(line, vocabulary.ontology.axioms)
            for context in line["contexts"].values():
                check_text(context, frozenset())
            (lie,) = (p.made for p in draft.proposals)
            assert isinstance(lie.object, Literal) or name == "1-multi-hop"
        if name == "1-multi-hop":
            assert any(s.rule == "cg-before" for _, i in pairs for c in i.conflicts for s in c.minimal[0].proof)

    found = {f.axiom: (f.facts, f.violations) for f in audit(store, "people", vocabulary.ontology)}
    assert found["cg:ax_functional_P569"] == found["cg:ax_before_P569_P570"] == (13, 0)
    wrong = Axiom("cg:ax_wrong", Kind.BEFORE, (Role(DEATH), Role(BIRTH)), "strict")
    turned = vocabulary.ontology.restricted([*vocabulary.ontology.axioms, wrong])
    assert {f.axiom: f.violations for f in audit(store, "people", turned)}["cg:ax_wrong"] == 13


def test_what_a_made_up_date_may_be(tmp_path: Path) -> None:
    with open_store(f"ladybug:{tmp_path / 'people.lbug'}", create=True) as store:
        store.load(dated_kg.staged(tmp_path))
        vocabulary = vocabulary_of(store.relations("people"))
        knowledge = Knowledge(store, "people", Order.of_seed(7))
        told = read_periods(store, "people", knowledge.snapshot)
        assert told.of("wd:Q7085") == Period(1885, 1962, True)
        assert told.known == read_periods(store, "people").known
        assert periods_around(knowledge).of("wd:Q7085") == told.of("wd:Q7085")
        assert told.together("wd:Q57055", "wd:Q77308") is False  # one was born seven years after the other's death
    proposer = Proposer(vocabulary.ontology, knowledge)  # the graph is in memory
    bohr = "wd:Q7085"
    seed = Statement(bohr, BIRTH, Literal("1885-10-07", "xsd:date"))

    def admitted(relation: str, date: str, datatype: str = "xsd:date") -> bool:
        statement = Statement(bohr, relation, Literal(date, datatype))
        (answer,) = run_in_lock_step([is_other(statement, seed, proposer.rules, knowledge)], knowledge)
        return answer

    assert admitted(BIRTH, "1879-03-14")
    assert not admitted(BIRTH, "1885", "xsd:gYear")  # a part of the true date
    assert not admitted(BIRTH, "1970-01-01")  # later than the death that the graph knows
    assert admitted(DEATH, "1880-01-01")  # before the birth, which is the seed and gives way


# -- real data --------------------------------------------------------------------------------------------


@pytest.mark.data
def test_pairs_from_the_triples_of_webnlg(data_folder: Path, tmp_path: Path) -> None:
    with open_store(f"ladybug:{tmp_path / 'webnlg.lbug'}", create=True) as store:
        info = store.load(webnlg.staged(data_folder, tmp_path))
        assert info.facts > 3000
        settings = Settings(parse_plan("1-single-hop=25,1-multi-hop=10"))
        report = generate(store, tmp_path / "pairs", settings, kg="dbpedia")
    assert not report.shortfalls
    assert check(tmp_path / "pairs").accepted
    lines = [json.loads(line) for line in (tmp_path / "pairs" / "instances.jsonl").read_text("utf-8").splitlines()]
    told = Counter(
        s["relation"]["id"]
        for line in lines
        for s in line["contexts"]["original"]["statements"]
        if "value" in s["object"]
    )
    assert sum(told.values()) >= 10
    assert len(told) >= 4
    lies = [s for line in lines for s in line["contexts"]["perturbed"]["statements"] if s["source"] == "made"]
    assert any("value" in s["object"] for s in lies)
