"""Building one pair: proposals, subgraph, sides, judgement."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from contragraph.dataset.types import DEPTHS, MAX_EDGES, MIN_EDGES, PairType
from contragraph.generation.extract import LOOKED_AT, Subgraph, fill
from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.periods.own import Period
from contragraph.generation.perturb import Proposal, Proposer, propose
from contragraph.generation.quotas import HOPS
from contragraph.generation.ranking import Usage
from contragraph.generation.rules.plausible import is_class, is_historical, readable
from contragraph.generation.rules.sorts import EVERYWHERE, is_work
from contragraph.generation.rules.standing import seen_by_readers, telling
from contragraph.generation.rules.tellable import tellable
from contragraph.generation.verbalise import tells_grammar
from contragraph.graph.model import Conflict, Control, Entity, Literal, MadeBy, Statement, content_hash
from contragraph.reasoning.judge import Judgement, Outcome, conflicts, independent, judge

CAUSE = "Cause-Effect"
"""The domain whose relations are used between individuals only: between classes they read as nonsense."""
_OF_PERSONS = frozenset({"wdt:P551", "wdt:P937", "wdt:P1399"})
_OF_PEOPLE = {"wdt:P264": True, "wdt:P737": False, "wdt:P361": False, "wdt:P527": False}
"""Relations that are seeds where no work stands at their ends, or at the subject's end alone."""
_SHARED = 0.6
"""How often a support is shared by both sides, where the caps leave room."""
_LIVING = 1990
"""Whoever's time ended before this year, at the latest, is spoken of as dead."""
_RESERVED = 0.75
"""How often a seed that may yield a scarce number of hops is tried for nothing else."""
_STEERED = 0.9
"""How often a number of hops that the dataset has few of is tried first."""
_WORTH_MORE = 2
"""Facts around the subgraph are tried where so many times the conflicts found are enough: half of them."""
_TRIED_AROUND = 24
"""Facts around the subgraph that are tried at most."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A proven pair that is not yet put into words."""

    type: PairType
    original: tuple[Statement, ...]
    perturbed: tuple[Statement, ...]
    made: frozenset[str]
    conflicts: tuple[Conflict, ...]
    proposals: tuple[Proposal, ...]
    entities: tuple[Entity, ...]
    background: tuple[Statement, ...] = ()
    """Facts that the texts do not state, but whose grammar follows them."""
    gone: frozenset[str] = frozenset()
    """Entities whose time is surely over: of people among them texts speak in the past."""
    told: tuple[tuple[str, Statement], ...] = ()
    """Ids of perturbed statements that another graph states, each with what that states."""
    models: tuple[MadeBy, ...] = ()
    """The language models that proposed it."""
    control: Control | None = None
    """Of a pair without conflicts: the conflicting pair beside which it stands, and what was done."""
    telling: int = 0
    """Which of the ways to tell it: order and joints of sentences depend on it."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a seed gave no pair of the type."""

    type: PairType
    seed: Statement
    reason: str
    more: Mapping[str, object] = field(default_factory=dict)
    """What else ``rejected.jsonl`` says: of a model's proposal what it was, and which model made it."""


@dataclass(frozen=True, slots=True)
class Task:
    """A seed to build a pair of a type from."""

    type: PairType
    seed: Statement
    salt: str
    """Makes the random choices of the task its own."""
    taken: Collection[str]
    """Ids of the originals that other pairs have used."""
    usage: Usage
    distractors: int | None = None
    """Statements of the original side that take no part in a conflict; None for as many as come."""


def build(task: Task, proposer: Proposer) -> Asking[Draft | Rejection]:
    """A pair of the task's type around its seed, or the reason why there is none."""
    random = Random(content_hash(task.salt, str(task.type), task.seed.id))
    why = yield from unfit(task.seed, proposer)
    if why:
        return Rejection(task.type, task.seed, why)
    first = yield from propose(task.seed, first_hops(task, random), proposer, task.usage, random)
    if first is None:
        return Rejection(task.type, task.seed, "no true facts were found that make a conflict of this kind")
    subgraph = Subgraph()
    added: list[Statement] = []
    if not (yield from include(first, subgraph, added, proposer, random)):
        return Rejection(task.type, task.seed, "the conflict does not fit into a subgraph")
    yield from grow(task, subgraph, proposer, random)
    proposals = [first]
    yield from add_more(further_seeds(task, subgraph, proposer), task, proposals, subgraph, added, proposer, random)
    if worth_looking_around(len(proposals), task.type):
        around = yield from seeds_around(task, subgraph, proposer, random)
        yield from add_more(around, task, proposals, subgraph, added, proposer, random)
    if len(proposals) < task.type.conflicts:
        return Rejection(task.type, task.seed, f"only {len(proposals)} of {task.type.conflicts} conflicts were found")
    return (yield from judged(task, subgraph, added, proposals, proposer))


