"""Columns of numbers for ids: which there are, where they stand in a table, how often each occurs.

Numbers of entities are dense enough to be places in an array, which is many times faster than a table of hashes. A
graph whose numbers are not is worked on by sorting.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

DENSE = 1 << 28
"""Arrays are made for numbers up to this: a gigabyte, for a moment. Items of Wikidata have numbers up to half of it."""


def distinct_numbers(*columns: pl.Series) -> pl.Series:
    """The numbers (UInt32) in some columns, sorted."""
    if limit(*columns) > DENSE:
        return pl.concat([column.alias("number") for column in columns]).unique().sort()
    seen = np.zeros(limit(*columns) + 1, dtype=np.bool_)
    for column in columns:
        seen[column.to_numpy()] = True
    return pl.Series("number", np.flatnonzero(seen).astype(np.uint32))


def positions(table: pl.Series, values: pl.Series) -> pl.Series:
    """Where each value stands in a table of distinct numbers, which has them all."""
    if limit(table) > DENSE:
        order = table.arg_sort()
        return order.gather(table.gather(order).search_sorted(values)).cast(pl.UInt32)
    places: npt.NDArray[np.uint32] = np.zeros(limit(table) + 1, dtype=np.uint32)
    places[table.to_numpy()] = np.arange(len(table), dtype=np.uint32)
    return pl.Series(values.name, places[values.to_numpy()])


def found_at(table: pl.Series, values: pl.Series) -> pl.Series:
    """Where each value stands in a table of distinct numbers, or null."""
    if limit(table, values) > DENSE:
        rows = pl.DataFrame({"number": table}).with_row_index("place")
        return values.alias("number").to_frame().join(rows, on="number", how="left", maintain_order="left")["place"]
    places: npt.NDArray[np.uint32] = np.zeros(limit(table, values) + 1, dtype=np.uint32)
    places[table.to_numpy()] = np.arange(1, len(table) + 1, dtype=np.uint32)
    found = pl.Series(values.name, places[values.to_numpy()])
    return pl.select(pl.when(found > 0).then(found - 1)).to_series()


def limit(*columns: pl.Series) -> int:
    """The largest number of all, or 0."""
    found = [column.max() for column in columns]
    return max((int(number) for number in found if isinstance(number, int)), default=0)


def counted(indices: pl.Series, count: int) -> pl.Series:
    """How often each of the first ``count`` indices occurs (Int64)."""
    return pl.Series(np.bincount(indices.to_numpy(), minlength=count).astype(np.int64))


def marked(count: int, places: pl.Series) -> pl.Series:
    """``count`` truth values that are true at these places."""
    return pl.repeat(False, count, eager=True).scatter(places, True)


def without_repeats(rows: pl.DataFrame, keys: list[str] | None = None) -> pl.DataFrame:
    """The rows sorted, each once; one without a ``valid`` time only if no other with the same keys has one.

    Comparing neighbours takes a fraction of the memory of a hash table.
    """
    if rows.is_empty():
        return rows
    if "valid" not in rows.columns and sum(widths(rows)) < 64:
        whole = packed(rows)
        whole.sort()  # in its place
        differs = whole[1:] != whole[:-1]
        if not differs.all():
            whole = whole[np.concatenate([[True], differs])]
        return unpacked(whole, rows)
    ordered = rows.sort(rows.columns, nulls_last=True)
    differs = pl.any_horizontal(pl.col(rows.columns).ne_missing(pl.col(rows.columns).shift(1)))
    if keys and "valid" in rows.columns:
        same = pl.all_horizontal(pl.col(keys).eq_missing(pl.col(keys).shift(1)))
        differs &= ~(same & pl.col("valid").is_null())
    return ordered.filter(differs | (pl.int_range(pl.len()) == 0))


def widths(rows: pl.DataFrame) -> list[int]:
    """How many bits the numbers of each column need."""
    return [limit(column).bit_length() for column in rows.get_columns()]


def packed(rows: pl.DataFrame) -> npt.NDArray[np.uint64]:
    """Each row as one number, in the order of the rows: one column is sorted several times as fast as three."""
    whole: npt.NDArray[np.uint64] = np.zeros(rows.height, dtype=np.uint64)
    for column, width in zip(rows.get_columns(), widths(rows)):
        whole <<= np.uint64(width)
        whole |= column.to_numpy()
    return whole


def unpacked(whole: npt.NDArray[np.uint64], like: pl.DataFrame) -> pl.DataFrame:
    """The rows that were packed, in columns (UInt32) like those of another frame."""
    columns: dict[str, pl.Series] = {}
    for name, width in reversed(list(zip(like.columns, widths(like)))):
        columns[name] = pl.Series(name, (whole & np.uint64((1 << width) - 1)).astype(np.uint32))
        whole = whole >> np.uint64(width)
    return pl.DataFrame([columns[name] for name in like.columns])
