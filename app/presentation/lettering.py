"""Text for drawings: made safe for XML, measured without fonts, wrapped into a few lines."""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BIDI_CONTROL = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction of writing; unbalanced ones would reorder what follows."""
_NARROW = frozenset("fijlrtI.,:;'’|!()[]/ -")
_WIDE = frozenset("mwMW@%—…")
_STRETCH = 1.4
"""How much wider than the room a line with one long word may be; longer words are broken."""
_MUCH = 400
"""Characters of a label that can possibly be shown; the rest of a very long one is not looked at."""


def cleaned(text: str) -> str:
    """The text without what XML cannot hold and without marks that turn the direction of writing."""
    return _BIDI_CONTROL.sub("", _FORBIDDEN.sub("\ufffd", text))


def width_of(text: str, size: float) -> float:
    """About how wide a line is in a common sans-serif face, in the unit of ``size``; rather too much."""
    return sum(map(_advance, text)) * size


def _advance(character: str) -> float:
    """The width of a character in parts of the font size."""
    if character in _NARROW:
        return 0.39
    if character in _WIDE:
        return 1.0
    if character.isascii():
        return 0.73 if character.isupper() else 0.62
    if category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    return 1.1 if east_asian_width(character) in "WF" else 0.75


def lines_of(text: str, room: float, size: float, most: int) -> list[str]:
    """The text in at most ``most`` lines of ``room``, long words aside; a text that was cut ends with an ellipsis."""
    shown = " ".join(cleaned(text[:_MUCH]).split())
    lines = [""]
    for word in shown.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if width_of(joined, size) <= room:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        if width_of(word, size) <= room * _STRETCH:
            lines[-1] = word
            continue
        for character in word:
            if lines[-1] and width_of(lines[-1] + character, size) > room:
                lines.append("")
            lines[-1] += character
        if len(lines) > most:
            break
    cut = len(lines) > most or len(text) > _MUCH
    lines = lines[:most]
    if cut:
        while lines[-1] and width_of(lines[-1] + "…", size) > room:
            lines[-1] = lines[-1][:-1]
        lines[-1] = lines[-1].rstrip() + "…"
    return lines
