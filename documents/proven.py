"""Where both texts speak in words that the lexicon knows, the prover says what contradicts what.

Statements are read back by the graph reader; it knows how relations are worded, and no names. A text counts as known
if most of its sentences can be read so; in such texts nothing but proofs counts, because two values of one relation
are no contradiction unless an axiom says so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from contragraph.documents.language import lists
from contragraph.documents.names import name_key
from contragraph.documents.records import Clash, Evidence, Extracted
from contragraph.evaluation.graph_reader.reader import (
    GraphReader,
    LocatedClaim,
    ReadContradiction,
    ReadPair,
    can_read,
    conflicts_among,
    contradictions,
    read_pair,
    reader_of,
    statements_of,
)
from contragraph.evaluation.graph_reader.sets import ReadAcross, contradictions_across
from contragraph.graph.model import Statement
from contragraph.kgs import REFERENCE, kg_of

KNOWN = 0.8
"""The share of its sentences that must be read for a text to count as known."""
PLAIN = 0.8
"""The share of what is read that must be said of names and short phrases: the reader takes anything for a name."""
MOST_WORDS = 7
_LOOSE = frozenset((*kg_of(REFERENCE).role("country"), *kg_of(REFERENCE).role("contains")))
"""Relations that plain words for "in" and "part of" may mean, and that exclude other values."""
MOST_IN_SENTENCE = 60
"""Blanks in a sentence at most: ours have no more words than that."""
LONGEST = 40
"""Sentences of a text that the graph reader is given at most; longer ones are not of the kind that it knows."""


@cache
def reader(ontology: str) -> GraphReader:
    """The graph reader for the words of a knowledge graph that ships (``wikidata``, ``dbpedia``, ``yago``).

    :raises InputError: if there is none of that name.
    """
    return reader_of(kg_of(ontology).ontology)


@dataclass(frozen=True, slots=True)
class ReadableText:
    """A text most of whose sentences can be read, and what it tells."""

    text: Extracted
    told: tuple[LocatedClaim, ...]

    @property
    def ends(self) -> frozenset[str]:
        """What it tells something of."""
        return frozenset(end for each in self.told for end in each.claim.ends)


@dataclass(frozen=True, slots=True)
class TextProver:
    """The graph reader with what it is asked for."""

    ontology: str

    def known(self, text: Extracted) -> ReadableText | None:
        """What a text tells; None if most of its sentences cannot be read."""
        bodies = [s.body for s in text.sentences]
        if not 0 < len(bodies) <= LONGEST or any(body.count(" ") > MOST_IN_SENTENCE for body in bodies):
            return None
        phrases, unread = reader(self.ontology).phrases, 0
        for body in bodies:
            unread += not can_read(body, phrases)
            if unread > (1 - KNOWN) * len(bodies):
                return None  # as in nearly all prose of others: reading on would cost more than all else
        told = tuple(read_pair((bodies, ()), phrases).told)
        names = {m.key for its in text.mentions for m in its if m.kind == "name"}
        values = {w for its in text.mentions for m in its if m.kind != "number" for w in name_key(m.text).split()}
        plain = sum(_plain(each.claim.ends, names, values) for each in told)
        return ReadableText(text, told) if told and plain >= PLAIN * len(told) else None

    def across(self, texts: Sequence[Extracted]) -> ReadAcross:
        """The proven contradictions within and across texts."""
        return contradictions_across([[s.body for s in text.sentences] for text in texts], reader(self.ontology))

    def clashes(self, a: ReadableText, b: ReadableText) -> list[Clash]:
        """The proven contradictions of two texts, one for each conflict."""
        if a.ends.isdisjoint(b.ends):
            return []  # what contradicts each other speaks of the same thing
        its = reader(self.ontology)
        stated = statements_of(ReadPair([*a.told, *(replace(each, text=1) for each in b.told)]))
        found = conflicts_among(_surely_meant(contradictions(stated, its.rules, its.through), stated))
        return [clash for one in found if (clash := _clash(one, a.text, b.text)) is not None]


def spelled(things: Collection[str], said: str) -> tuple[tuple[str, str], ...]:
    """The names of things as sentences spell them; a name that is taken up from elsewhere stays as it is."""
    found = []
    for thing in sorted(things):
        name = thing.removeprefix("name:")
        spelled = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said, re.IGNORECASE)
        found.append((thing, spelled[0] if spelled else name))
    return tuple(found)


def _plain(ends: Iterable[str], names: Collection[str], values: Collection[str]) -> bool:
    """Is one of the ends a name, and none of them a piece of a sentence ("built in 1820 by Anna Roth")?"""
    keys = [name_key(end) for end in ends]
    return any(key in names for key in keys) and not any(key not in names and _pieced(key, values) for key in keys)


def _pieced(end: str, values: Collection[str]) -> bool:
    """Is it long or frames something, or do other words stand beside a preposition with a name or a time?"""
    words, small = end.split(), lists()["prepositions"] | lists()["joints"]
    if len(words) > MOST_WORDS or lists()["frame"] & set(words):
        return True
    if all(word in values or word in small for word in words):
        return False
    return any(word in small and after in values for word, after in pairwise(words))


def _surely_meant(
    found: Sequence[ReadContradiction], stated: Sequence[tuple[Statement, LocatedClaim]]
) -> list[ReadContradiction]:
    """The contradictions that do not rest on taking "in" or "part of" for a country or a division.

    "It took place in Athens" may name a country or a venue. In a pair that is known to contradict itself the other
    meaning need not be asked for; in a heap of documents it must.
    """
    options: dict[int, set[Statement]] = {}
    for statement, told in stated:
        options.setdefault(id(told), set()).add(statement)
    sure = {next(iter(its)) for its in options.values() if len(its) == 1}
    return [one for one in found if all(s in sure or s.relation not in _LOOSE for s in one.statements)]


def _clash(found: ReadContradiction, a: Extracted, b: Extracted) -> Clash | None:
    """A proof as a clash: the sentences of each text that it takes."""
    mine = [n for text, n in found.sentences if text == 0]
    yours = [n for text, n in found.sentences if text == 1]
    if not mine or not yours:
        return None
    hops = len(found.statements) - 1
    relation = " ".join(sorted({s.relation for s in found.statements}))
    return Clash("axiom", 1.0, hops, hops == 1, _evidence(a, mine), _evidence(b, yours), relation)


def _evidence(text: Extracted, numbers: Sequence[int]) -> Evidence:
    first = text.sentences[numbers[0]]
    return Evidence(numbers[0], first.start, first.end, " … ".join(text.sentences[n].body for n in numbers))
