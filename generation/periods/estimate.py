"""When things were: a time for people, works, events and bodies that ended or began in a known year.

The facts of many KGs have no dates, but descriptions and labels name years, and what has none is of about the time of
its neighbours: the films of an actor, the pupil of a teacher, a child's parents. First everything's own years are
read; then two rounds of estimates from neighbours follow, each the weighted median of all that is said; and last, what
people and works have in common with others of a known time. Estimates from thin or scattered evidence are dropped: then
the time is unknown. All arithmetic is in integers, and no order of the input matters: it is alike on every engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple, cast

from contragraph.generation.knowledge import Asking, side_by_side
from contragraph.generation.lensed import LensedSnapshot
from contragraph.generation.periods.dates import dates_of
from contragraph.generation.periods.kinds import (
    INFLUENCED_BY,
    MEMBERSHIPS,
    RELATIONS,
    SUCCESSION_ERROR,
    SUCCESSIONS,
    TIES,
    Described,
    Kind,
    Triple,
    kinds,
)
from contragraph.generation.periods.own import LIFETIME, LONG, PRESENT, PRIME, Period, own_period
from contragraph.generation.periods.traits import TRAITS, estimates
from contragraph.graph.model import Statement
from contragraph.graph.snapshot import Snapshot
from contragraph.graph.store import GraphStore, Value
from contragraph.ontology.translate import IDENTITY, Lens

ENOUGH_ERROR = 30
"""Largest error of an estimate, in years; beyond it the time is unknown."""
TRAITS_ERROR = 50
"""The same for what is only told by things in common, and the error that such an estimate is given."""
BESIDE = 25
"""Years that the middle of a life may lie before a state began or after it ended of which the person was a citizen."""


class _Middle(NamedTuple):
    """The middle of a thing's time, as far as it tells that of its neighbours, and how far off it may be."""

    year: int
    error: int


class _Hint(NamedTuple):
    year: int
    error: int


@dataclass
class Periods:
    """The periods of a KG: all at once, or found when asked for."""

    known: dict[str, Period | None] = field(default_factory=dict)
    find: Callable[[str], Period | None] | None = None
    """Finds the period of an entity that is not among the known ones; None where all are known."""
    finding: Callable[[str], Asking[Period | None]] | None = None
    """The same, together with what else is asked of the KG."""

    def of(self, entity: str) -> Period | None:
        """When the entity was, None if it is timeless or that is unknown."""
        if self.find is not None and entity not in self.known:
            self.known[entity] = self.find(entity)
        return self.known.get(entity)

    def prepare(self, entities: Iterable[str]) -> Asking[None]:
        """Find the periods of some entities at once, to save rounds."""
        if self.finding is not None:
            unknown = [each for each in dict.fromkeys(entities) if each not in self.known]
            if unknown:
                found = yield from side_by_side([self.finding(each) for each in unknown])
                self.known.update(zip(unknown, found))

    def together(self, one: str, other: str) -> bool | None:
        """Whether two things were at one time: see :func:`together`; None if it is unknown."""
        return together(self.of(one), self.of(other))

    def before(self, one: str, other: str) -> bool | None:
        """Whether one was over before the other began: see :func:`before`; None if it is unknown."""
        return before(self.of(one), self.of(other))


def together(one: Period | None, other: Period | None) -> bool | None:
    """Whether two times met.

    True if they have twenty years in common, or the shorter one lies within the other; False if they are clearly
    apart, by more than both may be off; None in between, or where one is unknown.
    """
    if one is None or other is None:
        return None
    common = min(one.last, other.last) - max(one.first, other.first)
    slack = one.error + other.error
    if common < -slack:
        return False
    # A life of which only two years lie in the other's is no acquaintance.
    return True if common >= min(20, one.last - one.first, other.last - other.first) else None


def before(one: Period | None, other: Period | None) -> bool | None:
    """Whether one time was over before the other began.

    True or False only if it stays so when both are off by as much as they may be; None in between, or where one is
    unknown.
    """
    if one is None or other is None:
        return None
    gap, slack = other.first - one.last, one.error + other.error
    if gap > slack:
        return True
    return False if gap < -slack or not slack else None


