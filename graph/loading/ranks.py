"""The stable ranks of base facts, from which each seed computes its own order of facts.

The numbers of the three ids are mixed in 64-bit arithmetic, so that millions of facts need one hash for each id and not
one for each fact. Facts that differ by their time of validity alone have different ranks.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import polars as pl

from contragraph.graph.model import RANK_LIMIT

RANK_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)
RANK_MIXER = 0xBF58476D1CE4E5B9
"""Odd constants of the mixing."""
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
    """The ranks of facts, given the numbers of their ids."""
    # Polars wraps unsigned products and sums; dividing by a power of two shifts.
    columns = zip((subjects, relations, objects), RANK_FACTORS)
    first, second, third = (column * pl.Series([factor], dtype=pl.UInt64) for column, factor in columns)
    mixed = first + second + third
    mixed = (mixed ^ (mixed // 2**32)) * pl.Series([RANK_MIXER], dtype=pl.UInt64)
    mixed = mixed ^ (mixed // 2**29)
    return (mixed % RANK_LIMIT).cast(pl.Int64).alias("rank")


def timed_object(object_id: str, valid_from: str | None, valid_to: str | None) -> str:
    """What is hashed for the object of a fact: its id, and the time of validity if there is one."""
    return "\x1f".join((object_id, valid_from or "", valid_to or "")) if valid_from or valid_to else object_id
