"""A run: from loaded graphs and the searches of them to a dataset folder and instances in the store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

from contragraph.dataset.files.folder import (
    JOURNAL_OF_ANSWERS,
    append_journal,
    prepare,
    publish,
    read_journal,
    working_folder,
)
from contragraph.dataset.folder.writer import lines_of, write_dataset
from contragraph.dataset.records.codec import parse_line, to_instance, to_line
from contragraph.dataset.records.pairs import read_instances
from contragraph.generation.assembly.outcome import PartOutcome
from contragraph.generation.assembly.report import RunReport
from contragraph.generation.assembly.telling import of_domains
from contragraph.generation.executors.collecting import rare_collections
from contragraph.generation.llm.proposing import accounted
from contragraph.generation.llm.running import LLM, Models
from contragraph.generation.run.graphs import SourceGraph, graph_of
from contragraph.generation.run.part import Entry, GraphPart
from contragraph.generation.run.searches import Search, prepared
from contragraph.generation.run.storing import store_run
from contragraph.generation.run.task import Task
from contragraph.generation.run.verbalisers import VERBALISERS
from contragraph.generation.settings import Settings
from contragraph.graph.errors import InputError
from contragraph.graph.given import AnyPath, maybe_path, path_of
from contragraph.graph.lock import held
from contragraph.graph.model import Instance
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import GraphStore
from contragraph.llm import Ledger

__all__ = ["RunReport", "Settings", "SourceGraph", "generate", "graph_of", "instances", "make"]


def generate(
    store: GraphStore,
    out: AnyPath,
    settings: Settings,
    *,
    kg: str | None = None,
    axioms: AnyPath | None = None,
    processes: int = 1,
    resume: bool = False,
    overwrite: bool = False,
    models: Models | None = None,
    progress: Progress = silent,
) -> RunReport:
    """Make a dataset: instances into the store, files into the folder ``out``.

    The same store content and settings give byte-identical files, whether the run was killed in between or not. A run
    that cannot meet its plan writes what it has and names the shortfall in the report. ``kg`` names the graph where
    the store holds several, or is ``all``; ``axioms`` is a file to use instead of the axioms that ship.
    ``models`` are asked where the settings say ``llm``; such a run goes on where it was stopped, for its answers are
    paid for.

    Raises:
        InputError: for a folder that is in use, a graph that is not there or that nothing is known of, or settings
            that ask a model where none is given.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
        CostLimitError: before the limit of cost is passed; what was made so far stays in the journal.
        ModelError: for what every question to a model would meet.
    """
    _demand_models(settings, models)
    out = path_of(out)
    graphs = prepared(store, settings, kg, maybe_path(axioms), processes, models)
    resume = resume or (models is not None and not overwrite and working_folder(out).exists())
    return make(store, out, settings, *graphs, resume=resume, overwrite=overwrite, models=models, progress=progress)


def _demand_models(settings: Settings, models: Models | None) -> None:
    if settings.shards != 1:
        raise InputError("Settings with several shards are made by generate_shards, whose shards open the store.")
    if models is None and LLM in (settings.generator, settings.verbaliser):
        raise InputError("The settings ask a language model, and none is given; name one with --model or --models.")


def instances(
    store: GraphStore, settings: Settings, *, kg: str | None = None, axioms: AnyPath | None = None
) -> Iterator[Instance]:
    """The pairs that a run of these settings makes, as soon as they are proven; nothing is written anywhere.

    They are those of :func:`generate`, in its order, with the same ids.

    Raises:
        InputError: for a graph that is not there or that nothing is known of, or settings that ask a model.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    _demand_models(settings, None)
    graphs = prepared(store, settings, kg, maybe_path(axioms))
    task = Task.of(settings, *(graph for graph, _ in graphs))
    part: GraphPart | None = None
    for graph, search in graphs:
        part = GraphPart.of(store, task, graph, search, part)
        journal: list[Entry] = []
        waves = part.waves()
        while True:
            with rare_collections():  # between two waves the program that asked has its own ways
                found = next(waves, None)
            if found is None:
                break
            if settings.controls is not None:
                journal.append(part.entry(*found))
            yield from (replace(pair, id=to_line(pair)[0]) for pair in found[1])
        for entry in part.controls(store, journal):
            yield from (to_instance(parse_line(line, "a control"), settings.style) for line in lines_of(entry))


