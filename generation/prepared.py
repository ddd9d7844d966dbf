"""A run before it begins: its graphs with their vocabularies, and the waves of pairs that come of them."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from contragraph.dataset.codec import to_line
from contragraph.dataset.writer import Entry
from contragraph.generation.build import build
from contragraph.generation.compared import View
from contragraph.generation.controls_rounds import ControlState, control_waves
from contragraph.generation.controls_sound import Mover
from contragraph.generation.crew import crew_of
from contragraph.generation.knowledge import IN_MEMORY, Knowledge
from contragraph.generation.natural import accounted, contradictions, natural_waves, sources, with_domains
from contragraph.generation.periods.around import periods_for
from contragraph.generation.perturb import Proposer
from contragraph.generation.retold import Retelling
from contragraph.generation.rounds import Seeds, State, Wave, fill_type, in_order
from contragraph.generation.settings import Settings, choose_kg
from contragraph.generation.words import Wording, to_instance
from contragraph.graph.model import Order, Run, content_hash
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.turtle import format_ontology, read_ontology
from contragraph.ontology.vocabulary import Vocabulary, shared_names, union, vocabulary_of
from contragraph.reasoning.lint import demand_sound

ALL = "all"
"""The name that stands for all graphs of a store."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A graph at hand, and the seeds of a run."""

    proposer: Proposer
    salt: str
    order: Order
    seeds: Seeds


