"""When people lived, as their descriptions: YAGO 3 has no descriptions, but the times of births and deaths.

"1948–2013" lets a text speak of the dead in the past, and keeps people of other times out of each other's company.
"""

from __future__ import annotations

import polars as pl

from contragraph.loaders.raw import RawTables
from contragraph.loaders.yago.terms import GRAPH

NAME = "years of lives"
_YEAR = r"^(\d{4})"
"""Years after Christ; of the few before, none is told so."""


def add_lives(raw: RawTables) -> None:
    """Describe those without description by the years of their birth and death, as a source of its own."""
    with raw.writing(NAME, "") as out:
        born, died = _years(raw, "birth", "born"), _years(raw, "death", "died")
        lives = born.join(died, on="id", how="full", coalesce=True)
        if raw.files("descriptions"):
            told = raw.scan("descriptions").select("id").unique().collect(engine="streaming")
            lives = lives.join(told, on="id", how="anti")
        both, first = pl.col("born").is_not_null() & pl.col("died").is_not_null(), pl.col("born").is_not_null()
        text = (
            pl.when(both & (pl.col("born") <= pl.col("died")))
            .then(pl.concat_str(pl.lit("("), "born", pl.lit("–"), "died", pl.lit(")")))
            .when(first)
            .then(pl.concat_str(pl.lit("(born "), "born", pl.lit(")")))
            .otherwise(pl.concat_str(pl.lit("(died "), "died", pl.lit(")")))
        )
        found = lives.select("id", text.alias("text")).sort("id")
        out.tally.lines = out.tally.kept = found.height
        out.add("descriptions", found)


def _years(raw: RawTables, role: str, name: str) -> pl.DataFrame:
    """``id`` and the earliest year that a relation with this role tells of it."""
    told = [pl.LazyFrame(schema={"id": pl.String, name: pl.String})]
    for table, column in (("facts", "valid_from"), ("literal_facts", "value")):
        if raw.files(table):
            rows = raw.scan(table).filter(pl.col("relation").is_in(GRAPH.loading.role(role)))
            told.append(rows.select(pl.col("subject").alias("id"), pl.col(column).str.extract(_YEAR).alias(name)))
    return pl.concat(told).drop_nulls().group_by("id").agg(pl.col(name).min()).sort("id").collect(engine="streaming")
