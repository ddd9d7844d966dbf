"""What a model chose: of the probabilities of the letters where the server gives them, else of the letter it wrote.

A letter that is not among those that the server tells of has a log-probability of -100. Over several orders of the
options, each option gets the mean of what its letters got; the option that got most is the choice, of several the one
that is given first, and that there was a tie is kept. An answer without a letter is *unreadable*, and counted apart.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from contragraph.evaluation.memory.records import UNREADABLE, MemoryItem, MemoryReply, MemoryScore, Point
from contragraph.evaluation.memory.released import LETTERS

MISSING = -100.0
"""The log-probability of a letter that is not among those told of."""
EQUAL = 1e-9
"""Shares that differ by less are the same."""
DIGITS = 6
_THOUGHT = re.compile(r"<think>.*?(?:</think>|$)", re.DOTALL | re.IGNORECASE)
_ALONE = r"([A-J])(?![\w'’])(?!\s*(?:,|/|or\b|and\b)\s*[A-J]\b)"
_AFTER = re.compile(rf"\b(?i:answer|option|choice)\b[\s*_]*(?i:is|:|=)?[\s:*_(\[\"]*{_ALONE}")
_FIRST = re.compile(rf"[\s*_(\[\"<]*{_ALONE}(?:[).:,\]*_\"<]|\s*\n|\s*$)")


def letter_of(text: str, options: Sequence[str]) -> int | None:
    """The place of the option, in the order shown, that an answer names: by its letter, or by its words alone."""
    text = _THOUGHT.sub(" ", text).strip()
    first = _FIRST.match(text)
    named = [first[1]] if first else _AFTER.findall(text)
    if len(alone := _folded(text)) == 1 and alone.upper() in LETTERS:
        named = [alone.upper()]
    if named:
        place = LETTERS.index(named[-1])
        return place if place < len(options) else None
    words = _folded(text)
    same = [n for n, option in enumerate(options) if words and _folded(option) == words]
    return same[0] if len(same) == 1 else None


def _folded(text: str) -> str:
    return " ".join(text.casefold().strip(" .\"'*“”").split())


def shares_of(reply: MemoryReply, item: MemoryItem) -> tuple[list[float], bool] | None:
    """What each letter got in one answer, and whether by probabilities; None where the answer cannot be read."""
    number = len(item.options)
    told = dict(reply.likely)
    if told:
        values = [told.get(letter, MISSING) for letter in LETTERS[:number]]
        most = max(values)
        weights = [math.exp(value - most) for value in values]
        return [weight / sum(weights) for weight in weights], True
    turned = [item.options[(n + reply.rotation) % number].text for n in range(number)]
    place = letter_of(reply.text, turned)
    return None if place is None else ([float(n == place) for n in range(number)], False)


def scored(item: MemoryItem, given: Sequence[MemoryReply]) -> MemoryScore:
    """What a model chose in all its answers to one question."""
    read = [(reply.rotation, *found) for reply in given if (found := shares_of(reply, item)) is not None]
    number = len(item.options)
    # What stands in place n of the order shown is option n + rotation of the item.
    shares = _means([[shown[(n - turn) % number] for n in range(number)] for turn, shown, _ in read], number)
    best = max(shares)
    ahead = [n for n, share in enumerate(shares) if best - share < EQUAL]
    ways = {by for _, _, by in read}
    return MemoryScore(
        **{name: getattr(given[0], name) for name in Point.model_fields},
        model=given[0].model,
        said=item.options[ahead[0]].role if read else UNREADABLE,
        shares=tuple(round(share, DIGITS) for share in shares),
        letters=tuple(round(share, DIGITS) for share in _means([shown for _, shown, _ in read], number)),
        by="nothing" if not ways else "both" if len(ways) > 1 else "probabilities" if True in ways else "letters",
        tie=bool(read) and len(ahead) > 1,
        asked=len(given),
        unread=len(given) - len(read),
    )


def _means(rows: Sequence[Sequence[float]], number: int) -> list[float]:
    """The mean of each column; 0 without rows."""
    return [math.fsum(row[n] for row in rows) / len(rows) if rows else 0.0 for n in range(number)]


def scores_of(items: dict[str, MemoryItem], replies: Iterable[MemoryReply]) -> Iterator[MemoryScore]:
    """What was chosen in each question; answers about other items are passed over."""
    found: dict[tuple[object, ...], list[MemoryReply]] = {}
    for reply in replies:
        if reply.item in items:
            found.setdefault((*(getattr(reply, name) for name in Point.model_fields), reply.model), []).append(reply)
    for given in found.values():
        yield scored(items[given[0].item], given)
