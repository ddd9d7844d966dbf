"""``fact_rank`` for whole columns: one hash for each id, then the same 64-bit arithmetic on columns."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import polars as pl

from contragraph.graph.loading.fact_rank import RANK_FACTORS, RANK_MIXER
from contragraph.graph.model import RANK_LIMIT

AT_ONCE = 1 << 17
"""Ids that are objects of Python at the same time, which takes ten times the memory of a column."""


def id_numbers(ids: Iterable[str] | pl.Series) -> pl.Series:
    """The stable numbers of many ids, as ``id_number`` gives them one by one."""
    given = ids if isinstance(ids, pl.Series) else pl.Series(list(ids), dtype=pl.String)
    hashed = blake2b  # looked up once: this loop is a good part of a load
    parts = [pl.Series("number", [], dtype=pl.UInt64)]
    for start in range(0, len(given), AT_ONCE):
        some = given.slice(start, AT_ONCE).cast(pl.Binary).to_list()
        digests = pl.Series("number", [hashed(each, digest_size=8).digest() for each in some], dtype=pl.Binary)
        parts.append(digests.bin.reinterpret(dtype=pl.UInt64, endianness="big"))
    return pl.concat(parts, rechunk=True)


def fact_ranks(subjects: pl.Series, relations: pl.Series, objects: pl.Series) -> pl.Series:
    """The ranks of facts, given the numbers of their ids; equal to ``fact_rank`` of each."""
    # Polars wraps unsigned products and sums; dividing by a power of two shifts.
    columns = zip((subjects, relations, objects), RANK_FACTORS)
    first, second, third = (column * pl.Series([factor], dtype=pl.UInt64) for column, factor in columns)
    mixed = first + second + third
    mixed = (mixed ^ (mixed // 2**32)) * pl.Series([RANK_MIXER], dtype=pl.UInt64)
    mixed = mixed ^ (mixed // 2**29)
    return (mixed % RANK_LIMIT).cast(pl.Int64).alias("rank")
