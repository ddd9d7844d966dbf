"""What two sentences both speak of: their subjects, names that stand in both, two plain words in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from contragraph.documents.slots import Line, Stems, ValueSlot

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
    slots: tuple[ValueSlot | None, ValueSlot | None]


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
    for phrase in sorted(a.phrases.keys() & b.phrases.keys()):
        yield Anchor(a.phrases[phrase], b.phrases[phrase], PLAIN, False, (None, None))
    if not a.named:
        for y in b.names:
            if (same := sameness(a.about, y.stems)) >= LEAST_SAME:
                yield Anchor(-1, y.first, same, False, (None, y))
    if not b.named:
        for x in a.names:
            if (same := sameness(x.stems, b.about)) >= LEAST_SAME:
                yield Anchor(x.first, -1, same, False, (x, None))


def one_matter(a: Line, b: Line) -> bool:
    """Is one sentence about what the other is about or names? Where one does not say what it is about, it may be.

    Sentences of texts that nobody has paired contradict each other only then: "It runs for 146 minutes" is said of
    many films.
    """
    if not a.about or not b.about or sameness(a.about, b.about) >= LEAST_SAME:
        return True
    return any(sameness(one.about, name.stems) >= LEAST_SAME for one, other in ((a, b), (b, a)) for name in other.names)


def keys_of(line: Line) -> Stems:
    """What two sentences of one matter must have one of in common; without a subject, what is said."""
    named = line.about.union(*(name.stems for name in line.names))
    return named if line.about else named.union(line.words) - {""}


def sameness(a: Stems, b: Stems) -> float:
    """How surely two names are of one thing: the share of the shorter one's words, and some for the longer one's."""
    common = len(a & b)
    if not common or any(c.isdigit() for s in a ^ b for c in s):
        return 0.0
    return 0.7 * common / min(len(a), len(b)) + 0.3 * common / len(a | b)
