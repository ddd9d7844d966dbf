"""Names that are none of their kind, what is told once, and what nobody would write of DBpedia's relations."""

from __future__ import annotations

import pytest

from contragraph.generation.extract import Subgraph
from contragraph.generation.rules.dbpedia_ends import fits, is_misnamed
from contragraph.graph.model import Entity, Statement


def named(label: str, *types: str) -> Entity:
    return Entity(f"dbr:{label.replace(' ', '_')}", label, types=tuple(f"dbo:{name}" for name in types))


@pytest.mark.parametrize(
    ("label", "kind", "odd"),
    [
        ("Denzel Washington", "Person", False),
        ("J. J. Abrams", "Person", False),
        ("Modest Mouse", "Person", True),
        ("Genoa", "Person", True),
        ("Enya", "MusicalArtist", False),
        ('Chadwick Gaylord "Chad" Smith', "Artist", True),
        ("Red Hot Chili Peppers", "Band", True),
        ("Queens of the Stone Age", "Band", False),
        ("Clifton Collins, Jr.", "Band", True),
        ("Lewis Gilbert", "RecordLabel", True),
        ("Walt Disney Pictures", "Company", False),
        ("Presidency University, Kolkata", "Company", True),
        ("Florentine biscuit", "City", True),
        ("Isle of Man", "Island", False),
        ("The Holocaust", "Place", True),
        ("The Bronx", "Settlement", False),
        ("American Academy of Arts and Letters", "Award", True),
        ("Nobel Prize in Physics", "Award", False),
        ("Case sensitivity", "Language", True),
        ("Thai language", "Language", False),
        ("The Simpsons", "Broadcaster", True),
        ("HBO", "BroadcastNetwork", False),
        ("keyboard instrument", "Instrument", True),
        ("bass guitar", "Instrument", False),
        ("Huntington (CDP), New York", "City", True),
        ("parkinson's disease", "Disease", True),
        ("Jeff Garcia", "MusicGenre", True),
        ("Celtic rock", "MusicGenre", False),
        ("Carolina Hurricanes", "Organisation", True),
    ],
)
def test_a_name_tells_whether_it_is_of_its_kind(label: str, kind: str, odd: bool) -> None:
    assert is_misnamed(named(label, kind)) is odd


@pytest.mark.parametrize(
    ("subject", "relation", "thing", "told"),
    [
        (named("Elizabeth II", "Royalty"), "wdt:P106", named("cinematographer", "PersonFunction"), False),
        (named("Ben Burtt", "Person"), "wdt:P106", named("film director", "PersonFunction"), True),
        (named("Ben Burtt", "Person"), "wdt:P106", named("conducting", "PersonFunction"), False),
        (named("Sammo Hung", "Actor"), "wdt:P106", named("martial arts", "PersonFunction"), False),
        (named("Ioan Gruffudd", "Actor"), "wdt:P27", named("Wales", "Country"), False),
        (named("Thunderball", "Film"), "wdt:P144", named("Ian Fleming", "Work"), False),
        (named("Babel", "Film"), "dbo:director", named("Afropop", "MusicalArtist"), False),
        (named("Andrew Jackson", "President"), "dbo:battle", named("War of 1812", "MilitaryConflict"), True),
        (named("Oliver Reed", "Actor"), "dbo:battle", named("War of 1812", "MilitaryConflict"), False),
        (named("Peshawar", "City"), "dbo:capital", named("Stuttgart", "City"), False),
    ],
)
def test_facts_that_their_ends_cannot_have(subject: Entity, relation: str, thing: Entity, told: bool) -> None:
    assert fits(relation, subject, thing) is told


def test_classes_that_follow_tell_no_more() -> None:
    assert is_misnamed(Entity("dbr:Modest_Mouse", "Modest Mouse", types=("dbo:Person", "wd:Q5")))
    assert not is_misnamed(Entity("dbr:Sam_Cooke", "Sam Cooke", types=("dbo:Person", "wd:Q5")))


def test_a_text_tells_once_where_a_thing_is() -> None:
    subgraph = Subgraph()
    assert subgraph.add(Statement("dbr:Yale", "dbo:city", "dbr:New_Haven"))
    assert not subgraph.admits(Statement("dbr:Yale", "wdt:P17", "dbr:United_States"))
    assert subgraph.admits(Statement("dbr:Harvard", "dbo:city", "dbr:Cambridge"))
    other = Subgraph()
    assert other.add(Statement("wd:Q1", "wdt:P17", "wd:Q2"))
    assert other.admits(Statement("wd:Q1", "wdt:P131", "wd:Q3"))


def test_a_text_tells_one_marriage_of_both() -> None:
    subgraph = Subgraph()
    assert subgraph.add(Statement("dbr:Ryan", "wdt:P26", "dbr:Blake"))
    assert not subgraph.admits(Statement("dbr:Scarlett", "wdt:P26", "dbr:Ryan"))
