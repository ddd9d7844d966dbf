"""The benchmark of sides picks what a planted word gives away, and nothing where texts are alike."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.measure import halves
from benchmarks.sides import BAGS, Pair, apart, main, told
from tests.made import dataset

WORDS = ("river", "hill", "lake", "of", "the", "by", "house", "wood")


def _pairs(planted: str, *, conflict: bool = True, number: int = 400, seed: int = 1) -> list[Pair]:
    """Pairs of texts by lot; the perturbed one has the planted word behind."""
    random = Random(seed)
    texts = [" ".join(random.choices(WORDS, k=8)) for _ in range(2 * number)]
    some = enumerate(zip(texts[::2], texts[1::2], strict=True))
    return [Pair(f"{seed}-{n}", one, f"{other} {planted}".strip(), conflict) for n, (one, other) in some]


@pytest.mark.parametrize("bag", list(BAGS))
def test_a_planted_word_tells_the_side_and_chance_does_not(bag: str) -> None:
    assert told(_pairs("never"), _pairs("never", seed=2), BAGS[bag]) > 0.95
    assert told(_pairs(""), _pairs("", seed=2), BAGS[bag]) == pytest.approx(0.5, abs=0.08)


def test_controls_are_told_by_a_planted_word() -> None:
    one, other = ([*_pairs("never", seed=n), *_pairs("", conflict=False, seed=n + 5)] for n in (1, 2))
    assert apart(one, other, BAGS["all words"]) > 0.95
    one, other = ([*_pairs("", seed=n), *_pairs("", conflict=False, seed=n + 5)] for n in (1, 2))
    assert apart(one, other, BAGS["all words"]) == pytest.approx(0.5, abs=0.08)


def test_halves_part_the_pairs() -> None:
    some = _pairs("")
    one, other = halves(some)
    assert len(one) == len(other)
    assert sorted([*one, *other]) == sorted(some)


def test_it_measures_a_dataset(capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(dataset())
    assert main([folder, folder]) == 0
    assert "Which text is the perturbed one" in capsys.readouterr().out
