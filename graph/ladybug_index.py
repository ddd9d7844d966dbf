"""Reading all facts and entities of a large KG from the embedded engine: range after range, two at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, cast

import polars as pl

from contragraph.graph.entity_table import EntityTable
from contragraph.graph.fact_index import ENTITY_COLUMNS, LITERAL_COLUMNS, FactIndex, typed
from contragraph.graph.model import Order

if TYPE_CHECKING:
    import pyarrow as pa

AT_ONCE = 1 << 18
"""Entities that are read at once, or subjects with all their facts: the engine holds each answer whole."""

Tables = Callable[[str, Iterable[Mapping[str, object]]], "Iterator[pa.Table]"]
"""The rows of a named query for each of many parameters; several threads may ask."""


def read_index(tables: Tables, kg: str, relations: Sequence[str], order: Order) -> FactIndex:
    """All facts of a KG and all its entities."""
    (last,) = tables("kg.last_place", [{}])
    beyond = (last.column("last")[0].as_py() or 0) + 1
    ranges = [{"first": first, "last": first + AT_ONCE} for first in range(0, beyond, AT_ONCE)]
    of_kg = [{"kg": kg, **each} for each in ranges]
    (literals,) = (typed(_frame(table), LITERAL_COLUMNS) for table in tables("kg.literal_places", [{}]))
    (times,) = tables("kg.timed_facts", [{}])
    timed = any(column[0].as_py() for column in times.columns)
    places = [typed(_frame(part), ENTITY_COLUMNS) for part in tables("kg.entity_places", of_kg)]
    entities = pl.concat([typed(pl.DataFrame(), ENTITY_COLUMNS), *places])
    del places
    known = EntityTable(kg, AT_ONCE)
    with ThreadPoolExecutor(1) as pool:
        # What is told of entities is read while facts are sorted.
        reading = pool.submit(lambda: known.read(tables("kg.entities_at", of_kg)))
        of_entities = map(_frame, tables("kg.fact_places" if timed else "kg.untimed_fact_places", ranges))
        of_literals = map(_frame, tables("kg.literal_fact_places", ranges if len(literals) else []))
        index = FactIndex(entities, literals, relations, of_entities, of_literals, order, known)
        reading.result()
    return index


def _frame(table: pa.Table) -> pl.DataFrame:
    return cast(pl.DataFrame, pl.from_arrow(table))
