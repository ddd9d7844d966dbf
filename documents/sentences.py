"""Sentences of any text with their places; what has no letter and no digit is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from contragraph.documents.language import lists
from contragraph.documents.records import PlacedSentence

_SOMETHING = re.compile(r"[^\W_]")
_ROW = re.compile(r"\n+|(?<=\S) \|+ (?=\S)")
LONGEST = 4_000
"""Characters of a sentence that are read: what is longer is no prose."""


def sentences(text: str) -> tuple[PlacedSentence, ...]:
    """The sentences of a text in order."""
    from sentencex import segment

    found, at = [], 0
    for piece in (piece for part in segment("en", text) for piece in _behind_names(part, text)):
        said = piece.strip()
        if not _SOMETHING.search(said):
            continue
        start = text.find(said, at)
        if start < 0:  # the library has changed white space within
            continue
        found.append(PlacedSentence(start, start + len(said), said))
        at = start + len(said)
    return tuple(found)


def _behind_names(part: str, text: str) -> Iterator[str]:
    """A sentence, or several that the library took for one.

    A new one may begin with a name behind "Jr." or "Inc.": it does where the text has that name elsewhere too, which
    it has not of "Martin Luther King Jr. National Park". And what looks like an abbreviation ("Sean Penn. She …") is
    none where the text has the word without a point. The number of a war ("World War I.") is no initial.
    """
    at = 0
    for ending in _ending().finditer(part):
        if ending["name"] is None:
            sought = rf"\b{re.escape(ending['word'] or '')}\b(?!\.)"
        else:
            sought = rf"(?<!\w\.)(?:^|\s){re.escape(ending['name'])}\b"
        if ending["war"] or re.search(sought, text):
            yield part[at : ending.end()]
            at = ending.end()
    yield part[at:]


@cache
def _ending() -> re.Pattern[str]:
    """The abbreviations that end names, before two words that begin like a name; else a word with a capital."""
    words = "|".join(sorted(lists()["name_endings"]))
    return re.compile(
        rf"\b(?:{words})\. (?=(?P<name>[A-Z][\w'’-]*\.? [A-Z][\w'’-]*))|\b(?P<word>[A-Z][\w'’-]{{2,}})\. (?=[A-Z])"
        r"|\b(?P<war>War I)\. (?=[A-Z])"
    )


def rows_of(sentence: PlacedSentence) -> list[tuple[int, int]]:
    """The parts of a sentence that stand in rows of their own, as tables have them: places within the sentence."""
    body = sentence.body[:LONGEST]
    cuts = [m.span() for m in _ROW.finditer(body)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(body)]
    return [(a, b) for a, b in zip(starts, ends) if body[a:b].strip()]
