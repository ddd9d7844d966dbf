"""Lies about what everybody knows are not told, nor those that rest on it alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from contragraph.generation.knowledge import Knowledge, run_in_lock_step
from contragraph.generation.periods.estimate import Periods
from contragraph.generation.periods.own import Period
from contragraph.generation.rules.commonplace import everybody_knows
from contragraph.generation.rules.one_time import carried_back
from contragraph.generation.rules.plausible import Containment
from contragraph.generation.rules.standing import places_inside, telling
from contragraph.generation.rules.strained import is_strained
from contragraph.graph.model import Entity, Statement
from tests.made import small_kg
from tests.staged_kgs import Triple

LIES_IN, PARTS, CAPITAL, BORDERS, KIND = "wdt:P131", "wdt:P150", "wdt:P36", "wdt:P47", "wdt:P31"
MEMBER, BAND = "wdt:P463", "wd:Q5741069"
LAND, COUNTY, GAMES = "wd:Q6256", "wd:Q47168", "wd:Q159821"
TOWNS = [f"town{n}" for n in range(160)]
FACTS: list[Triple] = [
    ("wd:Bulgaria", KIND, LAND), ("wd:Greece", KIND, LAND), ("wd:Niger", KIND, LAND), ("wd:Chad", KIND, LAND),
    ("wd:Erie", KIND, COUNTY), ("wd:Lorain", KIND, COUNTY),
    ("wd:Bulgaria", CAPITAL, "wd:Sofia"), ("wd:Chad", CAPITAL, "wd:Ndjamena"),
    ("wd:Bulgaria", BORDERS, "wd:Greece"), ("wd:Niger", BORDERS, "wd:Chad"),
    ("wd:Sofia", "wdt:P17", "wd:Bulgaria"), ("wd:Varna", LIES_IN, "wd:Dobruja"),
    ("wd:Dobruja", "wdt:P17", "wd:Bulgaria"),
    ("wd:Drama", "wdt:P17", "wd:Greece"), ("wd:Ohio", PARTS, "wd:Erie"), ("wd:Ohio", PARTS, "wd:Lorain"),
    ("wd:Erie", CAPITAL, "wd:Sandusky"), ("wd:Games", "wdt:P276", "wd:Drama"), ("wd:Drama", LIES_IN, "wd:Greece"),
    ("wd:Boris", "wdt:P551", "wd:Sofia"), ("wd:Boris", "wdt:P3373", "wd:Kiril"), ("wd:Games", KIND, GAMES),
    *((f"wd:{who}", KIND, "wd:Q5") for who in ("Lars", "Jason")), ("wd:Lars", MEMBER, "wd:Metallica"),
    ("wd:Metallica", KIND, BAND), ("wd:Jason", MEMBER, "wd:Metallica"), ("wd:Metallica", "wdt:P127", "wd:Lars"),
    *((f"wd:song{n}", "wdt:P175", one) for n in range(15) for one in ("wd:Lars", "wd:Metallica", "wd:Academy")),
    ("wd:Lars", MEMBER, "wd:Academy"),
    *((f"wd:{town}", "wdt:P17", land) for town in TOWNS for land in ("wd:Bulgaria", "wd:Greece")),
]  # fmt: skip


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    with small_kg(tmp_path_factory.mktemp("commonplace"), FACTS, labels={"wd:Sandusky": "Sandusky, Ohio"}) as made:
        yield made


def says(subject: str, relation: str, thing: str) -> Statement:
    return Statement(f"wd:{subject}", relation, f"wd:{thing}")


LIVED, BROTHERS = says("Boris", "wdt:P551", "Sofia"), says("Boris", "wdt:P3373", "Kiril")
SOFIA, OHIO = says("Bulgaria", CAPITAL, "Sofia"), says("Ohio", PARTS, "Erie")


@pytest.mark.parametrize(
    ("seed", "made", "supports", "known"),
    [
        # A text without the capital is refuted by whoever knows it; one without the brother is not.
        (SOFIA, says("Kiril", "cg:noneLived_P1038", "Bulgaria"), [LIVED, BROTHERS], True),
        (BROTHERS, says("Kiril", "cg:noneLived_P1038", "Bulgaria"), [LIVED, SOFIA], False),
        (SOFIA, says("Sofia", "cg:neverSeatOf", "Bulgaria"), [], True),
        (says("Erie", CAPITAL, "Sandusky"), says("Sandusky", "cg:neverSeatOf", "Erie"), [], False),
        (OHIO, says("Erie", "cg:liesOutside", "Ohio"), [], False),
        # Who plays in a famous band, and who owns what, as far as both are famous; of an academy hardly anybody knows.
        (says("Lars", MEMBER, "Metallica"), says("Lars", "cg:refusedToJoin", "Metallica"), [], True),
        (says("Jason", MEMBER, "Metallica"), says("Jason", "cg:refusedToJoin", "Metallica"), [], False),
        (says("Lars", MEMBER, "Academy"), says("Lars", "cg:refusedToJoin", "Academy"), [], False),
        (says("Metallica", "wdt:P127", "Lars"), says("Lars", "cg:failedBidFor", "Metallica"), [], True),
        (says("Bulgaria", PARTS, "Greece"), says("Greece", "cg:neverPartOf", "Bulgaria"), [], True),
        (says("Bulgaria", BORDERS, "Greece"), says("Bulgaria", "cg:endsShortOf", "Greece"), [], True),
        (says("Niger", BORDERS, "Chad"), says("Niger", "cg:endsShortOf", "Chad"), [], False),
        (
            says("Niger", BORDERS, "Chad"),
            says("Niger", "cg:noNeighbourGovernedFrom", "Ndjamena"),
            [says("Chad", CAPITAL, "Ndjamena")],
            False,
        ),
        (
            says("Bulgaria", BORDERS, "Greece"),
            says("Greece", "cg:noNeighbourGovernedFrom", "Sofia"),
            [SOFIA],
            True,
        ),
        (says("Dobruja", CAPITAL, "Sofia"), says("Dobruja", CAPITAL, "Varna"), [], False),
        (says("Dobruja", CAPITAL, "Sofia"), says("Dobruja", CAPITAL, "Drama"), [], True),
        (OHIO, says("Lorain", PARTS, "Erie"), [], False),
    ],
)
def test_what_any_map_tells_is_denied_of_little_known_places_only(
    seed: Statement, made: Statement, supports: Sequence[Statement], known: bool, knowledge: Knowledge
) -> None:
    (verdict,) = run_in_lock_step([everybody_knows(seed, made, supports, knowledge)], knowledge)
    assert verdict is known


def test_readers_know_where_the_games_were_held(knowledge: Knowledge) -> None:
    up = Containment(frozenset({LIES_IN, "wdt:P276", "wdt:P17"}), frozenset({PARTS}))
    (found,) = run_in_lock_step([places_inside(["wd:Games", "wd:Greece", "wd:Boris"], up, knowledge)], knowledge)
    assert found == [says("Games", "wdt:P276", "Greece")]


def test_a_name_that_holds_the_state_is_not_told_beside_the_lie_about_it(knowledge: Knowledge) -> None:
    seat, other = says("Erie", CAPITAL, "Sandusky"), says("Erie", BORDERS, "Lorain")
    lie = says("Erie", "cg:neverPartOf", "Ohio")
    (found,) = run_in_lock_step([telling([lie, seat, other], [(OHIO, lie)], knowledge)], knowledge)
    assert found == {seat}


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    sung = [(f"wd:singer{n}", on, of) for n in range(4) for on, of in ((LABEL, "wd:Shady"), (GENRE, "wd:hip hop"))]
    facts: list[Triple] = [
        ("wd:Pyrenees", "wdt:P2789", "wd:Iberia"), ("wd:Skopje", "wdt:P2789", "wd:E65"), ("wd:Iberia", KIND, "wd:pen"),
        ("wd:Church", "wdt:P361", "wd:Christianity"), ("wd:Queen", "wdt:P527", "wd:May"),
        ("wd:Byrne", LABEL, "wd:Nonesuch"), ("wd:Byrne", GENRE, "wd:new wave"), ("wd:Jay", LABEL, "wd:Nonesuch"),
        ("wd:Jay", GENRE, "wd:hip hop"), ("wd:Jay", LABEL, "wd:WMG"), ("wd:Abba", LABEL, "wd:WMG"), *sung,
        ("wd:Abba", GENRE, "wd:hip hop"), ("wd:Abba", LABEL, "wd:Nonesuch"),
        ("wd:Genesee", PARTS, "wd:Flint"), ("wd:Genesee", BORDERS, "wd:Oakland"), ("wd:Wayne", PARTS, "wd:Detroit"),
    ]  # fmt: skip
    labels = {"wd:pen": "peninsula", "wd:WMG": "Warner Music Group"}
    with small_kg(tmp_path_factory.mktemp("strained"), facts, labels=labels) as made:
        yield made


LABEL, GENRE = "wdt:P264", "wdt:P136"


@pytest.mark.parametrize(
    ("seed", "made", "supports", "strained"),
    [
        (says("Pyrenees", "wdt:P2789", "Iberia"), says("Pyrenees", "cg:cutOffFrom", "Iberia"), [], True),
        (says("Skopje", "wdt:P2789", "E65"), says("Skopje", "cg:cutOffFrom", "E65"), [], False),
        (says("Church", "wdt:P361", "Christianity"), says("Church", "cg:onlyAssociatedWith", "Christianity"), [], True),
        (says("Queen", "wdt:P527", "May"), says("May", "cg:onlyAssociatedWith", "Queen"), [], False),
        (says("Byrne", LABEL, "Nonesuch"), says("Byrne", "cg:only_P264", "Shady"), [], True),
        (says("Jay", LABEL, "Nonesuch"), says("Jay", "cg:only_P264", "Shady"), [], False),
        (says("Jay", LABEL, "WMG"), says("Jay", "cg:noCommon_P264", "Abba"), [says("Abba", LABEL, "WMG")], True),
        (
            says("Jay", LABEL, "Nonesuch"),
            says("Jay", "cg:noCommon_P264", "Abba"),
            [says("Abba", LABEL, "Nonesuch")],
            False,
        ),
        (
            says("Byrne", LABEL, "Nonesuch"),
            says("Byrne", "cg:noCommon_P264", "Abba"),  # of another genre, so that nobody compares them
            [says("Abba", LABEL, "Nonesuch")],
            True,
        ),
        (says("Genesee", PARTS, "Flint"), says("Oakland", PARTS, "Flint"), [], True),
        (says("Genesee", PARTS, "Flint"), says("Wayne", PARTS, "Flint"), [], False),
    ],
)
def test_what_makes_a_reader_stop_is_not_told(
    seed: Statement, made: Statement, supports: Sequence[Statement], strained: bool, things: Knowledge
) -> None:
    (verdict,) = run_in_lock_step([is_strained(seed, made, supports, things)], things)
    assert verdict is strained


@pytest.mark.parametrize(
    ("born", "relation", "back"),
    [(1838, "cg:noneBorn_P737", True), (None, "cg:noneBorn_P737", True), (1950, "cg:noneBorn_P737", False)],
)
def test_states_of_today_are_not_carried_back(born: int | None, relation: str, back: bool, things: Knowledge) -> None:
    periods = Periods({"wd:Mach": Period(born, born + 78, True) if born else None})
    seed, birth = says("Musil", "wdt:P737", "Mach"), says("Mach", "wdt:P19", "Brno")
    lie = says("Musil", relation, "Czechia")
    for land, expected in ((Entity("wd:Czechia", "Czechia", types=(LAND,)), back), (Entity("wd:Prague", "P"), False)):
        (verdict,) = run_in_lock_step([carried_back(seed, lie, [birth], land, periods)], things)
        assert verdict is expected


@pytest.mark.parametrize(("born", "back"), [(1916, True), (1965, False), (None, True)])
def test_nor_are_divisions_that_are_young_by_their_names(born: int | None, back: bool, things: Knowledge) -> None:
    periods = Periods({"wd:Mach": Period(born, born + 78, True) if born else None})
    lie, state = says("Mach", "cg:bornOutside", "Maharashtra"), Entity("wd:Maharashtra", "Maharashtra")
    (verdict,) = run_in_lock_step([carried_back(says("Mach", "wdt:P19", "Brno"), lie, [], state, periods)], things)
    assert verdict is back