def add_more(
    seeds: Iterable[Statement],
    task: Task,
    proposals: list[Proposal],
    subgraph: Subgraph,
    added: list[Statement],
    proposer: Proposer,
    random: Random,
) -> Asking[None]:
    """Add what is proposed against some seeds to the proposals of a pair until it has all its conflicts."""
    usage = replace(task.usage, here=tuple(p.family for p in proposals))
    for seed in seeds:
        if len(proposals) == task.type.conflicts:
            return
        if any(seed in p.statements for p in proposals) or (yield from unfit(seed, proposer)):
            continue
        proposal = yield from propose(seed, hops_to_try(task.type, usage, random), proposer, usage, random)
        if (
            proposal is not None
            and compatible(proposal, proposals)
            and (yield from include(proposal, subgraph, added, proposer, random))
        ):
            proposals.append(proposal)
            usage = replace(task.usage, here=tuple(p.family for p in proposals))


def first_hops(task: Task, random: Random) -> list[int]:
    """The numbers of hops to try for the first conflict of a pair.

    Where one is scarce, most seeds of relations that have yielded such conflicts are kept for it alone.
    """
    hops = hops_to_try(task.type, task.usage, random)
    wanted = hops[0] in task.usage.scarce_hops and (task.seed.relation, hops[0]) in task.usage.reached
    return hops[:1] if wanted and random.random() < _RESERVED else hops


def hops_to_try(pair_type: PairType, usage: Usage, random: Random) -> list[int]:
    """Which numbers of hops to try, in order: one that the dataset has few of first, else any."""
    if not pair_type.multi:
        return [1]
    first = random.choices(HOPS, weights=(4, 4, 3))[0]
    if usage.scarce_hops and random.random() < _STEERED:
        # The longest are the rarest.
        first = random.choices(usage.scarce_hops, weights=[h - 1 for h in usage.scarce_hops])[0]
    return [first, *(h for h in reversed(HOPS) if h != first)]


def unfit(seed: Statement, proposer: Proposer) -> Asking[str]:
    """Why a statement cannot be a seed; empty if it can."""
    return (yield from proposer.knowledge.remember(("unfit", seed.id), lambda: _unfit(seed, proposer)))


def _unfit(seed: Statement, proposer: Proposer) -> Asking[str]:
    knowledge = proposer.knowledge
    yield from knowledge.prefetch(seed.entities)
    entities = yield from knowledge.entities(seed.entities)
    if isinstance(seed.object, Literal):
        if not entities or not readable(entities[0].label):
            return "a label cannot be read in an English text"
        historical = yield from is_historical(entities[0], knowledge)
        return "a thing of the past, whose facts may hold for another time" if historical else ""
    if len(set(seed.entities)) < 2 or len(entities) < 2:
        return "the seed says something of a thing and itself"
    if not all(readable(e.label) for e in entities):
        return "a label cannot be read in an English text"
    if not tellable(seed, entities[0], entities[1]):
        return "a fact that no text can tell well"
    if not EVERYWHERE.isdisjoint(seed.entities):
        return "a fact about the whole Earth"
    for entity in entities:
        if (yield from is_historical(entity, knowledge)):
            return "a thing of the past, whose facts may hold for another time"
        if proposer.ontology.domains.get(seed.relation) == CAUSE and (yield from is_class(entity.id, knowledge)):
            return "a cause between classes, not between individuals"
    if seed.relation in _OF_PERSONS and entities[0].types and "wd:Q5" not in entities[0].types:
        return "a relation of people, said of something else"
    if seed.relation == "wdt:P463" and (yield from is_class(str(seed.object), knowledge)):
        return "membership in a class of things"
    if seed.relation == "wdt:P1001" and (yield from is_class(seed.subject, knowledge)):
        return "an office, not a body, that has a jurisdiction"
    for relation, subject_only in _OF_PEOPLE.items():
        if seed.relation == relation:
            for entity in entities[: 1 if subject_only else 2]:
                if (yield from is_work(entity, knowledge)):
                    return "a relation of people, said of a work"
    return ""


