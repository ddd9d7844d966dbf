"""Facts that no text can tell well stay out of subgraphs."""

from __future__ import annotations

import pytest

from contragraph.generation.rules import wikidata_ends
from contragraph.generation.rules.tellable import tellable
from contragraph.graph.model import Entity, Statement


def told(relation: str, subject: str, thing: str, of: tuple[str, ...] = (), to: tuple[str, ...] = ()) -> bool:
    one, other = Entity("wd:Q1", subject, types=of), Entity("wd:Q2", thing, types=to)
    return tellable(Statement("wd:Q1", f"wdt:{relation}", "wd:Q2"), one, other)


@pytest.mark.parametrize(
    ("relation", "subject", "thing"),
    [
        ("P735", "John Cusack", "John"), ("P21", "Pam Tillis", "female"), ("P31", "Crystal Award", "award"),
        ("P31", "Eastern Time Zone", "time zone"), ("P31", "Konami", "enterprise"), ("P1303", "Sanjay Dutt", "voice"),
        ("P140", "Knud Rasmussen", "Christian"), ("P101", "Kim Kardashian", "prominent person"),
        ("P17", "Iraq War", "Dominican Republic"), ("P1552", "Dominica", "free country"),
        ("P361", "Warner Music Group", "major label"), ("P463", "India", "Brazil, Russia, India and China"),
        ("P463", "Ubisoft", "game"), ("P2541", "Acme", "worldwide"),
        ("P527", "Palmitic acid", "Fryedk"), ("P527", "sucrose", "glucose"), ("P509", "Rafael Trujillo", "murder"),
        ("P279", "proprietary software", "social issue"), ("P276", "2003 invasion of Iraq", "Iraq"),
        ("P361", "Togo", "West Africa BENIN Rep"), ("P793", "Dartmouth College", "mixed-sex education"),
        ("P31", "Chevrolet", "division"), ("P172", "Ann Doe", "White people"), ("P790", "Iraq War", "George W. Bush"),
        ("P163", "Washington", "flag"), ("P3095", "guitar", "The Beatles"), ("P1303", "Ann Doe", "vocalist"),
        ("P106", "Augustus", "military personnel"), ("P1343", "murder", "Encyclopedia"),
        ("P36", "Brazil", "Rio de Janeiro"), ("P527", "Morehouse College", "Widener University"),
        ("P463", "Grenada", "Caribbean Community Secretariat"), ("P106", "William Monahan", "novel"),
        ("P144", "Brothers", "brohers"), ("P17", "Filmfare Award for Best Actress", "India"),
        ("P31", "Gatineau", "equivalent territory"), ("P31", "Arista", "trademark"), ("P1283", "Ann", "Mad Men"),
        ("P31", "Yale University", "academic publishing"), ("P4185", "Augustine of Hippo", "book"),
        ("P131", "Il 29", "Illinois"), ("P17", "euro", "San Marino"),
        ("P106", "Royal Prussian Academy of Sciences", "researcher"),
        ("P31", "South Bend", "county seat"), ("P31", "London", "administrative territorial entity of England"),
        ("P138", "Morocco", "west"), ("P279", "film producer", "producer"), ("P462", "Frankenstein", "black-and-white"),
        ("P166", "Jimmy Carter", "2007 Grammy Awards"), ("P452", "Konami", "video game industry"),
        ("P1454", "Warner Bros.", "subsidiary"), ("P31", "Burgundy", "former French region"),
        ("P276", "Crimea", "territorial dispute"), ("P136", "Twilight", "Vampire films"),
        ("P31", "University of Oxford", "open-access publisher"), ("P131", "Vienna", "German Confederation"),
    ],
)  # fmt: skip
def test_what_an_editor_would_strike_out_is_not_told(relation: str, subject: str, thing: str) -> None:
    assert not told(relation, subject, thing)


@pytest.mark.parametrize(
    ("relation", "subject", "thing"),
    [
        ("P31", "Crystal Award", "film award"), ("P31", "Konami", "video game developer"),
        ("P279", "academy of sciences", "learned society"),
        ("P166", "Jimmy Carter", "Independent Spirit Awards"), ("P1454", "Konami", "joint-stock company"),
        ("P1303", "Sanjay Dutt", "guitar"), ("P140", "Knud Rasmussen", "Christianity"),
        ("P47", "Kent", "Surrey"), ("P361", "Brian May", "Queen"), ("P361", "drum", "drum kit"),
        ("P509", "Raj Kapoor", "asthma"), ("P463", "Pakistan", "Unesco"),
        ("P1344", "Michael Jordan", "Games of the XXIII Olympiad"),
        ("P131", "University of Sheffield", "Sheffield"), ("P1196", "Ann Doe", "natural causes"),
        ("P172", "Ann Doe", "African Americans"), ("P36", "Brazil", "Brasília"),
        ("P527", "University of Oxford", "Wadham College"), ("P463", "Grenada", "Caribbean Community"),
    ],
)  # fmt: skip
def test_what_is_worth_telling_is_told(relation: str, subject: str, thing: str) -> None:
    assert told(relation, subject, thing)


