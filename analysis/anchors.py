"""What two sentences both speak of: their subjects, names that stand in both, two plain words in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from contragraph.analysis.slots import Line, Slot, Stems

PLAIN = 0.6
"""How surely two sentences speak of one thing that have two words in a row in common, but no name."""
LEAST_SAME = 0.5
"""The share of its words that what two sentences are about must have in common."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Something that both sentences speak of, and where it stands in each (-1 where it is not named)."""

    in_a: int
    in_b: int
    same: float
    subjects: bool
    slots: tuple[Slot | None, Slot | None]


def anchors_of(a: Line, b: Line) -> Iterator[Anchor]:
    """All that two sentences both speak of."""
    same = sameness(a.about, b.about)
    if same >= LEAST_SAME:
        yield Anchor(a.place, b.place, same, True, (None, None))
    elif not a.about and not b.about:
        yield Anchor(-1, -1, LEAST_SAME, True, (None, None))  # "It was built in 1820", and nobody says what
    for x in a.names:
        for y in b.names:
            same = sameness(x.stems, y.stems)
            if same >= LEAST_SAME:
                yield Anchor(x.first, y.first, same, False, (x, y))
    mine, yours = _phrases(a), _phrases(b)
    for phrase in sorted(mine.keys() & yours.keys()):
        yield Anchor(mine[phrase], yours[phrase], PLAIN, False, (None, None))
    if not a.named:
        for y in b.names:
            if (same := sameness(a.about, y.stems)) >= LEAST_SAME:
                yield Anchor(-1, y.first, same, False, (None, y))
    if not b.named:
        for x in a.names:
            if (same := sameness(x.stems, b.about)) >= LEAST_SAME:
                yield Anchor(x.first, -1, same, False, (x, None))


def _phrases(line: Line) -> dict[tuple[str, str], int]:
    """Two meaningful words in a row that are no verbs, each with its place: "deck oven", "rye flour"."""
    counted = {n for s in line.slots if s.value.kind == "number" for n in (s.after, s.after + 1)}
    words = [w if n not in line.verbs | counted else "" for n, w in enumerate(line.words)]
    return {(one, other): n for n, (one, other) in enumerate(pairwise(words)) if one and other}


def sameness(a: Stems, b: Stems) -> float:
    """How surely two names are of one thing: the share of the shorter one's words, and some for the longer one's."""
    least = min(len(a), len(b))
    if not least or any(c.isdigit() for s in a ^ b for c in s):
        return 0.0
    common = len(a & b)
    return 0.7 * common / least + 0.3 * common / len(a | b)
