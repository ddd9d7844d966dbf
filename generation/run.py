"""One generation run from a loaded KG to a dataset folder and instances in the store."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from contragraph.generation.build import Rejection
from contragraph.generation.collecting import rare_collections
from contragraph.generation.dataset import write_dataset
from contragraph.generation.folder import append_journal, prepare, publish, read_journal
from contragraph.generation.knowledge import IN_MEMORY, Knowledge
from contragraph.generation.paper import PairType
from contragraph.generation.period import read_periods
from contragraph.generation.perturb import Proposer
from contragraph.generation.plan import format_plan, parse_type
from contragraph.generation.quotas import Quota, Quotas
from contragraph.generation.record import parse_line, to_instance, to_line
from contragraph.generation.rounds import Seeds, State, Wave, conflicts_of, fill_type
from contragraph.generation.words import Wording
from contragraph.generation.words import to_instance as in_words
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance, Order, Run, content_hash
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.ontology import load_ontology
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import load_lexicon
from contragraph.ontology.turtle import format_ontology, read_ontology
from contragraph.reasoning.lint import demand_sound

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

    def as_json(self) -> dict[str, object]:
        """The settings as the manifest keeps them and the run's id hashes them."""
        return {
            "plan": format_plan(self.plan),
            "seed": self.seed,
            "generator": self.generator,
            "verbaliser": self.verbaliser,
            "strict": self.strict,
            "quotas": self.quotas.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A type that has fewer pairs than planned, with the most frequent reasons."""

    type: PairType
    wanted: int
    made: int
    reasons: tuple[tuple[str, int], ...]


@dataclass
class Report:
    """What a run did: pairs per type, use of relations, why seeds were rejected."""

    run: str
    kg: str
    made: dict[PairType, int] = field(default_factory=dict)
    shortfalls: list[Shortfall] = field(default_factory=list)
    relations: Counter[str] = field(default_factory=Counter)
    unused: dict[str, str] = field(default_factory=dict)
    """Seed relations without a pair, with the reason."""
    quotas: list[Quota] = field(default_factory=list)
    """What came of each quota."""
    rejected: int = 0
    already_done: bool = False


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
    one of the settings.

    Raises:
        InputError: for a folder that is in use, or a KG that is not there.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    info = choose_kg(store, kg)
    given, chosen = _given(axioms), settings.as_json()
    if given is not None:
        chosen["ontology"] = content_hash(format_ontology(given))
    run = Run(settings.seed, json.dumps(chosen, sort_keys=True), info.kg, info.snapshot)
    report = Report(run.id, info.kg)
    identity: dict[str, object] = {**chosen, "kg": info.kg, "kg_snapshot": info.snapshot}
    work = prepare(out, identity, resume=resume, overwrite=overwrite)
    if work is None:
        report.already_done = True
        return report
    ontology = given or load_ontology()
    state = State()
    lines: list[str] = []
    rejections: list[dict[str, object]] = []
    for entry in read_journal(work):
        _replay(entry, state, lines, rejections)
    salt = f"{settings.seed}:{info.kg}:{info.snapshot}"
    order = Order.of_seed(salt)
    knowledge = Knowledge(store, info.kg, order, in_memory=in_memory)
    proposer = Proposer(ontology, knowledge, read_periods(store, info.kg, knowledge.snapshot), strict=settings.strict)
    seeds = Seeds.of(knowledge.read, info.kg, ontology.domains, order)
    labels = {**ontology.labels, **{r.id: r.label for r in store.relations(info.kg)}}
    wording = Wording(load_lexicon(), labels, ontology.domains, info.kg, run.id)
    total = sum(settings.plan.values())
    progress("pairs", len(lines), total)
    for pair_type, wanted in settings.plan.items():
        for wave in fill_type(pair_type, wanted, seeds, state, proposer, salt, settings.quotas):
            entry = _entry(wave, wording)
            append_journal(work, entry)
            _collect(entry, lines, rejections)
            progress("pairs", len(lines), total)
    _account(report, settings, ontology, seeds, state, rejections)
    write_dataset(work, lines, rejections, ontology, identity, report.run, _summary(report))
    _store_instances(store, run, lines, ontology, progress)
    publish(work, out)
    return report


def _given(axioms: Path | None) -> Ontology | None:
    """The ontology in a file of the user, examined before anything is proven with it."""
    if axioms is None:
        return None
    ontology = read_ontology(axioms)
    demand_sound(ontology, str(axioms))
    return ontology


# -- journal ---------------------------------------------------------------------------------------------


def _entry(wave: Wave, wording: Wording) -> dict[str, object]:
    """A wave as a line of the journal."""
    kept = [
        {
            "relation": draft.proposals[0].original.relation,
            "conflicts": conflicts_of(draft),
            "line": to_line(in_words(draft, wording))[1],
        }
        for draft in wave.kept
    ]
    return {
        "type": str(wave.type),
        "tried": [list(pair) for pair in wave.tried],
        "kept": kept,
        "rejected": [_rejection(r, wording) for r in wave.rejected],
    }


def _rejection(rejection: Rejection, wording: Wording) -> dict[str, object]:
    seed = rejection.seed
    return {
        "type": str(rejection.type),
        "seed_statement": {
            "id": seed.id,
            "subject": seed.subject,
            "relation": seed.relation,
            "relation_label": wording.relation_labels.get(seed.relation, seed.relation),
            "object": seed.object_id,
        },
        "reason": rejection.reason,
    }


def _collect(entry: dict[str, object], lines: list[str], rejections: list[dict[str, object]]) -> None:
    kept, rejected = entry["kept"], entry["rejected"]
    assert isinstance(kept, list)
    assert isinstance(rejected, list)
    lines += [k["line"] for k in kept]
    rejections += rejected


def _replay(entry: dict[str, object], state: State, lines: list[str], rejections: list[dict[str, object]]) -> None:
    """Bring the state to where it was after a journalled wave."""
    pair_type = parse_type(str(entry["type"]))
    kept, tried = entry["kept"], entry["tried"]
    assert isinstance(kept, list)
    assert isinstance(tried, list)
    for pair in kept:
        state.record_kept(pair_type, pair["relation"], pair["conflicts"])
    state.record_tried(pair_type, tuple((relation, seed) for relation, seed in tried))
    _collect(entry, lines, rejections)


# -- the end of a run --------------------------------------------------------------------------------------


def _account(
    report: Report,
    settings: Settings,
    ontology: Ontology,
    seeds: Seeds,
    state: State,
    rejections: Sequence[dict[str, object]],
) -> None:
    """Say what came out, what fell short, and which seed relations were not used, and why."""
    report.rejected = len(rejections)
    report.quotas = state.tally.measured(settings.quotas)
    reasons: dict[str, Counter[str]] = {}
    by_relation: dict[str, Counter[str]] = {}
    easiest: dict[str, object] = {}
    for rejection in rejections:
        seed = rejection["seed_statement"]
        assert isinstance(seed, dict)
        reasons.setdefault(str(rejection["type"]), Counter())[str(rejection["reason"])] += 1
        # The first type that a relation was tried for is the easiest: what failed there is the rule that excludes it.
        if easiest.setdefault(seed["relation"], rejection["type"]) == rejection["type"]:
            by_relation.setdefault(seed["relation"], Counter())[str(rejection["reason"])] += 1
    for pair_type, wanted in settings.plan.items():
        made = state.count(pair_type)
        report.made[pair_type] = made
        if made < wanted:
            common = reasons.get(str(pair_type), Counter()).most_common(3)
            report.shortfalls.append(Shortfall(pair_type, wanted, made, tuple(common)))
    for (_, relation), count in state.kept.items():
        report.relations[relation] += count
    for relation in sorted(ontology.domains):
        if report.relations[relation]:
            continue
        why = by_relation.get(relation, Counter()).most_common(1)
        if relation not in seeds.by_relation:
            report.unused[relation] = "the KG has no such fact between entities that are not hidden"
        else:
            report.unused[relation] = why[0][0] if why else "the plan was met before it was tried"


def _summary(report: Report) -> dict[str, object]:
    return {
        "counts": {str(t): n for t, n in report.made.items()},
        "relations": dict(sorted(report.relations.items())),
        "rejected": report.rejected,
        "shortfalls": [
            {"type": str(s.type), "planned": s.wanted, "made": s.made, "reasons": [list(r) for r in s.reasons]}
            for s in report.shortfalls
        ],
        "unused_relations": report.unused,
        "quotas": [q.as_json() for q in report.quotas],
    }


def _store_instances(store: GraphStore, run: Run, lines: Sequence[str], ontology: Ontology, progress: Progress) -> None:
    """Write the instances into the store in batches."""
    axioms = {a.id: (a.comment or a.id, str(a.strength)) for a in ontology.axioms}
    store.write_run(run)
    done = 0
    for batch in _batches(iter(lines)):
        store.write_instances(run, batch, axioms)
        done += len(batch)
        progress("stored", done, len(lines))
    store.finish_run(run.id)


def _batches(lines: Iterator[str]) -> Iterator[list[tuple[str, Instance]]]:
    while some := list(islice(lines, _BATCH)):
        records = [parse_line(line, "the journal") for line in some]
        yield [(record.id, to_instance(record)) for record in records]
