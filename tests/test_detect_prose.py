"""Answers in prose: one item of a list is one conflict, however the texts are called and whatever is quoted."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from benchmarks.trial_layouts import Layout, Told
from benchmarks.trial_prose import PROSE
from contragraph.evaluation.detect.records import Item
from contragraph.graph.model import content_hash
from tests.detect_answers import Known, Names, as_expected, needed, scored, sentence

HERE = Path(__file__).parent / "data"
Meant = Callable[[Item], list[Names]]


@cache
def pairs() -> tuple[Item, ...]:
    """Real pairs of all types with one to four conflicts."""
    lines = (HERE / "gold_pairs_7.jsonl").read_text("utf-8").splitlines()
    return tuple(map(Item.model_validate_json, lines))[::2]


def right(item: Item) -> list[Names]:
    """Every conflict with its sentences, one for each statement, that of text B if both texts state it."""
    return [frozenset[str]().union(*names) for names in needed(item)]


def missing(item: Item) -> list[Names]:
    """One conflict of all."""
    return right(item)[:1]


def crossed(item: Item) -> list[Names]:
    """Conflicts that do not exist: two sentences drawn at random."""
    draw = random.Random(content_hash("crossed", item.id))
    return [frozenset({f"{t}{draw.randint(1, item.sizes[t])}" for t in "AB"}) for _ in item.conflicts]


def same_twice(item: Item) -> list[Names]:
    """The sentence of text A for both texts."""
    return [frozenset(name for name in names if name[0] == "A") for names in right(item)]


def told(item: Item, conflicts: Sequence[Names], twice: bool) -> list[list[Told]]:
    rows = [[Told(n[0], int(n[1:]), sentence(item, n)) for n in sorted(names)] for names in conflicts]
    return [[*row, *(Told("B", t.number, t.words) for t in row)] if twice else row for row in rows]


@pytest.mark.parametrize("meant", [right, missing, crossed, same_twice], ids=lambda m: m.__name__)
@pytest.mark.parametrize("layout", PROSE.values(), ids=PROSE)
def test_prose_is_scored_as_it_must_be(layout: Layout, meant: Meant) -> None:
    for item in pairs():
        means = meant(item)
        known = Known(layout(told(item, means, meant is same_twice)), tuple(means))
        must, got = scored(item, known)
        assert as_expected(must, got), (known, must, got)
