"""What this room talks about: pairs of texts, what they say, and where they clash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf

from contragraph.graph.model import content_hash

Cause = OneOf["number", "time", "negation", "opposite", "identity", "value", "axiom"]
"""Why two statements cannot both hold.

``number`` and ``time``: other figures or dates for the same thing; ``negation``: one is denied; ``opposite``: words
that exclude each other; ``identity``: another one did or was it; ``value``: another value of the same; ``axiom``:
proven from relations of which the ontology knows what they exclude.
"""
CAUSES: tuple[Cause, ...] = ("number", "time", "negation", "opposite", "identity", "value", "axiom")
AGREE = "0-conflict"
"""The ``kind`` of items of which a dataset says that their texts agree; our controls have it as their type."""
MentionKind = OneOf["name", "noun", "number", "time", "pronoun"]


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A piece of a text: the number of the text and Unicode code points, the end excluded."""

    text: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TextPair:
    """An item of a dataset: two or more texts, with a question and answers where the dataset has them.

    ``gold`` holds what the dataset itself says of the conflict: ``count`` (of changed facts), ``kind``, ``types``.
    """

    id: str
    texts: tuple[str, ...]
    question: str | None = None
    answers: tuple[str, ...] = ()
    gold: tuple[tuple[str, str], ...] = ()
    titles: tuple[str, ...] = ()
    """What its texts are called, where they have names of their own."""

    @property
    def key(self) -> str:
        """The content hash of the texts: the same in every copy of the dataset, whatever its ids."""
        return content_hash("texts", *self.texts)


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence of a text and its place, in code points."""

    start: int
    end: int
    body: str


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that a sentence speaks of; ``key`` is what equal mentions have in common.

    Of a number, ``low`` and ``high`` bound its value in the base unit; of a time they are days as YYYYMMDD.
    """

    kind: MentionKind
    text: str
    key: str
    start: int
    end: int
    low: float = 0.0
    high: float = 0.0
    unit: str = ""
    """Of a number: what is counted or measured, as a stem (``acr``, ``%``, ``$``), or nothing."""
    before: str = ""
    """The word before it that is no article, in small letters: what ties it to the sentence."""
    around: frozenset[str] = frozenset()
    """The stems of the meaningful words near it in its clause."""


@dataclass(frozen=True, slots=True)
class Said:
    """One statement read from a text, in free words: relation and ends are not linked to any graph."""

    subject: Mention
    relation: str
    object: Mention
    negated: bool
    time: Mention | None
    span: TextSpan
    sentence: int

    @property
    def spelled(self) -> str:
        """The statement on one line."""
        return f"{self.subject.text} | {'not ' if self.negated else ''}{self.relation} | {self.object.text}"


@dataclass(frozen=True, slots=True)
class Extracted:
    """All that was read from one text. ``notes`` say what could not be read as it should be."""

    sentences: tuple[PlacedSentence, ...]
    mentions: tuple[tuple[Mention, ...], ...]
    """By sentence."""
    stems: tuple[frozenset[str], ...]
    """The stems of the words that carry meaning, by sentence."""
    denied: tuple[frozenset[str], ...]
    """The stems in the reach of a negation, by sentence."""
    said: tuple[Said, ...]
    notes: tuple[str, ...] = ()
    modelled: bool = False
    """Whether a language model read the statements; else rules did."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The part of one text that a clash rests on."""

    sentence: int
    start: int
    end: int
    words: str
    """The very words that differ."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two sentences that cannot both hold, with the parts that differ; ``score`` in 0 … 1 says how sure it is."""

    cause: Cause
    score: float
    hops: int
    explicit: bool
    """Is it in the words of two sentences, or does it take a step between?"""
    first: Evidence
    second: Evidence
    relation: str
    """What the two have in common: the words of the relation, or the id of a known one."""
