"""Traps that readers of a draw of 160 pairs found, each told and not told side by side in a small real store."""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.generation.knowledge import run_in_lock_step
from contragraph.generation.periods.estimate import Periods
from contragraph.generation.periods.own import Period
from contragraph.generation.rules.one_time import of_one_time
from contragraph.generation.rules.refused import is_refused
from contragraph.generation.rules.sorts import share_a_word, sort_of_things
from contragraph.graph.model import Statement
from contragraph.ontology import doubtful_kinds
from tests.made import small_kg
from tests.staged_kgs import Triple

KG: list[Triple] = [
    ("wd:Dan", "wdt:P937", "wd:Kent"),
    ("wd:Dan", "wdt:P27", "wd:Britain"),
    ("wd:Kent", "wdt:P131", "wd:England"),
    ("wd:England", "wdt:P17", "wd:Britain"),
    ("wd:England", "wdt:P31", "wd:Q3336843"),
    ("wd:Fay", "wdt:P1303", "wd:vocals"),
    ("wd:Fay", "wdt:P1303", "wd:lute"),
    ("wd:Ann", "wdt:P551", "wd:Lyon"),
    ("wd:Ann", "wdt:P27", "wd:France"),
    ("wd:Lyon", "wdt:P131", "wd:Rhone"),
    ("wd:Rhone", "wdt:P131", "wd:France"),
    ("wd:Ohio", "wdt:P150", "wd:Ross County"),
    ("wd:Ohio", "wdt:P150", "wd:Dayton"),
    ("wd:Iowa", "wdt:P36", "wd:Ames"),
    ("wd:Bob Junior", "wdt:P22", "wd:Bob"),
    ("wd:Eve", "wdt:P22", "wd:Bob"),
    ("wd:Cy", "wdt:P26", "wd:Eve"),
]
LIVED, IN_RHONE = Statement("wd:Ann", "wdt:P551", "wd:Lyon"), Statement("wd:Lyon", "wdt:P131", "wd:Rhone")
IN_FRANCE = Statement("wd:Rhone", "wdt:P131", "wd:France")


def said(subject: str, relation: str, thing: str) -> Statement:
    return Statement(subject, relation, thing)


@pytest.mark.parametrize(
    ("seed", "made", "supports", "refused"),
    [
        (LIVED, said("wd:Ann", "cg:livedOutside", "wd:Rhone"), [IN_RHONE], False),
        (IN_RHONE, said("wd:Ann", "cg:livedOutside", "wd:Rhone"), [LIVED], True),
        (LIVED, said("wd:Ann", "cg:livedOutside", "wd:France"), [IN_RHONE, IN_FRANCE], True),
        (said("wd:Ohio", "wdt:P150", "wd:Dayton"), said("wd:Iowa", "wdt:P150", "wd:Dayton"), [], False),
        (said("wd:Ohio", "wdt:P150", "wd:Ross County"), said("wd:Iowa", "wdt:P150", "wd:Ross County"), [], True),
        (said("wd:Eve", "wdt:P22", "wd:Bob"), said("wd:Eve", "wdt:P22", "wd:Cy"), [], False),
        (said("wd:Bob Junior", "wdt:P22", "wd:Bob"), said("wd:Bob Junior", "wdt:P22", "wd:Cy"), [], True),
        (
            said("wd:Dan", "wdt:P937", "wd:Kent"),
            said("wd:Dan", "cg:workedOutside", "wd:England"),
            [said("wd:Kent", "wdt:P131", "wd:England")],
            True,
        ),
        (
            said("wd:Cy", "wdt:P1038", "wd:Fay"),
            said("wd:Cy", "cg:nonePlays_P1038", "wd:lute"),
            [said("wd:Fay", "wdt:P1303", "wd:lute")],
            False,
        ),
        (
            said("wd:Cy", "wdt:P1038", "wd:Fay"),
            said("wd:Cy", "cg:nonePlays_P1038", "wd:vocals"),
            [said("wd:Fay", "wdt:P1303", "wd:vocals")],
            True,
        ),
        (said("wd:Ohio", "wdt:P127", "wd:Bob"), said("wd:Ohio", "cg:only_P127", "wd:Cy"), [], True),
    ],
)
def test_what_leaves_a_way_out_is_refused(
    tmp_path: Path, seed: Statement, made: Statement, supports: list[Statement], refused: bool
) -> None:
    with small_kg(tmp_path, KG) as knowledge:
        (found,) = run_in_lock_step([is_refused(seed, made, supports, knowledge)], knowledge)
    assert found is refused


