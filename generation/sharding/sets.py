"""Sets of documents, and claims with documents, made in shards: as :mod:`.pairs` makes pairs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from contragraph.dataset.folder.writer import lines_of
from contragraph.generation.assembly.telling import of_domains
from contragraph.generation.claims.making import benchmark_of
from contragraph.generation.executors import Executor
from contragraph.generation.executors.collecting import rare_collections
from contragraph.generation.run.searches import searched
from contragraph.generation.run.task import Task
from contragraph.generation.search.shard import Shard
from contragraph.generation.sets.making import Benchmark, SetReport, entries, report_of, seeds_of, wanting
from contragraph.generation.settings import Settings
from contragraph.generation.sharding.files import Entry, ShardFolder, Twins
from contragraph.generation.sharding.frame import ShardedRun
from contragraph.generation.sharding.job import ShardJob
from contragraph.graph.model import id_number
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store

T = TypeVar("T")


def generate_benchmark_shards(
    address: str | None,
    out: Path,
    settings: Settings,
    executor: Executor,
    *,
    kg: str | None = None,
    axioms: Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress = silent,
) -> SetReport:
    """Make the sets or claims that the settings ask for in so many shards as they say; sets go into the store too.

    Raises:
        InputError: as :func:`~contragraph.generation.sets.making.generate_sets`.
        OntologyError: as there.
        StoreError: if the store cannot be opened.
        WorkerError: if who made a shard is no more; what was made so far stays.
    """
    benchmark = benchmark_of(settings)
    settings = wanting(settings, benchmark)

    def task_of(store: GraphStore, axioms: Path | None) -> Task:
        return Task.of(settings, searched(store, settings, kg, axioms)[0])

    report, write = partial(report_of, benchmark), partial(_write, benchmark)
    sharded: ShardedRun[SetReport] = ShardedRun(settings, task_of, report, make_shard, write, benchmark.keep)
    return sharded.run(
        address, out, executor, kg=kg, axioms=axioms, resume=resume, overwrite=overwrite, progress=progress
    )


def make_shard(job: ShardJob, number: int) -> Path:
    """Make a shard of a run, where it is not there already.

    Raises:
        InputError: as :func:`generate_benchmark_shards`.
        StoreError: if the store cannot be opened, or is not that of the run.
        WorkerError: if the folder of the shards is not there.
    """
    return job.folder.write(number, _lines(job, number))


def dealt(things: Sequence[T], shards: int, number: int) -> list[T]:
    """The share of a shard in some things, by lot and in their order: what takes turns in them is in every share."""
    lots = sorted(range(len(things)), key=lambda place: id_number(f"shards|{place}"))
    return [things[place] for place in sorted(lots[number::shards])]


def _lines(job: ShardJob, number: int) -> Iterator[Entry]:
    """The waves of a shard."""
    settings, whole = job.settings, benchmark_of(job.settings)
    benchmark = replace(whole, slots=dealt(whole.slots, settings.shards, number))
    share = wanting(settings, benchmark)
    with open_store(job.address, read_only=True) as store, rare_collections():
        graph, search = searched(store, share, job.kg, job.axioms, shard=Shard(number, settings.shards))
        graph = replace(graph, plan=share.plan)
        task = Task.of(settings, graph)
        job.demand_same(task)
        yield from entries(store, None, task, graph, search, benchmark, 1)


def _write(benchmark: Benchmark, folder: ShardFolder, work: Path, task: Task, report: SetReport) -> None:
    """The files of the dataset, without what is there twice."""
    twins = Twins(lambda kept: [benchmark.only(kept["line"])])
    seeds: set[str] = set()
    for entry in _kept(folder, task.settings, twins):
        report.add(entry)
        seeds.update(seeds_of(entry))
    report.dropped = twins.dropped.total()
    ontology = of_domains(task.ontology, seeds)
    benchmark.write(work, _kept(folder, task.settings, twins), ontology, task.identity, task.run.id, report.as_json())


def _kept(folder: ShardFolder, settings: Settings, twins: Twins) -> Iterator[Entry]:
    """The waves of all shards without what is there twice."""
    for entry in twins.left_out(folder.lines(settings.shards, "kept")):
        kinds = Counter(json.loads(line)["type"] for line in filter(None, lines_of(entry)))
        yield {**entry, "kinds": dict(kinds)}
