"""What readers of drawn texts found wrong, each kind with the rule that mends it."""

from __future__ import annotations

import re

import pytest

from contragraph.dataset.words.naming import form_of
from contragraph.generation.verbalise import tells_grammar
from contragraph.ontology.phrase import past_tense
from tests.verbal import BORN, COUNTIES, GEO, KIN, bodies, entity, fact, world_of

PLACES = GEO | world_of(
    entity("Q20", "Yugoslavia", "Q3024240"),
    entity("Q21", "Imereti", "Q515", description="kingdom in the Caucasus (1260–1810)"),
    entity("Q22", "Long Island", "Q23442"),
    entity("Q23", "Rhode Island", "Q35657"),
    entity("Q24", "county of Ulster County"),
)
SOMEBODY = KIN | world_of(entity("Q1", "Robin Doe", "Q5"))
"""Kin whose names tell no sex."""
MUSIC = world_of(
    entity("Q1", "Ann Doe", "Q5"),
    entity("Q2", "The Does", "Q215380"),
    entity("Q3", "Doe Records", "Q18127"),
    entity("Q4", "A Doe", "Q11424"),
    entity("Q5x", "hip hop music"),
    entity("Q6", "comedy film"),
    entity("Q7", "Dutch Reformed Church"),
    entity("Q8", "atheism"),
    entity("Q9", "African Americans"),
    entity("Q10", "Irish American"),
    entity("Q11", "National Film Registry"),
    entity("Q12", "Disney Legends"),
    entity("Q13", "Time Person of the Year"),
    entity("Q13b", "Le Monde's 100 Books of the Century"),
    entity("Q14", "string instrument"),
    entity("Q6581097", "male"),
    entity("Q6581072", "female"),
)


def test_facts_that_are_not_stated_tell_pronouns_and_tenses() -> None:
    facts = [fact("Q1", "P106", "Q7"), fact("Q1", "P551", "Q3"), fact("Q1", "P102", "Q11"), fact("Q1", "P166", "Q4")]
    nobody = " ".join(bodies(facts, SOMEBODY))
    assert not re.search(r"\b(?:[Ss]he|was an illustrator|(?<!has )belonged to)\b", nobody)
    background = [fact("Q1", "P21", "Q6581072"), fact("Q1", "P20", "Q3")]
    assert all(tells_grammar(s.relation) for s in background)
    told = bodies(facts, SOMEBODY, background=background)
    assert any(re.search(r"\bShe\b", body) for body in told)
    assert not any("female" in body or "died" in body for body in told), "only what was asked for is stated"
    assert not any(re.search(r" is (?:an illustrator|a member)", body) for body in told)


def test_people_whose_time_is_over_are_spoken_of_in_the_past() -> None:
    facts = [fact("Q1", "P106", "Q7"), fact("Q1", "P102", "Q11"), fact("Q1", "P166", "Q4")]
    present = re.compile(r" (?:is (?:an illustrator|a member)|belongs to|works as) ")
    assert any(present.search(body) for body in bodies(facts, KIN))
    assert not any(present.search(body) for body in bodies(facts, KIN, gone={"wd:Q1", "wd:Q11"}))


@pytest.mark.parametrize(
    ("description", "wanted"),
    [("American actor", True), ("Indian film actor", True), ("American film producer and actor", False), ("", False)],
)
def test_whom_descriptions_call_an_actor_is_a_man(description: str, wanted: bool) -> None:
    one = KIN | world_of(entity("Q1", "Kim Lee", "Q5", description=description))
    facts = [fact("Q1", "P551", "Q3"), fact("Q1", "P607", "Q6y"), fact("Q1", "P166", "Q4"), fact("Q1", "P106", "Q7")]
    assert any(re.search(r"\bHe\b", body) for body in bodies(facts, one)) == wanted


