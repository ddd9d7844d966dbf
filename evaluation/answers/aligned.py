"""Where a line of an answer tells sentences of the texts, word for word or nearly: its words are laid along theirs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.evaluation.answers.likeness import PARTS, Wording, words_of

ALONG = 80
"""Percent of likeness from which a stretch of a line may be a sentence; what it means is found as of any quote."""
MOST = 0.6
"""The share of a sentence that such a stretch has at least: less may be a name alone."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_Span = tuple[int, int]


def told_spans(line: str, sentences: Sequence[str], least: float = ALONG) -> list[_Span]:
    """The stretches of the line, none within another, that are like a sentence each, by ``least`` percent."""
    from rapidfuzz import fuzz

    tokens = [(m.start(), m.end(), " ".join(words_of(m[0]))) for m in _WORD.finditer(line)]
    tokens = [token for token in tokens if token[2]]
    if len(tokens) < PARTS:
        return []
    joined = " ".join(word for _, _, word in tokens)
    found: list[tuple[float, int, _Span]] = []
    for sentence in map(Wording, dict.fromkeys(sentences)):
        if len(sentence.words) < PARTS:
            continue
        along = fuzz.partial_ratio_alignment(sentence.joined.strip(), joined, score_cutoff=least)
        span = _whole_words(tokens, along.dest_start, along.dest_end, sentence) if along is not None else None
        if along is not None and span is not None and span[1] - span[0] >= MOST * len(sentence.text):
            found.append((along.score, span[1] - span[0], span))
    kept: list[_Span] = []
    for _, _, (start, end) in sorted(found, reverse=True):
        if all(end <= s or start >= e for s, e in kept):
            kept.append((start, end))
    return sorted(kept)


def copied_spans(line: str, sentences: Sequence[str]) -> list[_Span]:
    """The stretches of the line that are a sentence word for word, which count like quotations.

    A sentence whose words are a part of another one is left out: either may be meant.
    """
    joined = {Wording(sentence).joined for sentence in sentences}
    parts = {one for one in joined for other in joined if one != other and one in other}
    return told_spans(line, [s for s in sentences if Wording(s).joined not in parts], 100)


def _whole_words(tokens: Sequence[tuple[int, int, str]], start: int, end: int, sentence: Wording) -> _Span | None:
    """The stretch of the line from ``start`` to ``end`` in the one form, from a word of the sentence to another."""
    place, inside = 0, []
    for first, last, word in tokens:
        if min(end, place + len(word)) - max(start, place) > len(word) / 2:
            inside.append((first, last, word))
        place += len(word) + 1
    shared = [(first, last) for first, last, word in inside if f" {word} " in sentence.joined]
    return (shared[0][0], shared[-1][1]) if shared else None
