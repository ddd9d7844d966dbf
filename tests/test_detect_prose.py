"""Answers in prose: one item of a list is one conflict, however the texts are called and whatever is quoted."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from benchmarks.trial_layouts import Layout, Told
from benchmarks.trial_prose import PROSE
from contragraph.evaluation.answers.aligned import copied_spans, told_spans
from contragraph.evaluation.answers.listed import items_of
from contragraph.evaluation.records import Item
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


def test_one_half_in_quotation_marks_the_other_without() -> None:
    for item in pairs():
        means = [frozenset(x for x in names if x in {min(names), max(names)}) for names in right(item)]
        lines = [
            f'{n}. The opening passage has "{sentence(item, min(names))}" Yet {sentence(item, max(names))}'
            for n, names in enumerate(means, start=1)
        ]
        must, got = scored(item, Known("Answer: yes\n" + "\n".join(lines), tuple(means)))
        assert as_expected(must, got), (item.id, lines, must, got)


def test_items_of_a_list() -> None:
    text = "Two points:\n1. One\n   - first\n   - second\n\n   more\n2. Two\n\nIn sum.\n- a\n- b\n# Head\n\n- c\n# Next"
    assert [(item.kind, [line.strip() for line in item.lines]) for item in items_of(text)] == [
        ("line", ["Two points:"]),
        ("number", ["1. One", "- first", "- second", "more"]),
        ("number", ["2. Two"]),
        ("line", ["In sum."]),
        ("bullet", ["- a"]),
        ("bullet", ["- b"]),
        ("heading", ["# Head", "- c"]),
        ("heading", ["# Next"]),
    ]


def test_what_is_told_nearly_word_for_word() -> None:
    sentences = ("Bonn lies on the Rhine.", "Bonn was never the capital of West Germany.", "The Rhine is long.")
    line = "One has it that Bonn lis on the Rhine, the other that bonn was never the capital of West Germany."
    assert [line[start:end] for start, end in told_spans(line, sentences)] == [
        "Bonn lis on the Rhine",
        "bonn was never the capital of West Germany",
    ]
    assert [line[start:end] for start, end in copied_spans(line, sentences)] == [
        "bonn was never the capital of West Germany"
    ]
