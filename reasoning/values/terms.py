"""When two things are the same, when they are surely different, and which of two is surely the later or larger.

Different ids are different entities, always (unique names). Literals are equal by value (5 = 5.0, 1 km = 1000 m). A
literal is not different from one that is only told more exactly: a date is not different from a part of itself (1930
and 1930-05-01), nor a number from one that is rounded to it (1.85 m and 1.8542 m). Texts in two languages may be one
name, so that they are not surely different.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal, InvalidOperation

from contragraph.graph.model import Literal
from contragraph.ontology.units import local_name, unit_of

Term = str | Literal
_DATE = re.compile(r"[+]?(-?\d{4,})(-\d\d)?(-\d\d)?(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?")
_MIDNIGHT = re.compile(r"T00:00:00(\.0+)?")
_DATE_TYPES = frozenset({"date", "dateTime", "gYear", "gYearMonth"})
_NUMBER_TYPES = frozenset({"decimal", "double", "float", "integer", "int", "long", "short", "byte", "quantity"})
_PLAIN = 20
"""Powers of ten up to which a number is written out."""
_NUMBER_ENDINGS = ("Integer", "Int", "Long", "Short", "Byte")
"""How the names of the derived types end: nonNegativeInteger, unsignedInt, …"""
NUMBER, DATE = "number", "date"
"""Datatypes of normal literals; a quantity has the unit of its kind behind it, as in ``number metre``."""
_EXACT = Context(prec=60)
_MOST_DIGITS = 400
"""Digits of a number, beyond which two unequal ones are taken to be different without being computed with."""


def normal(term: Term) -> Term:
    """The one spelling of a term by which equal values are equal objects."""
    if isinstance(term, str):
        return term
    name = local_name(term.datatype)
    if name in _DATE_TYPES:
        return _date(term.value) or Literal(term.value, term.datatype)
    if name in _NUMBER_TYPES or name.endswith(_NUMBER_ENDINGS):
        return _number(term.value) or Literal(term.value, term.datatype)
    unit = unit_of(term.datatype)
    if unit is not None:
        return _number(term.value, unit.factor, f"{NUMBER} {unit.base}") or Literal(term.value, term.datatype)
    return Literal(term.value, term.datatype)


def _date(text: str) -> Literal | None:
    """Year, month and day as far as they are known (Wikidata writes 00 for what is not), and the time of day."""
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day, time, zone = found.groups()
    parts = [year]
    for part in (month, day):
        if part is None or part == "-00":
            return Literal("".join(parts), DATE)
        parts.append(part)
    if time and not (_MIDNIGHT.fullmatch(time) and zone in (None, "Z", "+00:00", "-00:00")):
        parts.append(time + (zone or ""))
    return Literal("".join(parts), DATE)


def _number(text: str, factor: Decimal = Decimal(1), sort: str = NUMBER) -> Literal | None:
    """The number without needless zeros: exact, and short for any exponent."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    if factor != 1 and number.adjusted() < _MOST_DIGITS:
        number = _EXACT.multiply(number, factor)
    sign, digits, exponent = number.as_tuple()
    written = "".join(map(str, digits)).lstrip("0")
    if not written:
        return Literal("0", sort)
    kept = written.rstrip("0")
    power = int(exponent) + len(written) - len(kept)
    exact = Decimal((sign, tuple(map(int, kept)), power))
    return Literal(format(exact, "f") if -_PLAIN <= power <= _PLAIN else str(exact), sort)


def different(left: Term, right: Term) -> bool:
    """Whether two normal terms are surely different things."""
    if left == right:
        return False
    if isinstance(left, str) or isinstance(right, str):
        return True
    if left.datatype == right.datatype == DATE:
        short, long = sorted((left.value, right.value), key=len)
        return not (long.startswith(short) and long[len(short)] in "-T")
    if left.datatype.startswith(NUMBER) and right.datatype.startswith(NUMBER):
        # Without a unit nobody knows of what a number is one; two kinds of units are two kinds of things.
        bare = NUMBER in (left.datatype, right.datatype)
        measured = left.datatype != NUMBER
        return _apart(left.value, right.value, measured) if left.datatype == right.datatype else not bare
    return not (_language(left) and _language(right) and _language(left) != _language(right))


def later(left: Term, right: Term) -> bool:
    """Whether one normal literal is surely a later date, or a larger number, than the other.

    Of things, of texts and of two sorts of literals neither is. A year is not later than a day in it.
    """
    if isinstance(left, str) or isinstance(right, str) or left.datatype != right.datatype:
        return False
    if left.datatype == DATE:
        one, other = _parts(left.value), _parts(right.value)
        known = min(len(one), len(other))
        return one[:known] > other[:known]
    if left.datatype.startswith(NUMBER):
        return different(left, right) and Decimal(left.value) > Decimal(right.value)
    return False


def _parts(date: str) -> tuple[int, ...]:
    """Year, month and day, without the time of day, which zones may shift."""
    era = -1 if date.startswith("-") else 1
    year, *rest = date.lstrip("-").partition("T")[0].split("-")
    return (era * int(year), *map(int, rest))


def _apart(left: str, right: str, measured: bool) -> bool:
    """Whether two unequal numbers are further apart than the rounding of the one that is told less exactly.

    Zeros at the end of what is measured may be rounding (12 km, 12,300 m); counts are taken as they stand.
    """
    if "E" in left + right or max(len(left), len(right)) > _MOST_DIGITS:
        return True
    one, other = (Decimal(text) for text in (left, right))
    places = [_place(text) if measured else min(0, _place(text)) for text in (left, right)]
    if places[0] == places[1]:
        return True
    return abs(_EXACT.subtract(one, other)) > Decimal((0, (5,), max(places) - 1))


def _place(number: str) -> int:
    """The power of ten of the last digit that is not a needless zero."""
    whole, _, fraction = number.partition(".")
    return -len(fraction) if fraction else len(whole) - len(whole.rstrip("0"))


def _language(literal: Literal) -> str:
    """The language of a text, where its datatype tells it: ``rdf:langString@en``."""
    return literal.datatype.partition("@")[2]