def grow(task: Task, subgraph: Subgraph, proposer: Proposer, random: Random) -> Asking[None]:
    """Fill the subgraph by depth-first search, with room left for the supports of further conflicts."""
    conflicts_, multi = task.type.conflicts, task.type.multi
    room = 2 * (conflicts_ - 1) if multi else 0
    smallest = max(MIN_EDGES + 1, 2 * conflicts_ + 2)
    if task.distractors is not None:
        smallest = min(MAX_EDGES, max(smallest, 2 * conflicts_ + 2 + task.distractors))
    size = random.randint(smallest, max(smallest, MAX_EDGES - room))
    # Where lies are plain, what else is told is told by the same relations.
    preferred = proposer.ontology.domains.keys() if conflicts_ > 1 or proposer.lies == "plain" else ()
    depth = random.choice(DEPTHS) + (conflicts_ > 1)
    for start in task.seed.entities:
        yield from fill(subgraph, start, size, depth, preferred, proposer.knowledge, random, proposer.data)


def further_seeds(task: Task, subgraph: Subgraph, proposer: Proposer) -> list[Statement]:
    """Statements of the subgraph that can be seeds of further conflicts, rarer relations first."""
    domains = proposer.ontology.domains
    return [s for s in list(subgraph.statements) if s.relation in domains and s != task.seed and s.id not in task.taken]


def worth_looking_around(found: int, pair_type: PairType) -> bool:
    """Whether a pair lacks conflicts, but has so many that facts around its subgraph are worth trying."""
    return found < pair_type.conflicts <= _WORTH_MORE * found


def seeds_around(task: Task, subgraph: Subgraph, proposer: Proposer, random: Random) -> Asking[list[Statement]]:
    """Facts of the things in the subgraph that it does not hold yet, and that can be seeds of further conflicts."""
    knowledge, domains = proposer.knowledge, proposer.ontology.domains
    nodes = [e for e in subgraph.entities if e not in knowledge.hidden]
    yield from knowledge.prefetch(nodes)
    found: dict[str, Statement] = {}
    for node in nodes:
        if (yield from is_class(node, knowledge)):
            continue
        for facts in ((yield from knowledge.out(node)).facts, (yield from knowledge.into(node)).facts):
            told = (f.statement for f in facts[:LOOKED_AT] if f.relation in domains)
            found.update((s.id, s) for s in told if s.id not in task.taken and s not in subgraph and subgraph.admits(s))
    seeds = list(found.values())
    random.shuffle(seeds)
    return seeds[:_TRIED_AROUND]


def compatible(proposal: Proposal, others: list[Proposal]) -> bool:
    """Whether a further conflict leaves the others' originals and lies alone."""
    originals = {p.original for p in others}
    made = {p.made for p in others}
    ends = {frozenset(p.made.entities) for p in others} | {frozenset(p.original.entities) for p in others}
    return (
        originals.isdisjoint(proposal.supports)
        and proposal.made not in made
        and frozenset(proposal.made.entities) not in ends
        and not any(proposal.original in p.supports for p in others)
    )


def include(
    proposal: Proposal, subgraph: Subgraph, added: list[Statement], proposer: Proposer, random: Random
) -> Asking[bool]:
    """Put a proposal's true statements in place: the original into the subgraph, supports there or beside it."""
    names = dict.fromkeys(e for s in proposal.statements for e in s.entities)
    entities = yield from proposer.knowledge.entities(names)
    if not all(subgraph.name(e.id, e.label) for e in entities):
        return False
    if proposal.original not in subgraph and not subgraph.add(proposal.original):
        return False
    present = [*subgraph.statements, *added]
    if any(s != support and proposer.same_fact(s, support) for support in proposal.supports for s in present):
        return False
    for support in proposal.supports:
        if support in subgraph or support in added:
            continue
        hidden = any(e in proposer.knowledge.hidden for e in support.entities)
        if hidden or random.random() >= _SHARED or not subgraph.add(support):
            added.append(support)
    return True


