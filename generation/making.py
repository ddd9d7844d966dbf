"""A run: from a loaded graph and the search of it to a dataset folder and instances in the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from contragraph.dataset.codec import parse_line, to_instance
from contragraph.dataset.folder import append_journal, prepare, publish, read_journal, working_folder
from contragraph.dataset.reader import read_instances
from contragraph.dataset.types import CONTROL, PairType
from contragraph.dataset.writer import lines_of, write_dataset
from contragraph.generation.across import ALL, shared_out, together
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.fill import Filler, Parity
from contragraph.generation.assembly.journal import entry_of, replay
from contragraph.generation.assembly.pairs import Chooser
from contragraph.generation.assembly.pool import Pool
from contragraph.generation.assembly.proof import Prover
from contragraph.generation.assembly.quotas import FREE, Ledger
from contragraph.generation.assembly.report import Report
from contragraph.generation.assembly.rounds import Maker, State, Wave, fill_type, in_order
from contragraph.generation.assembly.searched import Searched
from contragraph.generation.assembly.source import Listed, Source
from contragraph.generation.assembly.telling import GENERAL, Telling
from contragraph.generation.collecting import rare_collections
from contragraph.generation.controls.harmless import Ways
from contragraph.generation.controls.rounds import Controls
from contragraph.generation.linking.natural import natural
from contragraph.generation.llm.proposing import accounted
from contragraph.generation.llm.running import LLM, Models
from contragraph.generation.llm.tell import tell as retold
from contragraph.generation.search.background import classes_known
from contragraph.generation.search.grounds import Grounds, grounds
from contragraph.generation.search.searching import Searcher
from contragraph.generation.settings import Settings, choose_kg
from contragraph.generation.verbalise import Style
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance, Order, Run, content_hash
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.kgs import Kg, kg_like, kg_of
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.turtle import format_ontology, read_ontology
from contragraph.ontology.union import union
from contragraph.reasoning.lint import demand_sound
from contragraph.reasoning.rules import rules_of

__all__ = ["Graph", "Report", "Settings", "generate", "graph_of", "instances", "make", "prepared", "searched"]

Entry = Mapping[str, Any]
"""A line of the journal."""

_BATCH = 1200
"""Pairs written into the store at once."""

Progress = Callable[[str, int, int], None]
"""Called with (what, done, of how many)."""
Search = Callable[[str], Source]
"""The source of proven conflicts for a salt, which stands for seed and graph."""


def _silent(what: str, done: int, of: int) -> None:
    del what, done, of


def _as_it_is(instance: Instance) -> Instance:
    return instance


@dataclass(frozen=True)
class Graph:
    """A loaded graph with all that is known of its relations, in its own terms."""

    info: KgInfo
    ontology: Ontology
    lexicon: Lexicon
    labels: Mapping[str, str]
    """Labels of relations."""
    known: Kg | None = None
    """What is known of graphs of its kind."""
    finished: Callable[[Instance], Instance] = _as_it_is
    """Adds to an instance where its perturbed statements are from, if nobody made them up."""
    plan: Mapping[PairType, int] = field(default_factory=dict)
    """The pairs that can be hoped for, where no plan says how many are wanted."""
    identity: Mapping[str, object] = field(default_factory=dict)
    """What else decides the pairs."""
    disagreements: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What was behind its disagreements with another graph, by relation."""

    @property
    def statable(self) -> frozenset[str]:
        """The relations that texts may state."""
        return self.ontology.statable


def graph_of(store: GraphStore, kg: str | None, ontology: Ontology, lexicon: Lexicon) -> Graph:
    """A graph of the store with an ontology and words in its terms.

    Raises:
        InputError: if it is not there.
    """
    info = choose_kg(store, kg)
    labels = {**ontology.labels, **{r.id: r.label for r in store.relations(info.kg)}}
    return Graph(info, ontology, lexicon, labels)


def prepared(
    store: GraphStore,
    settings: Settings,
    kg: str | None,
    axioms: Path | None = None,
    processes: int = 1,
    models: Models | None = None,
) -> list[tuple[Graph, Search]]:
    """The graphs of a run with their searches: one, or all in the store under the name ``all``.

    Raises:
        InputError: as :func:`searched`, or if nothing links a graph with the one that it is held against.
        OntologyError: as :func:`searched`.
    """
    if settings.against is not None:
        return [disagreeing(store, settings, kg)]
    kgs = sorted(info.kg for info in store.kgs())
    names = [*kgs] if kg == ALL and ALL not in kgs else [kg]
    return [searched(store, settings, name, axioms, processes, models) for name in names or [None]]


