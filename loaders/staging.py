"""Writing a cleaned knowledge graph as Parquet tables, in one piece or not at all.

Facts come as indices into the entity and relation tables, which are sorted by id; so they take little memory,
and the order of the numbers is the order of the ids.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from contragraph.graph.loading.lists import in_lists
from contragraph.graph.loading.ranks import fact_ranks, id_numbers, timed_object
from contragraph.graph.loading.staged import names_to_look_up, write_note
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import Staging
from contragraph.loaders.numbers import counted
from contragraph.loaders.properties import COUNTS, PROPERTIES, PlaceLevels, entity_properties, fact_counts, levels_of
from contragraph.loaders.raw import unwritable

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
ENTITY_COLUMNS = ["id", "label", "description", "aliases", "types", "kg", "degree", "hidden", "names", *PROPERTIES]
UNIT, RECORD, TABLE = "\x1f", "\x1e", "\x1d"
INDICES = {name: pl.UInt32() for name in ("subject", "relation", "object")}


Ready = Callable[[Staging], None]
"""What is called, in a thread of its own, when the table of entities is complete and the others are still written.

The folder may get its name as soon as that call is done.
"""


@dataclass(slots=True)
class StagedGraph:
    """A knowledge graph in memory; what has been written is let go, so that it is written once.

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
    levels: PlaceLevels | None = None
    """The levels of places; where none are given, those of the graph that ships with such relations."""
    texts: Callable[[int], pl.DataFrame] | None = None
    """Where names are too many for memory: label, description, aliases and hidden, which are no columns of ``entities``
    then, of the ``ENTITY_ROWS`` entities from a row on."""


def degrees(facts: pl.DataFrame, count: int) -> pl.Series:
    """Facts in and out of each of ``count`` entities; a fact from an entity to itself counts twice."""
    return counted(facts["subject"], count) + counted(facts["object"], count)


def types(facts: pl.DataFrame, ids: pl.Series, *relations: int) -> pl.Series:
    """The classes of each entity: ids of its objects by the relations with these indices, sorted."""
    wanted = pl.any_horizontal([pl.col("relation") == relation for relation in relations] or [pl.lit(False)])
    found = facts.filter(wanted).select("subject", "object")
    if len(relations) > 1 or "valid" in facts.columns:
        found = found.unique().sort("subject", "object")
    # The facts are sorted by subject: the classes of all lie one after the other.
    return in_lists(ids.gather(found["object"]), counted(found["subject"], len(ids)).to_numpy()).alias("types")


def write_staging(graph: StagedGraph, folder: Path, progress: Progress = silent, ready: Ready | None = None) -> Staging:
    """Write all tables of a graph into ``folder``, replacing what is there; the graph is used up.

    The tables are written beside it under a temporary name that is then renamed: whenever the process is
    killed, ``folder`` holds the old tables, the new ones, or nothing, and the next run cleans up.

    :raises StoreError: if the tables cannot be written
    """
    partial = folder.with_name(folder.name + ".partial")
    old = folder.with_name(folder.name + ".old")
    try:
        for leftover in (partial, old):
            shutil.rmtree(leftover, ignore_errors=True)
        partial.mkdir(parents=True)
        staging = write_tables(graph, partial, progress, ready)
        if folder.exists():
            folder.rename(old)
        partial.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        shutil.rmtree(partial, ignore_errors=True)
        raise unwritable(folder, error) from error
    return Staging(folder, graph.kg, staging.snapshot)


def write_tables(graph: StagedGraph, folder: Path, progress: Progress, ready: Ready | None) -> Staging:
    """Write each table of the staging folder, and work out the snapshot from the same rows."""
    kg = pl.lit(graph.kg).alias("kg")
    staging, digest = Staging(folder, graph.kg, ""), Digest(graph.kg)
    ids, values = graph.entities["id"], graph.literals["id"]
    with ThreadPoolExecutor(2) as pool:
        # A loop of Python, beside work on columns, which lets go of the interpreter.
        numbering = pool.submit(id_numbers, ids)
        digest.table("entities")
        properties = entity_properties(
            graph.entities, graph.facts, graph.relations, graph.levels or levels_of(graph.relations["id"])
        )
        with writing(staging.table("entities"), ["kg", "types.list.element", "level", "kind"]) as write:
            table = graph.entities.hstack(properties)
            for start in range(0, table.height, ENTITY_ROWS):
                rows = table.slice(start, ENTITY_ROWS)
                if graph.texts is not None:
                    rows = rows.hstack(graph.texts(start))
                listed = [pl.col(name).list.join(UNIT) for name in ("aliases", "types")]
                digest.rows(rows.select("id", "label", "description", *listed, pl.col("hidden").cast(pl.String)))
                names = names_to_look_up(rows["label"], rows["aliases"])
                write(rows.with_columns(kg, names).select(ENTITY_COLUMNS))
        del table, rows, names, properties
        graph.entities = ids.to_frame()
        started = pool.submit(ready, staging) if ready else None
        digest.table("relations")
        digest.rows(graph.relations.select("id", "label"))
        relations = graph.relations.with_columns(kg).select("id", "label", "kg", pl.col("facts").cast(pl.Int64))
        relations.write_parquet(staging.table("relations"), statistics=False)
        of_ids, of_relations = numbering.result(), id_numbers(graph.relations["id"])
        given = Numbers(of_ids, of_relations, of_ids)
        write_facts(graph, graph.facts, ids, given, staging.table("facts"), digest, progress)
        graph.literals.select(list(NODES)).write_parquet(staging.table("literals"), statistics=False)
        if graph.literals.height:
            digest.table("literals")
            digest.rows(graph.literals.select(list(NODES)))
        given = Numbers(of_ids, of_relations, id_numbers(values))
        write_facts(graph, graph.literal_facts, values, given, staging.table("literal_facts"), digest, progress)
        if started is not None:
            started.result()
    staging = Staging(folder, graph.kg, digest.snapshot())
    write_note(staging)
    return staging


