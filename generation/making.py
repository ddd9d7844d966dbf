"""A run: from a loaded graph and the search of it to a dataset folder and instances in the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

from contragraph.dataset.codec import to_instance
from contragraph.dataset.folder import append_journal, prepare, publish, read_journal, working_folder
from contragraph.dataset.reader import read_instances
from contragraph.dataset.types import CONTROL
from contragraph.dataset.writer import write_dataset
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.fill import Filler, Parity
from contragraph.generation.assembly.journal import entry_of, replay
from contragraph.generation.assembly.pairs import Chooser
from contragraph.generation.assembly.pool import Pool
from contragraph.generation.assembly.proof import Prover
from contragraph.generation.assembly.quotas import Ledger
from contragraph.generation.assembly.report import Report
from contragraph.generation.assembly.rounds import Maker, State, Wave, fill_type, in_order
from contragraph.generation.assembly.searched import Searched
from contragraph.generation.assembly.source import Source
from contragraph.generation.assembly.telling import GENERAL, Telling
from contragraph.generation.collecting import rare_collections
from contragraph.generation.controls.harmless import Ways
from contragraph.generation.controls.rounds import Controls
from contragraph.generation.llm.proposing import accounted
from contragraph.generation.llm.running import LLM, Models
from contragraph.generation.llm.tell import tell as retold
from contragraph.generation.search.background import classes_known
from contragraph.generation.search.grounds import grounds
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
from contragraph.reasoning.lint import demand_sound
from contragraph.reasoning.rules import rules_of

__all__ = ["Graph", "Report", "Settings", "generate", "graph_of", "instances", "make", "searched"]

_BATCH = 1200
"""Pairs written into the store at once."""

Progress = Callable[[str, int, int], None]
"""Called with (what, done, of how many)."""
Search = Callable[[str], Source]
"""The source of proven conflicts for a salt, which stands for seed and graph."""


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
    known: Kg | None = None
    """What is known of graphs of its kind."""

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
    info = choose_kg(store, kg)
    known = kg_like(r.id for r in store.relations(info.kg))
    if known is None and axioms is None:
        raise InputError(
            f"Nothing is known of graphs like {info.kg}: no folder of kgs/ has its relations; give axioms of your own"
            " with --ontology FILE."
        )
    known = known or kg_of("wikidata")
    ground = grounds(store, info.kg, known, None if axioms is None else _given(axioms))
    domains = {**ground.ontology.domains, **known.domains}
    graph = graph_of(store, info.kg, replace(ground.ontology, domains=domains), known.lexicon)
    graph = replace(graph, known=known)

    def search(salt: str) -> Source:
        searcher = Searcher(store, ground, Order.of_seed(salt), settings.seed, settings.strict)
        if models is not None and settings.generator == LLM:
            return models.source(searcher, info.kg, graph.labels, graph.lexicon, settings.plan, processes)
        return Searched(searcher, processes)

    return graph, search


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
    the store holds several, ``axioms`` is a file to use instead of the axioms that ship. ``models`` are asked where the
    settings say ``llm``; such a run goes on where it was stopped, for its answers are paid for.

    Raises:
        InputError: for a folder that is in use, a graph that is not there or that nothing is known of, or settings
            that ask a model where none is given.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
        CostLimitError: before the limit of cost is passed; what was made so far stays in the journal.
        ModelError: for what every question to a model would meet.
    """
    _demand_models(settings, models)
    graph, search = searched(store, settings, kg, axioms, processes, models)
    resume = resume or (models is not None and not overwrite and working_folder(out).exists())
    return make(
        store, out, settings, graph, search, resume=resume, overwrite=overwrite, models=models, progress=progress
    )


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
    graph, search = searched(store, settings, kg, axioms)
    making = Making.of(store, settings, graph, search)
    waves = making.waves()
    while True:
        with rare_collections():  # between two waves the program that asked has its own ways
            found = next(waves, None)
        if found is None:
            return
        yield from found[1]


