"""What a value of a KGTK edge file says: a time with its precision, or a quantity with tolerance and unit.

A time is ``^1891-02-15T00:00:00Z/11``; behind the slash is how exactly it is known (11 to the day, 10 the month, 9 the
year). It becomes a literal of what is known: ``1891-02-15``, ``1891-02`` or ``1891``. A quantity is
``+18.4[+18.3,+18.5]Q712226``: a number, its tolerance, which is not kept, and the item of its unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

import polars as pl

YEAR, MONTH, DAY, FINEST = 9, 10, 11, 14
"""Precisions of times as Wikidata numbers them."""
_TIME = r"^\^([+-]?)(\d{1,16})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)Z?)?(?:/(\d{1,2}))?$"
_QUANTITY = r"^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?)(?:\[[^\]]*\])?(?:(Q[1-9]\d*)(.*))?$"
NOTHING = "neither a time nor a quantity"
UNREADABLE = "time that cannot be read"
NO_PRECISION = "time without precision"
HOUR = "time of day that no clock has (24:00)"
ANCIENT = "year 0 or before it"
FAR = "year of more than four digits"
COARSE = "time that is known to a decade or less exactly"
NO_DAY = "day or month that no calendar has"
CALENDAR = "date of an unknown calendar"
NO_NUMBER = "quantity that cannot be read"
UNITS = "quantity in several units"
UNKNOWN_UNIT = "quantity in a unit that is not known"


def is_time(value: pl.Expr) -> pl.Expr:
    """Whether a value is meant to be a time."""
    return value.str.starts_with("^")


def is_quantity(value: pl.Expr) -> pl.Expr:
    """Whether a value is meant to be a quantity."""
    return value.str.contains(r"^[+-]?\.?\d")


def times(value: pl.Expr) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """``value`` and ``datatype`` of each time, and why it is left out, or null."""
    parts = value.str.extract_groups(_TIME)
    sign, year, month, day, hour, minute, second, exact = (parts.struct.field(str(place)) for place in range(1, 9))
    number, precision = year.cast(pl.Int64, strict=False), exact.cast(pl.Int32, strict=False)
    padded = number.cast(pl.String).str.zfill(4)
    whole = pl.concat_str(padded, month, day, separator="-")
    reasons = (
        (UNREADABLE, number.is_null() | (precision > FINEST)),
        (NO_PRECISION, precision.is_null()),
        (HOUR, (hour > "23") | (minute > "59") | (second > "60")),
        (ANCIENT, (sign == "-") | (number == 0)),
        (FAR, number > 9999),
        (COARSE, precision < YEAR),
        (NO_DAY, (precision >= MONTH) & ~month.cast(pl.Int32, strict=False).is_between(1, 12)),
        (NO_DAY, (precision >= DAY) & whole.str.to_date("%Y-%m-%d", strict=False).is_null()),
    )
    known = pl.when(precision == YEAR).then(padded).when(precision == MONTH).then(whole.str.slice(0, 7))
    kind = pl.when(precision == YEAR).then(pl.lit("xsd:gYear")).when(precision == MONTH).then(pl.lit("xsd:gYearMonth"))
    return known.otherwise(whole), kind.otherwise(pl.lit("xsd:date")), first(reasons)


def quantities(value: pl.Expr, units: Mapping[str, str]) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """``value`` and ``datatype`` of each quantity, and why it is left out, or null.

    :param units: the datatype of each unit, by the local name of its item
    """
    parts = value.str.extract_groups(_QUANTITY)
    number, unit, rest = (parts.struct.field(str(place)) for place in range(1, 4))
    known = unit.replace_strict(dict(units), default=None, return_dtype=pl.String)
    plain = plain_number(number)
    bare = pl.when(plain.str.contains(".", literal=True)).then(pl.lit("xsd:decimal")).otherwise(pl.lit("xsd:integer"))
    reasons = (
        (NO_NUMBER, number.is_null()),
        (UNITS, rest.fill_null("") != ""),
        (UNKNOWN_UNIT, unit.is_not_null() & known.is_null()),
    )
    return plain, pl.when(unit.is_null()).then(bare).otherwise(known), first(reasons)


def plain_number(number: pl.Expr) -> pl.Expr:
    """Numbers without exponent, plus sign and needless zeros; what is no number as it is."""
    power = number.str.contains(r"^[+-]?[\d.]+[eE][+-]?\d{1,3}$")
    plain = pl.when(power).then(number.map_elements(written_out, pl.String)).otherwise(number)
    plain = plain.str.replace(r"^\+", "").str.replace(r"^(-?)0*(\d)", "$1$2").str.replace(r"^(-?)\.", "${1}0.")
    return plain.str.replace(r"(\.\d*?)0*$", "$1").str.strip_suffix(".")


def written_out(number: str) -> str:
    """A number without an exponent; what is no number as it is."""
    try:
        return format(Decimal(number), "f")
    except InvalidOperation:
        return number


def first(reasons: tuple[tuple[str, pl.Expr], ...]) -> pl.Expr:
    """The first reason that holds, or null."""
    return pl.coalesce([pl.when(holds.fill_null(False)).then(pl.lit(reason)) for reason, holds in reasons])
