"""Times of made-up claims: such as surely overlap that of a fact, and such as surely do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from contragraph.generation.bank.choosing import lot
from contragraph.generation.bank.knowledge import year_of
from contragraph.graph.model import Object, Statement
from contragraph.reasoning.values.times import meet

_SHIFT = 4
"""Years by which an overlapping time begins or ends earlier or later, at most."""
_GAP = 3
"""Years between a time and one that follows it, at most."""
_GROWN = 16
"""Years from a beginning until anything is said to hold: nobody marries earlier."""
_LAST = 2024
"""No claim but those about the future speaks of a later year."""
FUTURE = (2030, 2045)
"""The first and the last year of claims about the future."""
Times = tuple[str | None, str | None]


def times_of(statement: Statement) -> Times:
    """From when and until when a statement holds."""
    return statement.valid_from, statement.valid_to


def overlapping(fact: Statement, value: Object, lives: Sequence[tuple[int | None, int | None]]) -> Iterator[Statement]:
    """The fact with another value at other times that surely overlap its own.

    ``lives``: years in which those concerned began and ended.
    """
    start, end = year_of(fact.valid_from), year_of(fact.valid_to)
    number = lot("overlap", fact.id)
    for turn in range(_SHIFT * _SHIFT):
        earlier, later = (number + turn) % _SHIFT - 1, (number // _SHIFT + turn) % _SHIFT
        begin = None if start is None else start + earlier
        until = None if end is None else end - later + 1
        if begin is not None and until is not None and begin > until:
            continue
        found = _timed(fact, value, begin, until)
        if times_of(found) != times_of(fact) and _alive(begin, until, lives) and meet(times_of(found), times_of(fact)):
            yield found


def disjoint(
    fact: Statement, value: Object, known: Sequence[Times], lives: Sequence[tuple[int | None, int | None]]
) -> Statement | None:
    """The fact with another value at a time after its own, or else before it, that meets none of the known times."""
    start, end = year_of(fact.valid_from), year_of(fact.valid_to)
    length = max(1, (end - start) if start is not None and end is not None else _SHIFT)
    number = lot("disjoint", fact.id)
    for turn in range(2 * _GAP):
        gap = 1 + (number + turn) % _GAP
        if end is not None and turn < _GAP:
            begin, until = end + gap, end + gap + length
        elif start is not None:
            begin, until = start - gap - length, start - gap
        else:
            continue
        found = _timed(fact, value, begin, until)
        if until <= _LAST and _alive(begin, until, lives) and not any(_touch(times_of(found), t) for t in known):
            return found
    return None


def future(fact: Statement, value: Object) -> Statement:
    """The fact with another value at a time that has yet to come."""
    first, last = FUTURE
    number = lot("future", fact.id)
    begin = first + number % (last - first)
    return _timed(fact, value, begin, begin + 1 + number // 64 % (last - begin))


def year_within(times: Times) -> int | None:
    """A year in which something surely holds all through; None where the times leave none."""
    start, end = year_of(times[0]), year_of(times[1])
    if start is None or end is None or (end - start < 2 and times[0] != times[1]):
        return None
    return (start + end) // 2


def _timed(fact: Statement, value: Object, begin: int | None, until: int | None) -> Statement:
    spelled = (None if year is None else f"{year:04d}" for year in (begin, until))
    start, end = spelled
    return replace(fact, object=value, valid_from=start, valid_to=end)


def _touch(one: Times, other: Times) -> bool:
    """Whether two times may have a moment in common, by their years alone."""
    (a, b), (c, d) = ((year_of(t[0]), year_of(t[1])) for t in (one, other))
    return not ((b is not None and c is not None and b < c) or (d is not None and a is not None and d < a))


def within(times: Times, lives: Sequence[tuple[int | None, int | None]]) -> bool:
    """Whether a time lies within what is known of some lives."""
    return _alive(year_of(times[0]), year_of(times[1]), lives)


def _alive(begin: int | None, until: int | None, lives: Sequence[tuple[int | None, int | None]]) -> bool:
    """Whether a time lies within what is known of some lives."""
    for born, died in lives:
        if born is not None and begin is not None and begin < born + _GROWN:
            return False
        if died is not None and max(begin or 0, until or 0) > died:
            return False
    return True
