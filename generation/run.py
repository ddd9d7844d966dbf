"""One generation run from a loaded KG to a dataset folder and instances in the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from contragraph.generation.account import Account, Report
from contragraph.generation.collecting import rare_collections
from contragraph.generation.dataset import read_instances, write_dataset
from contragraph.generation.entries import entry_of, rejections_of, replay
from contragraph.generation.folder import append_journal, prepare, publish, read_journal
from contragraph.generation.knowledge import IN_MEMORY, Knowledge
from contragraph.generation.paper import PairType
from contragraph.generation.period_around import periods_for
from contragraph.generation.perturb import Proposer
from contragraph.generation.plan import format_plan
from contragraph.generation.quotas import Quotas
from contragraph.generation.record import to_instance
from contragraph.generation.retold import Retelling
from contragraph.generation.rounds import Seeds, State, Wave, fill_type
from contragraph.generation.verbalise import Style
from contragraph.generation.words import Wording
from contragraph.generation.words import to_instance as in_words
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance, Order, Run, content_hash
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.turtle import format_ontology, read_ontology
from contragraph.ontology.vocabulary import Vocabulary, vocabulary_of
from contragraph.reasoning.lint import demand_sound

__all__ = ["Making", "Report", "Settings", "choose_kg", "generate", "instances", "prepare_run"]

_BATCH = 360


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the content of a dataset."""

    plan: Mapping[PairType, int]
    seed: int = 7
    generator: str = "symbolic"
    verbaliser: str = "template"
    strict: bool = False
    quotas: Quotas = field(default_factory=Quotas)
    style: Style = "encyclopedic"
    """How the texts are told: ``encyclopedic``, ``short`` or ``news``."""
    distractors: int | None = None
    """Statements of the original side that take no part in a conflict; None lets their number vary."""

    def as_json(self) -> dict[str, object]:
        """The settings as the manifest keeps them and the run's id hashes them; what came later only if it is set."""
        later: dict[str, object] = {}
        if self.style != "encyclopedic":
            later["style"] = self.style
        if self.distractors is not None:
            later["distractors"] = self.distractors
        return {
            "plan": format_plan(self.plan),
            "seed": self.seed,
            "generator": self.generator,
            "verbaliser": self.verbaliser,
            "strict": self.strict,
            "quotas": self.quotas.as_json(),
            **later,
        }


Progress = Callable[[str, int, int], None]
"""Called with (what, done, of how many)."""


def _silent(what: str, done: int, of: int) -> None:
    del what, done, of


def choose_kg(store: GraphStore, name: str | None) -> KgInfo:
    """The KG to generate from: the one named, or the only one.

    Raises:
        InputError: if it is not there, or none was named and there are several or none.
    """
    kgs = {info.kg: info for info in store.kgs()}
    if not kgs:
        raise InputError("The store holds no knowledge graph; load one first, for example: contragraph load sample.")
    if name is None and len(kgs) > 1:
        raise InputError(f"The store holds several knowledge graphs ({', '.join(kgs)}); choose one with --kg.")
    if name is not None and name not in kgs:
        raise InputError(f"The store holds no knowledge graph '{name}'; it holds {', '.join(kgs)}.")
    return kgs[name] if name is not None else next(iter(kgs.values()))


@dataclass
class Making:
    """Everything that a run needs, read once: see :func:`prepare_run`."""

    run: Run
    settings: Settings
    vocabulary: Vocabulary
    identity: dict[str, object]
    """The settings and the KG, as the manifest keeps them."""
    state: State = field(default_factory=State)
    with_seeds: frozenset[str] = frozenset()
    """Seed relations of which the KG has facts; known once the waves have begun."""

    def waves(self, store: GraphStore, in_memory: int = IN_MEMORY) -> Iterator[tuple[Wave, Wording]]:
        """Waves of proven pairs until the plan is met or the seeds are used up, from where the state stands."""
        run, settings, vocabulary = self.run, self.settings, self.vocabulary
        ontology, lens = vocabulary.ontology, vocabulary.lens
        salt = f"{settings.seed}:{run.kg}:{run.kg_snapshot}"
        order = Order.of_seed(salt)
        knowledge = Knowledge(store, run.kg, order, in_memory=in_memory, lens=lens)
        periods = periods_for(store, run.kg, knowledge, lens)
        proposer = Proposer(ontology, knowledge, periods, strict=settings.strict)
        values = {r: knowledge.literal_facts(r) for r in sorted(ontology.data.intersection(ontology.domains))}
        seeds = Seeds.of(knowledge.read, run.kg, ontology.domains, order, values)
        self.with_seeds = frozenset(seeds.by_relation)
        retelling = Retelling(vocabulary) if lens else None
        wording = Wording(
            vocabulary.lexicon, vocabulary.labels, ontology.domains, run.kg, run.id, settings.style, retelling
        )
        for pair_type, wanted in settings.plan.items():
            waves = fill_type(
                pair_type, wanted, seeds, self.state, proposer, salt, settings.quotas, settings.distractors
            )
            for wave in waves:
                yield wave, wording


