"""What may clash in two sentences, with what speaks for and against each as numbers between 0 and 1.

Two values are candidates where both sentences speak of the same thing (an *anchor*: what they are about, or a name in
both) and the values differ by more than exactness, spelling or rounding. How much each feature weighs is learnt
(:mod:`.weights`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from rapidfuzz import fuzz

from contragraph.documents.anchors import PLAIN, Anchor, anchors_of
from contragraph.documents.language import lists, opposites
from contragraph.documents.quantities import YEAR
from contragraph.documents.records import Cause, Mention
from contragraph.documents.slots import Line, Stems, ValueSlot, stems_of_name
from contragraph.documents.weights import Features, weigh

Kind = Literal["time", "number", "name", "words", "denial", "opposite"]
KINDS: tuple[Kind, ...] = ("time", "number", "name", "words", "denial", "opposite")
ROUNDED = 0.006
"""Numbers that differ by no more than this share of the larger are one number, converted or rounded."""
REACH = 3
"""Words beyond a value, on the side away from what it is said of, that belong to what is said."""
FAR = 20
"""Words between a value and what it is said of, at most."""
COARSE = 0.015
"""So far may a round number be from the exact one that it stands for, as a share of it."""
LEAST_ALIKE = 0.4
"""The share of their meaningful words that two sentences have in common whose other words are compared."""
LONGEST = 80
"""Tokens of such a sentence at most."""
MOST_WORDS = 4
"""Meaningful words that differ at one place at most: more is another sentence, not another value."""
SPELLED_ALIKE = 84
"""Likeness (0 … 100) from which two names are spellings of one."""


@dataclass(frozen=True, slots=True)
class ClashCandidate:
    """Two values, or two sentences as they are, that may exclude each other. ``kind`` says which weights hold."""

    kind: Kind
    cause: Cause
    x: ValueSlot | None
    y: ValueSlot | None
    words: str
    common: str
    """What both sentences say of the same, in stems."""
    features: Features

    @property
    def probability(self) -> float:
        """How probable it is that both cannot hold, 0 … 1, where one text of two contradicts the other."""
        return weigh(self.kind, self.features)


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


def candidates(a: Line, b: Line, text_a: Whole, text_b: Whole) -> Iterator[ClashCandidate]:
    """What may clash in two sentences that share something that they speak of."""
    anchors = list(anchors_of(a, b))
    if not anchors:
        return
    apart = a.about | b.about
    said = " ".join(sorted((a.stems & b.stems) - apart)[:6])
    common = {
        "rest": share(a.stems - apart, b.stems - apart),
        "foreign": _foreign(a, b),
        "anchors": min(len(anchors), 3) / 3,
    }
    if a.described and b.described and _scoped_otherwise(a, b) and _valued_otherwise(a, b):
        return  # "refunds within 20 days in France", "refunds within 30 days in Peru": two cases, each as it is
    for x in a.slots:
        for y in b.slots:
            if x.value.kind == y.value.kind and (differs := _differ(a, x, b, y)) is not None:
                ties = [t for each in anchors if (t := _tie(a, x, b, y, each)) is not None]
                if ties:
                    best = max(ties, key=lambda t: t["relation"] + 0.5 * t["beside"] + 0.5 * t["same"])
                    told = {"told_too": (_told(x, text_b) + _told(y, text_a)) / 2}
                    kind, cause = _KINDS[x.value.kind]
                    if kind == "name" and x.first == _first(a) and y.first == _first(b):
                        cause = "identity"
                    yield ClashCandidate(
                        kind, cause, x, y, "", said, {**common, **_around(a, x, b, y), **best, **differs, **told}
                    )
    same = max(each.same for each in anchors)
    subjects = max((each.same for each in anchors if each.subjects), default=0.0)
    shared = {**common, "same": same, "subject": subjects}
    yield from _words(a, b, said, shared, text_a, text_b)
    yield from _denials(a, b, said, shared, text_a, text_b)
    yield from _opposites(a, b, said, shared)


def _told(slot: ValueSlot, other: Whole) -> float:
    """Does the other text have this value too, wherever?"""
    if slot.value.kind == "name":
        return float(bool(slot.stems) and slot.stems <= other.words)
    return float(any(agree(slot.value, value) for value in other.values))


def share(a: Stems, b: Stems) -> float:
    """The share of the smaller set that the other one has; a single word counts half."""
    least = min(len(a), len(b))
    return len(a & b) / max(least, 2) if least else 0.0


def _tie(a: Line, x: ValueSlot, b: Line, y: ValueSlot, anchor: Anchor) -> dict[str, float] | None:
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


def _said(line: Line, slot: ValueSlot, anchor: int) -> tuple[Stems, int]:
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


def _verb(line: Line, slot: ValueSlot) -> str:
    """The stem of the nearest verb before a value that means something."""
    return next((line.words[n] for n in sorted(line.verbs, reverse=True) if n < slot.first and line.words[n]), "")


def _around(a: Line, x: ValueSlot, b: Line, y: ValueSlot) -> dict[str, float]:
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


def _differ(a: Line, x: ValueSlot, b: Line, y: ValueSlot) -> dict[str, float] | None:
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
    return None if _stands(x.value, b) or _stands(y.value, a) else differs


def _stands(value: Mention, line: Line) -> bool:
    """Has a sentence a value that says the same?"""
    return any(agree(value, o.value) for o in (line.names if value.kind == "name" else line.slots))


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
    return mine <= yours or yours <= mine or _spelled_alike(x, y)


def _spelled_alike(x: Mention, y: Mention) -> bool:
    return fuzz.ratio(x.key, y.key, score_cutoff=SPELLED_ALIKE) > 0


def _times(x: ValueSlot, y: ValueSlot) -> dict[str, float] | None:
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
    return zeros > 0 and abs(rough - exact) <= 0.5 * 10**zeros and abs(rough - exact) <= COARSE * abs(rough)


def _same_unit(x: Mention, y: Mention) -> bool:
    if x.unit == y.unit:
        return True
    return bool(set(x.unit.split()) & set(y.unit.split()))


def _numbers(x: ValueSlot, y: ValueSlot) -> dict[str, float] | None:
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


def _names(a: Line, x: ValueSlot, b: Line, y: ValueSlot) -> dict[str, float] | None:
    mine, yours = x.stems - y.stems, y.stems - x.stems
    if not mine or not yours:
        return None
    if mine <= b.told or yours <= a.told:
        return None
    if _spelled_alike(x.value, y.value) or _initials(x, y) or _initials(y, x):
        return None
    return {"length": float(len(x.stems) == len(y.stems)), "half": _jaccard(x.stems, y.stems)}


def _initials(x: ValueSlot, y: ValueSlot) -> bool:
    words = [w for w in y.value.text.split() if w[0].isupper()]
    return len(words) > 1 and x.value.text.replace(".", "") == "".join(w[0] for w in words)


def _dated_otherwise(a: Line, b: Line) -> bool:
    """Have both sentences times, none of which agree?"""
    mine, yours = ([s.value for s in its.slots if s.value.kind == "time"] for its in (a, b))
    return bool(mine and yours) and not any(agree(x, y) for x in mine for y in yours)


def _first(line: Line) -> int:
    """The place of the first word that means something or is part of a value."""
    values = {n for slot in line.slots for n in range(slot.first, slot.after)}
    return next((n for n, word in enumerate(line.words) if word or n in values), -1)


def _words(a: Line, b: Line, said: str, common: Features, text_a: Whole, text_b: Whole) -> Iterator[ClashCandidate]:
    """Other plain words between the same words."""
    if share(a.stems, b.stems) < LEAST_ALIKE or max(len(a.tokens), len(b.tokens)) > LONGEST:
        return
    matcher = SequenceMatcher(None, [t.lower for t in a.tokens], [t.lower for t in b.tokens], autojunk=False)
    ratio = matcher.ratio()
    for kind, a1, a2, b1, b2 in matcher.get_opcodes():
        mine, yours = frozenset(a.words[a1:a2]) - {""}, frozenset(b.words[b1:b2]) - {""}
        if kind != "replace" or not mine or not yours or mine & yours or max(len(mine), len(yours)) > MOST_WORDS:
            continue
        if any(s.first < high and low < s.after for line, low, high in ((a, a1, a2), (b, b1, b2)) for s in line.slots):
            continue
        told = (float(mine <= text_b.words) + float(yours <= text_a.words)) / 2
        rest = share(a.stems - mine, b.stems - yours)
        single = float(bool(a.stems & b.stems & lists()["single"]))
        its = {"rest": rest, "ratio": ratio, "told_too": told, "single": single, "relation_in": rest}
        x, y = _phrase(a, a1, a2, mine), _phrase(b, b1, b2, yours)
        yield ClashCandidate("words", "value", x, y, "", said, {**common, **its})


def _phrase(line: Line, first: int, after: int, stems: Stems) -> ValueSlot:
    words = line.tokens[first:after]
    text = " ".join(word.text for word in words)
    start, end = line.start + words[0].start, line.start + words[-1].end
    return ValueSlot(Mention("noun", text, " ".join(sorted(stems)), start, end), stems, first, after)


def _scoped_otherwise(a: Line, b: Line) -> bool:
    """Have both sentences a name behind the same small word, and not the same one: "in France", "in Peru"?"""
    return any(
        x.value.before == y.value.before in lists()["prepositions"] and not agree(x.value, y.value)
        for x in a.names
        for y in b.names
    )


def _valued_otherwise(a: Line, b: Line) -> bool:
    """Have both sentences a number or a time, and not the same one?"""
    mine, yours = ([s.value for s in its.slots if s.value.kind in ("number", "time")] for its in (a, b))
    return bool(mine and yours) and not any(agree(x, y) for x in mine for y in yours)


def _denials(a: Line, b: Line, said: str, common: Features, text_a: Whole, text_b: Whole) -> Iterator[ClashCandidate]:
    for one, other, others in ((a, b, text_b), (b, a, text_a)):
        denied = one.denied - other.denied - one.about
        asserted = denied & (other.stems | other.about)
        if asserted:
            part = len(asserted) / len(denied)
            too = len(denied & others.denied) / len(denied)
            its = {"part": part, "many": min(len(asserted), 4) / 4, "told_too": too}
            yield ClashCandidate("denial", "negation", None, None, " ".join(sorted(asserted)), said, {**common, **its})


def _opposites(a: Line, b: Line, said: str, common: Features) -> Iterator[ClashCandidate]:
    for stem in sorted(a.stems - b.stems):
        against = opposites().get(stem, frozenset()) & (b.stems - a.stems)
        if against:
            yield ClashCandidate("opposite", "opposite", None, None, f"{stem} / {min(against)}", said, common)