@rare_collections()
def make(
    store: GraphStore,
    out: Path,
    settings: Settings,
    *graphs: tuple[SourceGraph, Search],
    resume: bool = False,
    overwrite: bool = False,
    models: Models | None = None,
    progress: Progress = silent,
) -> RunReport:
    """Make a dataset of graphs with what a search of each gives: see :func:`generate`.

    Raises:
        InputError: for a folder that is in use.
        OntologyError: if two of the graphs mean different things by one axiom.
    """
    task = Task.of(settings, *(graph for graph, _ in graphs))
    report = RunReport(task.run.id, task.run.kg)
    with held(out):
        folder = prepare(out, task.identity, resume=resume, overwrite=overwrite)
        if folder is None:
            report.already_done = True
            return report
        return _made(store, out, folder, settings, graphs, task, report, models, progress)


def _made(
    store: GraphStore,
    out: Path,
    folder: Path,
    settings: Settings,
    graphs: Sequence[tuple[SourceGraph, Search]],
    task: Task,
    report: RunReport,
    models: Models | None,
    progress: Progress,
) -> RunReport:
    """The dataset in its folder, which nobody else writes meanwhile."""
    ratio, tell = settings.controls, VERBALISERS.named(settings.verbaliser)
    wanted = sum(n + (ratio.of(n) if ratio else 0) for graph, _ in graphs for n in graph.wanted(settings).values())
    seeds: set[str] = set()
    parts: list[GraphPart] = []

    def count(entry: Entry) -> None:
        report.add(entry)
        seeds.update(relation for kept in entry["kept"] for relation in json.loads(kept["line"])["relations"])
        progress("pairs", sum(p.state.kept.total() for p in parts) + report.controls, wanted)
        if models:
            models.tell_progress(report.asked)

    def retold(pairs: Sequence[Instance]) -> tuple[Sequence[Instance], dict[str, object]]:
        told = tell(pairs, models)
        return (told.instances, {"told": told.coverage.as_json()}) if told else (pairs, {})

    progress("pairs", 0, wanted)
    ledger = Ledger(folder / JOURNAL_OF_ANSWERS, task.run.id)
    with ledger.counting(models.gateway) if models else nullcontext():
        for graph, search in graphs:
            part = GraphPart.of(store, task, graph, search, parts[-1] if parts else None)
            parts.append(part)
            with closing(part.maker.source):
                for entry in _journal(folder, graph):
                    part.replay(entry)
                    count(entry)
                for wave, pairs in part.waves():
                    told, noted = retold(pairs)
                    entry = part.entry(wave, [*told]) | accounted(part.maker.source) | noted
                    append_journal(folder, entry)
                    count(entry)
                for entry in part.controls(store, _journal(folder, graph), retold):
                    append_journal(folder, entry)
                    count(entry)
    report.settle_models(ledger)
    outcomes = [PartOutcome.of(part.state) for part in parts]
    whole = task.together(outcomes)
    report.settle(settings.plan or dict(sorted(whole.kept.items())), whole)
    if ratio:
        report.settle_controls(sum(ratio.of(n) for each in outcomes for n in each.kept.values()))
    if (against := graphs[0][0].against) is not None:
        report.disagreements, report.quotas, report.help = against.account, [], []
    ontology = of_domains(task.ontology, seeds)
    write_dataset(folder, read_journal(folder), ontology, task.identity, task.run.id, report.as_json())
    keep_pairs(store, folder, task, sum(report.made.values()), progress)
    publish(folder, out)
    return report


def _journal(folder: Path, graph: SourceGraph) -> Iterator[Entry]:
    """The lines of a journal that are about a graph."""
    return (entry for entry in read_journal(folder) if entry["kg"] == graph.info.kg)


def keep_pairs(store: GraphStore, folder: Path, task: Task, total: int, progress: Progress) -> None:
    """Put the pairs of a finished folder into the store."""
    named = task.ontology.stored()
    records = ((record.id, to_instance(record, task.settings.style)) for _, record in read_instances(folder))
    store_run(store, task.run, records, lambda some: store.write_instances(task.run, some, named), total, progress)
