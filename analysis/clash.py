"""Where two texts clash: pairs of sentences that speak of the same and differ in a figure, a date, a value or a denial.

Rules, no model: sentences are compared that share meaningful words; what differs between them is compared by its kind.
Each finding has a score in 0 … 1 that grows with how much else the two sentences have in common and with how surely the
difference stands in the same place of both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from contragraph.analysis.claims import TOLERANCE, claim_clashes
from contragraph.analysis.differing import differing
from contragraph.analysis.language import lists, opposites, stem_of
from contragraph.analysis.meeting import Meeting, compatible, meet
from contragraph.analysis.quantities import YEAR
from contragraph.analysis.records import Cause, Clash, Evidence, Extracted, Mention

LEAST = 0.5
"""A clash with a lower score is not reported."""
ALL_PAIRS = 900
"""Pairs of sentences up to which all are compared; beyond, each sentence with those that it shares most with."""
NEIGHBOURS = 8
FIRM = 0.2


def clashes(a: Extracted, b: Extracted, least: float = LEAST, *, strangers: bool = False) -> list[Clash]:
    """The clashes of two texts, surest first; one for each thing that differs. A text may be held against itself.

    ``strangers``: the texts were not paired by anybody, so that two values clash only where both sentences name the
    same thing and say of it what has one value.

    A statement that is denied, corrected and repeated is one clash: its surest pair of sentences is given.
    """
    found: list[Clash] = []
    for first, second in _pairs(a, b):
        if a is b and first >= second:
            continue
        met = meet(a, first, b, second)
        if not strangers or met.same_thing:
            found += _of_pair(met, strangers)
    if a.modelled and b.modelled:
        found += claim_clashes(a.said, b.said)
    kept = _apart(sorted((c for c in found if c.score >= least), key=_firmest))
    return sorted(kept, key=lambda c: (-c.score, c.first.sentence, c.second.sentence))


def _firmest(clash: Clash) -> tuple[float, int, int, str, int, int]:
    """Of two clashes of one sentence that with the harder difference: another number or date says more than a name."""
    firm = FIRM if clash.cause in ("number", "time", "negation", "opposite") else 0.0
    where = (clash.first.sentence, clash.second.sentence, clash.cause, clash.first.start, clash.second.start)
    return (-clash.score - firm, *where)


def _pairs(a: Extracted, b: Extracted) -> Iterator[tuple[int, int]]:
    if len(a.sentences) * len(b.sentences) <= ALL_PAIRS:
        yield from ((i, j) for i in range(len(a.sentences)) for j in range(len(b.sentences)))
        return
    where: dict[str, list[int]] = {}
    for j, stems in enumerate(b.stems):
        for stem in stems:
            where.setdefault(stem, []).append(j)
    for i, stems in enumerate(a.stems):
        shared: Counter[int] = Counter()
        for stem in sorted(stems):
            places = where.get(stem, ())
            for j in places if len(places) < 200 else ():
                shared[j] += 1
        best = sorted(shared.items(), key=lambda each: (-each[1], each[0]))[:NEIGHBOURS]
        yield from ((i, j) for j, _ in sorted(best))


def _of_pair(met: Meeting, strangers: bool) -> Iterator[Clash]:
    """All clashes of two sentences."""
    if not met.shared or met.same:
        return
    yield from _numbers(met)
    yield from _times(met)
    yield from _denials(met)
    yield from _opposites(met)
    yield from _values(met, strangers)


def _numbers(met: Meeting) -> Iterator[Clash]:
    for x in met.mentions_a:
        for y in met.mentions_b:
            if x.kind != "number" or y.kind != "number" or _same_number(x, y):
                continue
            if any(_same_number(x, o) and _same_unit(x, o) for o in met.mentions_b) or any(
                _same_number(y, o) and _same_unit(y, o) for o in met.mentions_a
            ):
                continue
            tie = met.tie(x, y)
            if not _same_unit(x, y) and not (tie >= 0.5 and (not x.unit or not y.unit)):
                continue
            known = 0.35 if _same_unit(x, y) and x.unit else 0.2
            yield met.clash("number", known + 0.3 * tie + 0.4 * met.overlap, x, y)


def _same_number(x: Mention, y: Mention) -> bool:
    return x.kind == y.kind and abs(x.low - y.low) <= TOLERANCE * max(abs(x.low), abs(y.low))


def _same_unit(x: Mention, y: Mention) -> bool:
    if x.unit == y.unit:
        return x.unit != "place in order" or bool(x.around & y.around)
    return bool(set(x.unit.split()) & set(y.unit.split()))


_BIRTH = frozenset({"born", "birth"})
_DEATH = frozenset({"die", "death", "pass", "away", "kill", "buri"})


def _times(met: Meeting) -> Iterator[Clash]:
    for x in met.mentions_a:
        for y in met.mentions_b:
            if x.kind != "time" or y.kind != "time":
                continue
            low_x, high_x, low_y, high_y = x.low, x.high, y.low, y.high
            event = 0.0
            for one, other in ((x, y), (y, x)):
                if one.unit == "span" and other.unit == "date" and one.before in ("(", ";", "–"):
                    side = one.low if other.around & _BIRTH else one.high if other.around & _DEATH else None
                    if side is not None:
                        event = 0.3
                        year = side // YEAR * YEAR
                        if one is x:
                            low_x, high_x = year, year + 1231
                        else:
                            low_y, high_y = year, year + 1231
            if x.unit != y.unit and not event:
                continue
            if low_x <= high_y and low_y <= high_x:
                continue
            if compatible(x, met.mentions_b) or compatible(y, met.mentions_a):
                continue
            tie = max(met.tie(x, y), event)
            if x.around & y.around & lists()["single"]:
                tie = min(1.0, tie + 0.3)
            yield met.clash("time", 0.25 + 0.35 * tie + 0.4 * met.overlap, x, y)


def _denials(met: Meeting) -> Iterator[Clash]:
    for denied, asserted, flip in (
        (met.denied_a - met.denied_b, met.stems_b - met.denied_b, False),
        (met.denied_b - met.denied_a, met.stems_a - met.denied_a, True),
    ):
        said = denied & asserted
        if not said or (len(said) == 1 and met.overlap < 0.4):
            continue
        part = len(said) / len(denied)
        score = 0.25 + 0.35 * part + 0.4 * met.overlap
        words = " ".join(sorted(said))
        yield met.whole("negation", score, words, flip)


def _opposites(met: Meeting) -> Iterator[Clash]:
    for stem in sorted(met.stems_a - met.stems_b):
        against = opposites().get(stem, frozenset()) & (met.stems_b - met.stems_a)
        if against and met.overlap >= 0.25:
            yield met.whole("opposite", 0.25 + 0.6 * met.overlap, f"{stem} / {min(against)}", False)


def _values(met: Meeting, strangers: bool) -> Iterator[Clash]:
    """Other names in the same place, and other words between the same words."""
    for x in met.mentions_a:
        for y in met.mentions_b:
            if x.kind != "name" or y.kind != "name":
                continue
            mine, yours = _words(x), _words(y)
            if not mine or not yours or mine <= met.stems_b or yours <= met.stems_a or mine & yours:
                continue
            slot = met.slot(x, y)
            rest = met.overlap_without(mine, yours)
            if not slot or rest < 0.25:
                continue
            if strangers and not (x.around & y.around & lists()["single"] and slot == 1.0 and rest >= 0.5):
                continue
            cause: Cause = "identity" if met.leads(x, y) else "value"
            yield met.clash(cause, 0.15 + 0.25 * slot + 0.6 * rest + met.single(), x, y)
    for x, y in differing(met):
        if _told_better(met, x, y):
            continue
        rest = met.overlap_without(x.around, y.around)
        if rest >= (0.75 if strangers else 0.4):
            yield met.clash("value", 0.2 + 0.6 * rest + met.single(), x, y)


def _told_better(met: Meeting, x: Mention, y: Mention) -> bool:
    """Is the difference one of numbers, times or opposites, which have rules of their own?"""
    valued = [
        any(m.kind in ("number", "time") and m.start < end.end and end.start < m.end for m in mentions)
        for mentions, end in ((met.mentions_a, x), (met.mentions_b, y))
    ]
    return all(valued) or any(opposites().get(stem, frozenset()) & y.around for stem in x.around)


def _words(mention: Mention) -> frozenset[str]:
    return frozenset(stem_of(word) for word in mention.key.split() if len(word) > 1 or word.isdigit())


def _apart(found: list[Clash]) -> list[Clash]:
    """One clash for each thing that differs: no two on the same words, nor with the same two values."""
    kept: list[Clash] = []
    for clash in found:
        if not any(_one(clash, other) for other in kept):
            kept.append(clash)
    return kept


def _one(x: Clash, y: Clash) -> bool:
    if x.first.sentence == y.first.sentence or x.second.sentence == y.second.sentence:
        same_cause = x.cause == y.cause and x.cause in ("number", "time")
        apart = _disjoint(x.first, y.first) and _disjoint(x.second, y.second)
        return not (same_cause and apart and x.first.sentence == y.first.sentence)
    return _alike(x.first, y.first) or _alike(x.second, y.second)


def _disjoint(x: Evidence, y: Evidence) -> bool:
    return x.sentence != y.sentence or x.end <= y.start or y.end <= x.start


def _alike(x: Evidence, y: Evidence) -> bool:
    return x.words.casefold() == y.words.casefold()