def disagreeing(store: GraphStore, settings: Settings, kg: str | None) -> tuple[Graph, Search]:
    """A graph of the store, and what another graph says differently as the source of its conflicts.

    Raises:
        InputError: if a graph is not there or nothing is known of it, or nothing links the two.
        OntologyError: for axioms that cannot be read.
    """
    info, known, ground = _grounded(store, kg)
    found = natural(store, info, ground, str(settings.against), strict=settings.strict)
    domains = {**dict.fromkeys(found.relations, GENERAL), **ground.ontology.domains, **known.domains}
    graph = graph_of(store, info.kg, replace(ground.ontology, domains=domains), known.lexicon)
    graph = replace(
        graph,
        known=known,
        finished=found.finished,
        plan=found.plan,
        identity={"against_snapshot": found.snapshot},
        disagreements=found.account,
    )
    return graph, lambda _: Listed(found.conflicts)


def searched(
    store: GraphStore,
    settings: Settings,
    kg: str | None,
    axioms: Path | None = None,
    processes: int = 1,
    models: Models | None = None,
) -> tuple[Graph, Search]:
    """A graph of the store by what is known of its kind (``kgs/``), and the search of it for a salt.

    So many ``processes`` search; what they find is the same with any number. ``axioms`` is a file to use instead of the
    axioms of that kind; with it any graph will do. Where the settings say so it is one of the ``models`` that proposes.

    Raises:
        InputError: if it is not there, or nothing is known of a graph with its relations.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    info, known, ground = _grounded(store, kg, axioms)
    domains = {**ground.ontology.domains, **known.domains}
    graph = graph_of(store, info.kg, replace(ground.ontology, domains=domains), known.lexicon)
    graph = replace(graph, known=known)

    def search(salt: str) -> Source:
        searcher = Searcher(store, ground, Order.of_seed(salt), settings.seed, settings.strict)
        if models is not None and settings.generator == LLM:
            return models.source(searcher, info.kg, graph.labels, graph.lexicon, settings.plan, processes)
        return Searched(searcher, processes)

    return graph, search


def _grounded(store: GraphStore, kg: str | None, axioms: Path | None = None) -> tuple[KgInfo, Kg, Grounds]:
    """A graph of the store, what is known of its kind, and what searches and filters stand on."""
    info = choose_kg(store, kg)
    known = kg_like(r.id for r in store.relations(info.kg))
    if known is None and axioms is None:
        raise InputError(
            f"Nothing is known of graphs like {info.kg}: no folder of kgs/ has its relations; give axioms of your own"
            " with --ontology FILE."
        )
    known = known or kg_of("wikidata")
    return info, known, grounds(store, info.kg, known, None if axioms is None else _given(axioms))


def _given(axioms: Path) -> Ontology:
    """The ontology in a file of the user, examined before anything is proven with it."""
    ontology = read_ontology(axioms)
    demand_sound(ontology, str(axioms))
    return ontology


def generate(
    store: GraphStore,
    out: Path,
    settings: Settings,
    *,
    kg: str | None = None,
    axioms: Path | None = None,
    processes: int = 1,
    resume: bool = False,
    overwrite: bool = False,
    models: Models | None = None,
    progress: Progress = _silent,
) -> Report:
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
    graphs = prepared(store, settings, kg, axioms, processes, models)
    resume = resume or (models is not None and not overwrite and working_folder(out).exists())
    return make(store, out, settings, *graphs, resume=resume, overwrite=overwrite, models=models, progress=progress)


def _demand_models(settings: Settings, models: Models | None) -> None:
    if models is None and LLM in (settings.generator, settings.verbaliser):
        raise InputError("The settings ask a language model, and none is given; name one with --model or --models.")


def instances(
    store: GraphStore, settings: Settings, *, kg: str | None = None, axioms: Path | None = None
) -> Iterator[Instance]:
    """The pairs that a run of these settings makes, as soon as they are proven; nothing is written anywhere.

    They are those of :func:`generate`, in its order, with the same ids.

    Raises:
        InputError: for a graph that is not there or that nothing is known of, or settings that ask a model.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    _demand_models(settings, None)
    graphs = prepared(store, settings, kg, axioms)
    task = Task.of(settings, *graphs)
    for making in task.parts(store, graphs):
        journal: list[Entry] = []
        waves = making.waves()
        while True:
            with rare_collections():  # between two waves the program that asked has its own ways
                found = next(waves, None)
            if found is None:
                break
            if settings.controls is not None:
                journal.append(making.entry(*found))
            yield from found[1]
        for entry in making.controls(store, journal):
            yield from (to_instance(parse_line(line, "a control"), settings.style) for line in lines_of(entry))


