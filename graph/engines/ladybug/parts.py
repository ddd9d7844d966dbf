"""Large tables in parts, each of which the engine can copy within its page cache.

A ``COPY`` keeps there what it sorts: the rows of relationships, of nodes the index of their ids. One that does not fit
is refused, and only when most of the work is done. So parts are made by what rows take, as measured (docs/loading.md).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from contragraph.graph.engines.ladybug.file import BUFFER_BYTES
from contragraph.graph.errors import PageCacheError, StoreError

if TYPE_CHECKING:
    import polars as pl

ROOM = BUFFER_BYTES * 3 // 4
"""Bytes of the page cache that the rows of one ``COPY`` may take; the rest is for the pages they are held against."""
SMALLEST = 10_000
"""Rows of the smallest part that is tried."""
NODE = 240
"""Bytes of a node."""
ENDS = 35
"""Bytes of a relationship without its texts; those of a text by its length are in :func:`_text`."""
FEW = 2_000_000
"""Rows that fit whatever they are."""
_IDS = ("subject", "object", "source", "target")
"""Columns that become places of nodes."""


def rows_at_once(table: pl.LazyFrame, *, nodes: bool) -> int:
    """How many rows of a table the engine can copy at once; all of them, or fewer."""
    import polars as pl

    rows: int = table.select(pl.len()).collect(engine="streaming").item()
    if rows <= FEW:
        return max(rows, 1)
    if nodes:
        return min(rows, ROOM // NODE)
    texts = [c for c, kind in table.collect_schema().items() if kind == pl.String and c not in _IDS]
    sizes = table.select(_text(c).mean() for c in texts).collect(engine="streaming").row(0)
    return min(rows, int(ROOM / (ENDS + sum(sizes))))


def _text(column: str) -> pl.Expr:
    """Bytes of a text of a relationship: short ones have the same place, longer ones are held twice beside it."""
    import polars as pl

    length = pl.col(column).str.len_bytes().fill_null(0)
    return pl.when(length <= 12).then(50.0).otherwise(90 + 2.2 * length).alias(column)


def copy_in_parts(file: Path, folder: Path, copy: Callable[[Path], None], *, nodes: bool) -> None:
    """Let ``copy`` have the Parquet file if it can be copied at once; else its parts, one after the other.

    Parts are written in ``folder``, each in the place of the one before. What does not fit after all is tried again in
    parts half as large: how much a graph takes depends on how its facts are spread as well.

    :raises StoreError: if a part cannot be written, or the smallest does not fit; and what ``copy`` raises.
    """
    import polars as pl

    table, part = pl.scan_parquet(file), folder / "part.parquet"
    rows = table.select(pl.len()).collect().item()
    step, start = rows_at_once(table, nodes=nodes), 0
    while start < rows:
        try:
            if step < rows:
                table.slice(start, step).sink_parquet(part, statistics=False)
            copy(part if step < rows else file)
            start += step
        except PageCacheError:
            if step <= SMALLEST:
                raise
            step = max(SMALLEST, min(step, rows) // 2)
        except (pl.exceptions.PolarsError, OSError) as error:
            raise StoreError(f"A load needs room for temporary files in {folder}: {error}.") from error
    part.unlink(missing_ok=True)
