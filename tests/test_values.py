"""Dates, numbers and texts: when they differ, which is later, how they are written."""

from __future__ import annotations

import pytest

from contragraph.generation.verbalise.values import validity, when, words
from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Literal, Statement
from contragraph.kgs import kg_of
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import say
from contragraph.ontology.turtle import format_ontology, parse_ontology
from contragraph.reasoning.values.terms import different, later, normal

BIRTH = "wdt:P569"


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
    assert say(born, {"wd:Q1": "Ann"}, kg_of("wikidata").lexicon) == "Ann was born on 1 May 1930"


def test_a_relation_has_things_or_values() -> None:
    both = "wdt:P569 a owl:ObjectProperty, owl:DatatypeProperty ."
    prefixes = "".join(f"{line}\n" for line in format_ontology(Ontology(())).splitlines())
    with pytest.raises(OntologyError, match="both owl:ObjectProperty and owl:DatatypeProperty"):
        parse_ontology(prefixes + both)
