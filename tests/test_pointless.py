"""Denials that nobody would make are not told, and their likes that somebody might make are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from contragraph.generation.knowledge import Knowledge, run_in_lock_step
from contragraph.generation.rules.pointless import is_pointless
from contragraph.graph.model import Statement
from tests.made import small_kg
from tests.staged_kgs import Triple

KIND, LIES_IN, HUMAN, TOWN = "wdt:P31", "wdt:P131", "wd:Q5", "wd:Q3957"
FACTS: list[Triple] = [
    *((f"wd:{who}", KIND, HUMAN) for who in ("Ann", "Bob", "Cy", "Dee")),
    ("wd:Bushes", KIND, "wd:Clan"), ("wd:Dee", "wdt:P1038", "wd:Bushes"), ("wd:Bob", "wdt:P551", "wd:Elm"),
    ("wd:Ann", "wdt:P22", "wd:Bob"), ("wd:Ann", "wdt:P3373", "wd:Cy"), ("wd:Cy", "wdt:P22", "wd:Bob"),
    ("wd:Dee", "wdt:P22", "wd:Bob"), ("wd:Ann", "wdt:P551", "wd:Elm"), ("wd:Elm", LIES_IN, "wd:Ohio"),
    ("wd:Oak", KIND, TOWN), ("wd:Fir", KIND, TOWN), ("wd:Port", "wdt:P421", "wd:Noon"),
    ("wd:Oak", "wdt:P206", "wd:Lake"),
    ("wd:Fir", "wdt:P206", "wd:Lake"), ("wd:Oak", "wdt:P47", "wd:Fir"), ("wd:Port", "wdt:P47", "wd:Fir"),
    ("wd:Ann", "wdt:P106", "wd:poet"), ("wd:Ann", "wdt:P737", "wd:Cy"), ("wd:Dee", "wdt:P737", "wd:Cy"),
    ("wd:Cy", "wdt:P106", "wd:poet"), ("wd:Ann", "wdt:P463", "wd:Lynx"), ("wd:Ann", "wdt:P463", "wd:Arts"),
    ("wd:Dee", "wdt:P463", "wd:Arts"), ("wd:Arts", KIND, "wd:learned"), ("wd:Dee", "wdt:P1344", "wd:League"),
    ("wd:Dee", "wdt:P1344", "wd:Final"), ("wd:Dee", "wdt:P1344", "wd:Cup"), ("wd:Dee", "wdt:P106", "wd:novelist"),
    *((f"wd:{state}", KIND, "wd:Q35657") for state in ("Ohio", "Utah")), ("wd:Elk", LIES_IN, "wd:Ohio"),
    *(("wd:Utah", "wdt:P150", f"wd:{part}") for part in ("Asp", "Yew", "Bay")), ("wd:Asp", "wdt:P36", "wd:Fir"),
    ("wd:Elk", "wdt:P47", "wd:Asp"), ("wd:Elk", "wdt:P47", "wd:Bay"), ("wd:Yew", "wdt:P47", "wd:Asp"),
    ("wd:Bay", "wdt:P36", "wd:Oak"), ("wd:Band", "wdt:P136", "wd:Folk"), ("wd:Folk", KIND, "wd:Q188451"),
    ("wd:Cy", "wdt:P136", "wd:Ska"), ("wd:Bob", "wdt:P136", "wd:Folk"), ("wd:Ska", KIND, "wd:Q188451"),
    ("wd:Cy", "wdt:P463", "wd:Band"), ("wd:Bob", "wdt:P463", "wd:Band"), ("wd:Dee", "wdt:P463", "wd:Band"),
    ("wd:Dee", "wdt:P106", "wd:Q937857"), ("wd:Ann", "wdt:P1344", "wd:Cup"), ("wd:Japan", KIND, "wd:Q6256"),
]  # fmt: skip
LABELS = {
    "wd:Lynx": "Academy of the Lynx", "wd:learned": "learned society", "wd:League": "Premier League",
    "wd:Final": "1892 FA Cup Final", "wd:Q35657": "state of the United States",
    **{f"wd:{name}": f"{name} County" for name in ("Elk", "Asp", "Yew")},
}  # fmt: skip


def says(subject: str, relation: str, thing: str) -> Statement:
    return Statement(f"wd:{subject}", relation, f"wd:{thing}")


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    with small_kg(tmp_path_factory.mktemp("pointless"), FACTS, labels=LABELS) as made:
        yield made


@pytest.mark.parametrize(
    ("seed", "made", "supports", "pointless"),
    [
        (says("Bob", "wdt:P551", "Elm"), says("Dee", "cg:noneBorn_P1038", "Ohio"), [], True),
        (says("Bob", "wdt:P551", "Elm"), says("Dee", "cg:noneLived_P1038", "Ohio"), [], True),
        (says("Ann", "wdt:P22", "Bob"), says("Ann", "cg:grandchildOf", "Bob"), [], True),  # a brother tells
        (says("Dee", "wdt:P22", "Bob"), says("Dee", "cg:grandchildOf", "Bob"), [], False),
        (
            says("Port", "wdt:P421", "Noon"),
            says("Port", "cg:noCommon_P421", "Oak"),
            [],
            True,
        ),
        (says("Oak", "wdt:P421", "Noon"), says("Oak", "cg:noCommon_P421", "Fir"), [], False),
        (says("Oak", "wdt:P47", "Fir"), says("Oak", "cg:noNeighbourOnWater", "Lake"), [], True),
        (says("Port", "wdt:P47", "Fir"), says("Port", "cg:noNeighbourOnWater", "Lake"), [], False),
        (says("Ann", "wdt:P737", "Cy"), says("Ann", "cg:noOccupation_P737", "poet"), [], True),
        (says("Dee", "wdt:P737", "Cy"), says("Dee", "cg:noOccupation_P737", "poet"), [], False),
        (says("Ann", "wdt:P463", "Arts"), says("Ann", "cg:noneOfKind_P463", "learned"), [], True),
        (says("Dee", "wdt:P463", "Arts"), says("Dee", "cg:noneOfKind_P463", "learned"), [], False),
        (says("Dee", "wdt:P1344", "League"), says("Dee", "cg:withdrewFrom", "League"), [], True),
        (says("Dee", "wdt:P1344", "Final"), says("Dee", "cg:withdrewFrom", "Final"), [], True),
        (says("Dee", "wdt:P1344", "Cup"), says("Dee", "cg:withdrewFrom", "Cup"), [], False),
        # Counties across the border of a state are counted, those of one's own state and what is no county are not.
        (says("Elk", "wdt:P47", "Asp"), says("Elk", "cg:noNeighbourWithin", "Utah"), [], False),
        (says("Yew", "wdt:P47", "Asp"), says("Yew", "cg:noNeighbourWithin", "Utah"), [], True),
        (says("Elk", "wdt:P47", "Bay"), says("Elk", "cg:noNeighbourWithin", "Utah"), [], True),
        (says("Elk", "wdt:P47", "Asp"), says("Elk", "cg:noNeighbourGovernedFrom", "Fir"), [], False),
        (says("Bay", "wdt:P47", "Asp"), says("Bay", "cg:noNeighbourGovernedFrom", "Fir"), [], True),
        (says("Asp", "wdt:P36", "Fir"), says("Fir", "cg:neverSeatIn", "Utah"), [], False),
        (says("Utah", "wdt:P150", "Bay"), says("Oak", "cg:neverSeatIn", "Utah"), [says("Bay", "wdt:P36", "Oak")], True),
        # A band of another genre than one's own is denied, and not by who is known for none.
        (says("Cy", "wdt:P463", "Band"), says("Cy", "cg:noneOfGenre_P463", "Folk"), [], False),
        (says("Bob", "wdt:P463", "Band"), says("Bob", "cg:noneOfGenre_P463", "Folk"), [], True),
        (says("Dee", "wdt:P463", "Band"), says("Dee", "cg:noneOfGenre_P463", "Folk"), [], True),
        # Football is played in other towns than the host of the Games.
        (says("Ann", "wdt:P1344", "Cup"), says("Ann", "cg:noneHeld_P1344", "Oak"), [], False),
        (says("Dee", "wdt:P1344", "Cup"), says("Dee", "cg:noneHeld_P1344", "Oak"), [], True),
        (says("Dee", "wdt:P1344", "Cup"), says("Dee", "cg:noneHeld_P1344", "Japan"), [], False),
    ],
)
def test_what_nobody_would_deny_is_not_denied(
    seed: Statement, made: Statement, supports: Sequence[Statement], pointless: bool, knowledge: Knowledge
) -> None:
    (verdict,) = run_in_lock_step([is_pointless(seed, made, supports, knowledge)], knowledge)
    assert verdict is pointless
