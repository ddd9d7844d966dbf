"""Two sentences side by side: what they share, and how surely two mentions stand in the same place of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from contragraph.analysis.language import lists, stem_of
from contragraph.analysis.records import Cause, Clash, Evidence, Extracted, Mention, Sentence

_OPENING = re.compile(r"^\W*(?:The|An|A)?\W*$")

EXPLICIT = 0.55
"""From this score on a clash is taken to be in the words themselves, and not to need a step of thought."""


@dataclass(frozen=True)
class Meeting:
    """Sentence ``first`` of one text and sentence ``second`` of another."""

    a: Extracted
    first: int
    b: Extracted
    second: int

    @property
    def sentence_a(self) -> Sentence:
        """The sentence of the first text."""
        return self.a.sentences[self.first]

    @property
    def sentence_b(self) -> Sentence:
        """The sentence of the second text."""
        return self.b.sentences[self.second]

    @property
    def same(self) -> bool:
        """Are they the same words?"""
        return self.sentence_a.body == self.sentence_b.body

    @property
    def mentions_a(self) -> tuple[Mention, ...]:
        """The mentions of the first sentence."""
        return self.a.mentions[self.first]

    @property
    def mentions_b(self) -> tuple[Mention, ...]:
        """The mentions of the second sentence."""
        return self.b.mentions[self.second]

    @property
    def stems_a(self) -> frozenset[str]:
        """The meaningful stems of the first sentence."""
        return self.a.stems[self.first]

    @property
    def stems_b(self) -> frozenset[str]:
        """The meaningful stems of the second sentence."""
        return self.b.stems[self.second]

    @property
    def denied_a(self) -> frozenset[str]:
        """What the first sentence denies."""
        return self.a.denied[self.first]

    @property
    def denied_b(self) -> frozenset[str]:
        """What the second sentence denies."""
        return self.b.denied[self.second]

    @cached_property
    def shared(self) -> frozenset[str]:
        """The meaningful stems of both."""
        return self.stems_a & self.stems_b

    @cached_property
    def same_thing(self) -> bool:
        """Do both name the same thing, or share most of their words?"""
        named = [{m.key for m in its if m.kind == "name"} for its in (self.mentions_a, self.mentions_b)]
        return bool(named[0] & named[1]) or self.overlap >= 0.6

    @cached_property
    def overlap(self) -> float:
        """The share of the shorter sentence's stems that the other one has; a single word counts half."""
        return _share(self.stems_a, self.stems_b)

    def overlap_without(self, mine: frozenset[str], yours: frozenset[str]) -> float:
        """The overlap of what is left without the words that differ."""
        return _share(self.stems_a - mine, self.stems_b - yours)

    def tie(self, x: Mention, y: Mention) -> float:
        """How much of what stands around two mentions is the same."""
        least = min(len(x.around), len(y.around))
        return len(x.around & y.around) / least if least else 0.0

    def slot(self, x: Mention, y: Mention) -> float:
        """Do two mentions stand in the same place: 1 surely, 0.5 perhaps, 0 no."""
        if self.leads(x, y):
            return 1.0
        if x.before == y.before and x.before:
            return 1.0 if x.before not in (",", "and", "(") else 0.5
        return 0.5 if self.tie(x, y) >= 0.4 else 0.0

    def leads(self, x: Mention, y: Mention) -> bool:
        """Do both mentions open their sentence?"""
        ends = ((self.sentence_a, x), (self.sentence_b, y))
        return all(not _OPENING.sub("", s.body[: m.start - s.start]) for s, m in ends)

    def single(self) -> float:
        """What it adds that the sentences share a word whose value is the only one of its kind."""
        return 0.1 if self.shared & lists()["single"] else 0.0

    def clash(self, cause: Cause, score: float, x: Mention, y: Mention) -> Clash:
        """A clash of two mentions."""
        first = Evidence(self.first, x.start, x.end, x.text)
        second = Evidence(self.second, y.start, y.end, y.text)
        return self._made(cause, score, first, second)

    def whole(self, cause: Cause, score: float, words: str, flip: bool) -> Clash:
        """A clash of the sentences as they are; ``flip``: the second one denies."""
        del flip
        a, b = self.sentence_a, self.sentence_b
        return self._made(
            cause, score, Evidence(self.first, a.start, a.end, words), Evidence(self.second, b.start, b.end, words)
        )

    def _made(self, cause: Cause, score: float, first: Evidence, second: Evidence) -> Clash:
        explicit = score >= EXPLICIT
        named = {stem_of(word) for m in (*self.mentions_a, *self.mentions_b) for word in m.key.split()}
        common = " ".join(sorted(stem for stem in self.shared - named if not stem.isdigit())[:6])
        return Clash(cause, round(min(score, 1.0), 3), 1 if explicit else 2, explicit, first, second, common)


def meet(a: Extracted, first: int, b: Extracted, second: int) -> Meeting:
    """Two sentences side by side."""
    return Meeting(a, first, b, second)


def _share(a: frozenset[str], b: frozenset[str]) -> float:
    least = min(len(a), len(b))
    common = len(a & b)
    return common / max(least, 2) if least else 0.0


def compatible(x: Mention, others: Iterable[Mention]) -> bool:
    """Does one of the other sentence's times agree with this one?"""
    return any(o.kind == "time" and x.low <= o.high and o.low <= x.high and o.unit == x.unit for o in others)


def stems(words: Iterable[str]) -> frozenset[str]:
    """The stems of words."""
    return frozenset(stem_of(w) for w in words)
