"""Claims of Wikidata beside its facts between items: dates and quantities, and facts with times.

Two layouts are read, told by the first line. KGTK edges (``node1 label node2``, more columns may follow) give times and
quantities. Timed facts (``head relation tail start end``) say from when to when a fact holds: ``1926-##-##`` is a year,
``####-##-##`` nothing. All values of a property are kept; claims of entities that the graph does not have are left out.
Every line that is left out is counted with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import BinaryIO, cast

import polars as pl

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress
from contragraph.loaders.archives import SourceFile, opened
from contragraph.loaders.lines import Tally, compacted, worked_blocks
from contragraph.loaders.times_and_quantities import (
    ANCIENT,
    CALENDAR,
    NO_DAY,
    NOTHING,
    UNREADABLE,
    first,
    is_quantity,
    is_time,
    quantities,
    times,
)
from contragraph.loaders.wikidata.terms import GRAPH
from contragraph.loaders.wikidata.wikidata5m_lines import among
from contragraph.ontology.units import datatypes_of_items

KGTK = ("node1", "label", "node2")
TIMED = ("head", "relation", "tail", "start", "end")
VALID = ["valid_from", "valid_to"]
HEAD_BYTES = 1 << 16
NOT_IN_GRAPH = "about an entity that is not in the graph"
BAD_ID = "bad id"
BACKWARDS = "ends before it begins"
NO_UNIT = "quantity without unit, where others of the property have one"
_ITEM, _PROPERTY = r"^Q[1-9]\d{0,8}$", r"^P[1-9]\d{0,8}$"
_DATE = r"^(?:(\d{1,4})|#+)-(?:(\d\d)|##)-(?:(\d\d)|##)$"
_I, _S = pl.UInt32(), pl.String()
VALUES: dict[str, pl.DataType] = {"subject": _I, "relation": _I, "value": _S, "datatype": _S}
FACTS: dict[str, pl.DataType] = {"subject": _I, "relation": _I, "object": _I, "valid_from": _S, "valid_to": _S}


@dataclass(frozen=True, slots=True)
class Claims:
    """What files of claims say of the entities of a graph, in the order of lines, repeats included.

    ``values``: numbers of subject and relation, value and datatype. ``timed``: numbers of subject, relation and object,
    and the times of validity, null where there is none.
    """

    values: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=VALUES))
    timed: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=FACTS))


@cache
def property_labels() -> pl.DataFrame:
    """``number`` and ``label`` of Wikidata's properties that have times or quantities for values."""
    table = GRAPH.loading.table("labels")
    rows = {"number": [int(key[1:]) for key in table], "label": [label for (label,) in table.values()]}
    return pl.DataFrame(rows, schema={"number": _I, "label": _S})


def read_claims(paths: tuple[Path, ...], entities: pl.Series, progress: Progress) -> tuple[Claims, list[Tally]]:
    """The claims of files about the entities with these numbers (sorted), and what became of the lines of each file.

    :raises InputError: if a file is missing, unreadable, empty, or has another layout
    """
    values, timed = [pl.DataFrame(schema=VALUES)], [pl.DataFrame(schema=FACTS)]
    tallies = []
    for path in paths:
        tally = Tally(path.name)
        columns = header(path)
        if set(TIMED) <= set(columns):
            timed += lines_of(path, columns, TIMED, tally, progress, lambda rows: timed_facts(rows, entities))
        elif set(KGTK) <= set(columns):
            found = lines_of(path, columns, KGTK, tally, progress, lambda rows: claimed(rows, entities))
            values.append(with_units(pl.concat(found), tally) if found else values[0])
        else:
            raise InputError(
                f"The file {path} is no file of claims: its first line must name the columns node1, label, node2 "
                "(KGTK edges) or head, relation, tail, start, end (timed facts)."
            )
        tallies.append(tally)
    return Claims(pl.concat(values), pl.concat(timed)), tallies


def header(path: Path) -> list[str]:
    """The names of the columns, which the first line has."""
    with opened(SourceFile(path)) as stream:
        line = cast(BinaryIO, stream).read(HEAD_BYTES).partition(b"\n")[0]
    if not line:
        raise InputError(f"{path.name} is empty; give the complete file.")
    return line.decode("utf-8-sig", errors="replace").rstrip("\r").split("\t")


def lines_of(
    path: Path,
    columns: list[str],
    wanted: tuple[str, ...],
    tally: Tally,
    progress: Progress,
    work: Callable[[pl.DataFrame], tuple[pl.DataFrame, pl.DataFrame]],
) -> list[pl.DataFrame]:
    """What ``work`` makes of the lines behind the first: the kept ones, and ``number`` and ``why`` of the others.

    It gets the wanted columns, ``calendar`` (null where the file has no such column) and the ``number`` of the line.
    """
    calendar = next((name for name in columns if name.endswith("calendar")), None)
    named = {name: name for name in wanted} | ({"calendar": calendar} if calendar else {})

    def fields(block: pl.DataFrame, tally: Tally) -> pl.DataFrame:
        block = block.filter(pl.col("number") > 1)
        whole = pl.col("line").str.count_matches("\t", literal=True) == len(columns) - 1
        tally.drop_all(f"not {len(columns)} columns", block.filter(~whole)["number"])
        block = block.filter(whole)
        split = block["line"].str.split_exact("\t", len(columns) - 1).struct.unnest()
        split.columns = columns
        rows = split.select(**{name: pl.col(column) for name, column in named.items()}).hstack([block["number"]])
        if calendar is None:
            rows = rows.with_columns(pl.lit(None, dtype=pl.String).alias("calendar"))
        kept, dropped = work(rows)
        for number, why in dropped.iter_rows():
            tally.drop(why, number)
        tally.kept += kept.height
        return compacted(kept)

    found = list(worked_blocks(path, tally, fields, progress))
    tally.lines -= 1  # the names of the columns
    return found


