"""Lies of the spouse need one who can be meant, those of two towns two of a kind; of schools and homes no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from contragraph.generation.knowledge import Knowledge, run_in_lock_step
from contragraph.generation.rules.compared_places import is_no_comparison
from contragraph.generation.rules.joined import are_joined_anyway
from contragraph.generation.rules.namesake_players import is_of_a_namesake
from contragraph.generation.rules.other_values import was_elsewhere_too
from contragraph.generation.rules.the_one import speaks_of_nobody
from contragraph.graph.model import Statement
from tests.made import small_kg
from tests.staged_kgs import Triple

MARRIED, DIRECTED, CAST, BORN, DIED, IN = "wdt:P26", "wdt:P57", "wdt:P161", "wdt:P19", "wdt:P20", "wdt:P131"
COUNTRY, CONTINENT = "schema:Country", "schema:Continent"
FACTS: list[Triple] = [
    ("yago:Ann", MARRIED, "yago:Ben"), ("yago:Liz", MARRIED, "yago:Dick"), ("yago:Liz", MARRIED, "yago:Eddie"),
    ("dbr:Ann", "dbo:spouse", "dbr:Ben"), ("dbr:Film", "dbo:director", "dbr:Ben"),
    ("yago:Film", DIRECTED, "yago:Ben"), ("yago:Duel", DIRECTED, "yago:Ben"), ("yago:Duel", DIRECTED, "yago:Ann"),
    *((f"yago:{film}", CAST, f"yago:{who}") for film in ("Film", "Duel") for who in ("Ann", "Ben", "Liz")),
    ("yago:Ann", BORN, "yago:Boston"), ("yago:Ben", BORN, "yago:Leeds"), ("yago:Liz", BORN, "yago:Dorchester"),
    ("yago:Dick", BORN, "yago:Nowhere"), ("yago:Eddie", BORN, "yago:Provo"), ("yago:Kant", BORN, "yago:Leeds"),
    ("yago:Kant", "wdt:P108", "yago:University"), ("yago:Dick", "wdt:P54", "yago:Leeds_United"),
    *((f"yago:{who}", "wdt:P54", "yago:Boston_Town") for who in ("Liz", "Kant", "Dick")),
    *((f"yago:{who}", "wdt:P54", "yago:Hull_City") for who in ("Dick", "Kant")),
    ("yago:Vivendi", "wdt:P355", "yago:Sierra"), ("yago:Vivendi", "wdt:P355", "yago:Activision"),
    ("yago:Sierra", "wdt:P749", "yago:Vivendi_Games"), ("yago:Vivendi_Games", "wdt:P127", "yago:Vivendi"),
    *((f"yago:{band}", "wdt:P527", "yago:Gregg_Allman") for band in ("Allman_Brothers_Band", "Brothers_Band")),
    ("yago:Boston", IN, "yago:Massachusetts"), ("yago:Dorchester", IN, "yago:Boston"),
    ("yago:Leeds", IN, "yago:Yorkshire"),
    ("yago:Yorkshire", IN, "yago:England"), ("yago:Salem", IN, "yago:Massachusetts"),
    ("yago:Oslo", IN, "yago:Europe"), ("yago:Los_Angeles", IN, "yago:United_States"),
    ("yago:East_Leeds", IN, "yago:Europe"), ("yago:Lund", IN, "yago:Sweden"), ("yago:Sweden", "wdt:P31", COUNTRY),
    ("yago:Ben", "yago:graduatedFrom", "yago:Kings"), ("yago:Liz", "yago:graduatedFrom", "yago:Kings"),
    ("yago:Liz", "yago:graduatedFrom", "yago:Queens"), ("yago:Kings", IN, "yago:Leeds"),
    ("yago:Massachusetts", IN, "yago:United_States"), ("yago:Boston", IN, "yago:United_States"),
    ("yago:England", "wdt:P31", COUNTRY), ("yago:United_States", "wdt:P31", COUNTRY),
    ("yago:Europe", "wdt:P31", CONTINENT),
]  # fmt: skip
LIVES = {"Ann": "(1903–1960)", "Ben": "(1901–1953)", "Liz": "(1932–2011)", "Kant": "(1724–1804)"}


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    labels = {e: e.partition(":")[2].replace("_", " ") for s, _, o in FACTS for e in (s, o)} | {
        "yago:Provo": "Provo, Utah"
    }
    said = {f"yago:{who}": life for who, life in LIVES.items()}
    with small_kg(tmp_path_factory.mktemp("the-one"), FACTS, labels=labels, descriptions=said) as made:
        yield made


def says(subject: str, relation: str, thing: str, **times: str) -> Statement:
    return Statement(f"yago:{subject}", relation, f"yago:{thing}", False, times.get("since"), times.get("until"))


WEDDING = says("Ann", MARRIED, "Ben", since="1930-01-01", until="1953-05-01")
DIVORCE = says("Ann", MARRIED, "Ben", since="1930-01-01", until="1940-05-01")
NO_END = says("Ann", MARRIED, "Ben")
LIZ = says("Liz", MARRIED, "Dick")


@pytest.mark.parametrize(
    ("made", "supports", "of_nobody"),
    [
        (says("Ann", "cg:noneActed_P26", "Film"), [WEDDING], False),
        # Whoever was married twice has no spouse that "the spouse" could be; and after a divorce there may be another.
        (says("Liz", "cg:noneActed_P26", "Film"), [LIZ], True),
        (says("Ann", "cg:noneActed_P26", "Film"), [DIVORCE], True),
        (says("Ann", "cg:noneActed_P26", "Film"), [NO_END], False),
        (says("Film", "cg:noneBorn_P57", "Leeds"), [], False),
        (says("Duel", "cg:noneBorn_P57", "Leeds"), [], True),
        (says("Film", "cg:directorsBornTogether", "Duel"), [], True),
        (says("Film", "cg:noneBorn_P86", "Leeds"), [], True),
        (says("Film", "cg:noneBorn_P161", "Leeds"), [], False),
        # DBpedia does not tell how long anybody was married.
        (Statement("dbr:Ann", "cg:noneActed_spouse", "dbr:Film"), [], True),
        (Statement("dbr:Film", "cg:noneBorn_director", "dbr:Leeds"), [], False),
    ],
    ids=str,
)
def test_who_is_not_named_must_be_the_only_one(
    made: Statement, supports: Sequence[Statement], of_nobody: bool, knowledge: Knowledge
) -> None:
    (verdict,) = run_in_lock_step([speaks_of_nobody(WEDDING, made, supports, knowledge)], knowledge)
    assert verdict is of_nobody


BOSTON, LEEDS, DORCHESTER = (says(w, BORN, t) for w, t in (("Ann", "Boston"), ("Ben", "Leeds"), ("Liz", "Dorchester")))
PROVO, NOWHERE = says("Eddie", BORN, "Provo"), says("Dick", BORN, "Nowhere")
LUND = says("Eddie", BORN, "Lund")
SALEM = says("Ben", BORN, "Salem")


@pytest.mark.parametrize(
    ("made", "told", "refused"),
    [
        (says("Ann", "cg:bornWith", "Ben"), [BOSTON, LEEDS], False),
        # Dorchester lies in Boston, Salem beside it, and of Nowhere nobody knows where it lies.
        (says("Ann", "cg:bornWith", "Liz"), [BOSTON, DORCHESTER], True),
        (says("Ann", "cg:bornWith", "Ben"), [BOSTON, SALEM], True),
        (says("Film", "cg:directorsBornTogether", "Duel"), [BOSTON, NOWHERE], True),
        (says("Film", "cg:directorsBornTogether", "Duel"), [BOSTON, PROVO], False),
        (says("Film", "cg:directorsBornTogether", "Duel"), [BOSTON], True),
        (says("Film", "cg:directorsBornTogether", "Duel"), [LEEDS, says("Ann", BORN, "East_Leeds")], True),
        # Provo may lie beside Los Angeles, of which no state is known; Lund lies in another country.
        (says("Film", "cg:directorsBornTogether", "Duel"), [PROVO, says("Ann", BORN, "Los_Angeles")], True),
        (says("Film", "cg:directorsBornTogether", "Duel"), [LUND, says("Ann", BORN, "Los_Angeles")], False),
        # Nobody compares an actress with a philosopher.
        (says("Ann", "cg:bornWith", "Kant"), [BOSTON, says("Kant", BORN, "Leeds")], True),
        (says("Kant", "cg:bornOutside", "Yorkshire"), [says("Leeds", IN, "Yorkshire")], False),
    ],
    ids=str,
)  # fmt: skip
def test_places_are_compared_where_they_differ_and_people_where_they_are_of_one_trade(
    made: Statement, told: Sequence[Statement], refused: bool, knowledge: Knowledge
) -> None:
    (verdict,) = run_in_lock_step([is_no_comparison(told[0], made, told[1:], knowledge)], knowledge)
    assert verdict is refused


@pytest.mark.parametrize(
    ("made", "refused"),
    [
        (says("Ben", "cg:noneLocated_graduatedFrom", "Leeds"), False),
        # Whoever knows where Queens is sees that the text speaks against itself.
        (says("Liz", "cg:noneLocated_graduatedFrom", "Leeds"), True),
        (says("Liz", "cg:bornOutside", "Leeds"), False),
        # Nor of one who was born in Dorchester that he never lived in Leeds, but of one who was born in Provo, Utah.
        (says("Liz", "cg:livedOutside", "Leeds"), True),
        (says("Eddie", "cg:livedOutside", "Leeds"), False),
    ],
    ids=str,
)
def test_who_was_nowhere_in_a_place_has_no_other_school_or_home(
    made: Statement, refused: bool, knowledge: Knowledge
) -> None:
    seed, lies = says(made.subject.partition(":")[2], "yago:graduatedFrom", "Kings"), says("Kings", IN, "Leeds")
    (verdict,) = run_in_lock_step([was_elsewhere_too(seed, made, [lies], knowledge)], knowledge)
    assert verdict is refused


@pytest.mark.parametrize(("other", "refused"), [("Leeds_United", True), ("Hull_City", False)])
def test_clubs_that_one_player_joins_are_not_compared(other: str, refused: bool, knowledge: Knowledge) -> None:
    seed, made = says("Dick", "wdt:P54", "Boston_Town"), says("Boston_Town", "cg:noneTeam_inv_P54", other)
    (verdict,) = run_in_lock_step([is_no_comparison(seed, made, [], knowledge)], knowledge)
    assert verdict is refused


@pytest.mark.parametrize(
    ("band", "relation", "refused"),
    [
        ("Allman_Brothers_Band", "wdt:P527", True),
        ("Allman_Brothers_Band", "wdt:P19", False),
        ("Brothers_Band", "wdt:P527", False),
    ],
)
def test_a_name_tells_who_is_a_member(band: str, relation: str, refused: bool, knowledge: Knowledge) -> None:
    seed, made = says(band, relation, "Gregg_Allman"), says("Gregg_Allman", "cg:refusedToJoin", band)
    (verdict,) = run_in_lock_step([are_joined_anyway(seed, made, [], knowledge)], knowledge)
    assert verdict is refused


@pytest.mark.parametrize(("firm", "refused"), [("Sierra", True), ("Activision", False)])
def test_owners_are_kept_apart_from_what_they_own_in_one_way(firm: str, refused: bool, knowledge: Knowledge) -> None:
    seed, made = says("Vivendi", "wdt:P355", firm), says("Vivendi", "cg:noTiesWith", firm)
    (verdict,) = run_in_lock_step([are_joined_anyway(seed, made, [], knowledge)], knowledge)
    assert verdict is refused


@pytest.mark.parametrize(
    ("seed", "supports", "refused"),
    [
        (says("Dick", "wdt:P54", "Boston_Town"), [], False),
        # An actress and a philosopher have the careers of namesakes.
        (says("Liz", "wdt:P54", "Boston_Town"), [], True),
        (says("Boston_Town", IN, "Boston"), [says("Kant", "wdt:P54", "Boston_Town")], True),
        (says("Ann", BORN, "Boston"), [], False),
    ],
    ids=str,
)
def test_careers_of_namesakes_are_no_matter_for_lies(
    seed: Statement, supports: Sequence[Statement], refused: bool, knowledge: Knowledge
) -> None:
    made = says("Dick", "cg:noneLocated_P54", "Boston")
    (verdict,) = run_in_lock_step([is_of_a_namesake(seed, made, supports, knowledge)], knowledge)
    assert verdict is refused
