"""What holds for the ontology of every graph beside Wikidata."""

from __future__ import annotations

from importlib.resources import files

import pytest

from contragraph.ontology import load_ontology
from contragraph.ontology.turtle import format_ontology
from contragraph.ontology.vocabulary import family_vocabulary
from contragraph.reasoning.lint import lint

FAMILIES = ("dbpedia", "yago")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_file_is_in_canonical_form(family: str) -> None:
    text = (files("contragraph.ontology") / f"{family}.ttl").read_text(encoding="utf-8")
    assert text == format_ontology(load_ontology(family))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_axiom_says_where_it_is_from_and_what_its_exceptions_are(family: str) -> None:
    for axiom in load_ontology(family).axioms:
        assert axiom.source, axiom.id
        assert axiom.strength == "strict" or axiom.comment, f"{axiom.id} is typical: which are the exceptions?"
        assert axiom.strength == "typical" or not axiom.violations, f"{axiom.id} is broken by facts, and strict"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_axioms_refute_nothing_that_should_be_possible(family: str) -> None:
    assert not [f for f in lint(family_vocabulary(family).ontology) if f.level == "error"]
