"""How likely the letters of options were: read from what servers say of the tokens of an answer.

Of an answer's tokens the first that is one of the letters decides, in whatever spelling (" B", "(B", "B."); where none
is, the first token's place does. In that place the spellings of one letter are added up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

MOST_TOPS = 20
"""Tokens that OpenAI's protocol tells of one place at most."""
_AROUND = " \t\r\n\u2581\u0120().:,;*_`\"'[]<>"
"""What may stand around a letter within its token; two marks are how tokenisers spell a space."""


@dataclass(frozen=True, slots=True)
class Top:
    """One place of an answer: the token that came, and how likely (natural logarithm) it and others were."""

    token: str
    likely: tuple[tuple[str, float], ...]


def tops_of(said: object) -> tuple[Top, ...]:
    """The places that a server tells of; none where it says nothing, or nothing that can be read."""
    content = getattr(said, "content", None)
    if not isinstance(content, Sequence):
        return ()
    found = []
    for place in content:
        token, others = getattr(place, "token", None), getattr(place, "top_logprobs", None)
        if not isinstance(token, str):
            return ()
        listed = [*(others if isinstance(others, Sequence) else ()), place]
        values = {t: v for t, v in map(_told, reversed(listed)) if t is not None}
        found.append(Top(token, tuple(values.items())))
    return tuple(found)


def _told(place: object) -> tuple[str | None, float]:
    token, value = getattr(place, "token", None), getattr(place, "logprob", None)
    if not isinstance(token, str) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None, 0.0
    return token, float(value)


def likely_of(tops: Sequence[Top], among: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """The letters of which something is known in the place that decides, in their order."""
    if not tops or not among:
        return ()
    place = next((top for top in tops if _plain(top.token) in among), tops[0])
    found: dict[str, float] = {}
    for token, value in place.likely:
        if (letter := _plain(token)) in among:
            found[letter] = _sum(found[letter], value) if letter in found else value
    return tuple((letter, round(found[letter], 6)) for letter in among if letter in found)


def _plain(token: str) -> str:
    return token.strip(_AROUND)


def _sum(one: float, other: float) -> float:
    """The logarithm of the sum of two probabilities that are given by theirs."""
    high, low = max(one, other), min(one, other)
    return high + math.log1p(math.exp(low - high))
