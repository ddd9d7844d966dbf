"""Texts of any graph know persons, sex and kinds: roles and classes of the same name mean the same."""

from __future__ import annotations

import pytest

from contragraph.generation.assembly.pivot import pivot_of
from contragraph.generation.verbalise.kinds import kind_of
from contragraph.graph.model import Entity, Literal, Statement
from contragraph.kgs import kg_of


@pytest.mark.parametrize(
    ("graph", "person", "film"),
    [
        ("yago", "schema:Person", "schema:Movie"),
        ("dbpedia", "dbo:Person", "dbo:Film"),
        ("wikidata", "wd:Q5", "wd:Q11424"),
    ],
)
def test_kinds_are_told_by_the_classes_of_each_graph(graph: str, person: str, film: str) -> None:
    pivot = pivot_of(kg_of(graph).ontology.statable)
    for known, kind in ((person, "person"), (film, "work")):
        assert kind_of(pivot.entity(Entity("x:A", "Ada", types=(known,))), frozenset()) == kind


def test_sex_and_deaths_are_told_by_roles() -> None:
    pivot = pivot_of(kg_of("yago").ontology.statable)
    told = pivot.statement(Statement("yago:Ada", "yago:hasGender", "yago:female"))
    assert told == Statement("yago:Ada", "wdt:P21", "wd:Q6581072")
    date = Literal("1852-11-27", "xsd:date", "27 November 1852")
    assert pivot.statement(Statement("yago:Ada", "yago:diedOnDate", date)) == Statement("yago:Ada", "wdt:P570", date)


def test_wikidata_and_graphs_that_nothing_is_known_of_stay_as_they_are() -> None:
    for relations in (kg_of("wikidata").ontology.statable, ["x:none"]):
        assert (pivot_of(relations).relations, pivot_of(relations).classes) == ({}, {})