@pytest.mark.parametrize(
    ("part", "whole", "fit"),
    [("Third Crusade", "Crusades", False), ("guitar", "lute family", False), ("Sicily", "Sardinian Union", True)],
)
def test_no_part_is_denied_that_its_name_tells(tmp_path: Path, part: str, whole: str, fit: bool) -> None:
    one, other = f"wd:{part.replace(' ', '_')}", f"wd:{whole.replace(' ', '_')}"
    facts: list[Triple] = [(one, "wdt:P361", other), (one, "wdt:P31", "wd:thing"), (other, "wdt:P31", "wd:thing")]
    labels = {one: part, other: whole}
    with small_kg(tmp_path, facts, labels=labels) as knowledge:
        seed, made = said(one, "wdt:P361", other), said(one, "cg:separateFrom", other)
        (found,) = run_in_lock_step([sort_of_things(seed, made, [], knowledge)], knowledge)
    assert found is fit


def test_titles_share_words_of_some_length_in_any_number() -> None:
    assert share_a_word("Academy Award for Best Picture", "Academy Awards")
    assert not share_a_word("The Dark Knight Rises", "Batman")
    assert not share_a_word("Up in the Air", "Up")


def test_nothing_rests_on_a_doubtful_kind() -> None:
    assert ("wd:Q1211427", "wd:Q955824") in doubtful_kinds()
    assert all(kind.startswith("wd:Q") and wider.startswith("wd:Q") for kind, wider in doubtful_kinds())


def test_a_father_whose_age_is_a_guess_is_not_told() -> None:
    made, seed = said("wd:Eve", "wdt:P22", "wd:Cy"), said("wd:Eve", "wdt:P22", "wd:Bob")
    eve = Period(1950, 2000, True)
    told = {"wd:Eve": eve, "wd:Cy": Period(1920, 1990, True)}
    guessed = {"wd:Eve": eve, "wd:Cy": Period(1920, 1990, False, 8)}
    younger = {"wd:Eve": eve, "wd:Cy": Period(1940, 1990, True)}
    assert of_one_time(made, seed, Periods(dict(told)))
    assert not of_one_time(made, seed, Periods(dict(guessed)))
    assert not of_one_time(made, seed, Periods(dict(younger)))


def test_nothing_in_common_is_told_of_people_of_one_time() -> None:
    made, seed = said("wd:A", "cg:noCommon_P463", "wd:B"), said("wd:A", "wdt:P463", "wd:C")
    poet, writer = Period(1807, 1882, True), Period(1934, 2020, True)
    assert not of_one_time(made, seed, Periods({"wd:A": poet, "wd:B": writer}))
    assert not of_one_time(made, seed, Periods({"wd:A": poet}))
    assert of_one_time(made, seed, Periods({"wd:A": poet, "wd:B": poet}))
    assert not of_one_time(made, seed, Periods({"wd:A": poet, "wd:B": Period(1790, 1860, False, 30)}))


def test_no_work_is_told_to_rest_on_a_much_later_one() -> None:
    made, seed = said("wd:A", "wdt:P144", "wd:B"), said("wd:B", "wdt:P144", "wd:A")
    first, sequel, revival = Period(1966, 1969, True), Period(1973, 1974, True), Period(2001, 2005, True)
    assert of_one_time(made, seed, Periods({"wd:A": first, "wd:B": sequel}))
    assert not of_one_time(made, seed, Periods({"wd:A": first, "wd:B": revival}))
