"""Sentences by the kinds of both ends, and what may stand beside a denial: what readers of the ninth draw found."""

from __future__ import annotations

import re

import pytest

from contragraph.dataset.words.articles import names_many
from contragraph.generation.verbalise.given import is_given, is_womans, sex_of
from contragraph.graph.model import Entity
from tests.verbal import bodies, entity, fact, world_of

ENDS = world_of(
    entity("Q1", "Ann Doe", "Q5"), entity("Q2", "Sackville", "Q215380"), entity("Q3", "Acme Radio", "Q4830453"),
    entity("Q4", "Dallas County", "Q47168"), entity("Q5a", "Dallas", "Q515"), entity("Q6", "Yale University", "Q3918"),
    entity("Q7", "Hindu"), entity("Q8", "Baptists"), entity("Q9", "Jewish people"), entity("Q10", "African Americans"),
    entity("Q11", "tennis"), entity("Q12", "ice hockey"), entity("Q13", "BlackRock", "Q4830453"),
    entity("Q14", "President of the Gambia"), entity("Q15", "The Gambia", "Q6256"), entity("Q16", "novel"),
    entity("Q17", "drama"), entity("Q18", "Filmfare Award", "Q618779"), entity("Q19", "India", "Q6256"),
    entity("Q20", "Peru", "Q6256"), entity("Q21", "National Gallery", "Q33506"), entity("Q22", "The Does", "Q215380"),
    entity("Q23", "Doe Song", "Q11424"), entity("Q24", "Dominican friar"), entity("Q25", "Napoleonic Wars", "Q198"),
    entity("Q26", "Coalition Wars", "Q198"), entity("Q27", "Rock and Roll Hall of Fame"),
    entity("Q28", "Bob Roe", "Q5"),
    entity("Q29", "human creativity"), entity("Q30", "mayor"), entity("Q31", "Paris", "Q515"),
    entity("Q32", "Chad", "Q6256"), entity("Q33", "Niger", "Q6256"), entity("Q34", "Mali", "Q6256"),
    entity("Q35", "The Watts", "Q11424"), entity("Q36", "It", "Q11424"), entity("Q37", "Lima, Ohio", "Q515"),
    entity("Q38", "Roe Song", "Q11424"), entity("Q39", "music label", "Q18127"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("subject", "relation", "thing", "wanted"),
    [
        ("Q1", "P140", "Q7", {"Ann Doe is a Hindu."}),
        ("Q1", "P140", "Q8", {"Ann Doe is a Baptist."}),
        ("Q6", "P140", "Q8", {"Yale University is associated with Baptists."}),
        ("Q1", "P172", "Q9", {"Ann Doe is of Jewish descent."}),
        ("Q1", "P172", "Q10", {"Ann Doe is of African American descent."}),
        ("Q1", "P641", "Q11", {"Ann Doe has played tennis."}),
        ("Q2", "P641", "Q12", {"Sackville plays ice hockey."}),
        ("Q3", "P127", "Q13", {"Acme Radio is partly owned by BlackRock."}),
        ("Q15", "P1313", "Q14", {"The Gambia is headed by the President of the Gambia."}),
        ("Q5a", "P1313", "Q30", {"Dallas is headed by a mayor."}),
        ("Q1", "P136", "Q16", {"Ann Doe is known for novels.", "Ann Doe is associated with novels."}),
        ("Q1", "P136", "Q17", {"Ann Doe is known for drama.", "Ann Doe is associated with drama."}),
        ("Q18", "P17", "Q19", {"The Filmfare Award is presented in India."}),
        ("Q25", "P361", "Q26", {
            "The Napoleonic Wars were part of the Coalition Wars.",
            "The Coalition Wars included the Napoleonic Wars.",
            "One part of the Coalition Wars was the Napoleonic Wars.",
        }),
        ("Q1", "P166", "Q27", {
            "Ann Doe was inducted into the Rock and Roll Hall of Fame.",
            "Ann Doe entered the Rock and Roll Hall of Fame.",
        }),
        ("Q2", "P37", "Q29", {
            "Sackville has human creativity as an official language.",
            "Human creativity is an official language of Sackville.",
            "Human creativity has official status in Sackville.",
            "An official language of Sackville is human creativity.",
        }),
        ("Q37", "P206", "Q5a", {"Lima, Ohio, lies on Dallas.", "Lima, Ohio, lies next to Dallas."}),
    ],
)  # fmt: skip
def test_what_is_said_goes_by_the_kinds_of_both_ends(subject: str, relation: str, thing: str, wanted: set[str]) -> None:
    assert bodies([fact(subject, relation, thing)], ENDS) <= wanted


def test_counties_and_schools_have_seats() -> None:
    assert bodies([fact("Q4", "P159", "Q5a")], ENDS) == {
        "Dallas County has its seat in Dallas.",
        "Dallas is the seat of Dallas County.",
    }
    assert not any("headquarter" in body for body in bodies([fact("Q6", "P159", "Q5a")], ENDS))
    assert any("headquarter" in body for body in bodies([fact("Q3", "P159", "Q5a")], ENDS))


def test_works_of_a_country_are_from_it() -> None:
    found = bodies([fact("Q20", "P6379", "Q21")], ENDS)
    assert not any("works by Peru" in body or "Peru has works" in body for body in found)


def test_bands_are_they_and_a_title_is_no_pronoun() -> None:
    facts = [
        fact("Q22", "P264", "Q39"),
        fact("Q22", "P136", "Q17"),
        fact("Q22", "P740", "Q5a"),
        fact("Q22", "P166", "Q18"),
    ]
    found = bodies([*facts, fact("Q22", "P166", "Q18"), fact("Q22", "P17", "Q19")], ENDS)
    assert any(re.search(r"\bThey\b", body) for body in found)
    assert not any(re.search(r"\bIt\b| (?:Does|They) (?:was|has|is|comes)\b", body) for body in found)
    assert all("“It”" in body for body in bodies([fact("Q36", "P57", "Q28")], ENDS))


def test_little_known_classes_are_not_in_apposition() -> None:
    facts = [fact("Q6", "P31", "Q29"), fact("Q6", "P69", "Q28"), fact("Q6", "P159", "Q5a"), fact("Q6", "P112", "Q1")]
    odd = ENDS | {"wd:Q29": Entity("wd:Q29", "open access publisher", degree=3)}
    common = ENDS | {"wd:Q29": Entity("wd:Q29", "open access publisher", degree=300)}
    aside = re.compile(r"Yale University, an open access publisher,")
    assert any(aside.search(body) for body in bodies(facts, common))
    assert not any(aside.search(body) for body in bodies(facts, odd))


def test_plural_names() -> None:
    assert all(map(names_many, ("Napoleonic Wars", "Pyrenees", "Falkland Islands")))
    assert not any(map(names_many, ("Star Wars", "Paris", "Cold War")))


def test_given_names_tell_one_sex() -> None:
    names = ("Margaret Atwood", "Robert Stone", "Madonna", "Jean Roe", "Björn Ulvaeus", "P. D. James", "Kid Rock")
    assert [sex_of(name) for name in names] == ["she", "he", "", "", "he", "", ""]
    assert is_given("Jean")
    assert not is_given("Kid")
    assert is_womans("Antoinette")
    assert not is_womans("Jean")


OTHERS = world_of(
    entity("Q1", "Ann Doe", "Q5"),
    entity("Q2", "Hollywood Hills", "Q46831"),
    entity("Q3", "Maldives", "Q6256"),
    entity("Q4", "The Dells"),
    entity("Q5x", "Doe Records", "Q18127"),
    entity("Q6", "Kennedy Center Honors"),
    entity("Q7", "Islam"),
    entity("Q8", "Sunni Islam"),
    entity("Q9", "Evelyn Doe", "Q5"),
    entity("Q10", "Showtime"),
    entity("Q11", "Learned Academy", "Q955824"),
    entity("Q12", "country bordering the Baltic Sea"),
    entity("Q13", "countries bordering the Baltic Sea"),
    entity("Q14", "dollar"),
    entity("Q15", "Ulm", "Q515"),
    entity("Q16", "Doe Live", "Q5398426"),
    entity("Q17", "prose"),
    entity("Q18", "Ann Dogg", "Q5", description="American rapper"),
)


@pytest.mark.parametrize(
    ("subject", "relation", "thing", "wanted"),
    [
        ("Q2", "P47", "Q15", r"^The Hollywood Hills (?:border|adjoin|share|and Ulm)\b|^Ulm|^The border"),
        ("Q3", "P38", "Q14", r"^The Maldives (?:uses dollar as|has dollar as its) currency|urrency of the Maldives"),
        (
            "Q4",
            "P264",
            "Q5x",
            r"^The Dells (?:recorded|made)|had The Dells as|recordings with The Dells",
        ),
        (
            "Q1",
            "P166",
            "Q6",
            r"^Ann Doe (?:received|was) |^Among the recipients of the Kennedy",
        ),
        ("Q1", "P463", "Q11", r"^Ann Doe has been a member of |^Learned Academy has had Ann Doe as a member"),
        ("Q1", "P140", "Q7", r"^Ann Doe is (?:an adherent|a follower) of Islam"),
        ("Q5x", "P1056", "Q10", r" (?:makes|produces|offers) Showtime\."),
        ("Q15", "P31", "Q13", r"^Ulm is one of the countries bordering the Baltic Sea"),
        ("Q1", "P1344", "Q16", r"^Ann Doe appeared on Doe Live|^Among the participants"),
        ("Q1", "P136", "Q17", r"\bprose\b"),
    ],
)
def test_what_readers_called_wrong(subject: str, relation: str, thing: str, wanted: str) -> None:
    for body in bodies([fact(subject, relation, thing)], OTHERS):
        assert re.search(wanted, body), body


def test_a_faith_and_the_wider_faith_are_said_once() -> None:
    for body in bodies([fact("Q1", "P140", "Q7"), fact("Q1", "P140", "Q8")], OTHERS):
        assert body.count("Islam") == 1, body


def test_no_pronoun_of_unknown_sex_where_others_are_told_alike() -> None:
    facts = [fact("Q1", "cg:livedOutside", "Q15"), fact("Q9", "cg:livedOutside", "Q15")]
    assert not any(re.search(r"\btheir\b", body) for body in bodies(facts, OTHERS))


def test_stage_names_are_not_cut() -> None:
    facts = [
        fact("Q18", "P264", "Q5x"),
        fact("Q18", "P551", "Q15"),
        fact("Q18", "P463", "Q11"),
        fact("Q18", "P136", "Q17"),
    ]
    assert not any(re.search(r"(?<!Ann )Dogg", body) for body in bodies(facts, OTHERS))


def test_a_band_is_one_and_its_name_many() -> None:
    facts = [fact("Q4", "P31", "Q20"), fact("Q4", "P264", "Q5x"), fact("Q4", "P740", "Q15"), fact("Q4", "P166", "Q6")]
    for body in bodies(facts, OTHERS | world_of(entity("Q20", "jam band"))):
        assert not re.search(r"\b(?:The Dells|They) (?:is|has|was)\b|\bThe band (?:are|have|were)\b", body), body


def test_no_sentence_has_three_tenses() -> None:
    ends = (("P1344", "Q16"), ("P551", "Q15"), ("P1303", "Q19"), ("P166", "Q6"), ("P106", "Q21"))
    known = OTHERS | world_of(entity("Q19", "guitar"), entity("Q21", "guitarist"))
    for body in bodies([fact("Q1", relation, end) for relation, end in ends], known):
        for sentence in body.split(". "):
            tenses = (r" (?:is an?|plays) ", r" has (?:\w+ed|been) ", r" (?:appeared|received|was) ")
            assert sum(re.search(tense, sentence) is not None for tense in tenses) < 3, sentence
