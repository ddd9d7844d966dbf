"""Traps of a graph that places anything: states of old, regions in their own towns, wars in two countries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from contragraph.generation.knowledge import Knowledge, run_in_lock_step
from contragraph.generation.rules.placing import well_placed
from contragraph.generation.rules.tellable import tellable
from contragraph.generation.rules.unnatural import is_unnatural
from contragraph.graph.model import Entity, Statement
from tests.made import small_kg
from tests.staged_kgs import Triple

IN, CAPITAL, BORN, OUTSIDE, NOBODY = "wdt:P131", "wdt:P36", "wdt:P19", "cg:liesOutside", "cg:noneBorn_P161"
KINDS = {
    "AdministrativeArea": ("Bavaria", "Munich", "Taunton", "Somerset", "Milan", "Duchy_of_Milan"),
    "Event": ("Great_War",),
    "SportsTeam": ("Club",),
    "Continent": ("Europe",),
    "Country": ("France",),
    "Movie": ("Film",),
}
FACTS: list[Triple] = [
    ("yago:Munich", IN, "yago:Bavaria"),
    ("yago:Taunton", IN, "yago:Somerset"),
    ("yago:Somerset", IN, "yago:Taunton"),
    ("yago:Duchy_of_Milan", CAPITAL, "yago:Milan"),
    ("yago:Great_War", IN, "yago:Bavaria"),
    ("yago:Club", IN, "yago:Bavaria"),
    ("yago:Bavaria", IN, "yago:Europe"),
    ("yago:Ada", BORN, "yago:Munich"),
    ("yago:Film", "wdt:P161", "yago:Ada"),
    ("yago:Ada", "wdt:P166", "yago:Order_of_Merit"),
    ("yago:Bob", "wdt:P166", "yago:Nobel_Prize"),
    ("yago:Italy", "wdt:P31", "wd:Q6256"),
    ("yago:France", "wdt:P47", "yago:Italy"),
    ("yago:Bob", "wdt:P166", "yago:Bronze_Star_Medal"),
    ("yago:Kerr_County", IN, "yago:Bavaria"),
    ("yago:Central_District", IN, "yago:Bavaria"),
    ("yago:Provo", IN, "yago:Bavaria"),
    ("yago:Bay_Area", IN, "yago:Bavaria"),
    ("yago:Ada", "wdt:P26", "yago:Bob"),
]


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    kinds = [(f"yago:{name}", "wdt:P31", f"schema:{kind}") for kind, names in KINDS.items() for name in names]
    labels = {e: e.partition(":")[2].replace("_", " ") for s, _, o in [*FACTS, *kinds] for e in (s, o)}
    labels["yago:Provo"] = "Provo, Utah"
    folder: Path = tmp_path_factory.mktemp("placing")
    with small_kg(folder, [*FACTS, *kinds], labels=labels) as made:
        yield made


def says(subject: str, relation: str, thing: str) -> Statement:
    return Statement(f"yago:{subject}", relation, f"yago:{thing}")


CAST, BIRTH = says("Film", "wdt:P161", "Ada"), says("Ada", BORN, "Munich")
MUNICH = says("Munich", IN, "Bavaria")


@pytest.mark.parametrize(
    ("seed", "made", "supports", "stands"),
    [
        (CAST, says("Film", NOBODY, "Bavaria"), [BIRTH, MUNICH], True),
        (CAST, says("Film", NOBODY, "Somerset"), [BIRTH, says("Taunton", IN, "Somerset")], False),
        (CAST, says("Film", NOBODY, "Duchy_of_Milan"), [BIRTH, says("Duchy_of_Milan", CAPITAL, "Milan")], False),
        (CAST, says("Film", NOBODY, "Europe"), [BIRTH, MUNICH, says("Bavaria", IN, "Europe")], False),
        (MUNICH, says("Munich", OUTSIDE, "Bavaria"), [], True),
        (says("Great_War", IN, "Bavaria"), says("Great_War", OUTSIDE, "Bavaria"), [], False),
        (says("Club", IN, "Bavaria"), says("Club", OUTSIDE, "Bavaria"), [], False),
    ],
)
def test_places_within_places_are_of_today_and_one_way_only(
    seed: Statement, made: Statement, supports: Sequence[Statement], stands: bool, knowledge: Knowledge
) -> None:
    (verdict,) = run_in_lock_step([well_placed(seed, made, supports, knowledge)], knowledge)
    assert verdict is stands


@pytest.mark.parametrize(
    ("made", "stands"),
    [
        (says("Film", "cg:noneAwarded_P161", "Bronze_Star_Medal"), False),
        (says("Film", "cg:noneAwarded_P161", "Nobel_Prize"), True),
        (says("Film", "cg:noneSeated_P750", "Kerr_County"), False),
        (says("Film", "cg:noneSeated_P750", "Bavaria"), True),
        (says("Ada", "cg:noneBorn_P40", "Kerr_County"), False),
        (says("Ada", "cg:noneBorn_P40", "Provo"), False),
        (says("Ada", "cg:noneBorn_P40", "Bavaria"), True),
        (says("Ada", "cg:livedOutside", "Provo"), False),
        (says("Ada", "cg:livedOutside", "Bavaria"), True),
        (says("Ada", "cg:bornOutside", "Bay_Area"), False),
        (says("Ada", "cg:neverIn", "Bavaria"), False),
        (says("Club", "cg:basedOutside", "Italy"), False),
        (says("Club", "cg:basedOutside", "Bavaria"), True),
        (says("Club", "cg:noneSeated_P127", "Bavaria"), False),
        (says("Club", "cg:noneSeated_P127", "Italy"), True),
        (says("Munich", "cg:neverSeatOf", "Bavaria"), False),
        (says("France", "cg:endsShortOf", "Italy"), False),
        (says("Ada", "cg:workedOutside", "Bavaria"), False),
        (says("Ada", "cg:bornOutside", "Central_District"), False),
        (says("Ada", "cg:bornOutside", "Bavaria"), True),
        (says("Italy", "cg:neverTradesWith", "Cuba"), False),
        (says("Film", "cg:noneBorn_P144", "Bavaria"), False),
        (says("Ada", "cg:noneBorn_influences", "Munich"), False),
        (says("Ada", "cg:noneBorn_P737", "Munich"), False),
        (says("Ada", "cg:noneBorn_P26", "Munich"), True),
        (says("Film", "cg:noneBorn_P57", "Munich"), False),
        (says("Film", "cg:noneBorn_P161", "Munich"), False),
        (says("Film", "cg:noneBorn_P161", "Italy"), True),
        (says("Ada", "cg:noneBorn_actedUnder", "Bavaria"), False),
        (says("Ada", "cg:noneBorn_actedUnder", "Italy"), True),
        (says("Club", "cg:noneBorn_inv_P54", "Italy"), False),
        (says("Ada", "cg:noneMarriedToNative_P57", "Munich"), False),
        (says("Cuba", "cg:tradesWithNoNeighbourOf", "Italy"), False),
        (says("Club", "cg:noCommon_P127", "Milan"), False),
        (says("Ada", "wdt:P40", "Bob"), False),
        (says("Film", "wdt:P57", "Ada"), False),
        (says("Ada", "cg:passedOverFor", "Order_of_Merit"), False),
        (says("Ada", "cg:passedOverFor", "Nobel_Prize"), True),
    ],
)
def test_what_nobody_would_write_is_no_lie(made: Statement, stands: bool, knowledge: Knowledge) -> None:
    seed = Statement(made.subject, "wdt:P57", "yago:Munich")
    (verdict,) = run_in_lock_step([is_unnatural(seed, made, [], knowledge)], knowledge)
    assert verdict is not stands


@pytest.mark.parametrize(("tie", "stands"), [("wdt:P54", False), ("yago:graduatedFrom", False), ("wdt:P127", True)])
def test_players_and_students_are_not_said_to_have_no_ties(tie: str, stands: bool, knowledge: Knowledge) -> None:
    seed, made = says("Bob", tie, "Club"), says("Bob", "cg:noTiesWith", "Club")
    (verdict,) = run_in_lock_step([is_unnatural(seed, made, [], knowledge)], knowledge)
    assert verdict is not stands


@pytest.mark.parametrize(("seat", "stands"), [("Kerr_County", True), ("Bavaria", False)])
def test_a_county_seat_is_of_a_county(seat: str, stands: bool, knowledge: Knowledge) -> None:
    """In words it is "not the seat of any county"; a state's capital is none."""
    seed, made = says("Munich", IN, "Bavaria"), says("Munich", "cg:neverSeatIn", "France")
    (verdict,) = run_in_lock_step([is_unnatural(seed, made, [says(seat, CAPITAL, "Munich")], knowledge)], knowledge)
    assert verdict is not stands