def test_the_classes_of_things_decide_where_their_names_do_not() -> None:
    assert not told("P150", "South America", "Brazil", of=("wd:Q5107",))
    assert not told("P421", "North America", "Central Time Zone", of=("wd:Q5107",))
    assert not told("P27", "Dante Alighieri", "Italians", to=("wd:Q41710",))
    assert told("P150", "Brazil", "Bahia", of=("wd:Q6256",))
    assert not told("P47", "Brazil", "European Union", to=("wd:Q1335818",))
    assert not told("P47", "Japan", "South Korea", of=("wd:Q3624078", "wd:Q112099"), to=("wd:Q3624078",))
    assert told("P47", "Haiti", "Dominican Republic", of=("wd:Q112099",), to=("wd:Q112099",))
    assert not told("P463", "Sigourney Weaver", "National Broadcasting Company", to=("wd:Q1254874",))
    assert not told("P264", "Poker Face", "Avex Trax", of=("wd:Q7366",))
    assert not told("P17", "Russians", "Ethiopia", of=("wd:Q41710",))
    assert not told("P361", "Hillary Clinton", "Bill and Hillary Clinton", of=("wd:Q5",))
    assert not told("P463", "Hillary Clinton", "Bill and Hillary Clinton", of=("wd:Q5",), to=("wd:Q1",))
    assert told("P463", "Ann Doe", "Hope and Glory", of=("wd:Q5",), to=("wd:Q215380",))


LAND, RIVER, PERSON, FIRM = "wd:Q6256", "wd:Q4022", "wd:Q5", "wd:Q4830453"


@pytest.mark.parametrize(
    ("subject", "of", "relation", "thing", "to", "fits"),
    [
        ("Konami", FIRM, "P17", "Japan", LAND, True),
        ("Konami", FIRM, "P17", "Sony", FIRM, False),
        ("Ann Doe", PERSON, "P27", "Italy", LAND, True),
        ("Ann Doe", PERSON, "P27", "Konami", FIRM, False),
        ("World War I", "wd:Q198", "P276", "Europe", "wd:Q5107", True),
        ("Ohio", "wd:Q35657", "P138", "Ohio River", RIVER, True),
        ("Bonn", "wd:Q515", "P106", "painter", "", False),
        ("Ann Doe", PERSON, "P106", "painter", "", True),
        ("Ann Doe", PERSON, "P106", "Silversmith", "", False),
        ("Nausea", "wd:Q7725634", "P136", "Spain", LAND, False),
        ("Games of the XXI Olympiad", "wd:Q159821", "P115", "Olympic Stadium", "", False),
        ("Konami", FIRM, "P361", "Nasdaq", "wd:Q13677", False),
        ("tenor", "", "P279", "group", "", False),
        ("Moscow", "wd:Q515", "P31", "second largest city", "", False),
        ("Moscow", "wd:Q515", "P31", "city", "", True),
        ("Ann Doe", PERSON, "P9999", "Italy", LAND, False),
    ],
)
def test_a_table_says_what_relations_join(
    subject: str, of: str, relation: str, thing: str, to: str, *, fits: bool
) -> None:
    ends = Entity("wd:Q1", subject, types=(of,)), Entity("wd:Q2", thing, types=(to,) if to else ())
    assert wikidata_ends.fits(f"wdt:{relation}", *ends) is fits


def test_people_are_not_owned_and_peoples_are_no_speakers() -> None:
    assert not told("P1830", "Thomas Jefferson", "Sally Hemings", to=("wd:Q5",))
    assert not told("P103", "Italians", "Italian", of=("wd:Q41710",))
    assert not told("P175", "Sherlock Holmes", "Benedict Cumberbatch", of=("wd:Q15632617",))
    assert not told("P38", "Pine Bluff", "dollar", of=("wd:Q1093829",))
    assert told("P38", "Peru", "sol", of=("wd:Q6256",))
