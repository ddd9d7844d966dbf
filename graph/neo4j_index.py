"""Reading all facts of a large KG from a server: range after range of nodes, two at a time, in lists of numbers.

A row for each fact would cost a client many times what the server needs to find it; lists of plain numbers do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from itertools import chain
from typing import Any

import polars as pl

from contragraph.graph.engine import PART
from contragraph.graph.fact_index import (
    ENTITY_COLUMNS,
    FACT_COLUMNS,
    LITERAL_COLUMNS,
    Columns,
    Entities,
    FactIndex,
    typed,
)
from contragraph.graph.model import Order

READERS = 2
"""Queries at the same time: the server finds one answer while the last is put into columns."""
_END_BITS = 40
"""How ``kg.fact_places`` joins two places in one number."""
_LISTS, _TEXTS = ("ends", "rank"), ("relation", "valid_from", "valid_to")

Ask = Callable[..., list[dict[str, Any]]]
"""Sends a named query with names and parameters."""
Part = Callable[..., pl.DataFrame]
"""Sends a named query over a range of places that answers with lists."""


def read_server_index(
    ask: Ask,
    part: Part,
    ranges: Mapping[str, Sequence[int]],
    kg: str,
    relations: Sequence[str],
    order: Order,
    entities: Entities,
) -> FactIndex:
    """The facts of a KG, read through ``ask`` and ``part`` from the ranges of places that hold each label.

    ``entities`` reads single entities later.
    """

    def facts(pool: Executor, label: str) -> Iterator[pl.DataFrame]:
        if ranges[label]:
            yield from pool.map(partial(_facts, ask, kg, label), ranges["Entity"])

    with ThreadPoolExecutor(READERS) as pool:
        things = pool.map(lambda first: part("kg.entity_places", kg=kg, **_range(first)), ranges["Entity"])
        literals = pool.map(lambda first: part("kg.literal_places", **_range(first)), ranges["Literal"])
        return FactIndex(
            _whole(things, ENTITY_COLUMNS),
            _whole(literals, LITERAL_COLUMNS),
            relations,
            facts(pool, "Entity"),
            facts(pool, "Literal"),
            order,
            entities,
        )


def _range(first: int) -> dict[str, int]:
    return {"first": first, "last": first + PART - 1}


def _whole(parts: Iterator[pl.DataFrame], columns: Columns) -> pl.DataFrame:
    return pl.concat([typed(pl.DataFrame(), columns), *(typed(part, columns) for part in parts if len(part))])


def _facts(ask: Ask, kg: str, label: str, first: int) -> pl.DataFrame:
    """The facts of a range with the places of their ends."""
    rows = ask("kg.fact_places", {"label": label}, kg=kg, **_range(first))
    if not rows:
        return typed(pl.DataFrame(), FACT_COLUMNS)
    # One table for all relations: a hundred thousand small ones would take longer than to read them.
    ends, rank = (pl.Series(name, chain.from_iterable(row[name] for row in rows), dtype=pl.Int64) for name in _LISTS)
    lengths = pl.Series([len(row["rank"]) for row in rows])
    of_row = pl.int_range(len(rows), eager=True).repeat_by(lengths).explode()
    columns = {name: pl.Series([row[name] for row in rows], dtype=pl.String).gather(of_row) for name in _TEXTS}
    return pl.DataFrame({"ends": ends, "rank": rank, **columns}).select(
        (pl.col("ends") // (1 << _END_BITS) + first).alias("subject"),
        (pl.col("ends") % (1 << _END_BITS)).alias("object"),
        *("rank", *_TEXTS),
    )
