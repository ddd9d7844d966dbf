"""What the sentences of a text say of whom, in a form in which values can be held against each other.

A *slot* is a value (a time, a number, a name) with its place among the words. What a sentence is *about* is its
subject; where that is a pronoun, a description ("the company") or nothing, it is what the sentence before was about,
and the topic of the text: its title, or what its first sentence is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from contragraph.documents.extract import verb_at
from contragraph.documents.language import WordToken, lists, stem_of, tokens
from contragraph.documents.records import Extracted, Mention
from contragraph.documents.sentences import rows_of

Stems = frozenset[str]
_NOTHING: Stems = frozenset()
_WORD = re.compile(r"[\w'’]+")
_BREAKS = frozenset([";", ":", ".", "(", ")"])
UNNAMED, DESCRIBED = -1, -2
_PLAIN = 4
"""Words of a description that stand for what it describes."""


@dataclass(frozen=True, slots=True)
class ValueSlot:
    """A value of a sentence, the stems of its words, and the tokens from ``first`` to before ``after`` that are it."""

    value: Mention
    stems: Stems
    first: int
    after: int


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence: its words as stems by place (nothing for what has no meaning, or is part of a value)."""

    tokens: tuple[WordToken, ...]
    start: int
    """Where the sentence begins in its text."""
    words: tuple[str, ...]
    verbs: frozenset[int]
    breaks: frozenset[int]
    about: Stems
    named: bool
    """Whether the sentence names what it is about itself."""
    described: bool
    """Whether it is about a description ("refunds", "the lease"), of which there may be many."""
    place: int
    """Where what it is about stands; -1 if it is not named."""
    slots: tuple[ValueSlot, ...]
    stems: Stems
    denied: Stems
    names: tuple[ValueSlot, ...]
    """The slots that are names."""
    told: Stems
    """All that it speaks of and says."""
    phrases: Mapping[tuple[str, str], int]
    """Two meaningful words in a row that are no verbs and count nothing, each with its place: "deck oven"."""


@lru_cache(maxsize=1 << 14)
def stems_of_name(name: str) -> Stems:
    """The stems of the words of a name or phrase."""
    return frozenset(
        s
        for w in _WORD.findall(name)
        if w.lower() not in lists()["joints"] and (s := stem_of(w.removesuffix("'s").removesuffix("’s")))
    )


def lines_of(text: Extracted, title: str = "") -> tuple[Line, ...]:
    """The sentences of a text as lines."""
    topic = stems_of_name(title) if title else _NOTHING
    before = topic
    lines = []
    for number in range(len(text.sentences)):
        line = _line(text, number, before | topic)
        if line.named and not topic:
            topic = line.about
        if line.named:
            before = line.about
        lines.append(line)
    return tuple(lines)


def _line(text: Extracted, number: int, before: Stems) -> Line:
    sentence, mentions = text.sentences[number], text.mentions[number]
    words: list[WordToken] = []
    for start, end in rows_of(sentence):
        moved = tokens(sentence.body[start:end])
        words += [replace(t, start=t.start + start, end=t.end + start) for t in moved] if start else moved
    slots = tuple(_slot(words, mention, sentence.start) for mention in mentions)
    inside = {n for slot in slots for n in range(slot.first, slot.after)}
    verbs = frozenset(n for n in range(len(words)) if n not in inside and verb_at(words, n))
    about, place = _about(words, slots, verbs, before)
    stems = tuple("" if n in inside else w.stem for n, w in enumerate(words))
    names = tuple(s for s in slots if s.value.kind == "name")
    return Line(
        tuple(words),
        sentence.start,
        stems,
        verbs,
        frozenset(n for n, w in enumerate(words) if w.text in _BREAKS),
        about,
        place >= 0,
        place == DESCRIBED,
        max(place, UNNAMED),
        slots,
        text.stems[number],
        text.denied[number],
        names,
        text.stems[number].union(about, *(s.stems for s in names)),
        _phrases(stems, verbs, slots),
    )


def _phrases(stems: Sequence[str], verbs: frozenset[int], slots: Sequence[ValueSlot]) -> dict[tuple[str, str], int]:
    apart = verbs | {n for s in slots if s.value.kind == "number" for n in (s.after, s.after + 1)}
    words = ["" if n in apart else stem for n, stem in enumerate(stems)]
    return {(one, other): n for n, (one, other) in enumerate(pairwise(words)) if one and other}


def _slot(words: Sequence[WordToken], value: Mention, base: int) -> ValueSlot:
    start, end = value.start - base, value.end - base
    first = next((n for n, w in enumerate(words) if w.end > start), len(words))
    after = next((n for n in range(first, len(words)) if words[n].start >= end), len(words))
    return ValueSlot(value, stems_of_name(value.key), first, after)


def _plural(words: Sequence[WordToken], slot: ValueSlot) -> bool:
    """Is what looks like a name the first word of a sentence, and several things: "Refunds are", "Lorries have"?"""
    return (slot.first, slot.after) == (0, 1) and len(words) > 1 and words[1].lower in ("are", "were", "have")


def _about(
    words: Sequence[WordToken], slots: Sequence[ValueSlot], verbs: frozenset[int], before: Stems
) -> tuple[Stems, int]:
    """The stems of what a sentence is about, and its place, or that it is not named, or only described."""
    named = [s for s in slots if s.value.kind == "name"]
    for verb in sorted(verbs):
        for slot in named:
            if slot.after <= verb and slot.value.before not in lists()["prepositions"]:
                return slot.stems, DESCRIBED if _plural(words, slot) else slot.first
        if any(w.lower in lists()["pronouns"] for w in words[max(0, verb - 3) : verb]):
            return before, UNNAMED
        described = [w.stem for w in words[:verb] if w.stem and w.text[0].isalpha()]
        if described and verb > 1:
            inside = {s for slot in named if slot.after <= verb for s in slot.stems}
            return before | inside | {*described[-_PLAIN:]}, DESCRIBED
    return before, UNNAMED
