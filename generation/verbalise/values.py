"""Literals and times in words: "1 May 1930", "12,500", "1.85 m", "from 1990 to 1994".

Nothing here depends on a locale, a library's tables or the machine, for these words are part of a dataset's bytes.
Dates and numbers keep their exactness: a year stays a year.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from contragraph.graph.model import Literal, Statement
from contragraph.ontology.units import local_name, unit_of

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DATE = re.compile(r"[+]?(-?)0*(\d{1,})(?:-(\d\d|##))?(?:-(\d\d|##))?(?:T.*)?(?:Z|[+-]\d\d:\d\d)?")
_DATES = frozenset({"date", "dateTime", "gYear", "gYearMonth"})
_PLAIN = 24
"""Digits before the point up to which a number is written out."""
IN_LETTERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
"""Numbers that texts write out, by what they count."""
MAX_WORDS = 16
"""Longer texts are cut, as names are."""


def words(literal: Literal) -> str:
    """How a text writes a literal: a date by its day, month and year, a quantity with its unit, a text in quotes."""
    datatype = local_name(literal.datatype)
    if datatype in _DATES:
        return date(literal.value) or literal.value
    number = _number(literal.value)
    unit = unit_of(literal.datatype)
    if unit is not None and number:
        return f"{unit.symbol}{number}" if unit.before else f"{number} {unit.symbol}"
    if number and datatype not in ("string", "langString", "anyURI"):
        return IN_LETTERS[int(number)] if len(number) == 1 and number != "0" else number
    if datatype in ("boolean", "anyURI"):
        return literal.value
    cut = " ".join(literal.value.replace("_", " ").split()[:MAX_WORDS])
    quoted = len(cut) > 2 and cut[0] in '“"' and cut[-1] in '”"' and not any(c in cut[1:-1] for c in '“”"')
    bare = cut[1:-1] if quoted else cut
    return f"“{bare}”" if bare else "an empty value"


def in_words(statement: Statement) -> Statement:
    """The statement with its literal, if its object is one, labelled as texts write it."""
    thing = statement.object
    return statement if isinstance(thing, str) else replace(statement, object=replace(thing, label=words(thing)))


def when(literal: Literal) -> str:
    """A date with its preposition ("in 1930", "on 1 May 1930"); empty for what is no date."""
    return _in(literal.value) if local_name(literal.datatype) in _DATES else ""


def date(text: str) -> str:
    """A date in words, as far as it is told; empty if it cannot be read."""
    found = _DATE.fullmatch(text)
    if found is None:
        return ""
    era, year, month, day = found.groups()
    said = f"{int(year)} BC" if era else str(int(year))
    if month is None or not month.isdigit() or not 1 <= int(month) <= 12:
        return said
    said = f"{_MONTHS[int(month) - 1]} {said}"
    return f"{int(day)} {said}" if day is not None and day.isdigit() and int(day) else said


def validity(valid_from: str | None, valid_to: str | None, *, event: bool = False, past: bool = False) -> str:
    """When a statement holds, with a space before it: " from 1990 to 1994", " since 2001", " in 1986"; else empty.

    ``past`` is for what is told in the past tense: " from 2001 on".

    Of an event it says when it was: " in 2001", " between 1990 and 1994".
    """
    if event and valid_from and valid_to is None:
        valid_to = valid_from
    if valid_from and valid_from == valid_to:
        return f" {_in(valid_from)}"
    if event and valid_from and valid_to:
        return f" between {date(valid_from) or valid_from} and {date(valid_to) or valid_to}"
    if valid_from and valid_to:
        return f" from {date(valid_from) or valid_from} to {date(valid_to) or valid_to}"
    if valid_from:
        said = date(valid_from) or valid_from
        return f" from {said} on" if past else f" since {said}"
    return f" {'by' if event else 'until'} {date(valid_to) or valid_to}" if valid_to else ""


def _in(text: str) -> str:
    said = date(text)
    if not said:
        return f"at {text}"
    day = re.match(r"\d+ [A-Z][a-z]", said) is not None
    return f"{'on' if day else 'in'} {said}"


def _number(text: str) -> str:
    """A number with commas and without needless zeros; empty if the text is none."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return ""
    if not number.is_finite():
        return ""
    if number.adjusted() > _PLAIN or (number and number.adjusted() < -_PLAIN):
        return str(number)
    plain = format(number, "f")
    whole, _, fraction = plain.partition(".")
    fraction = fraction.rstrip("0")
    sign, whole = ("−", whole[1:]) if whole.startswith("-") and number else ("", whole.lstrip("-"))
    whole = f"{int(whole):,}"
    return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"
