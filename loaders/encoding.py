"""Raw facts as numbers: indices of ids, values and times, sorted and without repeats."""

from __future__ import annotations

import polars as pl

from contragraph.graph.model import Literal
from contragraph.loaders.numbers import without_repeats
from contragraph.loaders.raw import RawTables
from contragraph.loaders.redirects import Resolved

VALID = ["valid_from", "valid_to"]
LITERAL = ["value", "datatype"]


def distinct_of(raw: RawTables, column: str, *tables: str) -> pl.Series:
    """The values of a column of raw tables, sorted."""
    parts = [raw.scan(table).select(pl.col(column).unique()).collect(engine="streaming") for table in tables]
    return pl.concat(parts)[column].unique().drop_nulls().sort()


def numbered(values: pl.Series, name: str, number: str) -> pl.LazyFrame:
    """A table from values to their places, to join with."""
    places = pl.int_range(len(values), dtype=pl.UInt32, eager=True)
    return pl.LazyFrame({name: values, number: places})


def encoded_facts(
    raw: RawTables, known: Resolved, relation_ids: pl.Series, validity: pl.DataFrame
) -> tuple[pl.DataFrame, int]:
    """The facts as sorted indices without repeats, and how many repeats were dropped.

    ``valid`` of a fact is an index into the times, null where it has none. A fact that is given with a time and
    without is kept with it.
    """
    objects = known.table("object", "o")
    found = joined(raw.facts().join(objects, on="object"), known, relation_ids, validity, object="o")
    kept = without_repeats(found, ["subject", "relation", "object"])
    return kept, found.height - kept.height


def encoded_literals(
    raw: RawTables, known: Resolved, relation_ids: pl.Series, validity: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame, int]:
    """The facts about values as ``encoded_facts``; then the values themselves by id, to which ``object`` points."""
    table = raw.scan("literal_facts")
    values = table.select(LITERAL).unique().collect(engine="streaming").drop_nulls()
    ids = [Literal(value, datatype).id for value, datatype in values.iter_rows()]
    nodes = values.with_columns(pl.Series("id", ids, dtype=pl.String), pl.col("value").alias("label"))
    nodes = nodes.select("id", *LITERAL, "label").sort("id")
    places = nodes.lazy().select(*LITERAL, pl.int_range(pl.len(), dtype=pl.UInt32).alias("o"))
    found = joined(table.join(places, on=LITERAL), known, relation_ids, validity, object="o")
    kept = without_repeats(found, ["subject", "relation", "object"])
    return kept, nodes, found.height - kept.height


def joined(
    table: pl.LazyFrame, known: Resolved, relation_ids: pl.Series, validity: pl.DataFrame, **columns: str
) -> pl.DataFrame:
    """Facts with indices for subjects, relations and times, and the columns that stand for others."""
    table = table.join(known.table("subject", "s"), on="subject").join(
        numbered(relation_ids, "relation", "r"), on="relation"
    )
    indices = {"subject": "s", "relation": "r", **columns}
    if validity.height:
        table = table.join(timed(validity), on=VALID, how="left", nulls_equal=True)
        indices["valid"] = "valid"
    return table.select(**{name: pl.col(column) for name, column in indices.items()}).collect(engine="streaming")


def times(raw: RawTables) -> pl.DataFrame:
    """The times of validity that facts have, sorted."""
    parts = [
        raw.scan(table)
        .select(VALID)
        .filter(pl.any_horizontal(pl.col(VALID).is_not_null()))
        .unique()
        .collect(engine="streaming")
        for table in ("facts", "literal_facts")
    ]
    return pl.concat(parts).unique().sort(VALID)


def timed(validity: pl.DataFrame) -> pl.LazyFrame:
    """A table from times to their places, to join with."""
    return validity.lazy().with_columns(pl.int_range(pl.len(), dtype=pl.UInt32).alias("valid"))
