"""Facts that infoboxes got wrong are not told: posts as persons, kinds of schools as places, genres as employers."""

from __future__ import annotations

import pytest

from contragraph.generation.slips import slipped
from contragraph.graph.model import Entity


def dbpedia(label: str, *types: str) -> Entity:
    return Entity(f"dbr:{label.replace(' ', '_')}", label, types=types)


PERSON, FILM, PLACE = "wd:Q5", "wd:Q11424", "dbo:Settlement"


@pytest.mark.parametrize(
    ("subject", "relation", "thing", "wrong"),
    [
        (dbpedia("Davidson College"), "dbo:athletics", dbpedia("private school"), True),
        (dbpedia("Davidson College"), "dbo:athletics", dbpedia("Southern Conference"), False),
        (dbpedia("Essen", PLACE), "dbo:type", dbpedia("North Rhine-Westphalia", PLACE), True),
        (dbpedia("Rogue"), "dbo:type", dbpedia("Subsidiary"), False),
        (dbpedia("Barton Fink", FILM), "wdt:P57", dbpedia("chief executive officer", PERSON), True),
        (dbpedia("Barton Fink", FILM), "wdt:P57", dbpedia("Joel Coen", PERSON), False),
        (dbpedia("Seraphim Falls", FILM), "wdt:P162", dbpedia("New Zealand national football team"), True),
        (dbpedia("Cliff Huxtable", PERSON), "wdt:P161", dbpedia("Bill Cosby", PERSON), True),
        (dbpedia("Michael Piller"), "dbo:bandMember", dbpedia("Baritone Saxophone", "dbo:Instrument"), True),
        (dbpedia("The Cure"), "dbo:bandMember", dbpedia("Robert Smith", PERSON), False),
        (dbpedia("New World Pictures"), "wdt:P127", dbpedia("film"), True),
        (dbpedia("Lupe Fiasco", PERSON), "wdt:P127", dbpedia("NBCUniversal"), True),
        (dbpedia("West Berkshire", PLACE), "wdt:P122", dbpedia("dark wave"), True),
        (dbpedia("Toledo, Ohio", PLACE), "wdt:P122", dbpedia("mayor-council government"), False),
        (dbpedia("Kolkata", PLACE), "wdt:P421", dbpedia("West Bengal", PLACE), True),
        (dbpedia("Kolkata", PLACE), "wdt:P421", dbpedia("Indian Standard Time"), False),
        (dbpedia("Orry-Kelly", PERSON), "wdt:P166", dbpedia("An American in Paris", "dbo:Film"), True),
        (dbpedia("Denton County, Texas", PLACE), "wdt:P131", dbpedia("Texas", PLACE), True),
        (dbpedia("Denton County, Texas", PLACE), "wdt:P131", dbpedia("North Texas", PLACE), False),
        (dbpedia("Epic Records"), "dbo:associatedBand", dbpedia("The Nightwatchman"), True),
        (dbpedia("Simon Fuller", PERSON), "wdt:P19", dbpedia("Geography of Cyprus"), True),
    ],
)
def test_slips_of_dbpedia(subject: Entity, relation: str, thing: Entity, wrong: bool) -> None:
    assert slipped(relation, subject, thing) is wrong


def test_the_same_words_are_facts_in_wikidata() -> None:
    film, thing = Entity("wd:Q1", "Barton Fink", types=(FILM,)), Entity("wd:Q2", "chief executive officer")
    assert not slipped("wdt:P57", film, thing)
