"""Wikidata's dates and numbers as RDF has them, made what they are in claims.

A truthy dump and the endpoint write every date as a moment, ``"1891-02-15T00:00:00Z"^^xsd:dateTime``, and do not say
how exactly it is known: of a date on the first of a month, no more than the month is taken as known, of one on the
first day of January the year. Quantities come without their units: those of properties that need one are left out.
"""

from __future__ import annotations

import polars as pl

from contragraph.kgs import REFERENCE, kg_of
from contragraph.loaders.lines import Tally
from contragraph.loaders.times_and_quantities import ANCIENT, FAR, HOUR, NO_DAY, UNREADABLE, first, plain_number

_LOADING = kg_of(REFERENCE).loading
NO_UNIT = "quantity whose unit is not told"
_MOMENT = r"^([+-]?)(\d{4,})-(\d\d)-(\d\d)(?:T(\d\d):\d\d:\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$"
_TIME = "xsd:dateTime"
_NUMBERS = ["xsd:decimal", "xsd:integer", "xsd:double"]


def exact_values(rows: pl.DataFrame, tally: Tally, value: str = "object") -> pl.DataFrame:
    """Rows (``line``, ``relation``, ``datatype`` and values) with Wikidata's dates and numbers as they are in claims.

    Those that cannot be are left out and tallied. Rows of other graphs stay as they are.
    """
    padded = pl.any_horizontal(
        pl.col("relation").str.starts_with(start) for start in _LOADING.table("claims")["padded"]
    )
    given, kind = pl.col(value), pl.col("datatype")
    ours = rows.select((padded & kind.is_in([_TIME, *_NUMBERS])).fill_null(False)).to_series()
    if not ours.any():
        return rows
    a_time, amount = ours & (rows["datatype"] == _TIME), ours & rows["datatype"].is_in(_NUMBERS)
    parts = given.str.extract_groups(_MOMENT)
    sign, year, month, day, hour = (parts.struct.field(str(place)) for place in range(1, 6))
    whole = pl.concat_str(year, month, day, separator="-")
    to_year, to_month = day.is_in(["00", "01"]) & month.is_in(["00", "01"]), day.is_in(["00", "01"])
    known = pl.when(to_year).then(year).when(to_month).then(whole.str.slice(0, 7)).otherwise(whole)
    exact = pl.when(to_year).then(pl.lit("xsd:gYear")).when(to_month).then(pl.lit("xsd:gYearMonth"))
    number = plain_number(given)
    bare = pl.when(number.str.contains(".", literal=True)).then(pl.lit("xsd:decimal")).otherwise(pl.lit("xsd:integer"))
    reasons = (
        (UNREADABLE, a_time & year.is_null()),
        (HOUR, a_time & (hour > "23")),
        (ANCIENT, a_time & ((sign == "-") | (year == "0000"))),
        (FAR, a_time & (year.str.len_bytes() > 4)),
        (NO_DAY, a_time & ~to_month & whole.str.to_date("%Y-%m-%d", strict=False).is_null()),
        (NO_DAY, a_time & to_month & ~to_year & ~month.cast(pl.Int32, strict=False).is_between(1, 12)),
        (NO_UNIT, amount & pl.col("relation").is_in(_LOADING.role("measured"))),
    )
    why = rows.select(first(reasons).alias("why")).to_series()
    for line, reason in zip(rows["line"].filter(why.is_not_null()), why.drop_nulls()):
        tally.drop(reason, line)
    date = exact.otherwise(pl.lit("xsd:date"))
    rows = rows.with_columns(
        pl.when(a_time).then(known).when(amount).then(number).otherwise(given).alias(value),
        pl.when(a_time).then(date).when(amount).then(bare).otherwise(kind).alias("datatype"),
    )
    return rows.filter(why.is_null())
