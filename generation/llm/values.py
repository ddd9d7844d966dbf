"""Values that a model writes, read as literals of the kind that the graph has: dates as people write them, numbers."""

from __future__ import annotations

import re
from datetime import date

from contragraph.generation.search.values import DEFAULT, LATEST
from contragraph.graph.model import Literal
from contragraph.kgs import ErrorSize
from contragraph.ontology.units import local_name

_DATES = frozenset({"date", "gYear", "gYearMonth"})
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{1,4})(?:-(?P<number>\d{1,2})(?:-(?P<day>\d{1,2}))?)?",
        rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? )?{_MONTH},? (?P<year>\d{{1,4}})",
        rf"{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{1,4}})",
    )
)
_NUMBER = re.compile(r"\d+(?:,\d{3})*")


def read_value(said: str, truth: Literal) -> Literal | None:
    """The value that a model means in place of a true one; None where it is none of that kind.

    What it leaves out of a date stays as it is in the true one, and so does the precision.
    """
    if local_name(truth.datatype) in _DATES:
        value = _date(" ".join(said.split()), truth.value)
    else:
        numbers = _NUMBER.findall(said)
        value = str(int(numbers[0].replace(",", ""))) if len(numbers) == 1 and truth.value.isdigit() else None
    return None if value is None else Literal(value, truth.datatype, value)


def _date(said: str, truth: str) -> str | None:
    if truth.startswith("-"):
        return None
    found = next((m for form in _FORMS if (m := form.fullmatch(said))), None)
    if found is None:
        return None
    told = {name: text for name, text in found.groupdict().items() if text}
    known = dict(zip(("year", "number", "day"), truth.split("-"), strict=False))
    if "month" in told:
        told["number"] = str(_MONTHS.index(told["month"][:3].casefold()) + 1)
    parts = [int(told.get(name, number)) for name, number in known.items()]
    try:
        date(*[*parts, 1, 1][:3])
    except ValueError:
        return None
    return "-".join(f"{part:0{4 if place == 0 else 2}d}" for place, part in enumerate(parts))


def off_by_too_much(made: Literal, truth: Literal, size: ErrorSize = DEFAULT) -> bool:
    """Whether a made-up value is further from the true one than sources are from each other, or lies in the future."""
    one, other = (int(value.value.partition("-")[0]) for value in (made, truth))
    late = local_name(made.datatype) in _DATES and one > LATEST
    return late or abs(one - other) > size.most