@dataclass
class Making:
    """Everything that a run needs of one graph, read once: see :func:`prepare_run`."""

    run: Run
    settings: Settings
    graph: KgInfo
    vocabulary: Vocabulary
    ontology: Ontology | None = None
    """What pairs are proven with, in the terms of their graphs, where that is more than the ontology of this graph."""
    state: State = field(default_factory=State)
    controls: ControlState = field(default_factory=ControlState)
    """What is known of controls; whoever takes the waves tells it about each (see ``replay_controls``)."""
    disagreements: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What was behind the disagreements of two graphs, by relation; known once the waves have begun."""
    with_seeds: frozenset[str] = frozenset()
    """Seed relations of which the KG has facts; known once the waves have begun."""

    def begin(self, store: GraphStore, in_memory: int = IN_MEMORY) -> Beginning:
        """Read the graph and its seeds."""
        kg, vocabulary, settings = self.graph.kg, self.vocabulary, self.settings
        ontology, lens = vocabulary.ontology, vocabulary.lens
        salt = f"{settings.seed}:{kg}:{self.graph.snapshot}"
        order = Order.of_seed(salt)
        knowledge = Knowledge(store, kg, order, in_memory=in_memory, lens=lens)
        proposer = Proposer(
            ontology, knowledge, periods_for(store, kg, knowledge, lens), strict=settings.strict, lies=settings.lies
        )
        if settings.against is not None:
            return Beginning(proposer, salt, order, Seeds({}))
        values = {r: knowledge.literal_facts(r) for r in sorted(ontology.data.intersection(ontology.domains))}
        seeds = Seeds.of(knowledge.read, kg, ontology.domains, order, values, ample=knowledge.ample)
        self.with_seeds = frozenset(seeds.by_relation)
        return Beginning(proposer, salt, order, seeds)

    def waves(
        self, store: GraphStore, in_memory: int = IN_MEMORY, processes: int = 1
    ) -> Generator[tuple[Wave, Wording], None, None]:
        """Waves of proven pairs until the plan is met or the seeds are used up, from where the state stands."""
        run, settings, vocabulary = self.run, self.settings, self.vocabulary
        ontology, lens, kg = vocabulary.ontology, vocabulary.lens, self.graph.kg
        begun = self.begin(store, in_memory)
        proposer, salt, seeds = begun.proposer, begun.salt, begun.seeds
        if settings.against is not None:
            view = View(self.graph, vocabulary, proposer.knowledge, begun.order)
            yield from self._natural(store, proposer, view, salt)
            return
        retelling = Retelling(vocabulary, self.ontology) if lens or self.ontology else None
        wording = Wording(
            vocabulary.lexicon,
            vocabulary.labels,
            ontology.domains,
            kg,
            run.id,
            settings.style,
            retelling,
            choosy=settings.lies == "plain",
        )
        how = (salt, settings.quotas, settings.distractors)
        with crew_of(processes, partial(build, proposer=proposer), proposer.knowledge) as crew:
            for pair_type, wanted in in_order(settings.plan, ample=seeds.ample):
                for wave in fill_type(pair_type, wanted, seeds, self.state, crew, *how):
                    yield wave, wording
        if settings.controls is not None:
            for wave in control_waves(
                settings.plan,
                settings.controls,
                seeds,
                self.state,
                self.controls,
                Mover(proposer),
                salt,
                settings.distractors,
                lambda draft: to_line(to_instance(draft, wording))[1],
            ):
                yield wave, wording

    def _natural(self, store: GraphStore, proposer: Proposer, one: View, salt: str) -> Iterator[tuple[Wave, Wording]]:
        """A wave for each thing about which this graph and another contradict each other."""
        known, run = self.vocabulary, self.run
        two = sources(store, proposer, one, str(self.settings.against))
        found = contradictions(two)
        self.disagreements = accounted(found, known.own_name)
        self.with_seeds = frozenset(d.met.relation for d in found)
        other = two.against.info
        domains = with_domains(known.ontology, {r: r for r in self.with_seeds}).domains
        retelling = Retelling(known, self.ontology) if known.lens or self.ontology else None
        wording = Wording(
            known.lexicon,
            known.labels,
            domains,
            one.info.kg,
            run.id,
            self.settings.style,
            retelling,
            (other.kg, other.snapshot),
        )
        for wave in natural_waves(found, self.state, proposer, salt, self.settings.plan):
            yield wave, wording


@dataclass(frozen=True)
class Work:
    """A run with what it needs of each graph: of one, or of all in the store."""

    run: Run
    identity: dict[str, object]
    """The settings and the KG, as the manifest keeps them."""
    parts: tuple[Making, ...]
    ontology: Ontology
    """The axioms of all graphs, in their own terms."""

    def part(self, entry: Entry) -> Making:
        """The graph that a line of the journal is of."""
        return next((p for p in self.parts if p.graph.kg == entry.get("kg")), self.parts[0])


def prepare_run(store: GraphStore, settings: Settings, kg: str | None = None, axioms: Path | None = None) -> Work:
    """What a run of these settings is, before anything is searched; the KG ``all`` stands for all in the store.

    Raises:
        InputError: for a KG that is not there.
        OntologyError: for axioms that cannot be read, that refute what should be possible, or that mean different
            things in two graphs.
    """
    given, chosen = _given(axioms), settings.as_json()
    if given is not None:
        chosen["ontology"] = content_hash(format_ontology(given))
    if kg == ALL and ALL not in {info.kg for info in store.kgs()}:
        return _across(store, settings, chosen, given)
    info = choose_kg(store, kg)
    if settings.against is not None:
        others = sorted((i for i in store.kgs() if i.kg != info.kg), key=lambda i: i.kg)
        told = [[i.kg, i.snapshot, store.links(info.kg, i.kg), store.links(i.kg, settings.against)] for i in others]
        chosen["against_snapshot"] = content_hash(told)
    run = Run(settings.seed, json.dumps(chosen, sort_keys=True), info.kg, info.snapshot)
    identity: dict[str, object] = {**chosen, "kg": info.kg, "kg_snapshot": info.snapshot}
    vocabulary = vocabulary_of(store.relations(info.kg), given, plain=settings.lies == "plain")
    own = vocabulary.own
    if settings.against is not None:
        own = with_domains(own, {r.id: vocabulary.lens.seen.relation(r.id).relation for r in vocabulary.relations})
    return Work(run, identity, (Making(run, settings, info, vocabulary),), own)


def _across(store: GraphStore, settings: Settings, chosen: dict[str, object], given: Ontology | None) -> Work:
    """A run over all graphs of a store, each with an even share of every type; they take turns at what is left over."""
    infos = sorted(store.kgs(), key=lambda info: info.kg)
    if not infos:
        choose_kg(store, None)
    snapshot = content_hash([[info.kg, info.snapshot] for info in infos])
    run = Run(settings.seed, json.dumps(chosen, sort_keys=True), ALL, snapshot)
    relations = [store.relations(info.kg) for info in infos]
    shared = shared_names(vocabulary_of(some, given) for some in relations)
    plain = settings.lies == "plain"
    vocabularies = [vocabulary_of(some, given, shared, plain=plain) for some in relations]
    ontology = union(v.own for v in vocabularies)
    parts = []
    for place, (info, vocabulary) in enumerate(zip(infos, vocabularies, strict=True)):
        share = {
            pair_type: (pairs + (place + turn) % len(infos)) // len(infos)
            for turn, (pair_type, pairs) in enumerate(settings.plan.items())
        }
        mine = replace(settings, plan={t: n for t, n in share.items() if n})
        parts.append(Making(run, mine, info, vocabulary, ontology))
    identity: dict[str, object] = {**chosen, "kg": ALL, "kg_snapshot": snapshot}
    return Work(run, {**identity, "kgs": {info.kg: info.snapshot for info in infos}}, tuple(parts), ontology)


def _given(axioms: Path | None) -> Ontology | None:
    """The ontology in a file of the user, examined before anything is proven with it."""
    if axioms is None:
        return None
    ontology = read_ontology(axioms)
    demand_sound(ontology, str(axioms))
    return ontology
