"""Wordings that the readers of the thirteenth draw named, and what stands in their place."""

from __future__ import annotations

import re

import pytest

from tests.verbal import bodies, entity, fact, world_of

WORLD = world_of(
    entity("Q1", "Ann Doe", "Q5"), entity("Q2", "Ulm", "Q515"), entity("Q3", "Roe Records", "Q18127"),
    entity("Q4", "Nickelroe", "Q215380"), entity("Q5a", "Genesis", "Q215380"), entity("Q6", "post-grunge"),
    entity("Q7", "The Church of Roe"), entity("Q8", "Sioux", "Q41710"), entity("Q9", "Dakota County"),
    entity("Q10", "Royal Prussian Academy of Sciences"), entity("Q11", "record producer"), entity("Q12", "producer"),
    entity("Q13", "academy of sciences"), entity("Q14", "learned society"), entity("Q15", "Roe Crystal and Roe Falls"),
    entity("Q16", "Central Time"), entity("Q17", "lung cancer"), entity("Q18", "Roe College", "Q3918"),
    entity("Q19", "Bob Roe", "Q5"), entity("Q20", "Cy Poe", "Q5"), entity("Q21", "Marie Antoinette", "Q5",
    description="Austrian archduchess"), entity("Q22", "Doe Prize"), entity("Q23", "4ad", "Q18127"),
    entity("Q24", "Olympic Stadium", "Q1154710"), entity("Q25", "doctor honoris causa"),
    entity("Q26", "Toe Records", "Q18127"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("subject", "relation", "thing", "wanted"),
    [
        ("Q1", "P140", "Q7", r"^Ann Doe has (?:belonged to|been a member of) the Church of Roe\."),
        (
            "Q9",
            "P138",
            "Q8",
            r"^Dakota County (?:is named after|takes its name from) the Sioux\.|^The Sioux gave",
        ),
        ("Q2", "P17", "Q24", r"^Ulm (?:is|lies) in the Olympic Stadium\."),
        ("Q1", "P463", "Q10", r"the Royal Prussian Academy of Sciences|^The Royal"),
        ("Q1", "P108", "Q18", r"^Ann Doe (?:worked for|was employed by) |^Roe College employed "),
        ("Q4", "P264", "Q3", r"^Nickelroe (?:recorded|made) |recordings with Nickelroe\.|had Nickelroe as a "),
        ("Q5a", "P740", "Q2", r"^Genesis was formed in Ulm\."),
        ("Q1", "P264", "Q23", r"\b4AD\b"),
        ("Q1", "P166", "Q25", r"^Ann Doe (?:was made|became) a doctor honoris causa\.|^Among the recipients"),
        ("Q3", "P159", "Q2", r"^(?:Roe Records|The headquarters of Roe Records)\b"),
    ],
)
def test_it_is_said_as_an_editor_would(subject: str, relation: str, thing: str, wanted: str) -> None:
    for body in bodies([fact(subject, relation, thing)], WORLD):
        assert re.search(wanted, body), body


def test_a_wider_class_is_no_riddle() -> None:
    said = bodies([fact("Q1", "P106", "Q11"), fact("Q11", "P279", "Q12")], WORLD)
    assert all(re.fullmatch(r"Ann Doe (?:is|was|has worked as|works as) a record producer\.", body) for body in said), (
        said
    )
    for body in bodies([fact("Q10", "P31", "Q13"), fact("Q13", "P279", "Q14")], WORLD):
        assert body.endswith("is an academy of sciences, which is a kind of learned society."), body


def test_a_band_has_one_number_throughout() -> None:
    facts = [fact("Q4", "P740", "Q2"), fact("Q4", "P136", "Q6"), fact("Q4", "P166", "Q22")]
    for body in bodies(facts, WORLD):
        assert not re.search(r"\bThey\b|\btheir\b|Nickelroe (?:were|perform|play)\b", body), body


def test_a_death_is_told_in_a_sentence_of_its_own_after_a_life() -> None:
    facts = [fact("Q1", "P20", "Q2"), fact("Q1", "P69", "Q18"), fact("Q1", "P509", "Q17"), fact("Q1", "P264", "Q3")]
    for body in bodies(facts, WORLD):
        for sentence in body.split(". "):
            assert not re.search(r"died .*(?:educated|studied|attended|record)", sentence), body


def test_a_body_is_and_was_in_two_sentences() -> None:
    facts = [fact("Q3", "P1366", "Q26"), fact("Q3", "P159", "Q2"), fact("Q3", "P136", "Q6")]
    for body in bodies(facts, WORLD):
        assert not re.search(r"(?:succeeded|replaced) by [^.]* (?:is|has|specializes)\b", body), body


def test_a_list_holds_no_name_with_and() -> None:
    for body in bodies([fact("Q2", "P421", "Q16"), fact("Q15", "P421", "Q16")], WORLD):
        assert not re.search(r"Falls and Ulm|Ulm and Roe", body), body


def test_nobody_is_in_a_list_twice() -> None:
    facts = [fact("Q4", "P527", "Q19"), fact("Q19", "P463", "Q4"), fact("Q4", "P527", "Q20")]
    for body in bodies(facts, WORLD):
        assert not re.search(r"Bob Roe(?:,| and)[^.]* Bob Roe", body), body


def test_a_queen_is_not_called_by_her_second_name() -> None:
    facts = [fact("Q21", "P19", "Q2"), fact("Q21", "P69", "Q18"), fact("Q21", "P166", "Q22"), fact("Q19", "P26", "Q21")]
    for body in bodies(facts, WORLD):
        assert not re.search(r"(?<!Marie )Antoinette", body), body
