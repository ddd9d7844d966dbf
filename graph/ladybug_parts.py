"""Large tables in parts, each of which the engine can copy within its page cache.

A ``COPY`` keeps there what it sorts: the rows of relationships, of nodes the index of their ids. One that does not fit
is refused, and only when most of the work is done. So parts are made by what rows take, as measured (docs/loading.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from contragraph.graph.errors import StoreError
from contragraph.graph.ladybug_file import BUFFER_BYTES

if TYPE_CHECKING:
    import polars as pl

ROOM = BUFFER_BYTES * 17 // 20
"""Bytes of the page cache that the rows of one ``COPY`` may take; the rest is for the pages they are held against."""
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


def parts(file: Path, folder: Path, *, nodes: bool = False) -> Iterator[Path]:
    """The Parquet file itself if it can be copied at once; else its parts, written in ``folder`` one after the other.

    Each part takes the place of the one before.

    :raises StoreError: if a part cannot be written.
    """
    import polars as pl

    table = pl.scan_parquet(file)
    rows, step = table.select(pl.len()).collect().item(), rows_at_once(table, nodes=nodes)
    if rows <= step:
        yield file
        return
    part = folder / "part.parquet"
    for start in range(0, rows, step):
        try:
            table.slice(start, step).sink_parquet(part, statistics=False)
        except (pl.exceptions.PolarsError, OSError) as error:
            raise StoreError(f"A load needs room for temporary files in {folder}: {error}.") from error
        yield part
    part.unlink()
