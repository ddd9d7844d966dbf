"""A whole load into the embedded store, beside the engine's own bulk COPY alone of the same rows from Parquet.

The rows are those that our loader makes: what is compared is all that we add (reading, cleaning, choosing labels,
ranks, staging, the switch to the new file) with the least that any load must do. Each run is in a process of its own.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path
from string import Template

import ladybug

from benchmarks.measure import Table, Took, alone, gigabytes, peak_memory, ratio, timed
from benchmarks.source import KG, Source
from contragraph import cypher
from contragraph.graph import open_store
from contragraph.graph.staged import read_staged
from contragraph.graph.store import Staging
from contragraph.loaders import Wikidata5mFiles, stage_wikidata5m

COPY = Template(Path(__file__).with_name("bulk_copy.cypher").read_text("utf-8"))


def whole_load(files: Wikidata5mFiles, path: Path) -> tuple[Took, Took, int | None]:
    """How long files to staged tables took, how long these into a new store, and the peak of memory."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        staging_time, (staging, _) = timed(stage_wikidata5m, files, Path(folder) / "staging")
        filling_time, _ = timed(into_store, f"ladybug:{path}", staging)
    return staging_time, filling_time, peak_memory()


def into_store(address: str, staging: Staging) -> None:
    """Open a store, load, close."""
    with open_store(address, create=True) as store:
        store.load(staging)


def prepare(files: Wikidata5mFiles, folder: Path) -> tuple[Staging, dict[str, int]]:
    """Parquet tables in the columns of the store's own, and how many rows each has."""
    staging, _ = stage_wikidata5m(files, folder / "staging")
    rows = {}
    for name in ("entities", "relations", "facts"):
        table = read_staged(staging, name)
        table.write_parquet(folder / f"{name}.parquet")
        rows[name] = table.height
    return staging, rows


def bulk_copy(folder: Path, path: Path) -> tuple[Took, int | None]:
    """How long COPY and checkpoint took into an empty file that has the tables, and the peak of memory."""
    database = ladybug.Database(str(path))
    connection = ladybug.Connection(database)
    for statement in cypher.get("schema.create", "ladybug").statements():
        connection.execute(statement)
    statements = COPY.substitute(folder=folder).strip().split(";\n")
    took, _ = timed(lambda: [connection.execute(s.rstrip(";")) for s in statements])
    connection.close()
    database.close()
    return took, peak_memory()


def into_neo4j(staging: Staging) -> Took | None:
    """How long the server at $NEO4J_URI took for the staged tables; None if it holds a KG, which must not be lost."""
    with open_store(os.environ["NEO4J_URI"], create=True) as store:
        if store.kgs():
            return None
        return timed(store.load, staging)[0]


def run(source: Source, folder: Path, repeats: int) -> list[Table]:
    """Both in turn, the medians of several runs."""
    folder = folder / "loading"
    folder.mkdir()
    staging, rows = alone(prepare, source.files, folder)
    ours, theirs = [], []
    for number in range(repeats):
        theirs.append(alone(bulk_copy, folder, folder / f"copy{number}.lbug"))
        ours.append(alone(whole_load, source.files, folder / f"load{number}.lbug"))
    copied = median([took for took, _ in theirs])
    timings: list[tuple[str, Took, int | None]] = [
        ("COPY of Parquet alone", copied, max((m for _, m in theirs if m), default=None)),
        (
            "whole load, files to store",
            median([one + two for one, two, _ in ours]),
            max((m for _, _, m in ours if m), default=None),
        ),
        ("of this: read, clean, stage", median([took for took, _, _ in ours]), None),
        ("of this: fill the new store", median([took for _, took, _ in ours]), None),
    ]
    remark = f"{rows['facts']:,} facts, {rows['entities']:,} entities, {rows['relations']:,} relations of {KG}."
    if os.environ.get("NEO4J_URI"):
        took = alone(into_neo4j, staging)
        if took is None:
            remark += " Neo4j was left out: the server at $NEO4J_URI holds a graph."
        else:
            timings.append(("staged tables into Neo4j, online", took, None))
    return [
        Table(
            f"Load: {source.name}, median of {repeats}",
            ("", "seconds", "processor", "facts a second", "COPY alone = 1", "peak memory"),
            tuple(
                (
                    name,
                    f"{took.seconds:.2f}",
                    f"{took.processor:.2f}",
                    f"{rows['facts'] / took.seconds:,.0f}",
                    ratio(took.seconds, copied.seconds),
                    gigabytes(memory) if memory else "",
                )
                for name, took, memory in timings
            ),
            remark,
        )
    ]


def median(runs: list[Took]) -> Took:
    """The medians of both figures."""
    return Took(*(statistics.median(figures) for figures in zip(*runs)))