@dataclass(frozen=True)
class Task:
    """What a run is, before anything is searched: of one graph or several, each with its share of the plan."""

    settings: Settings
    plans: Sequence[Mapping[PairType, int]]
    run: Run
    identity: dict[str, object]
    """The settings and the graph, as the manifest keeps them."""
    ontology: Ontology
    """The axioms of all graphs."""

    @classmethod
    def of(cls, settings: Settings, *graphs: tuple[Graph, Search]) -> Task:
        """A run of these settings.

        Raises:
            OntologyError: if two of the graphs mean different things by one axiom.
        """
        first, several = graphs[0][0], len(graphs) > 1
        ontology = union(graph.ontology for graph, _ in graphs) if several else first.ontology
        chosen = {**settings.as_json(), **first.identity, "ontology": content_hash(format_ontology(ontology))}
        snapshots = {graph.info.kg: graph.info.snapshot for graph, _ in graphs}
        kg = ALL if several else first.info.kg
        snapshot = content_hash([*snapshots.items()]) if several else first.info.snapshot
        run = Run(settings.seed, json.dumps(chosen, sort_keys=True), kg, snapshot)
        identity: dict[str, object] = {**chosen, "kg": kg, "kg_snapshot": snapshot}
        if several:
            identity["kgs"] = snapshots
        return cls(settings, shared_out(settings.plan or first.plan, len(graphs)), run, identity, ontology)

    def parts(self, store: GraphStore, graphs: Sequence[tuple[Graph, Search]]) -> Iterator[Making]:
        """The making of the pairs of each graph, before it begins."""
        for (graph, search), plan in zip(graphs, self.plans, strict=True):
            yield Making.of(store, replace(self.settings, plan=plan), graph, search, self.run)


@dataclass(frozen=True)
class Making:
    """The pairs of one graph in the making: how far they have come, and what they need."""

    settings: Settings
    """Those of the run, with the graph's share of the plan."""
    graph: Graph
    state: State
    parity: Parity
    maker: Maker
    telling: Telling

    @classmethod
    def of(cls, store: GraphStore, settings: Settings, graph: Graph, search: Search, run: Run) -> Making:
        """The making of pairs before it begins."""
        salt = f"{settings.seed}:{graph.info.kg}:{graph.info.snapshot}"
        around = Around(store, Order.of_seed(salt), graph.labels)
        # Shares can be kept of what is made up, not of what is found.
        state = State(Pool(salt), Ledger(settings.quotas if settings.against is None else FREE, settings.plan))
        parity = Parity()
        maker = _maker(graph, settings, search(salt), state, around, parity, salt)
        telling = Telling(around, graph.ontology, graph.lexicon, graph.labels, graph.info.kg, run.id, settings.style)
        return cls(settings, graph, state, parity, maker, replace(telling, generator=settings.generator))

    def replay(self, entry: Entry) -> None:
        """Bring the run to where it was after a journalled wave of pairs; controls are read when they are made."""
        if entry["type"] != str(CONTROL):
            replay(entry, self.state, self.maker.source, self.parity)
            accounted(self.maker.source)  # the journal has counted that already

    def waves(self) -> Iterator[tuple[Wave, list[Instance]]]:
        """Waves of pairs until the plan is met or nothing is left to try, from where the state stands."""
        for pair_type, pairs in in_order(self.settings.plan):
            for wave in fill_type(pair_type, pairs, self.state, self.maker):
                yield wave, [self.graph.finished(self.telling.instance(pair)) for pair in wave.kept]

    def entry(self, wave: Wave, told: list[Instance]) -> dict[str, object]:
        """A wave as a line of the journal."""
        return {**entry_of(wave, told, lambda r: self.graph.labels.get(r, r)), "kg": self.graph.info.kg}

    def controls(self, store: GraphStore, journal: Iterable[Entry]) -> Iterator[dict[str, object]]:
        """Pairs without any conflict beside those that are made, as lines of the journal."""
        graph, known, ratio = self.graph, self.graph.known, self.settings.controls
        if ratio is None:
            return
        if known is None:
            raise InputError("Controls need to know which relations say where places lie: leave --ontology out.")
        ways = Ways(self.telling.around, graph.ontology, known.role("located_in"), known.role("contains"))
        classes = partial(classes_known, store, known)
        making = Controls(self.maker, self.state, self.telling, ways, classes, self.maker.chooser.salt)
        mine = [entry for entry in journal if entry["kg"] == graph.info.kg]
        for entry in making.entries(mine, self.settings.plan, ratio):
            yield {**entry, "kg": graph.info.kg}


