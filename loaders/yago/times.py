"""When facts of YAGO hold: dates as its files spell them, and notes about facts that come in files of their own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import polars as pl

from contragraph.loaders.raw import RawSource, RawTables
from contragraph.loaders.yago.moments import split_moments
from contragraph.loaders.yago.terms import GRAPH

SIDES = {relation: side for side, some in GRAPH.loading.table("times").items() for relation in some}
"""Relations of notes about facts that say when those hold."""
DATE = r"^([+-]?\d{3,})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])(?:\D|$))?)?"
MOMENTS = GRAPH.loading.role("at_once")
"""Relations of what happens at once: "since 1995" says that a prize was won in 1995."""
TRIPLE = ["subject", "relation", "object"]
NAME = "times of facts"


def dates(texts: pl.Expr) -> pl.Expr:
    """Dates as ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``, as exact as they are given; null where there is no year.

    ``1998-05-##`` is May 1998. A year after Christ has four digits: "360-##-##" is the number in the name of the
    thing that it is said of.
    """
    parts = texts.str.extract_groups(DATE)
    year, month, day = (parts.struct.field(str(index)) for index in (1, 2, 3))
    ancient = year.str.starts_with("-")
    digits = year.str.strip_chars_start("+-")
    sound = year.is_not_null() & ((ancient & (digits.str.len_bytes() < 5)) | (digits.str.len_bytes() == 4))
    padded = pl.concat_str(pl.when(ancient).then(pl.lit("-")).otherwise(pl.lit("")), digits.str.zfill(4))
    exact = pl.concat_str(padded, month, day, separator="-", ignore_nulls=True)
    # "1998-##-05" has a day and no month: the pattern has stopped at the year.
    return pl.when(sound & ~texts.str.contains(r"^[+-]?\d+#")).then(exact)


def ordered(start: pl.Expr, end: pl.Expr) -> pl.Expr:
    """Whether a time does not end before it begins, as far as both are exact; ancient years are not looked at."""
    length = pl.min_horizontal(start.str.len_bytes(), end.str.len_bytes())
    early = start.str.starts_with("-") | end.str.starts_with("-")
    return (early | (start.str.slice(0, length) <= end.str.slice(0, length))).fill_null(True)


def ended(relation: pl.Expr, start: pl.Expr, end: pl.Expr) -> pl.Expr:
    """The end of a time: for what happens at once the beginning, where no other end is given."""
    return pl.when(end.is_null() & relation.is_in(MOMENTS)).then(start).otherwise(end)


def periods(starts: Sequence[str], ends: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """The periods that some beginnings and ends of one fact make up, each end with the last beginning before it."""
    starts, ends = sorted(set(starts)), sorted(set(ends))
    closed: dict[int, str] = {}
    loose: list[str] = []
    for end in ends:
        place = bisect_right(starts, end + "~") - 1
        if place < 0 or place in closed:
            loose.append(end)
        else:
            closed[place] = end
    found: list[tuple[str | None, str | None]] = [(start, closed.get(i)) for i, start in enumerate(starts)]
    return found if found else [(None, end) for end in loose]


def add_times(raw: RawTables) -> None:
    """Give the facts that were read the times that were noted about them, as rows of a source of their own.

    Notes about facts that were not read, as those of another part of the release, change nothing and are counted.
    """
    if not raw.files("fact_times"):
        return
    with raw.writing(NAME, "") as out:
        notes = raw.scan("fact_times")
        by_id = notes.filter(pl.col("fact").is_not_null()).select("fact", "side", "date")
        named = by_id.join(raw.scan("fact_ids"), left_on="fact", right_on="id").select(*TRIPLE, "side", "date")
        spelled = notes.filter(pl.col("fact").is_null()).select(*TRIPLE, "side", "date")
        every = pl.concat([named, spelled])
        out.tally.lines = notes.select(pl.len()).collect(engine="streaming").item()
        facts = raw.scan("facts").select(TRIPLE)
        _paired(every.join(facts, on=TRIPLE, how="semi"), out, "facts", {})
        for rows in _values(raw, every):
            _paired(rows, out, "literal_facts", {"object": "value"})
        missing = out.tally.lines - out.tally.kept
        if missing:
            out.tally.dropped["about facts that were not read"] = missing
            out.tally.first_lines["about facts that were not read"] = []


def _values(raw: RawTables, notes: pl.LazyFrame) -> list[pl.LazyFrame]:
    """The notes about facts whose object is a value."""
    if not raw.files("literal_facts"):
        return []
    facts = raw.scan("literal_facts").select("subject", "relation", "datatype", "language", object=pl.col("value"))
    return [notes.join(facts.unique(), on=TRIPLE, how="inner")]


def _paired(notes: pl.LazyFrame, out: RawSource, table: str, names: dict[str, str]) -> None:
    """Write one row for each period of each fact."""
    given = notes.collect(engine="streaming")
    if given.is_empty():
        return
    out.tally.kept += given.height
    keys = [name for name in given.columns if name not in ("side", "date")]
    side = pl.col("side")
    listed = given.group_by(keys).agg(
        pl.col("date").filter(side.is_in(["from", "at"])).alias("starts"),
        pl.col("date").filter(side.is_in(["to", "at"])).alias("ends"),
    )
    listed = listed.sort(keys)
    pairs = [periods(starts, ends) for starts, ends in listed.select("starts", "ends").iter_rows()]
    kind = pl.List(pl.Struct({"valid_from": pl.String, "valid_to": pl.String}))
    spans = pl.Series("spans", [[{"valid_from": a, "valid_to": b} for a, b in each] for each in pairs], dtype=kind)
    rows = listed.select(*keys, spans).explode("spans").unnest("spans")
    start, end = pl.col("valid_from"), pl.col("valid_to")
    rows = rows.with_columns(ended(pl.col("relation"), start, end).alias("valid_to"))
    rows = rows.filter(ordered(start, end)).rename(names)
    if table == "facts":
        rows, dated = split_moments(rows, GRAPH.moments, GRAPH.object_moments)
        out.add("literal_facts", dated)
    out.add(table, rows)
