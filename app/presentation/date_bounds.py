"""Bounds of dates in words: what a step of a proof says of two points in time."""

from __future__ import annotations

from collections.abc import Callable

from contragraph.graph.model import Bound

ORIGIN = "#origin"
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_ENDS = {"start": "the beginning of", "end": "the end of"}
_YEAR = 365.2425


def date_said(days: int) -> str:
    """The date so many days after 0001-01-01 of the proleptic Gregorian calendar: ``15 February 1930``, ``… 45 BC``."""
    # The years begin with March, so that a leap day comes last (the first year is that of 1 March of the year 0).
    cycle, day = divmod(days + 306, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    number = day - (153 * month + 2) // 5 + 1
    whole = 400 * cycle + year + (month >= 10)
    named = str(whole) if whole > 0 else f"{1 - whole} BC"
    return f"{number} {_MONTHS[(month + 2) % 12]} {named}"


def said(bound: Bound, label: Callable[[str], str]) -> str:
    """A bound as a clause, with the labels of its entities."""

    def named(point: str) -> str:
        entity, _, moment = point.rpartition("#")
        return f"{_ENDS[moment]} {label(entity)}" if moment in _ENDS else point

    if bound.earlier == ORIGIN:
        return f"{named(bound.later)} is not before {date_said(bound.days)}"
    if bound.later == ORIGIN:
        return f"{named(bound.earlier)} is not after {date_said(-bound.days)}"
    if bound.days > 0:
        return f"{named(bound.later)} is at least {_length(bound.days)} after {named(bound.earlier)}"
    if bound.days == 0:
        return f"{named(bound.later)} is not before {named(bound.earlier)}"
    return f"{named(bound.earlier)} is at most {_length(-bound.days)} after {named(bound.later)}"


def _length(days: int) -> str:
    years = f" ({days / _YEAR:.1f} years)" if days >= _YEAR else ""
    return f"{days:,} {'day' if days == 1 else 'days'}{years}"
