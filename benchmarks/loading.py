"""A whole load into the embedded store, beside the engine's own bulk COPY alone of the same rows from Parquet; with
``$NEO4J_ADMIN`` the same for Neo4j and its own import (``neo4j-admin`` or a command that stands for it).

The rows are those that our loader makes: what is compared is all that we add (reading, cleaning, choosing labels,
ranks, staging, the switch to the new file) with the least that any load must do. Each run is in a process of its own.
"""

from __future__ import annotations

import os
import resource
import shlex
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from string import Template

import ladybug

from benchmarks.measure import Table, Took, alone, gigabytes, peak_memory, ratio, timed
from benchmarks.source import KG, Source
from contragraph import cypher
from contragraph.graph.engines.ladybug.file import BUFFER_BYTES
from contragraph.graph.engines.neo4j.bulk import write_import
from contragraph.graph.loading.staged import info
from contragraph.graph.store import Staging
from contragraph.graph.stores.open import open_store
from contragraph.graph.stores.receiving import Receiver
from contragraph.loaders.wikidata.wikidata5m import Wikidata5mFiles, stage_wikidata5m

COPY = Template(Path(__file__).with_name("bulk_copy.cypher").read_text("utf-8"))


def whole_load(files: Wikidata5mFiles, path: Path) -> tuple[Took, Took, int | None]:
    """How long files to staged tables took, the store begun meanwhile, how long the rest, and the peak of memory."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        one, (staging, store) = timed(begun, files, Path(folder) / "staging", f"ladybug:{path}")
        two, _ = timed(finished, staging, store)
    return one, two, peak_memory()


def begun(files: Wikidata5mFiles, folder: Path, address: str) -> tuple[Staging, Receiver]:
    """Stage the files, as the command line does: the store begins with entities while facts are written."""
    store = Receiver(address)
    staging, _ = stage_wikidata5m(files, folder, ready=store.head_start)
    return staging, store


def finished(staging: Staging, store: Receiver) -> None:
    """Load what is staged, and close the store."""
    with store:
        store.load(staging)


def prepare(files: Wikidata5mFiles, folder: Path) -> tuple[Staging, dict[str, int]]:
    """Staged tables, which have the columns of the store's own, and how many rows each has."""
    staging, _ = stage_wikidata5m(files, folder / "staging")
    sizes = info(staging)
    return staging, {"facts": sizes.facts, "entities": sizes.entities, "relations": sizes.relations}


def bulk_copy(folder: Path, path: Path) -> tuple[Took, int | None]:
    """How long COPY and checkpoint took into an empty file that has the tables, and the peak of memory."""
    database = ladybug.Database(str(path), buffer_pool_size=BUFFER_BYTES)
    connection = ladybug.Connection(database)
    for statement in cypher.get("schema.create", "ladybug").statements():
        connection.execute(statement)
    statements = COPY.substitute(folder=folder).strip().split(";\n")
    took, _ = timed(lambda: [connection.execute(s.rstrip(";")) for s in statements])
    connection.close()
    database.close()
    return took, peak_memory()


def import_files(files: Wikidata5mFiles, folder: Path) -> tuple[Took, int | None]:
    """How long files to the CSV files of an import took, and the peak of memory."""
    took, (staging, _) = timed(stage_wikidata5m, files, folder / "staging")
    writing, _ = timed(write_import, staging, folder / "import")
    return took + writing, peak_memory()


def bulk_import(admin: str, folder: Path) -> tuple[Took, int | None]:
    """How long Neo4j's own import of those files took, and the peak of memory."""
    command = [*shlex.split(admin), "database", "import", "full", "neo4j", "--overwrite-destination", "@import.args"]
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Took(time.perf_counter() - start, worked), after.ru_maxrss * 1024


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
        theirs.append(alone(bulk_copy, staging.folder, folder / f"copy{number}.lbug"))
        ours.append(alone(whole_load, source.files, folder / f"load{number}.lbug"))
    copied = median([took for took, _ in theirs])
    timings: list[tuple[str, Took, int | None]] = [
        ("COPY of Parquet alone", copied, max((m for _, m in theirs if m), default=None)),
        (
            "whole load, files to store",
            median([one + two for one, two, _ in ours]),
            max((m for _, _, m in ours if m), default=None),
        ),
        ("of this: read, clean, stage, begin store", median([took for took, _, _ in ours]), None),
        ("of this: the rest of the store", median([took for _, took, _ in ours]), None),
    ]
    remark = f"{rows['facts']:,} facts, {rows['entities']:,} entities, {rows['relations']:,} relations of {KG}."
    beside = {name: copied for name, _, _ in timings}
    if admin := os.environ.get("NEO4J_ADMIN"):
        made = alone(import_files, source.files, folder / "neo4j")
        imported = alone(bulk_import, admin, folder / "neo4j" / "import")
        several = [
            ("Neo4j's import of CSV alone", *imported),
            ("whole load, files to Neo4j's database", made[0] + imported[0], max(made[1] or 0, imported[1] or 0)),
            ("of this: read, clean, stage, write CSV", *made),
        ]
        timings += several
        beside |= {name: imported[0] for name, _, _ in several}
    if os.environ.get("NEO4J_URI"):
        took = alone(into_neo4j, staging)
        if took is None:
            remark += " Neo4j was left out: the server at $NEO4J_URI holds a graph."
        else:
            timings.append(("staged tables into Neo4j, online", took, None))
            beside[timings[-1][0]] = copied
    return [
        Table(
            f"Load: {source.name}, median of {repeats}",
            ("", "seconds", "processor", "facts a second", "bulk alone = 1", "peak memory"),
            tuple(
                (
                    name,
                    f"{took.seconds:.2f}",
                    f"{took.processor:.2f}",
                    f"{rows['facts'] / took.seconds:,.0f}",
                    ratio(took.seconds, beside[name].seconds),
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