def _middle(period: Period, kind: Kind) -> _Middle | None:
    """What a period tells about that of its neighbours; nothing if it is long."""
    if kind == "person":
        if period.last - period.first > 130:
            return None
        return _Middle(max(min(period.first + PRIME, period.last - 5), period.first), period.error)
    if kind == "body" and period.last == PRESENT:
        return _Middle(period.first, period.error)
    if period.last - period.first > LONG:
        return None
    return _Middle((period.first + period.last) // 2, period.error)


# -- evidence of neighbours ----------------------------------------------------------------------------------------


def periods_of(entities: Mapping[str, Described], facts: Sequence[Triple], *, unread: Iterable[str] = ()) -> Periods:
    """The periods of all entities, by their own years and those of their neighbours.

    ``facts`` of other relations than :data:`RELATIONS` are passed over; their order does not matter. The own years of
    the ``unread`` entities are not used: so estimates can be compared with them.
    """
    kind = kinds(entities, facts)
    hidden = frozenset(unread)
    known: dict[str, Period] = {}
    for identifier, entity in entities.items():
        if identifier not in hidden and (period := own_period(entity, kind[identifier])):
            known[identifier] = period
    middles = {i: m for i, p in known.items() if (m := _middle(p, kind[i]))}
    ties = _ties(facts, kind, known)
    bounds = _bounds(facts, kind, known)
    for _ in range(2):
        middles.update(_estimate(ties, bounds, middles))
    middles.update(_by_traits(facts, kind, middles, bounds))
    for identifier, middle in middles.items():
        if identifier not in known:
            known[identifier] = _estimated(middle, kind[identifier])
    return Periods(cast("dict[str, Period | None]", known))


Ties = dict[str, list[tuple[str, int, int]]]
"""For each entity without a time of its own: (neighbour, years from the neighbour's middle to its own, error)."""


def _ties(facts: Iterable[Triple], kind: Mapping[str, Kind], known: Mapping[str, Period]) -> Ties:
    ties: Ties = {}
    for subject, relation, thing in facts:
        is_a = kind.get(subject, "timeless")
        if relation in TIES:
            tie = TIES[relation]
            if is_a != tie.subject or kind.get(thing) != tie.object:
                continue
            offset, error = tie.offset, tie.error
        elif relation in SUCCESSIONS:
            if is_a not in ("work", "event") or kind.get(thing) != is_a:
                continue
            offset, error = SUCCESSIONS[relation], SUCCESSION_ERROR
        else:
            continue
        if subject not in known and is_a != "body":
            ties.setdefault(subject, []).append((thing, -offset, error))
        if thing not in known:
            ties.setdefault(thing, []).append((subject, offset, error))
    return ties


@dataclass
class _Bounds:
    """What limits the middle of a person's time: years and people that it is after, and before."""

    after: list[int] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    teachers: list[str] = field(default_factory=list)
    pupils: list[str] = field(default_factory=list)

    def limits(self, middles: Mapping[str, _Middle]) -> tuple[list[int], list[int]]:
        """Years that the middle of the person's time is after, and years that it is before."""
        after = self.after + [m.year - m.error // 2 for i in self.teachers if (m := middles.get(i))]
        before = self.before + [m.year + m.error // 2 for i in self.pupils if (m := middles.get(i))]
        return after, before

    def hint(self, middles: Mapping[str, _Middle]) -> _Hint | None:
        """The middle of what the limits leave, if that is little."""
        after, before = self.limits(middles)
        if not after or not before:
            return None
        first, last = max(after), min(before)
        return _Hint((first + last) // 2, max(12, (last - first) // 3)) if -20 <= last - first <= 4 * BESIDE else None


def _bounds(facts: Iterable[Triple], kind: Mapping[str, Kind], known: Mapping[str, Period]) -> dict[str, _Bounds]:
    bounds: dict[str, _Bounds] = {}
    for subject, relation, thing in facts:
        if relation == INFLUENCED_BY and kind.get(subject) == kind.get(thing) == "person":
            bounds.setdefault(subject, _Bounds()).teachers.append(thing)
            bounds.setdefault(thing, _Bounds()).pupils.append(subject)
        elif relation in MEMBERSHIPS and kind.get(subject) == "person" and (period := known.get(thing)):
            found = bounds.setdefault(subject, _Bounds())
            found.after.append(period.first - BESIDE)
            found.before.append(period.last + BESIDE)
    return {identifier: found for identifier, found in bounds.items() if identifier not in known}


def _estimate(ties: Ties, bounds: Mapping[str, _Bounds], middles: Mapping[str, _Middle]) -> dict[str, _Middle]:
    """The middles that one round finds; those that are known already stay as they are."""
    found: dict[str, _Middle] = {}
    for identifier in ties.keys() | bounds.keys():
        if identifier in middles:
            continue
        hints = []
        for neighbour, offset, error in ties.get(identifier, ()):
            if middle := middles.get(neighbour):
                hints.append(_Hint(middle.year + offset, error + middle.error))
        if (limits := bounds.get(identifier)) and (hint := limits.hint(middles)):
            hints.append(hint)
        if hints and (agreed := _agreed(hints)):
            found[identifier] = agreed
    return found


def _by_traits(
    facts: Iterable[Triple], kind: Mapping[str, Kind], middles: Mapping[str, _Middle], bounds: Mapping[str, _Bounds]
) -> dict[str, _Middle]:
    """The middles of people and works that tell none, nor do their neighbours, by what they have in common."""
    telling = frozenset(TRAITS)
    traits: dict[str, list[str]] = {}
    for subject, relation, thing in facts:
        if relation in telling:
            traits.setdefault(subject, []).append(f"{relation} {thing}")
    limits = {i: bound.limits(middles) for i, bound in bounds.items() if i not in middles}
    found: dict[str, _Middle] = {}
    for each in ("person", "work"):
        known = {i: m.year for i, m in middles.items() if kind[i] == each}
        wanted = [i for i in traits if kind.get(i) == each and i not in middles]
        for identifier, (year, error) in estimates(traits, known, wanted, limits).items():
            if error <= TRAITS_ERROR:
                found[identifier] = _Middle(year, TRAITS_ERROR)
    return found


def _agreed(hints: list[_Hint]) -> _Middle | None:
    """The weighted median of what neighbours say, None where they are few and vague, or far apart."""
    hints.sort()
    weights = [10_000 // (hint.error * hint.error + 1) + 1 for hint in hints]
    half = (sum(weights) + 1) // 2
    year = _reached(zip((hint.year for hint in hints), weights), half)
    # Of two that disagree, the spread is the whole distance: the upper median.
    spread = _reached(sorted(zip((abs(hint.year - year) for hint in hints), weights)), half + 1)
    best = min(hint.error for hint in hints)
    error = max(8, spread * 2, best * 5 // 2 // (1 + isqrt(len(hints))))
    return _Middle(year, error) if error <= ENOUGH_ERROR else None


def _reached(weighted: Iterable[tuple[int, int]], enough: int) -> int:
    """The value at which the sum of the weights reaches a number; values ascend."""
    passed = reached = 0
    for value, weight in weighted:
        if passed < enough:
            reached = value
        passed += weight
    return reached


def _estimated(middle: _Middle, kind: Kind) -> Period:
    year = min(middle.year, PRESENT)
    if kind == "person":
        return Period(year - PRIME, min(year + LIFETIME - PRIME, PRESENT), False, middle.error)
    return Period(year, year, False, middle.error)


# -- from a store --------------------------------------------------------------------------------------------------


def read_periods(
    store: GraphStore, kg: str, snapshot: Snapshot | LensedSnapshot | None = None, lens: Lens = IDENTITY
) -> Periods:
    """The periods of a whole KG in a store, in memory all at once.

    What is in memory already as a ``snapshot`` need not be read again. Relations and classes are taken as they are seen
    through the ``lens``, which a snapshot has already.
    """
    dates = dates_of(store, kg, lens)
    if snapshot is not None:
        known = {
            e.id: Described(e.label or "", e.description, e.aliases, e.types, dates.get(e.id))
            for e in snapshot.every_entity()
        }
        return periods_of(known, list(snapshot.links(RELATIONS)))
    entities = {
        (seen_as := lens.seen.thing(cast(str, row["id"]))): Described(
            cast(str, row["label"] or ""),
            cast(str, row["description"] or ""),
            tuple(cast("list[str]", row["aliases"] or ())),
            lens.types(tuple(cast("list[str]", row["types"] or ()))),
            dates.get(seen_as),
        )
        for row in store.run("kg.described", kg=kg)
    }
    relations: list[Value] = [lens.own.relation(r).relation for r in RELATIONS]
    told = [
        Statement(cast(str, row["subject"]), cast(str, row["relation"]), cast(str, row["object"]))
        for row in store.run("kg.linked", kg=kg, relations=relations)
    ]
    seen = map(lens.seen.statement, told)
    return periods_of(entities, [(s.subject, s.relation, str(s.object)) for s in seen])
