"""When statements surely hold together: what a time of validity means for proofs.

A statement without a time holds always. With one it holds from some moment of the first unit (a day, month or year) to
some moment of the last, both unknown, so that it surely holds in between: from 1990 to 1994 is from the end of 1990 to
the beginning of 1994. Where both are the same unit it holds all through it ("in 1986"). A bound that is not told does
not limit. Statements contradict each other only where they surely hold at one moment; so two capitals that follow each
other in 1994 do not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from contragraph.graph.model import Statement
from contragraph.reasoning.values.days import month_length

Moment = tuple[int, int, int, int]
"""The beginning of a day (year, month, day), and 1 for just after it, -1 for just before."""
_TIME = re.compile(r"[+]?(-?\d{3,})(?:-(\d\d|##)(?:-(\d\d|##))?)?(?:T.*)?")
_UNKNOWN = ("00", "##", None)
_FIRST, _LAST = (-(10**9), 1, 1, 0), (10**9, 1, 1, 0)


@lru_cache(maxsize=1 << 15)
def unit(time: str) -> tuple[Moment, Moment] | None:
    """The beginning and the end of the day, month or year that a time names; None if it cannot be read."""
    found = _TIME.fullmatch(time)
    if found is None:
        return None
    year = int(found[1])
    if found[2] in _UNKNOWN:
        return (year, 1, 1, 0), (year + 1, 1, 1, 0)
    month = int(found[2])
    if not 1 <= month <= 12:
        return None
    after = (year + 1, 1, 1, 0) if month == 12 else (year, month + 1, 1, 0)
    if found[3] in _UNKNOWN:
        return (year, month, 1, 0), after
    day = int(found[3])
    last = month_length(year, month)
    if not 1 <= day <= last:
        return None
    return (year, month, day, 0), (after if day == last else (year, month, day + 1, 0))


@lru_cache(maxsize=1 << 15)
def span(valid_from: str | None, valid_to: str | None) -> tuple[Moment, Moment]:
    """From when to when a statement surely holds; the first is the later one where no moment is sure.

    A time that cannot be read makes no moment sure.
    """
    if valid_from is not None and valid_from == valid_to:
        only = unit(valid_from)
        return ((*only[0][:3], 1), (*only[1][:3], -1)) if only else (_LAST, _FIRST)
    start = (_FIRST, _FIRST) if valid_from is None else unit(valid_from)
    end = (_LAST, _LAST) if valid_to is None else unit(valid_to)
    return (start[1], end[0]) if start and end else (_LAST, _FIRST)


def is_timed(statement: Statement, events: Collection[str] = ()) -> bool:
    """Whether a statement holds for a time only; ``events`` are relations whose times do not limit."""
    return (statement.valid_from is not None or statement.valid_to is not None) and statement.relation not in events


def together(statements: Sequence[Statement], events: Collection[str] = ()) -> bool:
    """Whether there is a moment at which all of them surely hold; one alone holds at some moment."""
    spans = [span(s.valid_from, s.valid_to) for s in statements if is_timed(s, events)]
    return len(spans) < 2 or max(start for start, _ in spans) <= min(end for _, end in spans)


def meet(one: tuple[str | None, str | None], other: tuple[str | None, str | None]) -> bool:
    """Whether two times, each from and until, surely have a moment in common."""
    if (None, None) in (one, other):
        return True
    (start, end), (begin, until) = span(*one), span(*other)
    return max(start, begin) <= min(end, until)


def moments(statements: Sequence[Statement], events: Collection[str] = ()) -> Iterator[list[int]]:
    """The largest sets of statements that surely hold together, as their places, in a fixed order.

    Of intervals that meet two by two all meet, so that each such set begins with one of its statements.
    """
    timed = [i for i, s in enumerate(statements) if is_timed(s, events)]
    if not timed:
        yield list(range(len(statements)))
        return
    spans = {i: span(statements[i].valid_from, statements[i].valid_to) for i in timed}
    sets = {
        frozenset(j for j in timed if j == i or (spans[j][0] <= spans[i][0] <= min(spans[i][1], spans[j][1])))
        for i in timed
    }
    always = [i for i in range(len(statements)) if i not in spans]
    for one in sorted(map(sorted, sets)):
        if not any(set(one) < other for other in sets):
            yield sorted([*always, *one])
