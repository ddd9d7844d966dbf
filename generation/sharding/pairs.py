"""Pairs made in shards: each is a run of its own over a class of the things of the graph, with its share of the plan.

What comes out depends on the store, the settings and the number of shards: not on who made them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from contragraph.dataset.folder.writer import lines_of, write_dataset
from contragraph.dataset.types import CONTROL, parse_type
from contragraph.generation.assembly.outcome import PartOutcome
from contragraph.generation.assembly.report import RunReport
from contragraph.generation.assembly.telling import of_domains
from contragraph.generation.executors import Executor
from contragraph.generation.executors.collecting import rare_collections
from contragraph.generation.run.graphs import SourceGraph
from contragraph.generation.run.making import keep_pairs
from contragraph.generation.run.part import GraphPart
from contragraph.generation.run.searches import Search, prepared, shared_out
from contragraph.generation.run.task import Task
from contragraph.generation.search.shard import Shard
from contragraph.generation.settings import Settings
from contragraph.generation.sharding.files import Entry, ShardFolder, Twins
from contragraph.generation.sharding.frame import ShardedRun
from contragraph.generation.sharding.job import ShardJob
from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store

_TWIN = "a shard before it has made the same statement up"


def generate_shards(
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
) -> RunReport:
    """Make a dataset of pairs in so many shards as the settings say, and put it into the store at the address.

    Those who make the shards open the store for themselves, to read, and write them into the working folder of ``out``:
    on other machines both must be in the same places. The dataset is the same whoever they are, and however often one
    of them was gone.

    Raises:
        InputError: as :func:`~contragraph.generation.run.making.generate`, or for settings that ask a model or for
            natural disagreements.
        OntologyError: as there.
        StoreError: if the store cannot be opened.
        WorkerError: if who made a shard is no more; what was made so far stays.
    """
    if settings.generator != "symbolic" or settings.verbaliser != "template":
        raise InputError("Shards are made by axioms and templates: use them with the generator symbolic alone.")

    def task_of(store: GraphStore, axioms: Path | None) -> Task:
        return Task.of(settings, *(graph for graph, _ in prepared(store, settings, kg, axioms)))

    sharded = ShardedRun(settings, task_of, _report, make_shard, _write, keep_pairs)
    return sharded.run(
        address, out, executor, kg=kg, axioms=axioms, resume=resume, overwrite=overwrite, progress=progress
    )


def make_shard(job: ShardJob, number: int) -> Path:
    """Make a shard of a run, where it is not there already.

    Raises:
        InputError: if the store is not that of the run, or as :func:`generate_shards`.
        StoreError: if the store cannot be opened.
        WorkerError: if the folder of the shards is not there.
    """
    return job.folder.write(number, _lines(job, number))


def _lines(job: ShardJob, number: int) -> Iterator[Entry]:
    """The waves of a shard, and what came of each graph."""
    settings = job.settings
    share = replace(settings, plan=shared_out(settings.plan, settings.shards)[number])
    with open_store(job.address, read_only=True) as store, rare_collections():
        shard = Shard(number, settings.shards)
        graphs = [
            (replace(graph, plan=graph.wanted(share)), search)
            for graph, search in prepared(store, share, job.kg, job.axioms, shard=shard)
        ]
        task = Task.of(settings, *(graph for graph, _ in graphs))
        job.demand_same(task)
        part: GraphPart | None = None
        for graph, search in graphs:
            part = yield from _of_graph(store, task, graph, search, part)


def _of_graph(
    store: GraphStore, task: Task, graph: SourceGraph, search: Search, before: GraphPart | None
) -> Generator[Entry, None, GraphPart]:
    """The waves of one graph, and what came of them; in the end the part that made them."""
    part = GraphPart.of(store, task, graph, search, before)
    journal: list[Entry] = []
    with closing(part.maker.source):
        for wave, pairs in part.waves():
            entry = part.entry(wave, pairs)
            if task.settings.controls is not None:
                journal.append(entry)
            yield entry
        yield from part.controls(store, journal)
    yield {"outcome": PartOutcome.of(part.state).as_json()}
    return part


def _names(kept: Entry) -> Iterator[str]:
    """What no two pairs of a dataset have in common: their id, and what they make up."""
    yield kept["id"]
    told = json.loads(kept["line"])["contexts"]["perturbed"]["statements"]
    yield from (statement["id"] for statement in told if statement["source"] == "made")


def _report(task: Task) -> RunReport:
    return RunReport(task.run.id, task.run.kg)


def _write(folder: ShardFolder, work: Path, task: Task, report: RunReport) -> None:
    """The files of the dataset, without what shards before a shard have made up."""
    twins = Twins(_names)
    seeds = _count(folder, twins, task, report)
    entries = twins.left_out(folder.lines(task.settings.shards, "kept"))
    ontology = of_domains(task.ontology, seeds)
    write_dataset(work, entries, ontology, task.identity, task.run.id, report.as_json())


def _count(folder: ShardFolder, twins: Twins, task: Task, report: RunReport) -> set[str]:
    """Say what came of all shards together; the seed relations of their pairs."""
    seeds: set[str] = set()
    shards, ratio = task.settings.shards, task.settings.controls
    for entry in twins.left_out(folder.lines(shards, "kept")):
        report.add(entry)
        seeds.update(relation for line in lines_of(entry) for relation in json.loads(line)["relations"])
    outcomes = [PartOutcome.of_json(line["outcome"], task.ledger()) for line in folder.lines(shards, "outcome")]
    whole = task.together(outcomes)
    for name, count in twins.dropped.items():
        pair_type = parse_type(name)
        if pair_type != CONTROL:
            whole.kept[pair_type] -= count
            whole.reasons.setdefault(pair_type, Counter())[_TWIN] += count
    report.settle(task.settings.plan, whole)
    report.dropped = twins.dropped.total()
    if ratio:
        report.settle_controls(sum(ratio.of(n) for each in outcomes for n in each.kept.values()))
    return seeds
