"""Dates as intervals of days, and years as days: what a proof may count on, whatever the day was.

Days are counted from 0001-01-01 of the proleptic Gregorian calendar, which is day 0; years up to 0 lie before it. A
date tells a day, or as much as its precision says. Before 1923-03-01 the Julian calendar was in use somewhere, and
sources do not say which one they use: until then a date may be 13 days off.
"""

from __future__ import annotations

from calendar import isleap
from functools import lru_cache
from itertools import accumulate

from contragraph.graph.model import Literal
from contragraph.reasoning.values.terms import DATE, NUMBER

_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)
"""Days of a common year before each month."""
_CYCLE, _CYCLE_DAYS = 400, 146_097
"""The calendar repeats after so many years."""


def month_length(year: int, month: int) -> int:
    """The days of a month."""
    return _BEFORE[month] - _BEFORE[month - 1] + (month == 2 and isleap(year))


def day_number(year: int, month: int = 1, day: int = 1) -> int:
    """The days from 0001-01-01 to a date; negative before it."""
    past = year - 1
    leap_days = past // 4 - past // 100 + past // 400
    return 365 * past + leap_days + _BEFORE[month - 1] + (month > 2 and isleap(year)) + day - 1


GREGORIAN = day_number(1923, 3, 1)
"""The first day on which the Gregorian calendar was in use everywhere."""
JULIAN = 13
"""Days that a date may be off until then."""


@lru_cache(maxsize=1 << 15)
def interval(date: str) -> tuple[int, int] | None:
    """The first and the last day that a date in its normal form (see :func:`.terms.normal`) may mean.

    None where it names no day, as a thirteenth month does. A time of day may belong to a day before or after in another
    zone.
    """
    told, _, time = date.partition("T")
    era = -1 if told.startswith("-") else 1
    year, *rest = (int(part) for part in told.lstrip("-").split("-"))
    year *= era
    month, last_month = (rest[0], rest[0]) if rest else (1, 12)
    if not 1 <= month <= 12:
        return None
    length = month_length(year, last_month)
    day, last_day = (rest[1], rest[1]) if rest[1:] else (1, length)
    if not 1 <= day <= length:
        return None
    first, last = day_number(year, month, day), day_number(year, last_month, last_day)
    if time:
        first, last = first - 1, last + 1
    return (first - JULIAN if first < GREGORIAN else first), (last + JULIAN if last < GREGORIAN else last)


def interval_of(literal: Literal) -> tuple[int, int] | None:
    """The days that a normal literal may mean; None if it is no date."""
    return interval(literal.value) if literal.datatype == DATE else None


def years_of(literal: Literal) -> int | None:
    """The whole number of years that a normal literal counts; None if it counts none (a fraction, less than 0)."""
    plain = literal.datatype == NUMBER and literal.value.isascii() and literal.value.isdigit()
    return int(literal.value) if plain else None


@lru_cache(maxsize=1 << 12)
def _leap_days(years: int) -> tuple[int, int]:
    """The fewest and the most leap days in so many (less than 400) years that follow each other."""
    before = list(accumulate((isleap(year) for year in range(2 * _CYCLE)), initial=0))
    found = [before[start + years] - before[start] for start in range(_CYCLE)]
    return min(found), max(found)


def least_days(years: int) -> int:
    """The fewest days from a day to the same day so many years later; of years below 0, as many earlier."""
    if years < 0:
        return -most_days(-years)
    cycles, rest = divmod(years, _CYCLE)
    return cycles * _CYCLE_DAYS + rest * 365 + _leap_days(rest)[0]


def most_days(years: int) -> int:
    """The most days from a day to the same day so many years later; of years below 0, as many earlier."""
    if years < 0:
        return -least_days(-years)
    cycles, rest = divmod(years, _CYCLE)
    return cycles * _CYCLE_DAYS + rest * 365 + _leap_days(rest)[1]
