"""Reading all facts and entities of a large KG from a server: range after range of nodes, three at a time, in lists.

A row for each fact would cost a client many times what the server needs to find it; lists of plain numbers do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import polars as pl

from contragraph.graph.engine import PART
from contragraph.graph.entity_table import EntityTable
from contragraph.graph.fact_index import (
    ENTITY_COLUMNS,
    FACT_COLUMNS,
    LITERAL_COLUMNS,
    Columns,
    FactIndex,
    by_place,
    typed,
)
from contragraph.graph.lists import in_lists
from contragraph.graph.model import Order
from contragraph.graph.names import OTHER, RAW, relationship_type
from contragraph.graph.ranks import fact_ranks, id_numbers

if TYPE_CHECKING:
    import pyarrow as pa

READERS = 3
"""Queries at the same time: the server finds two answers while the last is put into columns."""
_END_BITS = 40
"""How ``kg.fact_places`` joins two places in one number."""
_TOLD: Columns = {
    **dict.fromkeys(("place", "degree"), pl.Int64()),
    **dict.fromkeys(("label", "description"), pl.String()),
}
_LISTS, _TEXTS = ("ends", "rank"), ("relation", "valid_from", "valid_to")
_TIMES = frozenset({"valid_from", "valid_to"})

Ask = Callable[..., list[dict[str, Any]]]
"""Sends a named query with names and parameters."""
Part = Callable[..., pl.DataFrame]
"""Sends a named query over a range of places that answers with lists."""


def read_server_index(
    ask: Ask, part: Part, ranges: Mapping[str, Sequence[int]], kg: str, relations: Sequence[str], order: Order
) -> FactIndex:
    """All facts of a KG and all its entities, read through ``ask`` and ``part`` from the ranges of each label."""
    types = _plain_types(ask, ranges, relations)

    def facts(label: str) -> Iterator[pl.DataFrame]:
        read = partial(_facts, partial(ask, "kg.fact_places", {"label": label}, kg=kg))
        return pool.map(read, ranges["Entity"] if ranges[label] else ())

    known = EntityTable(kg, PART)
    with ThreadPoolExecutor(READERS) as pool, ThreadPoolExecutor(1) as beside:
        things = pool.map(lambda first: part("kg.entity_places", kg=kg, **_range(first)), ranges["Entity"])
        literals = pool.map(lambda first: part("kg.literal_places", **_range(first)), ranges["Literal"])
        if types:
            of_entities = pool.map(partial(_plain_facts, partial(ask, kg=kg), types), ranges["Entity"])
        else:
            of_entities = facts("Entity")
        of_literals = facts("Literal")
        # Asked for last, so that the server finds what is told of entities while facts are sorted.
        told = pool.map(partial(_entities, ask, kg), ranges["Entity"])
        reading = beside.submit(known.read, told)
        columns = _whole(things, ENTITY_COLUMNS), _whole(literals, LITERAL_COLUMNS)
        if types:
            of_entities = _ranked(of_entities, columns[0], relations)
        index = FactIndex(*columns, relations, of_entities, of_literals, order, known)
        reading.result()
    return index


def _plain_types(ask: Ask, ranges: Mapping[str, Sequence[int]], relations: Sequence[str]) -> dict[str, str]:
    """The relations by their relationship types; none if a fact may hold more than its type and its ends say."""
    timed = _TIMES & {row["key"] for row in ask("store.property_keys")}
    types = {relationship_type(relation): relation for relation in relations}
    alone = len(types) == len(relations) and not types.keys() & {RAW, OTHER}
    return types if alone and not timed and not ranges["Literal"] else {}


def _range(first: int) -> dict[str, int]:
    return {"first": first, "last": first + PART - 1}


def _whole(parts: Iterator[pl.DataFrame], columns: Columns) -> pl.DataFrame:
    return pl.concat([typed(pl.DataFrame(), columns), *(typed(part, columns) for part in parts if len(part))])


def _entities(ask: Ask, kg: str, first: int) -> pa.Table:
    """What is told of the entities of a range."""
    (told,) = ask("kg.entities_at", kg=kg, **_range(first))
    columns = [pl.Series(name, told[name], dtype=kind) for name, kind in _TOLD.items()]
    for name in ("aliases", "types"):
        lengths = pl.Series([len(items) for items in told[name]], dtype=pl.Int64).to_numpy()
        columns.append(in_lists(pl.Series(name, list(chain.from_iterable(told[name])), dtype=pl.String), lengths))
    return pl.DataFrame(columns).to_arrow()


def _facts(ask: Ask, first: int) -> pl.DataFrame:
    """The facts of a range with the places of their ends."""
    rows = ask(**_range(first))
    if not rows:
        return typed(pl.DataFrame(), FACT_COLUMNS)
    # One table for all relations: a hundred thousand small ones would take longer than to read them.
    ends, rank = (pl.Series(name, chain.from_iterable(row[name] for row in rows), dtype=pl.Int64) for name in _LISTS)
    lengths = pl.Series([len(row["rank"]) for row in rows])
    of_row = pl.int_range(len(rows), eager=True).repeat_by(lengths).explode()
    columns = {name: pl.Series([row[name] for row in rows], dtype=pl.String).gather(of_row) for name in _TEXTS}
    return _with_places(pl.DataFrame({"ends": ends, "rank": rank, **columns}), first)


def _with_places(facts: pl.DataFrame, first: int) -> pl.DataFrame:
    """Facts with the places of their ends, which the server joined in one number."""
    places = (pl.col("ends") // (1 << _END_BITS) + first, pl.col("ends") % (1 << _END_BITS))
    return facts.select(pl.exclude("ends"), places[0].alias("subject"), places[1].alias("object"))


def _plain_facts(ask: Ask, types: Mapping[str, str], first: int) -> pl.DataFrame:
    """The facts of a range, which are of these types, with the places of their ends."""
    rows = [row for row in ask("kg.plain_fact_places", **_range(first)) if row["type"] in types]
    ends = pl.Series("ends", chain.from_iterable(row["ends"] for row in rows), dtype=pl.Int64)
    relation = pl.Series("relation", [types[row["type"]] for row in rows], dtype=pl.String)
    lengths = pl.Series([len(row["ends"]) for row in rows], dtype=pl.Int64)
    of_row = pl.int_range(len(rows), eager=True).repeat_by(lengths).explode()
    return _with_places(pl.DataFrame([ends, relation.gather(of_row)]), first)


def _ranked(parts: Iterable[pl.DataFrame], entities: pl.DataFrame, relations: Sequence[str]) -> Iterator[pl.DataFrame]:
    """Facts without times, with their ranks: these are faster computed than read."""
    of_relation = pl.DataFrame({"relation": relations, "r": id_numbers(relations)})
    of_place = by_place(entities, id_numbers(entities["id"]))
    for part in parts:
        facts = part.filter(pl.col("object") < len(of_place)).join(of_relation, on="relation")
        ends = of_place.gather(facts["subject"]), of_place.gather(facts["object"])
        yield facts.with_columns(rank=fact_ranks(ends[0], facts["r"], ends[1]))
