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

from benchmarks.measure import Table, alone, gigabytes, peak_memory, ratio, timed
from benchmarks.source import KG, Source
from contragraph import cypher
from contragraph.graph import open_store
from contragraph.graph.staged import read_entities, read_staged
from contragraph.graph.store import Staging
from contragraph.loaders import Wikidata5mFiles, stage_wikidata5m

COPY = Template(Path(__file__).with_name("bulk_copy.cypher").read_text("utf-8"))


def whole_load(files: Wikidata5mFiles, path: Path) -> tuple[float, float, int | None]:
    """Seconds for files to staged tables, seconds for these into a new store, and the peak of memory."""
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
        table = read_entities(staging) if name == "entities" else read_staged(staging, name)
        table.write_parquet(folder / f"{name}.parquet")
        rows[name] = table.height
    return staging, rows


def bulk_copy(folder: Path, path: Path) -> tuple[float, int | None]:
    """Seconds of COPY and checkpoint into an empty file that has the tables, and the peak of memory."""
    database = ladybug.Database(str(path))
    connection = ladybug.Connection(database)
    for statement in cypher.get("schema.create", "ladybug").statements():
        connection.execute(statement)
    statements = COPY.substitute(folder=folder).strip().split(";\n")
    seconds, _ = timed(lambda: [connection.execute(s.rstrip(";")) for s in statements])
    connection.close()
    database.close()
    return seconds, peak_memory()


def into_neo4j(staging: Staging) -> float | None:
    """Seconds for the staged tables into the server at $NEO4J_URI; None if that holds a KG, which must not be lost."""
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
    copied = statistics.median(seconds for seconds, _ in theirs)
    staged = statistics.median(seconds for seconds, _, _ in ours)
    filled = statistics.median(seconds for _, seconds, _ in ours)
    whole = statistics.median(one + two for one, two, _ in ours)
    timings: list[tuple[str, float, int | None]] = [
        ("COPY of Parquet alone", copied, max((m for _, m in theirs if m), default=None)),
        ("whole load, files to store", whole, max((m for _, _, m in ours if m), default=None)),
        ("of this: read, clean, stage", staged, None),
        ("of this: fill the new store", filled, None),
    ]
    remark = f"{rows['facts']:,} facts, {rows['entities']:,} entities, {rows['relations']:,} relations of {KG}."
    if os.environ.get("NEO4J_URI"):
        seconds = alone(into_neo4j, staging)
        if seconds is None:
            remark += " Neo4j was left out: the server at $NEO4J_URI holds a graph."
        else:
            timings.append(("staged tables into Neo4j, online", seconds, None))
    return [
        Table(
            f"Load: {source.name}, median of {repeats}",
            ("", "seconds", "facts a second", "COPY alone = 1", "peak memory"),
            tuple(
                (name, f"{s:.2f}", f"{rows['facts'] / s:,.0f}", ratio(s, copied), gigabytes(m) if m else "")
                for name, s, m in timings
            ),
            remark,
        )
    ]
