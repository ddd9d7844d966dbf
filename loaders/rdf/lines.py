"""N-Triples and N-Quads by whole columns: plain lines are split in bulk, the few others are parsed one by one.

A line is plain if a regular expression accepts it, which accepts less than the grammar: absolute http IRIs, single
blanks, literals without escapes. All others go through pyoxigraph, so that what comes out is what it gives for the
whole file (a property test holds that).
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
import pyoxigraph as ox

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress
from contragraph.loaders.archives import SourceFile
from contragraph.loaders.lines import Tally, blocks
from contragraph.loaders.rdf.terms import LANG_STRING, STRING, TRIPLES, TripleColumns, refuse, said, why

_CHARACTER = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?\u{A0}-\u{D7FF}]|%[0-9A-Fa-f]{2})"
IRI = rf"<https?://[A-Za-z0-9.\-]+(?:/{_CHARACTER}*)?(?:#{_CHARACTER}*)?>"
LITERAL = rf'"[^"\\\x00-\x1f\x7f-\x9f]*"(?:@[A-Za-z]{{1,8}}(?:-[A-Za-z0-9]{{1,8}})*|\^\^{IRI})?'
PLAIN = rf"^{IRI} {IRI} (?:{IRI}|{LITERAL}) \.$"
EMPTY = r"^[ \t]*(?:#.*)?$"
_TAG = r'"@([A-Za-z0-9-]+)$'
_TYPE = r'"\^\^<([^>"]*)>$'
_TAIL = r'"(?:@[A-Za-z0-9-]+|\^\^<[^>"]*>)?$'


def line_triples(
    part: SourceFile, kind: ox.RdfFormat, tally: Tally, *, lenient: bool, progress: Progress
) -> Iterator[pl.DataFrame]:
    """The triples of a file of N-Triples or N-Quads, block by block, in the order of its lines.

    :raises InputError: at the first bad line, unless ``lenient``; then they are tallied
    """
    for block in blocks(part, tally, progress):
        if not lenient:
            demand_utf8(part, tally)
        found = block_triples(part, kind, block, tally, lenient=lenient)
        if found.height:
            yield found
    if not lenient:
        demand_utf8(part, tally)


def block_triples(
    part: SourceFile, kind: ox.RdfFormat, block: pl.DataFrame, tally: Tally, *, lenient: bool
) -> pl.DataFrame:
    """The triples of numbered lines, in their order.

    :raises InputError: at the first bad line, unless ``lenient``; then they are tallied
    """
    # These datatypes need a language, which the regular expression cannot ask for.
    plain = block["line"].str.contains(PLAIN) & ~block["line"].str.ends_with("angString> .")
    found = split(block.filter(plain))
    rest = block.filter(~plain)
    if rest.height:
        found = pl.concat([found, parsed(part, kind, rest, tally, lenient=lenient)])
        found = found.sort("line", maintain_order=True)
    return found


def demand_utf8(part: SourceFile, tally: Tally) -> None:
    """Refuse the file if a line was dropped that is not UTF-8."""
    if "not UTF-8" in tally.dropped:
        raise InputError(said(part, tally.first_lines["not UTF-8"][0], "it is not UTF-8"))


def split(lines: pl.DataFrame) -> pl.DataFrame:
    """The triples of plain lines."""
    fields = lines.select("number", pl.col("line").str.splitn("> ", 3).alias("fields")).unnest("fields")
    value = pl.col("field_2")
    is_iri = value.str.starts_with("<")
    literal = value.str.strip_suffix(" .")
    language = literal.str.extract(_TAG).str.to_lowercase()
    datatype = (
        pl.when(is_iri)
        .then(None)
        .when(literal.str.ends_with('"'))
        .then(pl.lit(STRING))
        .when(literal.str.ends_with(">"))
        .then(literal.str.extract(_TYPE))
        .otherwise(pl.lit(LANG_STRING))
    )
    content = literal.str.replace(_TAIL, "").str.strip_prefix('"')
    return fields.select(
        pl.col("number").alias("line"),
        pl.col("field_0").str.strip_prefix("<").alias("subject"),
        pl.col("field_1").str.strip_prefix("<").alias("predicate"),
        pl.when(is_iri).then(value.str.strip_prefix("<").str.strip_suffix("> .")).otherwise(content).alias("object"),
        datatype.alias("datatype"),
        pl.when(is_iri).then(None).otherwise(language).alias("language"),
    ).select(pl.col(name).cast(kind) for name, kind in TRIPLES.items())


def parsed(part: SourceFile, kind: ox.RdfFormat, lines: pl.DataFrame, tally: Tally, *, lenient: bool) -> pl.DataFrame:
    """The triples of lines that are not plain, by pyoxigraph: all at once, or one by one if any is bad."""
    lines = lines.filter(~pl.col("line").str.contains(EMPTY))
    numbers, texts = lines["number"].to_list(), lines["line"].to_list()
    rows = TripleColumns(tally)
    try:
        quads = list(ox.parse("\n".join(texts), kind))
    except (SyntaxError, MemoryError):
        quads = []
    if len(quads) == len(texts):
        rows.take(zip(numbers, quads))
        return rows.frame()
    for number, text in zip(numbers, texts):
        try:
            rows.take([(number, quad) for quad in ox.parse(text, kind)])
        except (SyntaxError, MemoryError) as error:
            if not lenient:
                raise refuse(part, number, why(error)) from error
            tally.drop(why(error), number)
    return rows.frame()