def test_what_is_no_more_is_told_in_the_past() -> None:
    assert bodies([fact("Q20", "P47", "Q2")], PLACES) <= {
        "Yugoslavia bordered Ulster County.", "Yugoslavia shared a border with Ulster County.",
        "Yugoslavia adjoined Ulster County.", "Ulster County bordered Yugoslavia.",
        "Ulster County shared a border with Yugoslavia.", "Ulster County adjoined Yugoslavia.",
        "Yugoslavia and Ulster County shared a border.",
    }  # fmt: skip
    assert all(" was " in body or " lay " in body for body in bodies([fact("Q21", "P17", "Q4")], PLACES))
    assert not any(" was " in body for body in bodies([fact("Q2", "P17", "Q4")], PLACES))


@pytest.mark.parametrize(
    ("base", "past"),
    [
        ("border", "bordered"), ("lie", "lay"), ("apply", "applied"), ("share", "shared"), ("play", "played"),
        ("take part", "took part"),
    ],
)  # fmt: skip
def test_the_past_of_verbs(base: str, past: str) -> None:
    assert past_tense(base) == past


def test_neighbours_stand_in_one_list_whichever_side_the_fact_is_told_from() -> None:
    facts = [fact("Q2", "P47", "Q3"), fact("Q5x", "P47", "Q2"), fact("Q2", "P36", "Q1")]
    found = bodies(facts, GEO)
    both = re.compile(r"(?:borders|adjoins|shares a border with) (?:both )?(?:\w+ County and \w+ County)")
    assert any(both.search(body) for body in found)


def test_parents_share_a_list() -> None:
    people = SOMEBODY | world_of(entity("Q12", "Eve Roe", "Q5"))
    found = bodies([fact("Q1", "P22", "Q2"), fact("Q1", "P25", "Q12")], people)
    assert any(re.search(r"child of (?:Bob Doe and Eve Roe|Eve Roe and Bob Doe)\.", body) for body in found)
    assert not any("both" in body for body in found)


def test_a_county_of_a_state_is_not_said_to_be_its_division_too() -> None:
    facts = [fact("Q3", "P31", "Q24"), fact("Q2", "P150", "Q3")]
    assert bodies(facts, PLACES) == {"Sullivan County is a county of Ulster County."}
    apart = bodies([*facts, fact("Q2", "P150", "Q1")], PLACES)
    assert any("Ulster County includes Kingston" in body or "Ulster County contains Kingston" in body for body in apart)
    assert not any(re.search(r"division[^.]*Sullivan|Sullivan[^.]*division", body) for body in apart)


def test_the_same_verb_is_not_said_twice() -> None:
    body = " ".join(bodies([fact("Q1", "P20", "Q2"), fact("Q1", "P509", "Q6")], BORN))
    assert re.search(r"died in Wrocław (?:of|as a result of) ", body)
    assert not re.search(r"died[^.]* and died", body)


def test_one_lives_on_an_island_and_in_a_state_of_that_name() -> None:
    assert all(" on Long Island" in body for body in bodies([fact("Q1", "P706", "Q22")], PLACES))
    assert all(" in Rhode Island" in body for body in bodies([fact("Q1", "P706", "Q23")], PLACES))


def test_genres_are_said_as_they_are_of_whom() -> None:
    assert {"Ann Doe is associated with hip hop music.", "Ann Doe is known for hip hop music."} == bodies(
        [fact("Q1", "P136", "Q5x")], MUSIC
    )
    assert "The Does are known for hip hop music." in bodies([fact("Q2", "P136", "Q5x")], MUSIC)
    assert "Doe Records specializes in hip hop music." in bodies([fact("Q3", "P136", "Q5x")], MUSIC)
    assert bodies([fact("Q4", "P136", "Q6")], MUSIC) == {"A Doe is a comedy film."}


def test_people_are_members_of_bands_and_never_parts() -> None:
    found = bodies([fact("Q2", "P527", "Q1")], MUSIC) | bodies([fact("Q1", "P361", "Q2")], MUSIC)
    assert not any(re.search(r"\bparts?\b", body) for body in found)
    assert "Ann Doe has been a member of The Does." in found


