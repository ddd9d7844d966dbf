"""Sentences of any text with their places; what has no letter and no digit is none."""

from __future__ import annotations

import re

from contragraph.analysis.records import Sentence

_SOMETHING = re.compile(r"[^\W_]")
_ROW = re.compile(r"\n+|(?<=\S) \|+ (?=\S)")
LONGEST = 4_000
"""Characters of a sentence that are read: what is longer is no prose."""


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text in order."""
    from sentencex import segment

    found, at = [], 0
    for part in segment("en", text):
        said = part.strip()
        if not _SOMETHING.search(said):
            continue
        start = text.find(said, at)
        if start < 0:  # the library has changed white space within
            continue
        found.append(Sentence(start, start + len(said), said))
        at = start + len(said)
    return tuple(found)


def rows_of(sentence: Sentence) -> list[tuple[int, int]]:
    """The parts of a sentence that stand in rows of their own, as tables have them: places within the sentence."""
    body = sentence.body[:LONGEST]
    cuts = [m.span() for m in _ROW.finditer(body)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(body)]
    return [(a, b) for a, b in zip(starts, ends) if body[a:b].strip()]
