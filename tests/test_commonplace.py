"""Lies about what everybody knows are not told, nor those that rest on it alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from contragraph.generation.commonplace import are_opposites, everybody_knows
from contragraph.generation.knowledge import Knowledge, run_in_lock_step
from contragraph.generation.plausible import Containment
from contragraph.generation.standing import places_inside, telling
from contragraph.graph.model import Entity, Statement
from tests.made import small_kg
from tests.staged_kgs import Triple

LIES_IN, PARTS, CAPITAL, BORDERS, KIND = "wdt:P131", "wdt:P150", "wdt:P36", "wdt:P47", "wdt:P31"
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


@pytest.mark.parametrize(
    ("one", "other", "opposite"),
    [
        ("fiction", "non-fiction", True),
        ("private school", "state school", True),
        ("nature", "supernatural", True),
        ("defender", "forward", False),
        ("short film", "feature film", False),
        ("unitary state", "federation", False),
    ],
)
def test_opposites_are_words_that_every_reader_opposes(one: str, other: str, opposite: bool) -> None:
    assert are_opposites(Entity("wd:Q1", one), Entity("wd:Q2", other)) is opposite
