"""The layouts in which YAGO was published, read as columns of terms: which it is, is told by the lines themselves.

All have one fact a line: YAGO 3 as tab separated columns with an id before each fact, or as Turtle with the id in a
comment; YAGO 4 as N-Triples; YAGO 4.5 as Turtle with tabs; notes about facts with the fact between ``<<`` and ``>>``.
Collections made of YAGO have plain names in tab separated columns, some with times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal as OneOf

import polars as pl

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress
from contragraph.loaders.archives import SourceFile
from contragraph.loaders.lines import Tally, blocks
from contragraph.loaders.yago.terms import DATE, NUMBER

Layout = OneOf["triples", "identified", "timed", "plain"]
COLUMNS = ("fact", "subject", "relation", "object", "note", "date", "start", "end")
"""What a line gives, as it is spelled there; what it lacks is null.

``fact`` is the id of the fact. With ``note`` and ``date`` the line says something of a fact, which it does not state.
"""
_TERM = r"(<[^<>]*>|[^\s<>\"]+)"
_OBJECT = r'("(?:[^"\\]|\\.)*"(?:@[A-Za-z][\w-]*|\^\^(?:<[^<>]*>|[^\s<>"]+))?|<[^<>]*>|[^\s<>"]+)'
TRIPLE = rf"^\s*{_TERM}\s+{_TERM}\s+{_OBJECT}\s*\.\s*$"
NOTE = rf"^\s*<<\s*{_TERM}\s+{_TERM}\s+{_OBJECT}\s*>>\s+{_TERM}\s+{_OBJECT}\s*\.\s*$"
IDENTIFIED = r"^(?:<[^<>\t]*>)?\t[^\t\s]+\t[^\t\s]+\t[^\t]+(?:\t[^\t]*)?$"
TIMED = r"^[^\t]+\t[^\t]+\t[^\t]+\t<?(?:occurs|occur)(?:Since|Until)>?\t\S+$"
PLAIN = r"^[^\t]+\t[^\t]+\t[^\t]+(?:\t[^\t]*)*$"
SIDE_LINE = r"^\s*(?:#.*|@prefix\b.*|@base\b.*|(?i:prefix|base)\s.*)?$"
"""Comments, prefixes and empty lines."""
PREFIX = re.compile(r"\s*@?prefix\s+([A-Za-z][\w-]*):\s*<([^>]*)>", re.IGNORECASE)
FACT_ID = r"^#@?\s*(<id_[^>]+>)\s*$"
WIKIDATA = r"^Q\d+\tP\d+\tQ\d+$"
WHEN = r"^-?[\d#][\d#-]{3,}$"
HEADER = {
    "subject": "subject",
    "head": "subject",
    "relation": "relation",
    "predicate": "relation",
    "object": "object",
    "tail": "object",
    "start": "start",
    "since": "start",
    "end": "end",
    "until": "end",
}
SAMPLE = 400
"""Lines from which the layout is told."""


@dataclass(slots=True)
class FileLayout:
    """What is known of a file: its layout, the names of plain columns, the prefixes that it has bound so far."""

    layout: Layout
    columns: tuple[str, ...] = ()
    prefixes: dict[str, str] = field(default_factory=dict)


def layout_of(lines: pl.Series) -> FileLayout | None:
    """The layout of a file that begins with these lines, or null if it has none of ours."""
    telling = lines.filter(~lines.str.contains(SIDE_LINE))
    if telling.is_empty():
        return FileLayout("triples") if lines.len() else None
    half = telling.len() / 2

    def count(pattern: str) -> int:
        return int(telling.str.contains(pattern).sum())

    # The small edition of YAGO 4.5 begins with the schema, whose lines are passed over.
    if count(TRIPLE) + count(NOTE) > half or bool(lines.str.contains(r"^@prefix\s+yago:").any()):
        return FileLayout("triples")
    if count(TIMED) > 0 and count(PLAIN) > half:
        return FileLayout("timed")
    if count(IDENTIFIED) > half and telling.str.contains(r"^(?:<[^<>]*>)?\t[^\t]+\t[^\t]+\t").sum() > half:
        return FileLayout("identified")
    if count(PLAIN) <= half or count(r"^\s*(?:<[^<>]*>|\w+:)\S*\s.*[;,]\s*$") > half / 4:
        return None
    header = tuple(HEADER.get(name.strip().lower(), "") for name in telling[0].split("\t"))
    if {"subject", "relation", "object"} <= set(header):
        return FileLayout("plain", header)
    rows = telling.str.split("\t").list
    when = [int(rows.get(place, null_on_oob=True).str.contains(WHEN).sum()) for place in (3, 4)]
    names = ("subject", "relation", "object", *(("start", "end") if min(when) > half else ()))
    return FileLayout("plain", names)


def read_lines(part: SourceFile, tally: Tally, progress: Progress) -> Iterator[tuple[pl.DataFrame, FileLayout]]:
    """The facts and notes of a file, block by block, as ``number`` of the line and ``COLUMNS``.

    :raises InputError: if the file cannot be read, or its lines are in no layout of YAGO
    """
    reading: FileLayout | None = None
    fact: str | None = None
    for block in blocks(part, tally, progress):
        if reading is None:
            sample = block["line"].head(SAMPLE)
            if bool(sample.str.contains(WIKIDATA).all()):
                raise InputError(
                    f"{part.name} holds facts of Wikidata5M, not of YAGO; load it with: contragraph load wikidata5m."
                )
            reading = layout_of(sample)
            if reading is None:
                raise InputError(
                    f"{part.name} is in no layout of YAGO's facts (one fact a line, as Turtle, N-Triples or tab "
                    "separated columns); load other RDF files with: contragraph load rdf."
                )
            if "relation" in reading.columns and HEADER.get(block["line"][0].split("\t")[0].strip().lower()):
                block = block.slice(1)  # noqa: PLW2901
        aside = block["line"].str.contains(SIDE_LINE)
        for line in block["line"].filter(aside):
            if match := PREFIX.match(line):
                reading.prefixes[match[1]] = match[2]
        if reading.layout == "triples":
            named = block["line"].str.extract(FACT_ID)
            above = named.shift(1, fill_value=fact)
            fact = named[-1] if named.len() else None
            block = block.with_columns(above.alias("fact"))  # noqa: PLW2901
        rows = SPLIT[reading.layout](block.filter(~aside), reading)
        bad = rows["object"].is_null() | rows["subject"].is_null()
        tally.drop_all("not one fact on the line", rows["number"].filter(bad))
        yield rows.filter(~bad), reading


def _completed(rows: pl.DataFrame) -> pl.DataFrame:
    """All of ``COLUMNS``, those that are missing as nulls."""
    missing = [pl.lit(None, dtype=pl.String).alias(name) for name in COLUMNS if name not in rows.columns]
    return rows.with_columns(missing).select("number", *COLUMNS)


def _triples(block: pl.DataFrame, reading: FileLayout) -> pl.DataFrame:
    line = block["line"]
    facts = line.str.extract_groups(TRIPLE).struct.unnest()
    facts.columns = ["subject", "relation", "object"]
    rows = block.select("number", "fact").hstack(facts)
    about = line.str.starts_with("<<") | line.str.contains(r"^\s*<<")
    if about.any():
        notes = line.filter(about).str.extract_groups(NOTE).struct.unnest()
        notes.columns = ["subject", "relation", "object", "note", "date"]
        told = block.filter(about).select("number").hstack(notes)
        return pl.concat([_completed(rows.filter(~about)), _completed(told)])
    return _completed(rows)


def _identified(block: pl.DataFrame, reading: FileLayout) -> pl.DataFrame:
    fields = block["line"].str.split_exact("\t", 4).struct.unnest()
    fields.columns = ["fact", "subject", "relation", "object", "number_of"]
    fields = fields.drop("number_of").with_columns(pl.when(pl.col("fact") != "").then("fact").alias("fact"))
    return _completed(block.select("number").hstack(fields))


def _timed(block: pl.DataFrame, reading: FileLayout) -> pl.DataFrame:
    fields = block["line"].str.split_exact("\t", 4).struct.unnest()
    fields.columns = ["subject", "relation", "object", "note", "date"]
    terms = [_bracketed(name) for name in ("subject", "relation", "object", "note")]
    rows = block.select("number").hstack(fields.with_columns(terms))
    # The line states the fact, and says when it holds.
    return pl.concat([_completed(rows.drop("note", "date")), _completed(rows.drop_nulls("note"))])


def _plain(block: pl.DataFrame, reading: FileLayout) -> pl.DataFrame:
    fields = block["line"].str.split_exact("\t", max(len(reading.columns), 4)).struct.unnest()
    names = {f"field_{place}": name for place, name in enumerate(reading.columns) if name}
    rows = fields.select(names.keys()).rename(names)
    rows = rows.with_columns(_bracketed(name) for name in ("subject", "relation"))
    value = pl.col("object").str.contains(f"{NUMBER}|{DATE}")  # plain numbers and dates are no names of things
    rows = rows.with_columns(pl.when(value).then("object").otherwise(_bracketed("object")).alias("object"))
    return _completed(block.select("number").hstack(rows))


def _bracketed(name: str) -> pl.Expr:
    """A plain name as the term that it is; strings and whole terms stay as they are."""
    column = pl.col(name)
    return (
        pl.when(column.str.contains(r'^[<"]') | (column == ""))
        .then(pl.when(column != "").then(column))
        .otherwise(pl.concat_str(pl.lit("<"), column, pl.lit(">")))
        .alias(name)
    )


SPLIT = {"triples": _triples, "identified": _identified, "timed": _timed, "plain": _plain}
