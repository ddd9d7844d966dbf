"""``fact_rank`` for whole columns: one hash for each id, then the same 64-bit arithmetic on columns."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from contragraph.graph.model import RANK_FACTORS, RANK_LIMIT, RANK_MIXER, id_number


def id_numbers(ids: Iterable[str]) -> pl.Series:
    """The stable numbers of many ids."""
    return pl.Series("number", [id_number(identifier) for identifier in ids], dtype=pl.UInt64)


def fact_ranks(subjects: pl.Series, relations: pl.Series, objects: pl.Series) -> pl.Series:
    """The ranks of facts, given the numbers of their ids; equal to ``fact_rank`` of each."""
    # Polars wraps unsigned products and sums; dividing by a power of two shifts.
    columns = zip((subjects, relations, objects), RANK_FACTORS)
    first, second, third = (column * pl.Series([factor], dtype=pl.UInt64) for column, factor in columns)
    mixed = first + second + third
    mixed = (mixed ^ (mixed // 2**32)) * pl.Series([RANK_MIXER], dtype=pl.UInt64)
    mixed = mixed ^ (mixed // 2**29)
    return (mixed % RANK_LIMIT).cast(pl.Int64).alias("rank")