class Numbers(NamedTuple):
    """The numbers of all ids, from which the ranks of facts are made."""

    subjects: pl.Series
    relations: pl.Series
    objects: pl.Series


def write_facts(
    graph: StagedGraph,
    facts: pl.DataFrame,
    objects: pl.Series,
    numbers: Numbers,
    path: Path,
    digest: Digest,
    progress: Progress,
) -> None:
    """Write facts with their ranks; columns for times only where facts have any."""
    columns = [*FACTS, *(VALID if graph.validity.height else []), *COUNTS]
    done = 0
    if path.stem == "facts" or facts.height:
        digest.table(path.stem)
    with writing(path, ["relation", *VALID]) as write:
        if facts.is_empty():
            write(pl.DataFrame(schema={name: (FACTS | COUNTS).get(name, pl.String()) for name in columns}))
        counts = fact_counts(facts)
        for rows in spelled(graph, facts, objects, numbers):
            digest.rows(rows.drop("rank"))
            write(rows.hstack(counts.slice(done, rows.height)).select(columns))
            done += rows.height
            progress(path.stem, done, facts.height)


@contextmanager
def writing(path: Path, repeated: list[str]) -> Iterator[Callable[[pl.DataFrame], None]]:
    """What appends rows to a Parquet file, a row group at a time, while the next rows are made.

    Only columns of values that are often ``repeated`` get a dictionary: of others it is made in vain.
    """
    writers: list[pq.ParquetWriter] = []
    last: list[Future[None]] = []

    def append(rows: pl.DataFrame) -> None:
        table = rows.to_arrow(compat_level=pl.CompatLevel.oldest())
        if not writers:
            writers.append(pq.ParquetWriter(path, table.schema, write_statistics=False, use_dictionary=repeated))
        writers[0].write_table(table)

    with ThreadPoolExecutor(1) as pool:

        def write(rows: pl.DataFrame) -> None:
            # One at a time: no more than the rows that are being made and those being written are in memory.
            if last:
                last.pop().result()
            last.append(pool.submit(append, rows))

        try:
            yield write
            if last:
                last.pop().result()
        finally:
            pool.shutdown()
            for writer in writers:
                writer.close()


def spelled(graph: StagedGraph, facts: pl.DataFrame, objects: pl.Series, numbers: Numbers) -> Iterator[pl.DataFrame]:
    """Facts with ids instead of indices and with their ranks, some at a time, in order.

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
        of_objects = numbers.objects.gather(object_)
        if graph.validity.height:
            of_objects = with_times(of_objects, frame)
        ranks = fact_ranks(numbers.subjects.gather(subject), numbers.relations.gather(relation), of_objects)
        yield frame.with_columns(ranks)


def with_times(numbers: pl.Series, rows: pl.DataFrame) -> pl.Series:
    """The numbers of objects, which for facts with a time depend on it as well."""
    places = rows.select(pl.any_horizontal(pl.col(VALID).is_not_null())).to_series().arg_true()
    told = rows.select("object", *VALID)[places]
    return numbers.scatter(places, id_numbers(timed_object(*row) for row in told.iter_rows()))


class Digest:
    """The content hash of a graph: of the values of its tables in order, not of the files that hold them.

    It is worked out beside the writing, in a thread: hashing lets go of the interpreter.
    """

    def __init__(self, kg: str) -> None:
        self._hash = hashlib.sha256(kg.encode())
        self._pool = ThreadPoolExecutor(1)
        self._last: Future[None] | None = None

    def table(self, name: str) -> None:
        """Begin a table."""
        self._add((TABLE + name).encode())

    def rows(self, frame: pl.DataFrame) -> None:
        """Add rows; each starts with the record separator, so that the hash does not depend on how they are sliced."""
        row = pl.concat_str([pl.lit(RECORD), pl.concat_str(pl.all().fill_null(""), separator=UNIT)])
        column: pa.LargeStringArray = frame.select(row.alias("row"))["row"].to_arrow(
            compat_level=pl.CompatLevel.oldest()
        )
        if len(column):
            _, offsets, data = column.buffers()
            ends = memoryview(offsets).cast("q")[column.offset : column.offset + len(column) + 1]
            self._add(memoryview(data)[ends[0] : ends[-1]])

    def _add(self, data: bytes | memoryview) -> None:
        if self._last is not None:
            self._last.result()
        self._last = self._pool.submit(self._hash.update, data)

    def snapshot(self) -> str:
        """The hash of all that was added, sixteen hexadecimal digits."""
        self._pool.shutdown()
        return self._hash.hexdigest()[:16]
