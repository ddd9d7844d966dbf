"""A run of affirmative conflicts: from a loaded graph and a search to a dataset folder and instances in the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from contragraph.dataset.codec import to_instance
from contragraph.dataset.folder import append_journal, prepare, publish, read_journal, working_folder
from contragraph.dataset.reader import read_instances
from contragraph.dataset.writer import write_dataset
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.fill import Filler, Parity
from contragraph.generation.assembly.journal import entry_of, replay
from contragraph.generation.assembly.pairs import Chooser
from contragraph.generation.assembly.pool import Pool
from contragraph.generation.assembly.proof import Prover
from contragraph.generation.assembly.quotas import Ledger, Shares
from contragraph.generation.assembly.report import Report
from contragraph.generation.assembly.rounds import Maker, State, fill_type, in_order
from contragraph.generation.assembly.searched import Searched
from contragraph.generation.assembly.source import Source
from contragraph.generation.assembly.telling import GENERAL, Telling
from contragraph.generation.collecting import rare_collections
from contragraph.generation.llm.proposing import accounted
from contragraph.generation.llm.running import LLM, Models
from contragraph.generation.llm.tell import tell as retold
from contragraph.generation.search.grounds import grounds
from contragraph.generation.search.searching import Searcher
from contragraph.generation.settings import Settings, choose_kg
from contragraph.generation.verbalise import Style
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance, Order, Run, content_hash
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.kgs import kg_like
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.turtle import format_ontology
from contragraph.reasoning.rules import rules_of

__all__ = ["Graph", "Report", "generate", "graph_of", "instances", "searched"]

_BATCH = 1200
"""Pairs written into the store at once."""

Progress = Callable[[str, int, int], None]
"""Called with (what, done, of how many)."""


def _silent(what: str, done: int, of: int) -> None:
    del what, done, of


@dataclass(frozen=True)
class Graph:
    """A loaded graph with all that is known of its relations, in its own terms."""

    info: KgInfo
    ontology: Ontology
    lexicon: Lexicon
    labels: Mapping[str, str]
    """Labels of relations."""

    @property
    def statable(self) -> frozenset[str]:
        """The relations that texts may state."""
        return self.ontology.statable


def searched(
    store: GraphStore, settings: Settings, kg: str | None, models: Models | None = None
) -> tuple[Graph, Callable[[str], Source]]:
    """A graph of the store by what is known of its kind (``kgs/``), and the search of it for a salt.

    Where the settings say so it is a model that proposes.

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

    graph = graph_of(store, info.kg, replace(ground.ontology, domains=domains), known.lexicon)

    def search(salt: str) -> Source:
        searcher = Searcher(store, ground, Order.of_seed(salt), settings.seed, settings.strict)
        if models is not None and settings.generator == LLM:
            return models.source(searcher, info.kg, graph.labels, graph.lexicon, settings.plan)
        return Searched(searcher)

    return graph, search


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
    search: Callable[[str], Source],
    *,
    shares: Shares | None = None,
    resume: bool = False,
    overwrite: bool = False,
    models: Models | None = None,
    progress: Progress = _silent,
) -> Report:
    """Make a dataset: instances into the store, files into the folder ``out``.

    ``search`` gives the source of proven conflicts for a salt, which stands for seed and graph. The same store content
    and settings give byte-identical files, whether the run was killed in between or not. A run that cannot meet its
    plan writes what it has and names the shortfall in the report. ``models`` are asked where the settings say ``llm``;
    such a run goes on where it was stopped, for its answers are paid for.

    Raises:
        InputError: for a folder that is in use, or settings that ask a model where none is given.
        CostLimitError: before the limit of cost is passed; what was made so far stays in the journal.
        ModelError: for what every question to a model would meet.
    """
    if models is None and LLM in (settings.generator, settings.verbaliser):
        raise InputError("The settings ask a language model, and none is given; name one with --model or --models.")
    resume = resume or (models is not None and not overwrite and working_folder(out).exists())
    shares = shares or Shares()
    chosen: dict[str, object] = {
        **settings.as_json(),
        "quotas": shares.as_json(),
        "ontology": content_hash(format_ontology(graph.ontology)),
    }
    run = Run(settings.seed, json.dumps(chosen, sort_keys=True), graph.info.kg, graph.info.snapshot)
    identity: dict[str, object] = {**chosen, "kg": graph.info.kg, "kg_snapshot": graph.info.snapshot}
    report = Report(run.id, graph.info.kg)
    folder = prepare(out, identity, resume=resume, overwrite=overwrite)
    if folder is None:
        report.already_done = True
        return report

    maker, telling, state = _begun(store, settings, graph, search, shares, run)
    wanted = sum(settings.plan.values())
    for entry in read_journal(folder):
        replay(entry, state, maker.source, maker.filler.parity)
        accounted(maker.source)
        report.add(entry)
    progress("pairs", state.kept.total(), wanted)
    for pair_type, pairs in in_order(settings.plan):
        for wave in fill_type(pair_type, pairs, state, maker):
            made = [telling.instance(pair) for pair in wave.kept]
            told = retold(made, models.gateway, models.prompts) if models and settings.verbaliser == LLM else None
            entry = entry_of(wave, [*told.instances] if told else made, lambda r: graph.labels.get(r, r))
            entry |= accounted(maker.source) | ({"told": told.coverage.as_json()} if told else {})
            append_journal(folder, entry)
            report.add(entry)
            progress("pairs", state.kept.total(), wanted)
            if models:
                models.tell_progress(report.asked)
    report.settle(settings.plan, state)
    domains = {**dict.fromkeys(sorted(report.relations), GENERAL), **graph.ontology.domains}
    ontology = replace(graph.ontology, domains=domains)
    write_dataset(folder, read_journal(folder), ontology, identity, run.id, report.as_json())
    _store(store, run, graph.ontology, folder, settings.style, state.kept.total(), progress)
    publish(folder, out)
    return report


def instances(
    store: GraphStore, settings: Settings, graph: Graph, search: Callable[[str], Source], shares: Shares | None = None
) -> Iterator[Instance]:
    """The pairs that a run of these settings makes, in its order; nothing is written anywhere."""
    run = Run(settings.seed, json.dumps(settings.as_json(), sort_keys=True), graph.info.kg, graph.info.snapshot)
    maker, telling, state = _begun(store, settings, graph, search, shares or Shares(), run)
    for pair_type, pairs in in_order(settings.plan):
        for wave in fill_type(pair_type, pairs, state, maker):
            yield from map(telling.instance, wave.kept)


def _begun(
    store: GraphStore,
    settings: Settings,
    graph: Graph,
    search: Callable[[str], Source],
    shares: Shares,
    run: Run,
) -> tuple[Maker, Telling, State]:
    """What making pairs and telling them needs, put together, and how far a run has come that begins."""
    salt = f"{settings.seed}:{graph.info.kg}:{graph.info.snapshot}"
    around = Around(store, Order.of_seed(salt), graph.labels)
    state = State(Pool(salt), Ledger(shares, settings.plan))
    rules = rules_of(graph.ontology)
    through = {s.relation: s.through.relation for s in graph.ontology.spans if s.through}
    chooser = Chooser(state.pool, state.ledger, around, graph.statable, salt, through)
    filler = Filler(around, graph.ontology, graph.statable, Parity(), salt)
    maker = Maker(search(salt), chooser, filler, Prover(rules, rules.strict(), settings.strict))
    words = (graph.ontology, graph.lexicon, graph.labels)
    telling = Telling(around, *words, graph.info.kg, run.id, settings.style, settings.generator)
    return maker, telling, state


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
