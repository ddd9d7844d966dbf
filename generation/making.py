"""A run of affirmative conflicts: from a loaded graph and a search to a dataset folder and instances in the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from contragraph.dataset.codec import to_instance
from contragraph.dataset.folder import append_journal, prepare, publish, read_journal
from contragraph.dataset.reader import read_instances
from contragraph.dataset.writer import write_dataset
from contragraph.generation.assembly.quotas import Shares
from contragraph.generation.assembly.report import Report
from contragraph.generation.assembly.searched import Searched
from contragraph.generation.assembly.source import Source
from contragraph.generation.assembly.telling import GENERAL
from contragraph.generation.collecting import rare_collections
from contragraph.generation.linking.natural import disagreeing
from contragraph.generation.part import ALL, Graph, Part, Search, shared_out, snapshot_of, together
from contragraph.generation.search.grounds import grounds
from contragraph.generation.search.searching import Searcher
from contragraph.generation.settings import Settings, choose_kg
from contragraph.generation.verbalise import Style
from contragraph.graph.errors import InputError
from contragraph.graph.model import Order, Run, content_hash
from contragraph.graph.store import GraphStore
from contragraph.kgs import kg_like
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.turtle import format_ontology
from contragraph.ontology.union import union

__all__ = ["Graph", "Report", "generate", "graph_of", "prepared", "searched"]

_BATCH = 1200
"""Pairs written into the store at once."""

Progress = Callable[[str, int, int], None]
"""Called with (what, done, of how many)."""


def _silent(what: str, done: int, of: int) -> None:
    del what, done, of


def prepared(store: GraphStore, settings: Settings, kg: str | None) -> list[tuple[Graph, Search]]:
    """The graphs of a run with their sources of conflicts: one graph, or all in the store under the name ``all``.

    Raises:
        InputError: if a graph is not there, or nothing is known of a graph with its relations.
        OntologyError: for axioms that cannot be read.
    """
    names: list[str | None] = [kg]
    if kg == ALL and ALL not in (found := sorted(info.kg for info in store.kgs())):
        names = [*found]
    if settings.against is not None:
        return [disagreeing(store, settings, *searched(store, settings, names[0]))]
    return [searched(store, settings, name) for name in names]


def searched(store: GraphStore, settings: Settings, kg: str | None) -> tuple[Graph, Search]:
    """A graph of the store by what is known of its kind (``kgs/``), and the search of it for a salt.

    Raises:
        InputError: if it is not there, or nothing is known of a graph with its relations.
        OntologyError: for axioms that cannot be read.
    """
    info = choose_kg(store, kg)
    known = kg_like(r.id for r in store.relations(info.kg))
    if known is None:
        raise InputError(f"Nothing is known of graphs like {info.kg}: no folder of kgs/ has its relations.")
    ground = grounds(store, info.kg, known)
    domains = {**ground.ontology.domains, **known.domains}

    def search(salt: str) -> Source:
        return Searched(Searcher(store, ground, Order.of_seed(salt), settings.seed, settings.strict))

    graph = graph_of(store, info.kg, replace(ground.ontology, domains=domains), known.lexicon)
    return replace(graph, known=known), search


def graph_of(store: GraphStore, kg: str | None, ontology: Ontology, lexicon: Lexicon) -> Graph:
    """A graph of the store with an ontology and words in its terms.

    Raises:
        InputError: if it is not there.
    """
    info = choose_kg(store, kg)
    labels = {**ontology.labels, **{r.id: r.label for r in store.relations(info.kg)}}
    return Graph(info, ontology, lexicon, labels)


@rare_collections()
def generate(
    store: GraphStore,
    out: Path,
    settings: Settings,
    graph: Graph,
    search: Search,
    *,
    beside: Sequence[tuple[Graph, Search]] = (),
    shares: Shares | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress = _silent,
) -> Report:
    """Make a dataset: instances into the store, files into the folder ``out``.

    Each of the graphs ``beside`` the first has its share of the plan. The same store content
    and settings give byte-identical files, whether the run was killed in between or not. A run that cannot meet its
    plan writes what it has and names the shortfall in the report.

    Raises:
        InputError: for a folder that is in use.
    """
    shares = shares or Shares()
    ontology = union([graph.ontology, *(other.ontology for other, _ in beside)]) if beside else graph.ontology
    chosen: dict[str, object] = {
        **settings.as_json(),
        "quotas": shares.as_json(),
        "ontology": content_hash(format_ontology(ontology)),
    }
    sources = [(graph, search), *beside]
    kg, snapshot = snapshot_of([g for g, _ in sources])
    run = Run(settings.seed, json.dumps(chosen, sort_keys=True), kg, snapshot)
    identity: dict[str, object] = {**chosen, "kg": kg, "kg_snapshot": snapshot}
    if beside:
        identity["kgs"] = {g.info.kg: g.info.snapshot for g, _ in sources}
    report = Report(run.id, kg)
    folder = prepare(out, identity, resume=resume, overwrite=overwrite)
    if folder is None:
        report.already_done = True
        return report

    plans = shared_out(settings.plan, len(sources))
    parts = [Part(store, *each, settings, plan, shares, run.id) for each, plan in zip(sources, plans, strict=True)]
    controls = settings.controls
    wanted = sum(n + (controls.of(n) if controls else 0) for plan in plans for n in plan.values())
    made = 0

    def count(entry: Mapping[str, Any]) -> None:
        nonlocal made
        report.note(entry)
        made += len(entry["kept"])
        progress("pairs", made, wanted)

    for entry in read_journal(folder):
        next(part for part in parts if part.graph.info.kg == entry["kg"]).replay(entry)
        count(entry)
    for part in parts:
        for line in part.entries(lambda: read_journal(folder)):
            append_journal(folder, line)
            count(line)
    report.settle(settings.plan, together(parts, shares, settings.plan))
    if controls:
        report.settle_controls(sum(controls.of(n) for part in parts for n in part.state.kept.values()))
    domains = {**dict.fromkeys(sorted(report.relations), GENERAL), **ontology.domains}
    write_dataset(folder, read_journal(folder), replace(ontology, domains=domains), identity, run.id, report.as_json())
    _store(store, run, ontology, folder, settings.style, made, progress)
    publish(folder, out)
    return report


def _store(
    store: GraphStore, run: Run, ontology: Ontology, folder: Path, style: Style, total: int, progress: Progress
) -> None:
    """Write the instances of a folder into the store in batches."""
    axioms = {a.id: (a.comment or a.id, str(a.strength)) for a in ontology.every}
    store.write_run(run)
    done = 0
    records = (record for _, record in read_instances(folder))
    while some := list(islice(records, _BATCH)):
        store.write_instances(run, [(record.id, to_instance(record, style)) for record in some], axioms)
        done += len(some)
        progress("stored", done, total)
    store.finish_run(run.id)
