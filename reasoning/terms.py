"""When two things are the same and when they are surely different.

Different ids are different entities, always (unique names). Literals are equal by value (5 = 5.0); a date
is not different from a part of itself (1930 and 1930-05-01).
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from contragraph.graph.model import Literal

Term = str | Literal
_DATE = re.compile(r"[+]?(-?\d{4,})(-\d\d)?(-\d\d)?(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?")
_MIDNIGHT = re.compile(r"T00:00:00(\.0+)?")
_DATE_TYPES = frozenset({"date", "dateTime", "gYear", "gYearMonth"})
_NUMBER_TYPES = frozenset({"decimal", "double", "float", "integer", "int", "long", "short", "byte", "quantity"})
_PLAIN = 20
"""Powers of ten up to which a number is written out."""
_NUMBER_ENDINGS = ("Integer", "Int", "Long", "Short", "Byte")
"""How the names of the derived types end: nonNegativeInteger, unsignedInt, …"""


def normal(term: Term) -> Term:
    """The one spelling of a term by which equal values are equal objects."""
    if isinstance(term, str):
        return term
    name = re.split(r"[#:/]", term.datatype)[-1]
    if name in _DATE_TYPES:
        return _date(term.value) or Literal(term.value, term.datatype)
    if name in _NUMBER_TYPES or name.endswith(_NUMBER_ENDINGS):
        return _number(term.value) or Literal(term.value, term.datatype)
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
            return Literal("".join(parts), "date")
        parts.append(part)
    if time and not (_MIDNIGHT.fullmatch(time) and zone in (None, "Z", "+00:00", "-00:00")):
        parts.append(time + (zone or ""))
    return Literal("".join(parts), "date")


def _number(text: str) -> Literal | None:
    """The number without needless zeros: exact, and short for any exponent."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    sign, digits, exponent = number.as_tuple()
    written = "".join(map(str, digits)).lstrip("0")
    if not written:
        return Literal("0", "number")
    kept = written.rstrip("0")
    power = int(exponent) + len(written) - len(kept)
    exact = Decimal((sign, tuple(map(int, kept)), power))
    return Literal(format(exact, "f") if -_PLAIN <= power <= _PLAIN else str(exact), "number")


def different(left: Term, right: Term) -> bool:
    """Whether two normal terms are surely different things."""
    if left == right:
        return False
    if isinstance(left, str) or isinstance(right, str):
        return True
    if left.datatype == right.datatype == "date":
        short, long = sorted((left.value, right.value), key=len)
        return not (long.startswith(short) and long[len(short)] in "-T")
    return True