def test_one_belongs_to_a_church_and_is_of_a_faith() -> None:
    assert bodies([fact("Q1", "P140", "Q7")], MUSIC) == {
        "Ann Doe has belonged to the Dutch Reformed Church.",
        "Ann Doe has been a member of the Dutch Reformed Church.",
    }
    assert {"Ann Doe is an atheist."} == bodies([fact("Q1", "P140", "Q8")], MUSIC)


def test_peoples_have_their_article() -> None:
    assert bodies([fact("Q1", "P172", "Q9")], MUSIC) == {"Ann Doe is of African American descent."}
    assert bodies([fact("Q1", "P172", "Q10")], MUSIC) == {"Ann Doe is Irish American."}


def test_what_is_no_award_is_not_received() -> None:
    assert bodies([fact("Q4", "P166", "Q11")], MUSIC) == {
        "A Doe was entered in the National Film Registry.",
        "A Doe was added to the National Film Registry.",
    }
    assert bodies([fact("Q1", "P166", "Q12")], MUSIC) == {"Ann Doe was named one of the Disney Legends."}
    assert bodies([fact("Q1", "P166", "Q13")], MUSIC) == {"Ann Doe was named Time Person of the Year."}
    assert bodies([fact("Q4", "P166", "Q13b")], MUSIC) == {
        "A Doe was named one of Le Monde's 100 Books of the Century.",
        "A Doe is one of Le Monde's 100 Books of the Century.",
    }


def test_one_plays_a_string_instrument_and_the_piano() -> None:
    assert bodies([fact("Q1", "P1303", "Q14")], MUSIC) == {"Ann Doe plays a string instrument."}


def test_plural_names_are_they_and_have_plural_verbs() -> None:
    teams = COUNTIES | world_of(entity("Q12y", "Indianapolis Colts"), entity("Q13y", "American football team"))
    facts = [fact("Q12y", "P118", "Q11y"), fact("Q12y", "P115", "Q6y"), fact("Q12y", "P31", "Q13y")]
    found = bodies([*facts, fact("Q12y", "P276", "Q1")], teams)
    assert any(re.search(r"\bThey\b", body) for body in found)
    for body in found:
        assert "the Indianapolis Colts" in body.replace("The", "the")
        assert not re.search(r"(?:Colts|[Tt]hey) (?:is|has|plays|lies)\b", body)
        assert "an American football team" in body


def test_a_title_is_said_once() -> None:
    lord = BORN | world_of(entity("Q7", "Edward Plunkett, 18th Baron of Dunsany", "Q5"))
    facts = [fact("Q7", "P551", "Q2"), fact("Q7", "P102", "Q4"), fact("Q7", "P607", "Q6"), fact("Q7", "P106", "Q3")]
    found = bodies(facts, lord)
    assert any(body.count("18th Baron") == 1 and body.count("Edward Plunkett") > 1 for body in found)


def test_no_sentence_says_also() -> None:
    facts = [fact("Q2", "P47", "Q3"), fact("Q2", "P36", "Q1"), fact("Q2", "P17", "Q4"), fact("Q2", "P190", "Q5x")]
    assert not any(re.search(r"\balso\b", body) for body in bodies(facts, COUNTIES))


@pytest.mark.parametrize(
    ("label", "form"),
    [
        ("hip hop music", "music"), ("blues rock", "music"), ("psychological thriller", "genre_of_works"),
        ("short film", ""), ("Rock and Roll Hall of Fame", "hall"), ("Fellow of the Royal Society", "rank"),
        ("single-player video game", "game"), ("Church of England", "church"), ("physicist", ""),
    ],
)  # fmt: skip
def test_forms_of_labels(label: str, form: str) -> None:
    assert form_of(label) == form