@dataclass(frozen=True)
class Making:
    """A run in the making: what it is, how far it has come, and what it needs."""

    settings: Settings
    run: Run
    identity: dict[str, object]
    """The settings and the graph, as the manifest keeps them."""
    state: State
    parity: Parity
    maker: Maker
    telling: Telling

    @classmethod
    def of(cls, store: GraphStore, settings: Settings, graph: Graph, search: Search) -> Making:
        """A run before it begins."""
        chosen = {**settings.as_json(), "ontology": content_hash(format_ontology(graph.ontology))}
        run = Run(settings.seed, json.dumps(chosen, sort_keys=True), graph.info.kg, graph.info.snapshot)
        identity: dict[str, object] = {**chosen, "kg": graph.info.kg, "kg_snapshot": graph.info.snapshot}
        salt = f"{settings.seed}:{graph.info.kg}:{graph.info.snapshot}"
        around = Around(store, Order.of_seed(salt), graph.labels)
        state = State(Pool(salt), Ledger(settings.quotas, settings.plan))
        parity = Parity()
        maker = _maker(graph, settings, search(salt), state, around, parity, salt)
        telling = Telling(around, graph.ontology, graph.lexicon, graph.labels, graph.info.kg, run.id, settings.style)
        telling = replace(telling, generator=settings.generator)
        return cls(settings, run, identity, state, parity, maker, telling)

    def replay(self, entry: Mapping[str, object]) -> None:
        """Bring the run to where it was after a journalled wave of pairs; controls are read when they are made."""
        if entry["type"] != str(CONTROL):
            replay(entry, self.state, self.maker.source, self.parity)

    def controls(self, store: GraphStore, graph: Graph) -> Controls:
        """What makes pairs without any conflict beside those that are made."""
        kg = graph.known
        if kg is None:
            raise InputError("Controls need to know which relations say where places lie: leave --ontology out.")
        ways = Ways(self.telling.around, graph.ontology, kg.role("located_in"), kg.role("contains"))
        known = partial(classes_known, store, kg)
        return Controls(self.maker, self.state, self.telling, ways, known, self.maker.chooser.salt)

    def waves(self) -> Iterator[tuple[Wave, list[Instance]]]:
        """Waves of pairs until the plan is met or nothing is left to try, from where the state stands."""
        for pair_type, pairs in in_order(self.settings.plan):
            for wave in fill_type(pair_type, pairs, self.state, self.maker):
                yield wave, [self.telling.instance(pair) for pair in wave.kept]


@rare_collections()
def make(
    store: GraphStore,
    out: Path,
    settings: Settings,
    graph: Graph,
    search: Search,
    *,
    resume: bool = False,
    overwrite: bool = False,
    models: Models | None = None,
    progress: Progress = _silent,
) -> Report:
    """Make a dataset of a graph with what a search of it gives: see :func:`generate`.

    Raises:
        InputError: for a folder that is in use.
    """
    making = Making.of(store, settings, graph, search)
    run, state = making.run, making.state
    report = Report(run.id, graph.info.kg)
    folder = prepare(out, making.identity, resume=resume, overwrite=overwrite)
    if folder is None:
        report.already_done = True
        return report
    ratio = settings.controls
    wanted = sum(n + (ratio.of(n) if ratio else 0) for n in settings.plan.values())

    def count(entry: Mapping[str, object]) -> None:
        report.add(entry)
        progress("pairs", state.kept.total() + report.controls, wanted)
        if models:
            models.tell_progress(report.asked)

    progress("pairs", 0, wanted)
    with closing(making.maker.source):
        for entry in read_journal(folder):
            making.replay(entry)
            accounted(making.maker.source)  # the journal has counted that already
            count(entry)
        for wave, pairs in making.waves():
            told = retold(pairs, models.gateway, models.prompts) if models and settings.verbaliser == LLM else None
            entry = entry_of(wave, [*told.instances] if told else pairs, lambda r: graph.labels.get(r, r))
            entry |= accounted(making.maker.source) | ({"told": told.coverage.as_json()} if told else {})
            append_journal(folder, entry)
            count(entry)
        if ratio:
            for line in making.controls(store, graph).entries([*read_journal(folder)], settings.plan, ratio):
                append_journal(folder, line)
                count(line)
    report.settle(settings.plan, state)
    if ratio:
        report.settle_controls(sum(ratio.of(n) for n in state.kept.values()))
    domains = {**dict.fromkeys(sorted(report.relations), GENERAL), **graph.ontology.domains}
    ontology = replace(graph.ontology, domains=domains)
    write_dataset(folder, read_journal(folder), ontology, making.identity, run.id, report.as_json())
    _store(store, run, graph.ontology, folder, settings.style, state.kept.total() + report.controls, progress)
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
