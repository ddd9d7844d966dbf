"""What things are in a few words of their descriptions, and what such words must not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from contragraph.dataset.words.glosses import disputed, words_of
from contragraph.generation.verbalise import gloss_of, render
from contragraph.generation.verbalise.kinds import Kind
from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Conflict, Entity, Literal, MinimalSet, Statement
from contragraph.kgs import kg_of
from contragraph.ontology.sections import read_sections
from tests.verbal import LEXICON


@pytest.mark.parametrize(
    ("kind", "label", "description", "gloss"),
    [
        ("person", "Ann Roe", "American film director (1921–1991)", "American film director"),
        ("person", "Ann Roe", "British actress, singer, dancer and author", "British actress, singer and dancer"),
        ("person", "Ann Roe", "American film, television and stage actor", "American film, television and stage actor"),
        ("person", "Ann Roe", "4th President of South Africa", ""),
        ("person", "Ann Roe", "animator and inventor. film director", "animator and inventor"),
        ("work", "Dune", "1984 American science fiction film directed by David Lynch", "American science fiction film"),
        ("organisation", "Acme", "American record label", "American record label"),
        ("organisation", "Yale University", "private university in New Haven", ""),
        ("place", "Lima", "city in Allen County, Ohio, United States", "city"),
        ("place", "Lima", "capital of Peru", ""),
        ("person", "Ann Roe", "", ""),
    ],
)
def test_a_gloss_is_the_head_of_a_description(kind: Kind, label: str, description: str, gloss: str) -> None:
    assert gloss_of(Entity("wd:Q1", label, description), kind) == gloss


def test_a_gloss_holds_no_word_that_is_withheld() -> None:
    ann = Entity("wd:Q1", "Ann Roe", "American film director")
    assert gloss_of(ann, "person", ("director",)) == ""
    assert gloss_of(ann, "person", ("singer",)) == "American film director"


def test_the_words_of_a_conflict_are_those_that_its_statements_join_a_thing_to() -> None:
    born = Statement("wd:Q1", "wdt:P19", "wd:Q2")
    old = Statement("wd:Q1", "cg:lifespan", Literal("66", "xsd:integer"))
    other = Statement("wd:Q3", "wdt:P19", "wd:Q4")
    minimal = MinimalSet((born.id, old.id, other.id), (), ())
    conflict = Conflict(2, "strict", (born.id,), (old.id,), (), (minimal,))
    known = {s.id: s for s in (born, old, other)}
    labels = {"wd:Q2": "City of London", "wd:Q4": "Ulm"}
    assert disputed([conflict], known, "wd:Q1", labels) == words_of("city London")


def test_a_text_says_what_a_thing_is_beside_its_statements() -> None:
    ann, ulm = Entity("wd:Q1", "Ann Roe", types=("wd:Q5",)), Entity("wd:Q2", "Ulm", types=("wd:Q515",))
    facts = [Statement("wd:Q1", "wdt:P19", "wd:Q2"), Statement("wd:Q1", "wdt:P69", "wd:Q2")]
    glosses = {"wd:Q1": "German painter", "wd:Q2": "city"}
    for variant in range(8):
        told: dict[str, Any] = {"glosses": glosses, "centre": "wd:Q1"}
        text = render(facts, {e.id: e for e in (ann, ulm)}, LEXICON, {}, seed="x", variant=variant, **told)
        assert "a German painter" in text.body
        assert "city" not in text.body, "that it is a city says nothing without where it lies"
        assert sorted(i for s in text.sentences for i in s.statements) == sorted(s.id for s in facts)


def test_sections_name_relations_that_the_graph_has_words_for() -> None:
    known = kg_of("wikidata")
    told = {r.removeprefix("~") for places in known.lexicon.sections.places.values() for r in places} - {"*"}
    assert told - known.lexicon.entries.keys() == set()
    assert known.lexicon.sections.place("person", "wdt:P20", forward=True) > known.lexicon.sections.place(
        "person", "wdt:P19", forward=True
    )
    assert kg_of("yago").lexicon.sections == known.lexicon.sections


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[sections]\nghost = [['wdt:P1']]", "unknown kind 'ghost'; known are person"),
        ("[sections]\nperson = [['wdt:P1', 'wdt:P1']]", "name wdt:P1 twice"),
        ("[sections]\nperson = [['born']]", "section 1 of person names 'born', which is no relation"),
        ("[order]\nperson = []", "unknown table 'order'; known are sections and left_out"),
        ("[sections", "no valid TOML"),
    ],
)
def test_sections_that_cannot_be_used_are_refused(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "texts.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(OntologyError, match=said):
        read_sections(file)
