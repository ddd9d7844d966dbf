"""Loading a graph of one's own at full size: python -m benchmarks.own_scale --work DIR [--nodes N] [--database N].

Two made-up tables, of nodes and of edges, are loaded as ``contragraph load table`` does it; with ``--database`` also a
database of Neo4j with so many nodes and twice as many relationships, made in a server that this run starts, as
``contragraph load neo4j`` does it. Beside each stands the engine's own ``COPY`` of the same staged tables, without
values. Each load is in a process of its own.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import neo4j
import polars as pl

from benchmarks.loading import bulk_copy
from benchmarks.measure import Table, Took, alone, gigabytes, machine, peak_memory, ratio, timed
from benchmarks.synthetic import mixed
from contragraph.graph.store import Staging
from contragraph.graph.stores.receiving import Receiver
from contragraph.loaders.report import LoadReport
from contragraph.loaders.tables.files import stage_tables
from contragraph.loaders.tables.neo4j_graph import stage_neo4j
from tests.neo4j_server import server

QUERIES = Path(__file__).with_name("own_scale.cypher")
RELATIONS = 20
ROWS = 1 << 20
BATCH = 20_000
COLUMNS = ("step", "seconds", "processor", "peak memory")


def write_tables(folder: Path, nodes: int, edges: int) -> list[Path]:
    """Tables of nodes (name, class, a year) and of edges of some relations; the same each time."""
    one, two = folder / "nodes.csv", folder / "edges.csv"
    number = pl.int_range(nodes, eager=True).alias("n")
    pl.select(
        pl.format("P{}", number).alias("id"),
        pl.format("Place {}", number).alias("name"),
        pl.format("Kind {}", number % 50).alias("type"),
        (1500 + number % 500).alias("founded"),
    ).write_csv(one)
    with two.open("wb") as file:
        for start in range(0, edges, ROWS):
            line = pl.int_range(start, min(start + ROWS, edges), eager=True)
            ends = (mixed(line, 7, salt) % nodes for salt in (1, 2))
            frame = pl.select(
                *(pl.format("P{}", each).alias(name) for name, each in zip(("source", "target"), ends, strict=True)),
                pl.format("relation {}", mixed(line, 7, 3) % RELATIONS).alias("relation"),
            )
            frame.write_csv(file, include_header=start == 0)
    return [one, two]


def fill(address: str, nodes: int) -> None:
    """Make so many nodes and twice as many relationships in an empty database."""
    index, make, join = QUERIES.read_text("utf-8").strip().split(";\n")
    auth = (os.environ["NEO4J_USERNAME"], os.environ["NEO4J_PASSWORD"])
    with neo4j.GraphDatabase.driver(address, auth=auth) as driver:
        driver.execute_query(index)
        for query in (make, join.rstrip(";")):
            for start in range(0, nodes, BATCH):
                end = min(start + BATCH, nodes) - 1
                driver.execute_query(query, start=start, end=end, nodes=nodes)


def load(
    stage: Callable[[Path], tuple[Staging, LoadReport]], folder: Path
) -> tuple[Took, Took, LoadReport, int | None]:
    """How long reading and staging took, how long the store, what there was, and the peak of memory."""
    reading, (staging, report) = timed(stage, folder / "staging")
    with Receiver(f"ladybug:{folder / 'store.lbug'}") as receiver:
        storing, _ = timed(receiver.load, staging)
    return reading, storing, report, peak_memory()


def of_tables(paths: Sequence[Path], folder: Path) -> tuple[Took, Took, LoadReport, int | None]:
    """The load of tables."""
    return load(lambda staging: stage_tables(paths, staging), folder)


def of_database(address: str, folder: Path) -> tuple[Took, Took, LoadReport, int | None]:
    """The load of a database."""
    return load(lambda staging: stage_neo4j(address, staging), folder)


def table(title: str, measured: tuple[Took, Took, LoadReport, int | None], folder: Path) -> Table:
    """What a load took, beside the engine's own copy."""
    reading, storing, report, memory = measured
    copied, most = alone(bulk_copy, folder / "staging", folder / "copy.lbug")
    whole = reading + storing
    rows = (
        ("read and stage", *_cells(reading), ""),
        ("store", *_cells(storing), ""),
        ("whole load", *_cells(whole), gigabytes(memory)),
        ("beside it: COPY of the staged tables", *_cells(copied), gigabytes(most)),
    )
    remark = (
        f"{report.facts:,} facts ({report.literal_facts:,} about values), {report.entities:,} entities; the load takes"
        f" {ratio(whole.seconds, copied.seconds)} times as long as COPY."
    )
    return Table(title, COLUMNS, rows, remark)


def _cells(took: Took) -> tuple[str, str]:
    return f"{took.seconds:.1f}", f"{took.processor:.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.own_scale", description="Loading a graph of one's own.")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="a new folder for tables and stores")
    parser.add_argument("--nodes", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--edges", type=int, default=10_000_000, metavar="N")
    parser.add_argument("--database", type=int, default=0, metavar="N", help="nodes of a database of Neo4j; 0: none")
    options = parser.parse_args(arguments)
    print(machine(), flush=True)
    for each in ("tables", "database"):
        (options.work / each).mkdir(parents=True)
    paths = write_tables(options.work / "tables", options.nodes, options.edges)
    sizes = " and ".join(gigabytes(path.stat().st_size) for path in paths)
    measured = alone(of_tables, paths, options.work / "tables")
    title = f"Tables of {options.nodes:,} nodes and {options.edges:,} edges ({sizes})"
    print(f"\n{table(title, measured, options.work / 'tables').markdown()}", flush=True)
    if options.database:
        with server(lasting=True) as environment:
            os.environ.update(environment)
            fill(environment["NEO4J_URI"], options.database)
            measured = alone(of_database, environment["NEO4J_URI"], options.work / "database")
        title = f"A database of {options.database:,} nodes"
        print(f"\n{table(title, measured, options.work / 'database').markdown()}", flush=True)


if __name__ == "__main__":
    main()
