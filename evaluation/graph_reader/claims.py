"""What is read from a sentence: claims, what fills the gaps of its phrases, and what a reading of it costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from contragraph.evaluation.graph_reader.phrases import PhraseReading
from contragraph.evaluation.graph_reader.words import VIA
from contragraph.graph.model import Literal

TOPIC = ""
"""Stands for what the sentence is about, until its subject is known."""


@dataclass(frozen=True, slots=True)
class ReadClaim:
    """What was read: one of the readings is stated of the two names. ``topic`` is what it is said of."""

    topic: str
    other: str
    readings: frozenset[PhraseReading]
    start: str | None = None
    end: str | None = None
    """From when to when it is said to hold, where it is."""
    via: str = ""
    """What a span is counted from, where it is named."""
    value: Literal | None = None
    """The date or number, where the other end is one; ``other`` has it in words."""

    @property
    def ends(self) -> tuple[str, str]:
        """Both names."""
        return self.topic, self.other

    @property
    def names(self) -> frozenset[str]:
        """All that it names."""
        return frozenset(filter(None, (*self.ends, self.via)))


Claims = tuple[ReadClaim, ...]
Words = tuple[str, ...]


class Gap(NamedTuple):
    """What fills a gap: the form that it has there, its key, and the place of its first word."""

    form: str
    key: str
    at: int

    @property
    def end(self) -> str:
        """The end of the relation that it names; empty for what a span is counted from."""
        return "" if self.form == VIA else self.form.removesuffix("'s")[-1]


class Parse(NamedTuple):
    """A reading: what it costs, what it claims, and its subject (empty for clauses and where there are several)."""

    cost: float
    claims: Claims
    subject: str


def said_of(key: str, claims: Claims) -> Claims:
    """The claims with the topic put in where it was still open."""
    return tuple(replace(c, topic=key) if c.topic == TOPIC else c for c in claims)