@pytest.mark.parametrize(
    ("said_before", "instead", "stands"),
    [("Munich", "Milan", True), ("Munich", "Europe", False), ("Munich", "France", False)],
)
def test_a_place_gives_way_to_one_as_large(said_before: str, instead: str, stands: bool, knowledge: Knowledge) -> None:
    """Who was born in Munich was born in Europe: the graph need not say so."""
    seed, made = (says("Wife", "wdt:P19", place) for place in (said_before, instead))
    (verdict,) = run_in_lock_step([well_placed(seed, made, [], knowledge)], knowledge)
    assert verdict is stands


@pytest.mark.parametrize(
    ("subject", "relation", "thing", "told"),
    [
        (("Turkey", "Country"), "wdt:P127", ("Club", "SportsTeam"), False),
        (("Stadium", "Place"), "wdt:P127", ("Club", "SportsTeam"), False),
        (("Label", "Organization"), "wdt:P127", ("Ann", "Person"), False),
        (("Ann", "Person"), "yago:created", ("San Francisco", "City"), False),
        (("Ann", "Person"), "yago:created", ("Film", "Movie"), True),
        (("Cuba", "Country"), "wdt:P1344", ("South Yemen", "Country"), False),
        (("Cuba", "Country"), "wdt:P1344", ("Gulf War", "Event"), True),
        (("Second Boer War", "Event"), "wdt:P276", ("Australia", "Country"), False),
        (("Battle of Bicocca", "Event"), "wdt:P276", ("Milan", "City"), True),
        (("China", "Country"), "wdt:P1344", ("Islamic terrorism in Europe", "Event"), False),
        (("Ireland", "Country"), "wdt:P131", ("Dublin", "City"), False),
        (("Ann", "Person"), "wdt:P20", ("Lists of World Heritage Sites in Europe", ""), False),
    ],
)
def test_slips_of_the_extraction_are_not_told(
    subject: tuple[str, str], relation: str, thing: tuple[str, str], told: bool
) -> None:
    one, other = (Entity(f"yago:{name}", name, types=(f"schema:{kind}",)) for name, kind in (subject, thing))
    assert tellable(Statement(one.id, relation, other.id), one, other) is told
