"""Classes that a reader has inferred for entities, where the KG gives none: for stand-ins, not to be told."""

from __future__ import annotations

import polars as pl

from contragraph.loaders.raw import RawTables


def with_inferred(entities: pl.DataFrame, raw: RawTables) -> pl.DataFrame:
    """The entities, those without ``types`` with the classes that were inferred for them, sorted."""
    if not raw.files("classes"):
        return entities
    found = raw.scan("classes").unique().sort("id", "class").group_by("id", maintain_order=True)
    lists = found.agg(pl.col("class").alias("inferred")).collect()
    joined = entities.join(lists, on="id", how="left", maintain_order="left")
    bare = (pl.col("types").list.len() == 0) & pl.col("inferred").is_not_null()
    return joined.with_columns(pl.when(bare).then("inferred").otherwise("types").alias("types")).drop("inferred")
