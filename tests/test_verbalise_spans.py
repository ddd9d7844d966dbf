"""Dates, ages and spans as people tell them: numbers agree, who is meant is named, a life stands in brackets."""

from __future__ import annotations

import re

from contragraph.generation.verbalise import render
from contragraph.generation.verbalise.clauses import _fused
from contragraph.graph.model import Entity, Literal, Statement, Text
from contragraph.kgs import kg_of
from contragraph.ontology.phrase import parse_phrase

LEXICON = kg_of("wikidata").lexicon
ANN = Entity("wd:Q1", "Ann Roe", "American actress", (), ("wd:Q5",), "wd", 30)
TOM = Entity("wd:Q2", "Tom Roe", "American writer", (), ("wd:Q5",), "wd", 30)
TOWN = Entity("wd:Q3", "Ulm", "city in Germany", (), ("wd:Q515",), "wd", 90)
FIRM = Entity("wd:Q4", "Acme", "company", (), ("wd:Q4830453",), "wd", 30)
WORLD = {e.id: e for e in (ANN, TOM, TOWN, FIRM)}
SEXES = (Statement(ANN.id, "wdt:P21", "wd:Q6581072"), Statement(TOM.id, "wdt:P21", "wd:Q6581097"))
BORN = Statement(ANN.id, "wdt:P569", Literal("1891-02-15", "xsd:date", "15 February 1891"))
DIED = Statement(ANN.id, "wdt:P570", Literal("1962-01-24", "xsd:date", "24 January 1962"))
IN_ULM = Statement(ANN.id, "wdt:P19", TOWN.id)


def number(subject: Entity, relation: str, value: str) -> Statement:
    return Statement(subject.id, relation, Literal(value, "xsd:integer", value))


def texts(*statements: Statement, background: tuple[Statement, ...] = SEXES) -> list[Text]:
    return [
        render(statements, WORLD, LEXICON, {}, seed=str(n), variant=n % 2, background=background) for n in range(24)
    ]


def bodies(*statements: Statement, background: tuple[Statement, ...] = SEXES) -> set[str]:
    return {text.body for text in texts(*statements, background=background)}


def test_a_number_agrees_with_what_it_counts() -> None:
    phrase = parse_phrase("[outlived/outlive] {via} by {o: year|years}")
    assert phrase.say({"o": "1", "via": "Tom"}) == "outlived Tom by 1 year"
    assert phrase.say({"o": "21", "via": "Tom"}) == "outlived Tom by 21 years"
    assert bodies(number(ANN, "wdt:P1971", "1")) == {"Ann Roe has had one child."}
    assert bodies(number(ANN, "wdt:P1971", "3")) == {"Ann Roe has had three children."}
    assert not [e for e in LEXICON.entries.values() for p in e.said_of_subject if re.search(r"\{o\} years", p.text)]


def test_what_a_span_is_counted_from_is_named_where_the_text_names_one() -> None:
    age = number(ANN, "cg:ageOfFather", "23")
    father = Statement(ANN.id, "wdt:P22", TOM.id)
    assert bodies(age) == {"Ann Roe was born when her father was 23 years old."}
    assert all(re.search(r"when (?:Tom|he) was 23", b) for b in bodies(age, father))
    married = Statement(ANN.id, "wdt:P26", TOM.id)
    both = bodies(number(ANN, "cg:outlivedSpouseBy", "1"), married)
    assert all(re.search("outlived (?:him|Tom) by one year", body) for body in both)
    assert bodies(number(ANN, "cg:outlivedSpouseBy", "1")) == {"Ann Roe outlived her spouse by one year."}


def test_spans_of_every_kind_can_name_what_they_are_counted_from() -> None:
    spans = {span.relation for span in kg_of("wikidata").ontology.spans if span.through}
    assert {relation for relation in spans if LEXICON.entries[relation].via} == spans
    assert spans == LEXICON.through.keys()


def test_birth_and_death_stand_in_brackets_where_both_are_told_with_something_else() -> None:
    children = number(ANN, "wdt:P1971", "3")
    for text in texts(BORN, DIED, children):
        assert text.body == "Ann Roe (15 February 1891 – 24 January 1962) had three children."
        assert {i for s in text.sentences for i in s.statements} == {BORN.id, DIED.id, children.id}
    alone = bodies(BORN, DIED)
    assert all("born on 15 February 1891" in body and "died on 24 January 1962" in body for body in alone)
    assert not any("date of" in body or "(" in body for body in (*alone, *bodies(BORN, IN_ULM)))
    assert "Ann Roe was born in Ulm on 15 February 1891." in bodies(BORN, IN_ULM)


def test_a_death_is_told_once_with_its_age() -> None:
    told = bodies(DIED, number(ANN, "cg:lifespan", "70"))
    assert "Ann Roe died on 24 January 1962 at the age of 70." in told
    assert not any("and at the age" in body or "and on 24" in body for body in told)


def test_how_a_thing_began_comes_before_how_it_ended() -> None:
    began = Statement(FIRM.id, "wdt:P571", Literal("1968", "xsd:gYear", "1968"))
    ended = Statement(FIRM.id, "wdt:P576", Literal("2005", "xsd:gYear", "2005"))
    for body in bodies(began, ended):
        assert body.index("1968") < body.index("2005"), body


def test_who_is_known_to_be_a_woman_is_nobody_s_father() -> None:
    father = Statement(TOM.id, "wdt:P22", ANN.id)
    assert not any("Ann Roe was the father" in body or "Ann Roe is the father" in body for body in bodies(father))
    child = Statement(ANN.id, "wdt:P40", TOM.id)
    assert all(re.search(r"mother|\bson\b", body) for body in bodies(child))
    unknown = Entity("wd:Q1", "Qi Roe", "writer", (), ("wd:Q5",), "wd", 30)
    for n in range(12):
        body = render([child], WORLD | {unknown.id: unknown}, LEXICON, {}, seed=str(n), variant=n % 2).body
        assert re.search(r"a parent of|a child of|\bson\b", body), body


def test_what_lasted_is_told_by_a_verb_that_can_last() -> None:
    told = Statement(ANN.id, "wdt:P26", TOM.id, valid_from="1943", valid_to="1959")
    assert all("was married to" in b and "from 1943 to 1959" in b for b in bodies(told))


def test_what_happened_once_is_said_once() -> None:
    """The participle is not said again where the second predicate tells when, or by whom, and the first where."""
    assert _fused(["was founded in 1945", "was founded in Chicago"], [False, False]) == [
        "was founded in 1945 in Chicago"
    ]
    assert _fused(["was founded in 1868", "was founded by Ann"], [False, False]) == ["was founded in 1868 by Ann"]
    assert _fused(["was born in Ulm", "was born in 1879"], [False, False]) == ["was born in Ulm in 1879"]
    assert _fused(["died in 1955", "died in Ulm"], [False, False]) == ["died in 1955 in Ulm"]
    assert _fused(["died in Ulm", "died in Bern"], [False, False]) == ["died in Ulm", "died in Bern"]
    three = ["was founded in 1868", "was founded by Ann", "was founded at Ulm"]
    assert _fused(three, [False] * 3) == ["was founded in 1868 by Ann at Ulm"]
    assert _fused(["was made in Ulm", "was made in Bonn"], [False, False]) != ["was made in Ulm in Bonn"]
