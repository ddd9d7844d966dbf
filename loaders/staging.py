"""Writing a cleaned knowledge graph as Parquet tables, in one piece or not at all.

Facts come as indices into the entity and relation tables, which are sorted by id; so they take little memory,
and the order of the numbers is the order of the ids.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from contragraph.graph.errors import StoreError
from contragraph.graph.store import Staging
from contragraph.loaders.lines import Progress, silent
from contragraph.loaders.ranks import fact_ranks, id_numbers

ROWS = 1 << 20
"""Facts spelled out at a time."""

LITERALS = pa.schema([(name, pa.string()) for name in ("id", "value", "datatype", "label")])
FACTS = pa.schema([("subject", pa.string()), ("object", pa.string()), ("relation", pa.string()), ("rank", pa.int64())])
ENTITY_COLUMNS = ["id", "label", "description", "aliases", "types", "kg", "degree", "hidden"]
UNIT, RECORD, TABLE = "\x1f", "\x1e", "\x1d"


@dataclass(frozen=True, slots=True)
class Graph:
    """A knowledge graph in memory.

    ``entities``: the columns of the staging table but ``kg``, sorted by id. ``relations``: id, label, facts,
    sorted by id. ``facts``: subject, relation, object as indices (UInt32) of those, sorted, without repeats.
    """

    kg: str
    entities: pl.DataFrame
    relations: pl.DataFrame
    facts: pl.DataFrame


def degrees(facts: pl.DataFrame, count: int) -> pl.Series:
    """Facts in and out of each of ``count`` entities; a fact from an entity to itself counts twice."""
    ends = pl.concat([facts["subject"], facts["object"]])
    counts = pl.DataFrame({"index": ends}).group_by("index").len("degree")
    index = pl.DataFrame({"index": pl.int_range(count, dtype=pl.UInt32, eager=True)})
    joined = index.join(counts, on="index", how="left", maintain_order="left")
    return joined["degree"].fill_null(0).cast(pl.Int64)


def types(facts: pl.DataFrame, ids: pl.Series, relation: int | None) -> pl.Series:
    """The classes of each entity: ids of its objects by the relation with that index, sorted."""
    found = facts.filter(pl.col("relation") == relation) if relation is not None else facts.clear()
    named = found.select("subject", ids.gather(found["object"]).alias("types"))
    lists = named.group_by("subject", maintain_order=True).agg("types")
    index = pl.DataFrame({"subject": pl.int_range(len(ids), dtype=pl.UInt32, eager=True)})
    joined = index.join(lists, on="subject", how="left", maintain_order="left")
    return joined["types"].fill_null(pl.Series([[]], dtype=pl.List(pl.String)))


def write_staging(graph: Graph, folder: Path, progress: Progress = silent) -> Staging:
    """Write all tables into ``folder``, replacing what is there.

    The tables are written beside it under a temporary name that is then renamed: whenever the process is
    killed, ``folder`` holds the old tables, the new ones, or nothing, and the next run cleans up.

    :raises StoreError: if the tables cannot be written
    """
    partial = folder.with_name(folder.name + ".partial")
    old = folder.with_name(folder.name + ".old")
    staging = Staging(partial, graph.kg, snapshot(graph))
    try:
        for leftover in (partial, old):
            shutil.rmtree(leftover, ignore_errors=True)
        partial.mkdir(parents=True)
        write_tables(graph, staging, progress)
        if folder.exists():
            folder.rename(old)
        partial.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        shutil.rmtree(partial, ignore_errors=True)
        reason = error.strerror or error
        raise StoreError(f"The tables cannot be written to {folder} ({reason}); free or choose a place.") from error
    return Staging(folder, graph.kg, staging.snapshot)


def write_tables(graph: Graph, staging: Staging, progress: Progress) -> None:
    """Write each table of the staging folder."""
    kg = pl.lit(graph.kg).alias("kg")
    entities = graph.entities.with_columns(kg).select(ENTITY_COLUMNS)
    entities.write_parquet(staging.table("entities"), statistics=False)
    relations = graph.relations.with_columns(kg).select("id", "label", "kg", pl.col("facts").cast(pl.Int64))
    relations.write_parquet(staging.table("relations"), statistics=False)
    with pq.ParquetWriter(staging.table("facts"), FACTS) as writer:
        done = 0
        for rows in spelled(graph, ranked=True):
            writer.write_table(rows.select(FACTS.names).to_arrow().cast(FACTS))
            done += rows.height
            progress("facts", done, graph.facts.height)
    pq.write_table(LITERALS.empty_table(), staging.table("literals"))
    pq.write_table(FACTS.empty_table(), staging.table("literal_facts"))


def spelled(graph: Graph, *, ranked: bool) -> Iterator[pl.DataFrame]:
    """The facts with ids instead of indices, some at a time, in order."""
    ids, relation_ids = graph.entities["id"], graph.relations["id"]
    numbers = id_numbers(ids) if ranked else None
    relation_numbers = id_numbers(relation_ids)
    for rows in graph.facts.iter_slices(ROWS):
        subject, relation, object_ = rows["subject"], rows["relation"], rows["object"]
        frame = pl.DataFrame(
            {
                "subject": ids.gather(subject),
                "relation": relation_ids.gather(relation),
                "object": ids.gather(object_),
            }
        )
        if numbers is not None:
            columns = numbers.gather(subject), relation_numbers.gather(relation), numbers.gather(object_)
            frame = frame.with_columns(fact_ranks(*columns))
        yield frame


def snapshot(graph: Graph) -> str:
    """The content hash of a graph: of the values of its tables in order, not of the files that hold them."""
    digest = hashlib.sha256()
    listed = [pl.col(name).list.join(UNIT) for name in ("aliases", "types")]
    entities = graph.entities.select("id", "label", "description", *listed, pl.col("hidden").cast(pl.String))
    relations = graph.relations.select("id", "label")
    digest.update(graph.kg.encode())
    for name, frames in (
        ("entities", entities.iter_slices(ROWS)),
        ("relations", relations.iter_slices(ROWS)),
        ("facts", spelled(graph, ranked=False)),
    ):
        digest.update((TABLE + name).encode())
        for frame in frames:
            # Each row starts with the record separator: the hash does not depend on how rows are sliced.
            row = pl.concat_str([pl.lit(RECORD), pl.concat_str(pl.all(), separator=UNIT)])
            digest.update(frame.select(row.str.join("")).item().encode())
    return digest.hexdigest()[:16]
