"""The measure of what the surface of pairs tells: it finds what is planted, and little in real controls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks.controls import LIMIT, SHAPE, area, learners, main, margin, unseen_area, weights
from benchmarks.controls_features import Pair, features, pairs
from contragraph.graph.model import content_hash
from tests.controlled import controlled
from tests.made import dataset

pytestmark = pytest.mark.xdist_group("controls")
PLAIN = ("length", "overlap", "words that restrict or deny")


@pytest.fixture(scope="module")
def told() -> list[Pair]:
    return pairs(controlled() / "dataset")


def areas(some: Sequence[Pair], family: str) -> list[float]:
    couples = [pair.couple for pair in some]
    return [area(some, family, learner, couples) for learner in learners(family)]


def at_random(some: Sequence[Pair]) -> list[Pair]:
    """Each pair several times, each time with a label drawn by a hash."""
    names = [(p, content_hash("drawn", p.id, n)) for n in range(8) for p in some]
    return [replace(p, couple=name, conflict=int(name, 16) % 2 == 0) for p, name in names]


OF_MANY = 1.5
"""How much wider than for one figure the interval is that all figures of all families keep at once (z = 2.9)."""


@pytest.mark.parametrize("family", PLAIN)
def test_the_surface_tells_little_of_controls(told: list[Pair], family: str) -> None:
    """So few pairs show only what is plain to see; the figures of many are in docs/controls.md."""
    assert len(told) >= 20
    for value in areas(told, family):
        assert value - OF_MANY * margin(told, value) <= LIMIT


def test_a_planted_word_and_a_planted_length_are_found(told: list[Pair]) -> None:
    def planted(pair: Pair) -> Pair:
        seen = {name: dict(some) for name, some in pair.features.items()}
        seen["words that restrict or deny"]["'never' in B"] += 2 * pair.conflict
        seen["length"]["words of B beside A"] = 5.0 * pair.conflict
        seen["difference of words"] |= {"more zzz": 1.0} if pair.conflict else {}
        return replace(pair, features=seen)

    marked = [planted(pair) for pair in at_random(told)]
    for family in ("words that restrict or deny", "length"):
        assert max(areas(marked, family)) > 0.85
    assert "more zzz" in weights(marked, "difference of words").rows[0]


def test_what_is_learnt_of_one_set_is_asked_of_another(told: list[Pair]) -> None:
    def planted(pair: Pair, name: str) -> Pair:
        return replace(pair, features={**pair.features, "difference of words": {name: 1.0} if pair.conflict else {}})

    drawn = at_random(told)
    one, other, third = drawn[::2], drawn[1::2], [planted(p, "more yyy") for p in drawn[1::2]]
    marked = [[planted(p, "more zzz") for p in some] for some in (one, other)]
    assert unseen_area(marked[0], marked[1], "difference of words", "logistic regression") == 1.0
    assert unseen_area(marked[0], third, "difference of words", "logistic regression") == 0.5


def test_where_nothing_is_planted_nothing_is_found(told: list[Pair]) -> None:
    drawn = at_random(told)
    for value in areas(drawn, "overlap"):
        assert value - margin(drawn, value) < 0.6


def test_features_of_two_texts() -> None:
    seen = features(["Ada lived in Rome.", "Bob never met Ada."], ["Ada never lived in Rome.", "He met Cleo."])
    assert seen["length"]["words of A"] == 8
    assert seen["length"]["words of B beside A"] == 0
    assert (
        seen["words that restrict or deny"]["'never' in B"] == seen["words that restrict or deny"]["'never' in A"] == 1
    )
    assert seen["difference of words"] == {}
    assert seen["overlap"]["names in B alone"] == 1
    assert seen["overlap"]["names in A alone"] == 1
    assert seen["names of changed sentences"]["names together in one sentence, most"] == 1.0
    assert set(SHAPE) <= seen.keys()


def test_the_command_prints_all_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(controlled() / "dataset")]) == 0
    printed = capsys.readouterr().out
    assert "Conflict or control, by the surface" in printed
    assert "What speaks for a conflict: difference of words" in printed


def test_a_dataset_without_controls_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(dataset())]) == 2
    assert "holds no controls" in capsys.readouterr().err