def judged(
    task: Task, subgraph: Subgraph, added: list[Statement], proposals: list[Proposal], proposer: Proposer
) -> Asking[Draft | Rejection]:
    """The pair if the judge finds exactly the conflicts proposed, after dropping fill that interferes."""
    core = {s for p in proposals for s in p.statements}
    original = list(subgraph.statements)
    added = [s for s in added if s not in subgraph]
    declared = [frozenset(p.statements) for p in proposals]
    clashing, beyond = yield from seen_by_readers(
        original,
        perturbed_side(original, added, proposals),
        declared,
        frozenset(p.made for p in proposals),
        proposer.rules,
        proposer.relevant(tuple(sorted({a for p in proposals for a in p.axioms})))[0],
        proposer.containment,
        proposer.knowledge,
    )
    if beyond:
        return Rejection(task.type, task.seed, "readers would find a contradiction that is not declared")
    clashing |= yield from telling(
        perturbed_side(original, added, proposals), [p.statements for p in proposals], proposer.knowledge
    )
    if clashing & core:
        return Rejection(task.type, task.seed, "a name in the text tells what the lie denies")
    original = [s for s in original if s not in clashing]
    for _ in range(3):
        perturbed = perturbed_side(original, added, proposals)
        judgement = judge(original, perturbed, proposer.rules)
        interfering = _interfering(judgement, core)
        if not interfering:
            break
        original = [s for s in original if s not in interfering]
    least = MIN_EDGES
    if task.distractors is not None:
        spare = [s for s in original if s not in core]
        original = [s for s in original if s not in spare[task.distractors :]]
        perturbed = perturbed_side(original, added, proposals)
        judgement = judge(original, perturbed, proposer.rules)
        least = len(core.intersection(original)) + task.distractors
    reason = _fault(task.type, judgement, len(original) < least, proposals, strict=proposer.strict)
    if reason:
        return Rejection(task.type, task.seed, reason)
    proven = conflicts(judgement, proposer.rules, proposer.strict_rules)
    if proposer.strict and any(c.strength != "strict" for c in proven):
        return Rejection(task.type, task.seed, "a conflict needs a typical axiom")
    return (yield from drafted(task.type, original, perturbed, proven, proposals, proposer))


def drafted(
    pair_type: PairType,
    original: Sequence[Statement],
    perturbed: Sequence[Statement],
    proven: tuple[Conflict, ...],
    proposals: Sequence[Proposal],
    proposer: Proposer,
) -> Asking[Draft]:
    """A judged pair with what its texts need to know."""
    names = sorted({e for s in (*original, *perturbed) for e in s.entities})
    entities = yield from proposer.knowledge.entities(names)
    background = yield from grammar_of(proposer.knowledge, names)
    return Draft(
        type=pair_type,
        original=tuple(original),
        perturbed=tuple(perturbed),
        made=frozenset(p.made.id for p in proposals),
        conflicts=proven,
        proposals=tuple(proposals),
        entities=tuple(entities),
        background=background,
        gone=frozenset(e for e in names if is_over(proposer.periods.of(e))),
    )


def is_over(period: Period | None) -> bool:
    """Whether something's time surely ended long ago."""
    return period is not None and period.last + period.error < _LIVING


def grammar_of(knowledge: Knowledge, ids: Sequence[str]) -> Asking[tuple[Statement, ...]]:
    """The facts of the KG about these entities that tell how to speak of them."""
    yield from knowledge.prefetch_out(ids)
    found: list[Statement] = []
    for entity in ids:
        around = yield from knowledge.out(entity)
        found += (fact.statement for fact in around.facts if tells_grammar(fact.relation))
    return tuple(sorted(found, key=lambda s: s.sort_key))


def perturbed_side(original: list[Statement], added: list[Statement], proposals: list[Proposal]) -> list[Statement]:
    """The other side: each original gives way to the made-up statement; supports that are not shared follow."""
    made = {p.original: p.made for p in proposals}
    return [made.get(s, s) for s in original] + added


def _interfering(judgement: Judgement, core: set[Statement]) -> set[Statement]:
    """Fill that takes part in any minimal conflict."""
    pair = judgement.pair
    masks = [m for masks in judgement.groups for m in masks] or [judgement.inconsistent]
    return {s for mask in masks for s in pair.members(mask)} - core


def _fault(pair_type: PairType, judgement: Judgement, too_few: bool, proposals: list[Proposal], *, strict: bool) -> str:
    """Why the judge's findings do not make a pair of the type; empty if they do."""
    if judgement.outcome is not Outcome.PROVEN:
        return judgement.outcome.value
    if len(judgement.groups) != len(proposals):
        return f"{len(proposals)} conflicts became {len(judgement.groups)}"
    if not pair_type.admits(judgement.hops):
        return "a conflict is shorter or longer than the type allows"
    if too_few:
        return "too few facts around the seed"
    if not independent(judgement):
        return "the conflicts depend on each other"
    return ""
