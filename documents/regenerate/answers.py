"""What an answer says: the option on its first line, and the documents that its justification names."""

from __future__ import annotations

import re

from contragraph.documents.regenerate.questions import letter

_BRACKETED = re.compile(r"\(\s*([A-Z])\s*\)")
_ALONE = re.compile(
    r"(?:(?:the\s+|my\s+)?(?:final\s+|right\s+|correct\s+)?(?:answer|option)\s*(?:is)?[\s:*_]*)?([A-Z])[*_]*(?:[.):].*)?",
    re.IGNORECASE,
)
_DOCUMENTS = re.compile(r"\b(?:docs?|documents?)\b\.?\s*((?:\d+(?:\s*(?:,|and|&|;)\s*)*)+)", re.IGNORECASE)


def option_of(text: str, options: int) -> int | None:
    """The place of the option on the first line that says anything; None if it names none, or several."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    named = {*_BRACKETED.findall(first)}
    if not named and (alone := _ALONE.fullmatch(first.strip("*_`\"' "))):
        named = {alone[1].upper()}
    places = [n for n in range(options) if letter(n) in named]
    return places[0] if len(named) == len(places) == 1 else None


def cited(text: str, documents: int) -> tuple[int, ...]:
    """The numbers of documents that an answer names behind its first line, those alone that there are."""
    rest = text.strip().partition("\n")[2]
    numbers = {int(n) for run in _DOCUMENTS.findall(rest) for n in re.findall(r"\d{1,6}", run)}
    return tuple(sorted(n for n in numbers if 0 < n <= documents))
