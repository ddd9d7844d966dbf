"""What may clash in two sentences, with what speaks for and against each as numbers between 0 and 1.

Two values are candidates where both sentences speak of the same thing (an *anchor*: what they are about, or a name in
both) and the values differ by more than exactness, spelling or rounding. How much each feature weighs is learnt
(:mod:`.weights`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from rapidfuzz import fuzz

from contragraph.analysis.language import lists, opposites
from contragraph.analysis.quantities import YEAR
from contragraph.analysis.records import Cause, Mention
from contragraph.analysis.slots import Line, Slot, Stems, stems_of_name

Features = Mapping[str, float]
Kind = Literal["time", "number", "name", "denial", "opposite"]
KINDS: tuple[Kind, ...] = ("time", "number", "name", "denial", "opposite")
PLAIN = 0.6
"""How surely two sentences speak of one thing that have two words in a row in common, but no name."""
LEAST_SAME = 0.5
"""The share of its words that what two sentences are about must have in common."""
ROUNDED = 0.006
"""Numbers that differ by no more than this share of the larger are one number, converted or rounded."""
REACH = 3
"""Words beyond a value, on the side away from what it is said of, that belong to what is said."""
FAR = 20
"""Words between a value and what it is said of, at most."""
SPELLED_ALIKE = 84
"""Likeness (0 … 100) from which two names are spellings of one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two values, or two sentences as they are, that may exclude each other. ``kind`` says which weights hold."""

    kind: Kind
    cause: Cause
    x: Slot | None
    y: Slot | None
    words: str
    common: str
    """What both sentences say of the same, in stems."""
    features: Features


_KINDS: Mapping[str, tuple[Kind, Cause]] = {
    "time": ("time", "time"),
    "number": ("number", "number"),
    "name": ("name", "value"),
}


@dataclass(frozen=True, slots=True)
class Whole:
    """What a whole text says, wherever: its words, its values but for names, and what it denies."""

    words: Stems
    values: tuple[Mention, ...]
    denied: Stems


NOTHING = Whole(frozenset(), (), frozenset())


def whole(lines: Sequence[Line]) -> Whole:
    """What a text says as a whole."""
    words = {s for line in lines for s in (*line.stems, *line.about)} | {
        s for line in lines for slot in line.slots for s in slot.stems
    }
    values = tuple(slot.value for line in lines for slot in line.slots if slot.value.kind != "name")
    return Whole(frozenset(words), values, frozenset(s for line in lines for s in line.denied))


def candidates(a: Line, b: Line, text_a: Whole, text_b: Whole) -> Iterator[Candidate]:
    """What may clash in two sentences that share something that they speak of."""
    anchors = list(_anchors(a, b))
    if not anchors:
        return
    apart = a.about | b.about
    said = " ".join(sorted((a.stems & b.stems) - apart)[:6])
    common = {
        "rest": share(a.stems - apart, b.stems - apart),
        "foreign": _foreign(a, b),
        "anchors": min(len(anchors), 3) / 3,
    }
    for x in a.slots:
        for y in b.slots:
            if x.value.kind == y.value.kind and (differs := _differ(a, x, b, y)) is not None:
                ties = [t for each in anchors if (t := _tie(a, x, b, y, each)) is not None]
                if ties:
                    best = max(ties, key=lambda t: t["relation"] + 0.5 * t["beside"] + 0.5 * t["same"])
                    told = {"told_too": (_told(x, text_b) + _told(y, text_a)) / 2}
                    kind, cause = _KINDS[x.value.kind]
                    yield Candidate(
                        kind, cause, x, y, "", said, {**common, **_around(a, x, b, y), **best, **differs, **told}
                    )
    same = max(each.same for each in anchors)
    subjects = max((each.same for each in anchors if each.subjects), default=0.0)
    shared = {**common, "same": same, "subject": subjects}
    yield from _denials(a, b, said, shared, text_a, text_b)
    yield from _opposites(a, b, said, shared)


def _told(slot: Slot, other: Whole) -> float:
    """Does the other text have this value too, wherever?"""
    if slot.value.kind == "name":
        return float(bool(slot.stems) and slot.stems <= other.words)
    return float(any(agree(slot.value, value) for value in other.values))


@dataclass(frozen=True, slots=True)
class Anchor:
    """Something that both sentences speak of, and where it stands in each (-1 where it is not named)."""

    in_a: int
    in_b: int
    same: float
    subjects: bool
    slots: tuple[Slot | None, Slot | None]


def _anchors(a: Line, b: Line) -> Iterator[Anchor]:
    same = sameness(a.about, b.about)
    if same >= LEAST_SAME:
        yield Anchor(a.place, b.place, same, True, (None, None))
    for x in a.names:
        for y in b.names:
            same = sameness(x.stems, y.stems)
            if same >= LEAST_SAME:
                yield Anchor(x.first, y.first, same, False, (x, y))
    mine, yours = _phrases(a), _phrases(b)
    for phrase in sorted(mine.keys() & yours.keys()):
        yield Anchor(mine[phrase], yours[phrase], PLAIN, False, (None, None))
    if not a.named:
        for y in b.names:
            if (same := sameness(a.about, y.stems)) >= LEAST_SAME:
                yield Anchor(-1, y.first, same, False, (None, y))
    if not b.named:
        for x in a.names:
            if (same := sameness(x.stems, b.about)) >= LEAST_SAME:
                yield Anchor(x.first, -1, same, False, (x, None))


def _phrases(line: Line) -> dict[tuple[str, str], int]:
    """Two meaningful words in a row that are no verbs, each with its place: "deck oven", "rye flour"."""
    counted = {n for s in line.slots if s.value.kind == "number" for n in (s.after, s.after + 1)}
    words = [w if n not in line.verbs | counted else "" for n, w in enumerate(line.words)]
    return {(one, other): n for n, (one, other) in enumerate(pairwise(words)) if one and other}


def share(a: Stems, b: Stems) -> float:
    """The share of the smaller set that the other one has; a single word counts half."""
    least = min(len(a), len(b))
    return len(a & b) / max(least, 2) if least else 0.0


def sameness(a: Stems, b: Stems) -> float:
    """How surely two names are of one thing: the share of the shorter one's words, and some for the longer one's."""
    least = min(len(a), len(b))
    if not least or any(c.isdigit() for s in a ^ b for c in s):
        return 0.0
    common = len(a & b)
    return 0.7 * common / least + 0.3 * common / len(a | b)


def _tie(a: Line, x: Slot, b: Line, y: Slot, anchor: Anchor) -> dict[str, float] | None:
    """How two values are tied to something that both sentences speak of."""
    if x in anchor.slots or y in anchor.slots or anchor.in_a == x.first or anchor.in_b == y.first:
        return None
    apart = a.about | b.about | x.stems | y.stems
    mine, between_a = _said(a, x, anchor.in_a)
    yours, between_b = _said(b, y, anchor.in_b)
    mine, yours = mine - apart, yours - apart
    verbs = [_verb(line, slot) for line, slot in ((a, x), (b, y))]
    return {
        "same": anchor.same,
        "plain": float(anchor.same == PLAIN),
        "subject": float(anchor.subjects),
        "beside": 1 / (1 + between_a + between_b),
        "relation": _jaccard(mine, yours),
        "relation_in": share(mine, yours),
        "unsaid": float(not mine or not yours),
        "verb": float(bool(verbs[0]) and verbs[0] == verbs[1]),
        "other_verb": float(all(verbs) and verbs[0] != verbs[1]),
        "single": float(bool((mine & yours) & lists()["single"])),
    }


def _said(line: Line, slot: Slot, anchor: int) -> tuple[Stems, int]:
    """The stems between a value and what it is said of, with some beyond, and the number of other values between."""
    if anchor < slot.first:
        low, high = max(anchor, slot.first - FAR, 0), slot.first
        further = range(slot.after, min(slot.after + REACH, len(line.words)))
    else:
        low, high = slot.after, min(anchor, slot.after + FAR)
        further = range(slot.first - 1, max(slot.first - 1 - REACH, -1), -1)
    found = {line.words[n] for n in range(low, high)}
    for n in further:
        if n in line.breaks:
            break
        found.add(line.words[n])
    between = sum(low < s.first and s.after <= high and s.value.kind == "name" for s in line.slots)
    return frozenset(found - {""}), between


def _verb(line: Line, slot: Slot) -> str:
    """The stem of the nearest verb before a value that means something."""
    return next((line.words[n] for n in sorted(line.verbs, reverse=True) if n < slot.first and line.words[n]), "")


def _around(a: Line, x: Slot, b: Line, y: Slot) -> dict[str, float]:
    kind = x.value.kind
    alone = sum(s.value.kind == kind for s in a.slots) + sum(s.value.kind == kind for s in b.slots)
    return {
        "near": share(x.value.around - a.about - y.stems, y.value.around - b.about - x.stems),
        "before": float(bool(x.value.before) and x.value.before == y.value.before),
        "alone": 2 / alone,
        "dated": float(kind != "time" and _dated_otherwise(a, b)),
    }


def _foreign(a: Line, b: Line) -> float:
    """The share of the names of both that the other does not have."""
    mine = [n for n in a.names if not any(n.stems & o.stems for o in b.names) and not n.stems & b.about]
    yours = [n for n in b.names if not any(n.stems & o.stems for o in a.names) and not n.stems & a.about]
    both = len(a.names) + len(b.names)
    return (len(mine) + len(yours)) / both if both else 0.0


def _differ(a: Line, x: Slot, b: Line, y: Slot) -> dict[str, float] | None:
    kind = x.value.kind
    if kind == "time":
        differs = _times(x, y)
    elif kind == "number":
        differs = _numbers(x, y)
    elif kind == "name":
        differs = _names(a, x, b, y)
    else:
        return None
    if differs is None:
        return None
    if any(agree(x.value, o.value) for o in b.slots) or any(agree(y.value, o.value) for o in a.slots):
        return None
    return differs


def _jaccard(a: Stems, b: Stems) -> float:
    union = len(a | b)
    return len(a & b) / union if union else 0.0


def agree(x: Mention, y: Mention) -> bool:
    """Do two values say the same, one perhaps less exactly?"""
    if x.kind != y.kind:
        return False
    if x.kind == "time":
        return x.low <= y.high and y.low <= x.high
    if x.kind == "number":
        return _same_unit(x, y) and _rounded(x, y)
    mine, yours = (stems_of_name(m.key) for m in (x, y))
    return mine <= yours or yours <= mine or fuzz.ratio(x.key, y.key) >= SPELLED_ALIKE


def _times(x: Slot, y: Slot) -> dict[str, float] | None:
    one, other = x.value, y.value
    if one.low <= other.high and other.low <= one.high:
        return None
    spans = (one.unit == "span") + (other.unit == "span")
    if spans == 1 or (one.unit != other.unit and not spans):
        return None
    years = abs(one.low // YEAR - other.low // YEAR)
    return {"years": math.log1p(years) / 5, "days": float(years == 0), "spans": float(spans == 2)}


def _rounded(x: Mention, y: Mention) -> bool:
    """Is one number the other, rounded to as many digits as it has?"""
    if x.low == y.low:
        return True
    if abs(x.low - y.low) <= ROUNDED * max(abs(x.low), abs(y.low)):
        return True
    return any(_coarse(one.low, other.low) for one, other in ((x, y), (y, x)))


def _coarse(rough: float, exact: float) -> bool:
    if not rough or rough != int(rough):
        return False
    digits = str(abs(int(rough)))
    zeros = len(digits) - len(digits.rstrip("0"))
    return zeros > 0 and abs(rough - exact) <= 0.5 * 10**zeros and abs(rough - exact) <= 0.06 * abs(rough)


def _same_unit(x: Mention, y: Mention) -> bool:
    if x.unit == y.unit:
        return True
    return bool(set(x.unit.split()) & set(y.unit.split()))


def _numbers(x: Slot, y: Slot) -> dict[str, float] | None:
    one, other = x.value, y.value
    if _rounded(one, other):
        return None
    places = [m.unit == "place in order" for m in (one, other)]
    if any(places) and not all(places):
        return None
    same = _same_unit(one, other) and bool(one.unit)
    if not same and one.unit and other.unit:
        return None
    ratio = abs(one.low - other.low) / max(abs(one.low), abs(other.low))
    return {
        "unit": float(same),
        "no_unit": float(not one.unit and not other.unit),
        "ratio": ratio,
        "place": float(places[0]),
    }


def _names(a: Line, x: Slot, b: Line, y: Slot) -> dict[str, float] | None:
    mine, yours = x.stems - y.stems, y.stems - x.stems
    if not mine or not yours:
        return None
    told_a, told_b = (frozenset(s for n in its.names for s in n.stems) | its.about | its.stems for its in (a, b))
    if mine <= told_b or yours <= told_a:
        return None
    if fuzz.ratio(x.value.key, y.value.key) >= SPELLED_ALIKE or _initials(x, y) or _initials(y, x):
        return None
    return {"length": float(len(x.stems) == len(y.stems)), "half": _jaccard(x.stems, y.stems)}


def _initials(x: Slot, y: Slot) -> bool:
    words = [w for w in y.value.text.split() if w[0].isupper()]
    return len(words) > 1 and x.value.text.replace(".", "") == "".join(w[0] for w in words)


def _dated_otherwise(a: Line, b: Line) -> bool:
    """Have both sentences times, none of which agree?"""
    mine, yours = ([s.value for s in its.slots if s.value.kind == "time"] for its in (a, b))
    return bool(mine and yours) and not any(agree(x, y) for x in mine for y in yours)


def _denials(a: Line, b: Line, said: str, common: Features, text_a: Whole, text_b: Whole) -> Iterator[Candidate]:
    for one, other, others in ((a, b, text_b), (b, a, text_a)):
        denied = one.denied - other.denied - one.about
        asserted = denied & (other.stems | other.about)
        if asserted:
            part = len(asserted) / len(denied)
            too = len(denied & others.denied) / len(denied)
            its = {"part": part, "many": min(len(asserted), 4) / 4, "told_too": too}
            yield Candidate("denial", "negation", None, None, " ".join(sorted(asserted)), said, {**common, **its})


def _opposites(a: Line, b: Line, said: str, common: Features) -> Iterator[Candidate]:
    for stem in sorted(a.stems - b.stems):
        against = opposites().get(stem, frozenset()) & (b.stems - a.stems)
        if against:
            yield Candidate("opposite", "opposite", None, None, f"{stem} / {min(against)}", said, common)
