"""Reading all facts of a large KG from a server: range after range of nodes, two at a time, in lists of numbers.

A row for each fact would cost a client many times what the server needs to find it; lists of plain numbers do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any

import polars as pl

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

NODES = 1 << 17
"""Nodes whose facts are asked for at once: the server holds each answer whole, some ten megabytes."""
READERS = 2
"""Queries at the same time: the server finds one answer while the last is put into columns."""
_END_BITS = 40
"""How ``kg.fact_places`` joins two places in one number."""

Ask = Callable[..., list[dict[str, Any]]]
"""Sends a named query with names and parameters."""


def read_server_index(ask: Ask, kg: str, relations: Sequence[str], order: Order, entities: Entities) -> FactIndex:
    """The facts of a KG, read through ``ask``; ``entities`` reads single entities later."""
    ends = {label: _ranges(ask, label) for label in ("Entity", "Literal")}

    def facts(pool: Executor, label: str) -> Iterator[pl.DataFrame]:
        if ends[label]:
            yield from pool.map(partial(_facts, ask, kg, label), ends["Entity"])

    with ThreadPoolExecutor(READERS) as pool:
        things = pool.map(lambda first: _columns(ask("kg.entity_places", {}, kg=kg, **_range(first))), ends["Entity"])
        literals = pool.map(lambda first: _columns(ask("kg.literal_places", {}, **_range(first))), ends["Literal"])
        return FactIndex(
            _whole(things, ENTITY_COLUMNS),
            _whole(literals, LITERAL_COLUMNS),
            relations,
            facts(pool, "Entity"),
            facts(pool, "Literal"),
            order,
            entities,
        )


def _ranges(ask: Ask, label: str) -> list[int]:
    """The first places of ranges that hold all nodes of a label."""
    found = ask("store.last_place", {"label": label})[0]
    return list(range(0, found["place"] + 1, NODES)) if found["nodes"] else []


def _range(first: int) -> dict[str, int]:
    return {"first": first, "last": first + NODES - 1}


def _columns(rows: list[dict[str, Any]]) -> pl.DataFrame:
    """The one row of lists as a table."""
    return pl.DataFrame(rows[0])


def _whole(parts: Iterator[pl.DataFrame], columns: Columns) -> pl.DataFrame:
    return pl.concat([typed(pl.DataFrame(), columns), *(typed(part, columns) for part in parts if len(part))])


def _facts(ask: Ask, kg: str, label: str, first: int) -> pl.DataFrame:
    """The facts of a range with the places of their ends."""
    parts = []
    for row in ask("kg.fact_places", {"label": label}, kg=kg, **_range(first)):
        ends = pl.Series("ends", row["ends"], dtype=pl.Int64)
        times = (pl.lit(row[name], dtype=pl.String).alias(name) for name in ("valid_from", "valid_to"))
        part = pl.DataFrame([ends, pl.Series("rank", row["rank"], dtype=pl.Int64)]).select(
            (pl.col("ends") // (1 << _END_BITS) + first).alias("subject"),
            (pl.col("ends") % (1 << _END_BITS)).alias("object"),
            "rank",
            pl.lit(row["relation"]).alias("relation"),
            *times,
        )
        parts.append(typed(part, FACT_COLUMNS))
    return pl.concat([typed(pl.DataFrame(), FACT_COLUMNS), *parts])
