"""Wordings that the readers of the twelfth draw named, and what stands in their place."""

from __future__ import annotations

import re

import pytest

from tests.verbal import bodies, entity, fact, world_of

WORLD = world_of(
    entity("Q1", "Ann Doe", "Q5"), entity("Q2", "Ulm", "Q515"), entity("Q3", "New York", "Q35657"),
    entity("Q4", "National Academy of Arts and Sciences"), entity("Q5a", "Iowa", "Q35657"),
    entity("Q6", "Hartington", "Q515"), entity("Q7", "Pine Bluff", "Q515"), entity("Q8", "Eastern Time Zone"),
    entity("Q9", "Osage"), entity("Q10", "Member of the House of Lords"), entity("Q11", "novel"),
    entity("Q12", "Doe Awards"), entity("Q13", "Doe Prize"), entity("Q14", "Does national football team"),
    entity("Q15", "Kerala", "Q12443800"), entity("Q16", "India", "Q6256"), entity("Q17", "state of India"),
    entity("Q18", "The Does", "Q215380"), entity("Q19", "Bob Roe", "Q5", description="actor (1900–1960)"),
    entity("Q20", "Roe Academy", "Q3918"), entity("Q21", "Doe Film", "Q11424"), entity("Q22", "Western film"),
    entity("Q23", "Rome", "Q515"), entity("Q24", "feature film"), entity("Q25", "mail-order company"),
    entity("Q26", "Doe Senate"), entity("Q27", "assassination of Ann Doe"), entity("Q28", "Alsace", "Q3336843"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("subject", "relation", "thing", "wanted"),
    [
        ("Q1", "P166", "Q13", r"Ann Doe (?:received|was awarded) the Doe Prize\.|^Among the recipients of"),
        ("Q1", "P166", "Q12", r"Ann Doe (?:won|received) one of the Doe Awards\.|^Among the recipients of"),
        ("Q13", "P1346", "Q1", r"The Doe Prize went to Ann Doe\.|Ann Doe won the Doe Prize\."),
        ("Q5a", "P2936", "Q9", r"^Osage is spoken in Iowa\."),
        ("Q1", "P39", "Q10", r"^Ann Doe has been a Member of the House of Lords\."),
        ("Q1", "P101", "Q11", r"^Ann Doe worked on novels\."),
        ("Q14", "P17", "Q16", r"^The Does national football team represents India\."),
        ("Q4", "P131", "Q2", r"^The National Academy of Arts and Sciences is (?:located|based) in Ulm\."),
        ("Q2", "P131", "Q3", r" in the state of New York\."),
        ("Q1", "P485", "Q20", r"^The archives of Ann Doe are kept at|^Ann Doe's archives|holds the papers of"),
        ("Q1", "P26", "Q19", r"^(?:Ann Doe|Bob Roe) (?:was )?married "),
        ("Q18", "P527", "Q1", r"^The Does have had Ann Doe as a member|^Ann Doe has been a member"),
        ("Q21", "P136", "Q22", r"^Doe Film is a Western film\."),
        ("Q25", "P1454", "Q25", r"^A mail-order company is a mail-order company\."),
        ("Q26", "P1001", "Q16", r"jurisdiction (?:over|of (?:the )?Doe Senate)"),
        ("Q1", "P20", "Q2", r"^Ann Doe died in Ulm\."),
    ],
)  # fmt: skip
def test_it_is_said_as_an_editor_would(subject: str, relation: str, thing: str, wanted: str) -> None:
    for body in bodies([fact(subject, relation, thing)], WORLD):
        assert re.search(wanted, body), body


def test_a_state_in_a_list_does_not_seem_to_be_where_a_town_is() -> None:
    for body in bodies([fact(end, "P421", "Q8") for end in ("Q6", "Q5a", "Q7")], WORLD):
        assert not re.search(r"(?:Hartington|Pine Bluff), Iowa\b", body), body


def test_what_a_class_says_is_not_said_again() -> None:
    facts = [fact("Q15", "P31", "Q17"), fact("Q15", "P361", "Q16")]
    assert bodies(facts, WORLD) == {"Kerala is a state of India."}


def test_there_is_no_bare_there() -> None:
    facts = [fact("Q21", "P915", "Q2"), fact("Q20", "P131", "Q2"), fact("Q1", "P19", "Q2")]
    assert not any(re.search(r"\b(?:is|lies|located|based) there\b", body) for body in bodies(facts, WORLD))


def test_an_and_within_a_name_wants_no_comma() -> None:
    facts = [fact("Q1", "P108", "Q4"), fact("Q1", "P69", "Q20")]
    assert not any("Sciences, and" in body for body in bodies(facts, WORLD))


def test_members_and_seats_do_not_share_a_sentence() -> None:
    for body in bodies([fact("Q1", "P463", "Q4"), fact("Q4", "P131", "Q2")], WORLD):
        assert not any(" as a member" in s and re.search(r"(?:located|based) in", s) for s in body.split(". ")), body