def prepare_run(store: GraphStore, settings: Settings, kg: str | None = None, axioms: Path | None = None) -> Making:
    """What a run of these settings is, before anything is searched.

    Raises:
        InputError: for a KG that is not there.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    info = choose_kg(store, kg)
    given, chosen = _given(axioms), settings.as_json()
    if given is not None:
        chosen["ontology"] = content_hash(format_ontology(given))
    run = Run(settings.seed, json.dumps(chosen, sort_keys=True), info.kg, info.snapshot)
    identity: dict[str, object] = {**chosen, "kg": info.kg, "kg_snapshot": info.snapshot}
    vocabulary = vocabulary_of(store.relations(info.kg), given)
    return Making(run, settings, vocabulary, identity)


@rare_collections()
def generate(
    store: GraphStore,
    out: Path,
    settings: Settings,
    *,
    kg: str | None = None,
    axioms: Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    in_memory: int = IN_MEMORY,
    progress: Progress = _silent,
) -> Report:
    """Make a dataset: instances into the store, files into the folder ``out``.

    The same store content and settings give byte-identical files. A run that cannot meet its plan writes what it has
    and names the shortfall in the report. ``in_memory`` is the number of facts up to which the KG is read whole at the
    start; it decides the speed alone. ``axioms`` is a file to use instead of the ontology that ships; what it says is
    one of the settings. Pairs are kept in the journal on disk, not in memory.

    Raises:
        InputError: for a folder that is in use, or a KG that is not there.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    making = prepare_run(store, settings, kg, axioms)
    state, account = making.state, Account()
    report = Report(making.run.id, making.run.kg)
    work = prepare(out, making.identity, resume=resume, overwrite=overwrite)
    if work is None:
        report.already_done = True
        return report
    for entry in read_journal(work):
        replay(entry, state)
        account.add(rejections_of(entry))
    total = sum(settings.plan.values())
    progress("pairs", state.kept.total(), total)
    for wave, wording in making.waves(store, in_memory):
        entry = entry_of(wave, wording)
        append_journal(work, entry)
        account.add(rejections_of(entry))
        progress("pairs", state.kept.total(), total)
    vocabulary = making.vocabulary
    relations = vocabulary.ontology.domains
    account.settle(report, settings.plan, settings.quotas, state, relations, making.with_seeds, vocabulary.own_name)
    write_dataset(work, read_journal(work), vocabulary.own, making.identity, report.run, report.as_json())
    _store_instances(store, making, work, state.kept.total(), progress)
    publish(work, out)
    return report


def _given(axioms: Path | None) -> Ontology | None:
    """The ontology in a file of the user, examined before anything is proven with it."""
    if axioms is None:
        return None
    ontology = read_ontology(axioms)
    demand_sound(ontology, str(axioms))
    return ontology


def instances(
    store: GraphStore, settings: Settings, *, kg: str | None = None, axioms: Path | None = None
) -> Iterator[Instance]:
    """The pairs that a run of these settings makes, each as soon as it is proven; nothing is written anywhere.

    They are those of :func:`generate`, in its order. ``kg`` names the KG where the store holds several, ``axioms`` is
    a file to use instead of the ontology that ships.

    Raises:
        InputError: for a KG that is not there.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    waves = prepare_run(store, settings, kg, axioms).waves(store)
    while True:
        with rare_collections():  # between two waves the program that asked has its own ways
            found = next(waves, None)
        if found is None:
            return
        wave, wording = found
        for draft in wave.kept:
            yield in_words(draft, wording)


def _store_instances(store: GraphStore, making: Making, folder: Path, total: int, progress: Progress) -> None:
    """Write the instances of a folder into the store in batches."""
    axioms = {a.id: (a.comment or a.id, str(a.strength)) for a in making.vocabulary.own.axioms}
    store.write_run(making.run)
    done = 0
    records = (record for _, record in read_instances(folder))
    while some := list(islice(records, _BATCH)):
        batch = [(record.id, to_instance(record, making.settings.style)) for record in some]
        store.write_instances(making.run, batch, axioms)
        done += len(batch)
        progress("stored", done, total)
    store.finish_run(making.run.id)
