"""Writing a cleaned knowledge graph as Parquet tables, in one piece or not at all.

Facts come as indices into the entity and relation tables, which are sorted by id; so they take little memory,
and the order of the numbers is the order of the ids.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pyarrow.parquet as pq

from contragraph.graph.errors import StoreError
from contragraph.graph.model import timed_object
from contragraph.graph.staged import names_to_look_up, write_note
from contragraph.graph.store import Staging
from contragraph.loaders.lines import Progress, silent
from contragraph.loaders.numbers import counted
from contragraph.loaders.ranks import fact_ranks, id_numbers

ROWS = 1 << 20
"""Facts spelled out at a time."""
ENTITY_ROWS = 1 << 17

NODES: dict[str, pl.DataType] = {name: pl.String() for name in ("id", "value", "datatype", "label")}
VALID = ["valid_from", "valid_to"]
FACTS: dict[str, pl.DataType] = {
    "subject": pl.String(),
    "object": pl.String(),
    "relation": pl.String(),
    "rank": pl.Int64(),
}
ENTITY_COLUMNS = ["id", "label", "description", "aliases", "types", "kg", "degree", "hidden", "names"]
UNIT, RECORD, TABLE = "\x1f", "\x1e", "\x1d"
INDICES = {name: pl.UInt32() for name in ("subject", "relation", "object")}


@dataclass(frozen=True, slots=True)
class Graph:
    """A knowledge graph in memory.

    ``entities``: the columns of the staging table but ``kg``, sorted by id. ``relations``: id, label, facts,
    sorted by id. ``facts``: subject, relation, object as indices (UInt32) of those, sorted, without repeats; where
    facts have a time of validity, also ``valid``, an index into ``validity`` (valid_from, valid_to) or null.
    ``literal_facts``: the same, but ``object`` is an index into ``literals`` (id, value, datatype, label; by id).
    """

    kg: str
    entities: pl.DataFrame
    relations: pl.DataFrame
    facts: pl.DataFrame
    validity: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=dict.fromkeys(VALID, pl.String())))
    literals: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=NODES))
    literal_facts: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=INDICES))


def degrees(facts: pl.DataFrame, count: int) -> pl.Series:
    """Facts in and out of each of ``count`` entities; a fact from an entity to itself counts twice."""
    return counted(facts["subject"], count) + counted(facts["object"], count)


def types(facts: pl.DataFrame, ids: pl.Series, *relations: int) -> pl.Series:
    """The classes of each entity: ids of its objects by the relations with these indices, sorted."""
    found = facts.filter(pl.col("relation").is_in(relations)).select("subject", "object")
    if len(relations) > 1 or "valid" in facts.columns:
        found = found.unique().sort("subject", "object")
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
    with writing(staging.table("entities")) as write:
        for rows in graph.entities.iter_slices(ENTITY_ROWS):
            write(rows.with_columns(kg, names_to_look_up().alias("names")).select(ENTITY_COLUMNS))
    relations = graph.relations.with_columns(kg).select("id", "label", "kg", pl.col("facts").cast(pl.Int64))
    relations.write_parquet(staging.table("relations"), statistics=False)
    graph.literals.select(list(NODES)).write_parquet(staging.table("literals"), statistics=False)
    ids = graph.entities["id"]
    of_ids, of_relations = id_numbers(ids), id_numbers(graph.relations["id"])
    numbers = Numbers(of_ids, of_relations, of_ids)
    write_facts(graph, graph.facts, ids, numbers, staging.table("facts"), progress)
    numbers = Numbers(of_ids, of_relations, id_numbers(graph.literals["id"]))
    write_facts(graph, graph.literal_facts, graph.literals["id"], numbers, staging.table("literal_facts"), progress)
    write_note(staging)


class Numbers(NamedTuple):
    """The numbers of all ids, from which the ranks of facts are made."""

    subjects: pl.Series
    relations: pl.Series
    objects: pl.Series


def write_facts(
    graph: Graph, facts: pl.DataFrame, objects: pl.Series, numbers: Numbers, path: Path, progress: Progress
) -> None:
    """Write facts with their ranks; columns for times only where facts have any."""
    columns = [*FACTS, *(VALID if graph.validity.height else [])]
    done = 0
    with writing(path) as write:
        if facts.is_empty():
            write(pl.DataFrame(schema={name: FACTS.get(name, pl.String()) for name in columns}))
        for rows in spelled(graph, facts, objects, numbers):
            write(rows.select(columns))
            done += rows.height
            progress(path.stem, done, facts.height)


@contextmanager
def writing(path: Path) -> Iterator[Callable[[pl.DataFrame], None]]:
    """What appends rows to a Parquet file, a row group at a time."""
    writers: list[pq.ParquetWriter] = []

    def write(rows: pl.DataFrame) -> None:
        table = rows.to_arrow(compat_level=pl.CompatLevel.oldest())
        if not writers:
            writers.append(pq.ParquetWriter(path, table.schema, write_statistics=False))
        writers[0].write_table(table)

    try:
        yield write
    finally:
        for writer in writers:
            writer.close()


def spelled(
    graph: Graph, facts: pl.DataFrame, objects: pl.Series, numbers: Numbers | None = None
) -> Iterator[pl.DataFrame]:
    """Facts with ids instead of indices, some at a time, in order, with ranks if the numbers of ids are given.

    ``objects`` are the ids to which the objects' indices point.
    """
    ids, relation_ids = graph.entities["id"], graph.relations["id"]
    for rows in facts.iter_slices(ROWS):
        subject, relation, object_ = rows["subject"], rows["relation"], rows["object"]
        frame = pl.DataFrame(
            {
                "subject": ids.gather(subject),
                "relation": relation_ids.gather(relation),
                "object": objects.gather(object_),
            }
        )
        if graph.validity.height:
            frame = frame.hstack([graph.validity[name].gather(rows["valid"]) for name in VALID])
        if numbers is not None:
            of_objects = numbers.objects.gather(object_)
            if graph.validity.height:
                of_objects = with_times(of_objects, frame)
            frame = frame.with_columns(
                fact_ranks(numbers.subjects.gather(subject), numbers.relations.gather(relation), of_objects)
            )
        yield frame


def with_times(numbers: pl.Series, rows: pl.DataFrame) -> pl.Series:
    """The numbers of objects, which for facts with a time depend on it as well."""
    places = rows.select(pl.any_horizontal(pl.col(VALID).is_not_null())).to_series().arg_true()
    told = rows.select("object", *VALID)[places]
    return numbers.scatter(places, id_numbers(timed_object(*row) for row in told.iter_rows()))


def snapshot(graph: Graph) -> str:
    """The content hash of a graph: of the values of its tables in order, not of the files that hold them."""
    digest = hashlib.sha256()
    listed = [pl.col(name).list.join(UNIT) for name in ("aliases", "types")]
    entities = graph.entities.select("id", "label", "description", *listed, pl.col("hidden").cast(pl.String))
    relations = graph.relations.select("id", "label")
    digest.update(graph.kg.encode())
    tables = [
        ("entities", entities.iter_slices(ENTITY_ROWS)),
        ("relations", relations.iter_slices(ROWS)),
        ("facts", spelled(graph, graph.facts, graph.entities["id"])),
    ]
    if graph.literal_facts.height:
        values = graph.literals.iter_slices(ROWS)
        told = spelled(graph, graph.literal_facts, graph.literals["id"])
        tables += [("literals", values), ("literal_facts", told)]
    for name, frames in tables:
        digest.update((TABLE + name).encode())
        for frame in frames:
            # Each row starts with the record separator: the hash does not depend on how rows are sliced.
            row = pl.concat_str([pl.lit(RECORD), pl.concat_str(pl.all().fill_null(""), separator=UNIT)])
            digest.update(frame.select(row.str.join("")).item().encode())
    return digest.hexdigest()[:16]
