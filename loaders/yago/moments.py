"""The time of what happens once as a date of the thing that it happens to.

YAGO 3 says when somebody was born by the time of the fact that says where. To tell the one without the other, and to
reason about it, the time is stated as a date of its own and the fact holds without one.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from contragraph.loaders.raw import TABLES

_SPELLED = {10: "xsd:date", 7: "xsd:gYearMonth", 4: "xsd:gYear"}
"""Datatypes by the number of characters of a date after Christ."""


def split_moments(
    facts: pl.DataFrame, moments: Mapping[str, str], of_objects: Mapping[str, str]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The facts, without times where those have become dates; and the dates, as rows of ``literal_facts``.

    ``facts`` has the columns of the raw table, ``moments`` maps relations to those of the dates of their subjects, and
    ``of_objects`` to those of their objects. Only a time that
    begins and ends alike is a date; of a fact that lasted, or whose year is before Christ, the time stays.
    """
    once = (
        pl.col("relation").is_in([*moments, *of_objects])
        & (pl.col("valid_from") == pl.col("valid_to"))
        & pl.col("valid_from").str.contains(r"^\d{4}(-\d\d){0,2}$")
    ).fill_null(False)
    subject = pl.when(pl.col("relation").is_in(list(of_objects))).then("object").otherwise("subject")
    names = {**moments, **of_objects}
    dated = facts.filter(once).select(
        subject.alias("subject"),
        pl.col("relation").replace_strict(names, default=None, return_dtype=pl.String),
        value="valid_from",
        datatype=pl.col("valid_from").str.len_chars().replace_strict(_SPELLED, default=None, return_dtype=pl.String),
    )
    kept = facts.with_columns(
        pl.when(once).then(pl.lit(None, dtype=pl.String)).otherwise(name).alias(name)
        for name in ("valid_from", "valid_to")
    )
    return kept.select(list(TABLES["facts"])), dated.unique(maintain_order=True)
