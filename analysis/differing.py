"""The words that differ between two sentences that are otherwise alike: a comparison word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from contragraph.analysis.language import Token, tokens
from contragraph.analysis.records import Mention
from contragraph.analysis.sentences import LONGEST

if TYPE_CHECKING:
    from contragraph.analysis.meeting import Meeting

MOST = 4
"""Meaningful words that differ at one place at most: more is another sentence, not another value."""
LEAST_SHARED = 2


def differing(met: Meeting) -> Iterator[tuple[Mention, Mention]]:
    """Phrases that stand in place of each other between the same words."""
    if len(met.shared) < LEAST_SHARED:
        return
    a, b = (tokens(s.body[:LONGEST]) for s in (met.sentence_a, met.sentence_b))
    matcher = SequenceMatcher(None, [t.lower for t in a], [t.lower for t in b], autojunk=False)
    for kind, a1, a2, b1, b2 in matcher.get_opcodes():
        if kind != "replace":
            continue
        mine, yours = a[a1:a2], b[b1:b2]
        x, y = (frozenset(t.stem for t in part if t.stem) for part in (mine, yours))
        if not x or not y or x & y or max(len(x), len(y)) > MOST:
            continue
        yield _phrase(met.sentence_a.start, mine, x), _phrase(met.sentence_b.start, yours, y)


def _phrase(base: int, words: Sequence[Token], stems: frozenset[str]) -> Mention:
    text = " ".join(t.text for t in words)
    return Mention("noun", text, " ".join(sorted(stems)), base + words[0].start, base + words[-1].end, around=stems)