def parted(rows: pl.DataFrame, why: pl.Expr) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows without a reason against them; ``number`` and ``why`` of the others."""
    judged = rows.with_columns(why.alias("why"))
    bad = judged["why"].is_not_null()
    return judged.filter(~bad).drop("why"), judged.filter(bad).select("number", "why")


def numbered(name: str) -> pl.Expr:
    """The number of an id."""
    return pl.col(name).str.slice(1).cast(pl.UInt32, strict=False)


def known(rows: pl.DataFrame, entities: pl.Series, *names: str) -> pl.DataFrame:
    """The rows with ``known``: whether all entities in these columns are among those with the numbers."""
    found = [among(rows.select(numbered(name).fill_null(0)).to_series(), entities).alias(name) for name in names]
    return rows.with_columns(pl.DataFrame(found).select(pl.all_horizontal(pl.all()).alias("known")).to_series())


def bad_ids(items: tuple[str, ...], relation: str) -> pl.Expr:
    """Whether an id of a line is no id."""
    fits = [pl.col(name).str.contains(_ITEM) for name in items]
    return ~pl.all_horizontal([*fits, pl.col(relation).str.contains(_PROPERTY)])


def claimed(rows: pl.DataFrame, entities: pl.Series) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Times and quantities; and the lines that are left out."""
    thing = pl.col("node2")
    calendar = pl.col("calendar").str.extract(r"(Q\d+)\W*$")
    units = {item.rpartition(":")[2]: datatype for item, datatype in datatypes_of_items().items()}
    a_time, an_amount = times(thing), quantities(thing, units)
    unknown = (
        is_time(thing)
        & (pl.col("calendar").fill_null("") != "")
        & ~calendar.is_in(GRAPH.loading.table("claims")["calendars"])
    )
    told = pl.when(is_time(thing)).then(a_time[2]).when(is_quantity(thing)).then(an_amount[2])
    reasons = (
        (BAD_ID, bad_ids(("node1",), "label")),
        (NOT_IN_GRAPH, ~pl.col("known")),
        (CALENDAR, unknown.fill_null(True) & is_time(thing)),
    )
    rows = known(rows, entities, "node1")
    kept, dropped = parted(rows, pl.coalesce(first(reasons), told.otherwise(pl.lit(NOTHING))))
    value, kind = (
        pl.when(is_time(thing)).then(when).otherwise(amount) for when, amount in zip(a_time[:2], an_amount[:2])
    )
    return kept.select(
        "number",
        subject=numbered("node1"),
        relation=numbered("label"),
        value=value,
        datatype=kind,
    ), dropped


def with_units(rows: pl.DataFrame, tally: Tally) -> pl.DataFrame:
    """Without bare numbers of properties that mostly have a unit: 44 is no area."""
    bare = pl.col("datatype").is_in(["xsd:integer", "xsd:decimal"])
    measured = pl.col("datatype").str.starts_with("cg:")
    lacking = rows.select((bare & (2 * measured.sum().over("relation") > pl.len().over("relation"))).alias("l"))["l"]
    tally.drop_all(NO_UNIT, rows["number"].filter(lacking))
    tally.kept -= int(lacking.sum())
    return rows.filter(~lacking).select(list(VALUES))


def timed_facts(rows: pl.DataFrame, entities: pl.Series) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Facts with times, one without any too; and the lines that are left out."""
    read: dict[str, pl.Expr] = {}
    wrong: dict[str, list[pl.Expr]] = {UNREADABLE: [], ANCIENT: [], NO_DAY: []}
    for name, given in zip(VALID, ("start", "end")):
        parts = pl.col(given).str.extract_groups(_DATE)
        year, month, day = (parts.struct.field(str(place)) for place in (1, 2, 3))
        exact = pl.concat_str(
            year.str.zfill(4), month, pl.when(month.is_not_null()).then(day), separator="-", ignore_nulls=True
        )
        date = pl.when(year.is_not_null()).then(exact)
        ancient = pl.col(given).str.contains(r"^-\d") | (year.cast(pl.Int32) == 0)
        impossible = (
            (month > "12")
            | (month == "00")
            | pl.concat_str(year.str.zfill(4), month, day, separator="-").pipe(
                lambda whole: whole.is_not_null() & whole.str.to_date("%Y-%m-%d", strict=False).is_null()
            )
        )
        wrong[ANCIENT].append(ancient)
        wrong[UNREADABLE].append(~pl.col(given).str.contains(_DATE))
        wrong[NO_DAY].append(impossible)
        read[name] = date
    length = pl.min_horizontal(*(date.str.len_bytes() for date in read.values()))
    start, end = (date.str.slice(0, length) for date in read.values())
    reasons = (
        (BAD_ID, bad_ids(("head", "tail"), "relation")),
        (NOT_IN_GRAPH, ~pl.col("known")),
        *(
            (why, pl.any_horizontal([each.fill_null(False) for each in wrong[why]]))
            for why in (ANCIENT, UNREADABLE, NO_DAY)
        ),
        (BACKWARDS, start > end),
    )
    kept, dropped = parted(known(rows, entities, "head", "tail"), first(reasons))
    return kept.select(
        subject=numbered("head"), relation=numbered("relation"), object=numbered("tail"), **read
    ), dropped