@rare_collections()
def make(
    store: GraphStore,
    out: Path,
    settings: Settings,
    *graphs: tuple[Graph, Search],
    resume: bool = False,
    overwrite: bool = False,
    models: Models | None = None,
    progress: Progress = _silent,
) -> Report:
    """Make a dataset of graphs with what a search of each gives: see :func:`generate`.

    Raises:
        InputError: for a folder that is in use.
        OntologyError: if two of the graphs mean different things by one axiom.
    """
    task = Task.of(settings, *graphs)
    report = Report(task.run.id, task.run.kg)
    folder = prepare(out, task.identity, resume=resume, overwrite=overwrite)
    if folder is None:
        report.already_done = True
        return report
    parts, ratio = [*task.parts(store, graphs)], settings.controls
    wanted = sum(n + (ratio.of(n) if ratio else 0) for plan in task.plans for n in plan.values())

    seeds: set[str] = set()

    def count(entry: Entry) -> None:
        report.add(entry)
        seeds.update(relation for kept in entry["kept"] for relation in json.loads(kept["line"])["relations"])
        progress("pairs", sum(p.state.kept.total() for p in parts) + report.controls, wanted)
        if models:
            models.tell_progress(report.asked)

    progress("pairs", 0, wanted)
    with ExitStack() as stack:
        for making in parts:
            stack.enter_context(closing(making.maker.source))
        for line in read_journal(folder):
            next(p for p in parts if p.graph.info.kg == line["kg"]).replay(line)
            count(line)
        for making in parts:
            for wave, pairs in making.waves():
                told = retold(pairs, models.gateway, models.prompts) if models and settings.verbaliser == LLM else None
                entry = making.entry(wave, [*told.instances] if told else pairs)
                entry |= accounted(making.maker.source) | ({"told": told.coverage.as_json()} if told else {})
                append_journal(folder, entry)
                count(entry)
            for entry in making.controls(store, [*read_journal(folder)] if ratio else []):
                append_journal(folder, entry)
                count(entry)
    states = [making.state for making in parts]
    state = together(states, settings.quotas, settings.plan) if len(parts) > 1 else states[0]
    report.settle(settings.plan or dict(sorted(state.kept.items())), state)
    if ratio:
        report.settle_controls(sum(ratio.of(n) for each in states for n in each.kept.values()))
    if settings.against is not None:
        report.quotas, report.help = [], []
    report.disagreements = graphs[0][0].disagreements
    domains = {**dict.fromkeys(sorted(seeds), GENERAL), **task.ontology.domains}
    ontology = replace(task.ontology, domains=domains)
    write_dataset(folder, read_journal(folder), ontology, task.identity, task.run.id, report.as_json())
    _store(store, task.run, task.ontology, folder, settings.style, sum(report.made.values()), progress)
    publish(folder, out)
    return report


def _maker(
    graph: Graph, settings: Settings, source: Source, state: State, around: Around, parity: Parity, salt: str
) -> Maker:
    """What making pairs needs, put together."""
    rules = rules_of(graph.ontology)
    through = {s.relation: s.through.relation for s in graph.ontology.spans if s.through}
    chooser = Chooser(state.pool, state.ledger, around, graph.statable, salt, through)
    filler = Filler(around, graph.ontology, graph.statable, parity, salt, settings.distractors)
    return Maker(source, chooser, filler, Prover(rules, rules.strict(), settings.strict))


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
