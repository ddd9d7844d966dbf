"""Made-up values: dates and numbers that are off by as much as sources differ, never by what nobody would write."""

from __future__ import annotations

from collections.abc import Mapping

from contragraph.graph.model import Literal, content_hash
from contragraph.kgs import ErrorSize
from contragraph.ontology.units import local_name

DEFAULT = ErrorSize(most=5, small=3, share=0.7)
LATEST = 2024
"""No made-up date is later: nothing is said of the future."""
_CLEAR = 3
"""Numbers that are nearer to each other differ by rounding."""
_DATES = frozenset({"date", "gYear", "gYearMonth"})


def variants(relation: str, truth: Literal, errors: Mapping[str, ErrorSize], *salt: object) -> tuple[Literal, ...]:
    """Values to put in place of a true one: the error that was drawn first, with either sign, then others.

    A small error stays a small one, so that at least the share of them is small that is to be; a large one may become
    smaller. The day and the month of a date stay as they are, and so does what is known of it.
    """
    number = int(content_hash("error", relation, truth.value, truth.datatype, *salt), 16)
    size = errors.get(relation, DEFAULT)
    few = number % 1000 < size.share * 1000 or size.small == size.most
    least, most = (size.least, size.small) if few else (size.small + 1, size.most)
    drawn = least + (number >> 10) % (most - least + 1)
    sign = 1 if (number >> 40) % 2 else -1
    tried = dict.fromkeys((drawn, most) if few else (drawn, most, size.small))
    shifts = [direction * _counted(each, truth, size) for each in tried for direction in (sign, -sign)]
    found = (shifted(truth, shift) for shift in shifts)
    return tuple(dict.fromkeys(value for value in found if value is not None and value != truth))


def _counted(error: int, truth: Literal, size: ErrorSize) -> int:
    """An error in units of the value, which some kinds have in percent of it."""
    if not size.percent or not truth.value.lstrip("+-").isdigit():
        return error
    return max(_CLEAR, round(abs(int(truth.value)) * error / 100))


def shifted(truth: Literal, by: int) -> Literal | None:
    """A date so many years later, or a whole number larger by so much; None where there is none."""
    if local_name(truth.datatype) in _DATES:
        year, *rest = truth.value.split("-") if not truth.value.startswith("-") else ("",)
        if not year.isdigit() or not 1 <= (moved := int(year) + by) <= LATEST:
            return None
        if rest == ["02", "29"] and not _leap(moved):
            rest = ["02", "28"]
        value = "-".join([f"{moved:04d}", *rest])
    else:
        if not truth.value.lstrip("+-").isdigit() or int(truth.value) + by <= 0:
            return None
        value = str(int(truth.value) + by)
    return Literal(value, truth.datatype, value)


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
