"""Of many candidates those are chosen that together look like the pairs beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from contragraph.generation.controls_match import Candidate, choose
from contragraph.generation.controls_surface import surface

Shown = Mapping[str, int]


def drawn(random: Random, longer: int = 0) -> Shown:
    """Figures of a pair: a length, a word that one in two has, and a kind of lie."""
    shown = {"length|words of B": 40 + longer + random.randint(-5, 5), f"kind|{random.choice('abc')}": 1}
    return shown | ({"has|never in B": 1} if random.random() < 0.5 else {})


def unlike(goals: Sequence[Shown], chosen: Sequence[Shown], name: str) -> float:
    """By how much the mean of a figure differs."""
    return abs(sum(s.get(name, 0) for s in goals) / len(goals) - sum(s.get(name, 0) for s in chosen) / len(chosen))


def test_those_that_look_like_the_pairs_are_chosen() -> None:
    random = Random(3)
    goals = [drawn(random) for _ in range(30)]
    candidates = [Candidate(n, drawn(random, longer=20 * (n % 3 > 0))) for n in range(120)]
    chosen = [candidates[place] for place in choose(candidates, goals, [])]
    assert len({c.pair for c in chosen}) == len(chosen) == 30
    shown = [c.surface for c in chosen]
    assert unlike(goals, [c.surface for c in candidates], "length|words of B") > 10
    assert unlike(goals, shown, "length|words of B") < 1
    for name in ("has|never in B", "kind|a", "kind|b", "kind|c"):
        assert unlike(goals, shown, name) <= 0.1


def test_of_one_pair_one_telling_is_chosen() -> None:
    random = Random(4)
    goals = [drawn(random) for _ in range(10)]
    candidates = [Candidate(n // 4, drawn(random)) for n in range(48)]
    chosen = choose(candidates, goals, [])
    assert len({candidates[place].pair for place in chosen}) == len(chosen) == 10
    assert any(place % 4 for place in chosen)


def test_where_too_few_are_there_all_are_taken() -> None:
    random = Random(5)
    goals = [drawn(random) for _ in range(10)]
    assert choose([Candidate(n, drawn(random)) for n in range(4)], goals, []) == [0, 1, 2, 3]
    assert choose([], goals, []) == []


def test_what_was_owed_before_is_made_up_for() -> None:
    """Controls chosen before deny too seldom: now those that deny are preferred to what the pairs at hand would ask."""
    goals: list[Shown] = [{"has|never in B": 1, "length|words of B": 40}, {"length|words of B": 40}] * 5
    some: list[Shown] = [{"has|never in B": 1, "length|words of B": 40}, {"length|words of B": 40}] * 20
    candidates = [Candidate(n, shown) for n, shown in enumerate(some)]

    def denials(owed: Sequence[tuple[Shown, Shown]]) -> int:
        return sum(candidates[place].surface.get("has|never in B", 0) for place in choose(candidates, goals, owed))

    assert denials([]) == 5
    assert denials([(some[0], some[1])] * 4) == 8


@pytest.mark.parametrize("seed", range(6))
def test_no_exchange_of_one_for_another_would_help(seed: int) -> None:
    """Counted anew, in fractions of the spread of each figure."""
    random = Random(seed)
    goals = [drawn(random) for _ in range(8)]
    candidates = [Candidate(n, drawn(random, longer=random.randint(0, 9))) for n in range(24)]
    chosen = choose(candidates, goals, [])
    shown = [*goals, *(c.surface for c in candidates)]
    weights = {"length": 3, "has": 1, "kind": 4}

    def cost(places: Sequence[int]) -> float:
        total = 0.0
        for name in {name for s in shown for name in s}:
            values = [s.get(name, 0) for s in shown]
            mean = sum(values) / len(values)
            spread = (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5
            group = name.partition("|")[0]
            scale = spread if group == "length" else spread**0.5
            missed = sum(g.get(name, 0) for g in goals) - sum(candidates[p].surface.get(name, 0) for p in places)
            total += weights[group] * (missed / scale) ** 2
        return total

    reached = cost(chosen)
    others = [n for n in range(len(candidates)) if n not in chosen]
    best = min(cost([*(p for p in chosen if p != old), new]) for old in chosen for new in others)
    assert best >= reached - 0.02 * (1 + reached)


def test_figures_of_two_texts() -> None:
    one = [["Ada", "lived", "in", "Rome"], ["Bob", "knew", "Cleo", "there"]]
    other = [["Ada", "never", "lived", "in", "Rome"], ["Bob", "knew", "Ada"]]
    seen = surface(one, other, [0])
    assert (seen["length|words of A"], seen["length|words of B"], seen["length|sentences of A"]) == (8, 8, 2)
    assert "length|words of B beside A" not in seen
    assert (seen["has|never in B"], seen["changed|more never"], seen["changed|less cleo"]) == (1, 1, 1)
    assert seen["changed|more ada"] == seen["has|ada in A"] == seen["has|ada in B, more than once"] == 1
    assert "has|ada in A, more than once" not in seen
    assert seen["names|lies together, least"] == seen["names|lies known, most"] == 100
    assert (seen["names|denials"], seen["names|denials together, mean"]) == (1, 100)
    assert surface(one, other, [1])["names|lies together, most"] == 50
    assert seen["order|least likeness of B"] == 40
