"""When two things are the same and when they are surely different.

Different ids are different entities, always (unique names). Literals are equal by value (5 = 5.0); a date
is not different from a part of itself (1930 and 1930-05-01).
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from contragraph.graph.model import Literal

Term = str | Literal
_DATE = re.compile(r"[+-]?\d{4,}(-\d\d){0,2}(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?")
_MIDNIGHT = re.compile(r"T00:00:00(\.0+)?(Z|[+-]00:00)?$")
_DATE_TYPES = ("date", "dateTime", "gYear", "gYearMonth")


def _is_date(datatype: str) -> bool:
    return datatype.rsplit("#", 1)[-1].rsplit(":", 1)[-1] in _DATE_TYPES


def normal(term: Term) -> Term:
    """The one spelling of a term by which equal values are equal objects."""
    if isinstance(term, str):
        return term
    if _is_date(term.datatype) and _DATE.fullmatch(term.value):
        return Literal(_MIDNIGHT.sub("", term.value), "date")
    try:
        number = Decimal(term.value)
    except InvalidOperation:
        return Literal(term.value, term.datatype)
    if not number.is_finite() or term.datatype.endswith("string"):
        return Literal(term.value, term.datatype)
    return Literal(format(number.normalize(), "f"), "number")


def different(left: Term, right: Term) -> bool:
    """Whether two normal terms are surely different things."""
    if left == right:
        return False
    if isinstance(left, str) or isinstance(right, str):
        return True
    if left.datatype == right.datatype == "date":
        return not (left.value.startswith(right.value) or right.value.startswith(left.value))
    return True
