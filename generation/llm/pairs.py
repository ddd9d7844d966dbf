"""One pair, its lies proposed by a model: the subgraph first, then a question for each conflict, then the judge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from contragraph.dataset.types import PairType
from contragraph.generation.build import (
    Draft,
    Rejection,
    Task,
    compatible,
    first_hops,
    further_seeds,
    grow,
    hops_to_try,
    include,
    judged,
    seeds_around,
    unfit,
    worth_looking_around,
)
from contragraph.generation.extract import Subgraph
from contragraph.generation.knowledge import Asking
from contragraph.generation.llm.demonstrations import Shown
from contragraph.generation.llm.examine import Verdict, examine, refused
from contragraph.generation.llm.names import RelationNames, ThingNames
from contragraph.generation.llm.offer import Offer, make_offer
from contragraph.generation.llm.prompts import Prompt
from contragraph.generation.llm.question import Proposed, Triplet, Words, ask_again, data_of, first_ask
from contragraph.generation.llm.queue import Terms, clean, queued
from contragraph.generation.llm.reading import Read, read
from contragraph.generation.llm.talk import Asked, Talk
from contragraph.generation.perturb import Proposal, Proposer
from contragraph.generation.quotas import counted_as
from contragraph.generation.ranking import Usage
from contragraph.graph.model import Entity, Literal, MadeBy, Statement, content_hash
from contragraph.models import Answer, Ask, Gateway
from contragraph.ontology.vocabulary import Vocabulary

NO_OFFER = "the graph has nothing that could contradict it in so many steps"
NO_ANSWER = "the model gave no usable answer"
_SHARED = 0.6
"""How often a fact that may take part is shown in the subgraph, and so is on both sides."""


def spare(pair_type: PairType) -> int:
    """How many further seeds of the subgraph may be asked about where proposals were not accepted.

    As many again as there are conflicts: a subgraph that is given up has cost the answers for its other conflicts.
    """
    return pair_type.conflicts if pair_type.conflicts > 1 else 0


@dataclass(frozen=True)
class Means:
    """What all questions of a run share."""

    proposer: Proposer
    gateway: Gateway
    prompt: Prompt
    again: Prompt
    words: Words
    relations: RelationNames
    shown: Shown
    vocabulary: Vocabulary
    kg: str


@dataclass(frozen=True)
class Outcome:
    """What came of one seed."""

    result: Draft | Rejection
    review: tuple[dict[str, object], ...] = ()
    asked: Asked = field(default_factory=Asked)


@dataclass
class _Case:
    """One conflict in the making: what was asked, and what came."""

    offer: Offer
    ask: Ask
    known: tuple[Statement, ...]
    entities: dict[str, Entity]
    answer: Answer | None = None
    read: Read = field(default_factory=Read)
    verdict: Verdict = field(default_factory=Verdict)
    strange: list[tuple[Triplet, str]] = field(default_factory=list)
    """Triplets whose relation is not known, each with the model's reason."""

    @property
    def proposed(self) -> Proposed | None:
        parsed = self.answer.parsed if self.answer else None
        return parsed if isinstance(parsed, Proposed) else None


def build_with_model(task: Task, means: Means) -> Talk[Outcome]:
    """A pair of the task's type around its seed, or the reason why there is none."""
    proposer, multi = means.proposer, task.type.multi
    random = Random(content_hash(task.salt, "llm", str(task.type), task.seed.id))
    why = yield from unfit(task.seed, proposer)
    if why:
        return Outcome(Rejection(task.type, task.seed, why))
    first = yield from make_offer(task.seed, first_hops(task, random), proposer, task.usage, random)
    if first is None:
        return Outcome(Rejection(task.type, task.seed, NO_OFFER))
    subgraph = yield from _begun(first, proposer, random)
    yield from grow(task, subgraph, proposer, random)
    offers = yield from _offers(task, first, subgraph, proposer, random)
    if len(offers) < task.type.conflicts:
        reason = f"only {len(offers)} of {task.type.conflicts} statements around it can be contradicted"
        return Outcome(Rejection(task.type, task.seed, reason))
    asked = Asked()
    review: list[dict[str, object]] = []
    added: list[Statement] = []
    proposals: list[Proposal] = []
    models: list[MadeBy] = []
    last: tuple[str, _Case] | None = None
    while offers:
        offers = _still_open(offers, proposals, replace(task.usage, here=tuple(p.family for p in proposals)))
        if not len(proposals) < task.type.conflicts <= len(proposals) + len(offers):
            break
        missing = task.type.conflicts - len(proposals)
        some, offers = offers[:missing], offers[missing:]
        cases: list[_Case] = []
        for offer in some:
            cases.append((yield from _case(offer, subgraph, means, multi)))
        yield from _asked(cases, task, proposals, means, asked)
        for case in cases:
            review += _to_review(case, task, means)
            usage = replace(task.usage, here=tuple(p.family for p in proposals))
            reason = case.verdict.reason
            if case.verdict.proposal is not None:
                # What was accepted meanwhile may rule it out.
                if usage.blocked(case.verdict.proposal.family) or not compatible(case.verdict.proposal, proposals):
                    reason = "it does not go together with the other conflicts of the pair"
                elif not (yield from include(case.verdict.proposal, subgraph, added, proposer, random)):
                    reason = "the conflict does not fit into a subgraph"
                else:
                    proposals.append(case.verdict.proposal)
                    models.append(MadeBy(**means.gateway.made_by(case.ask)))
                    asked.accepted += 1
                    continue
            if not case.verdict.undecided:
                asked.reject(reason)
            last = (reason, case)
    asked.review = len(review)
    if len(proposals) < task.type.conflicts:
        assert last is not None
        return Outcome(_rejection(task, len(proposals), *last, means), tuple(review), asked)
    result = yield from judged(task, subgraph, added, proposals, proposer)
    if isinstance(result, Draft):
        result = replace(result, models=tuple(dict.fromkeys(models)))
    return Outcome(result, tuple(review), asked)


def _begun(offer: Offer, proposer: Proposer, random: Random) -> Asking[Subgraph]:
    """A subgraph with the seed and some of the facts that may take part."""
    knowledge = proposer.knowledge
    subgraph = Subgraph()
    for statement in (offer.seed, *offer.facts):
        entities = yield from knowledge.entities(statement.entities)
        hidden = any(e in knowledge.hidden for e in statement.entities)
        wanted = statement == offer.seed or (not hidden and random.random() < _SHARED)
        if wanted and subgraph.admits(statement) and all(subgraph.name(e.id, e.label) for e in entities):
            subgraph.add(statement)
    return subgraph


def _offers(task: Task, first: Offer, subgraph: Subgraph, proposer: Proposer, random: Random) -> Asking[list[Offer]]:
    """What can be asked about: the seed, and for further conflicts other statements of the subgraph."""
    offers = [first]
    wanted = task.type.conflicts + spare(task.type)
    if wanted == 1:
        return offers
    yield from _add_offers(further_seeds(task, subgraph, proposer), wanted, offers, task, proposer, random)
    if worth_looking_around(len(offers), task.type):
        around = yield from seeds_around(task, subgraph, proposer, random)
        yield from _add_offers(around, wanted, offers, task, proposer, random)
    return offers


def _add_offers(
    seeds: Iterable[Statement], wanted: int, offers: list[Offer], task: Task, proposer: Proposer, random: Random
) -> Asking[None]:
    """Add what can be asked about some seeds to the offers of a pair until there are as many as wanted."""
    for seed in seeds:
        if len(offers) == wanted:
            return
        if (yield from unfit(seed, proposer)):
            continue
        offer = yield from make_offer(seed, hops_to_try(task.type, task.usage, random), proposer, task.usage, random)
        if offer is not None:
            offers.append(offer)


def _still_open(offers: Sequence[Offer], proposals: Sequence[Proposal], usage: Usage) -> list[Offer]:
    """The offers that may yet come to something beside the conflicts that a pair has, without lies it has enough of."""
    taken = {s for p in proposals for s in p.statements}
    cut = [replace(o, choices=tuple((r, t) for r, t in o.choices if not usage.blocked(counted_as(r)))) for o in offers]
    return [offer for offer in cut if offer.choices and offer.seed not in taken]


def _case(offer: Offer, subgraph: Subgraph, means: Means, multi: bool) -> Asking[_Case]:
    """The question about one statement."""
    known = [offer.seed, *(s for s in subgraph.statements if s != offer.seed)]
    for fact in offer.facts:
        # What is told in other words already would make two contradictions of one.
        if not any(means.proposer.same_fact(fact, s) for s in known):
            known.append(fact)
    names = dict.fromkeys(e for s in known for e in s.entities)
    names |= dict.fromkeys(t for t in offer.things if isinstance(t, str))
    entities = {e.id: e for e in (yield from means.proposer.knowledge.entities(names))}
    own = means.vocabulary.own_name(offer.seed.relation)
    demonstrations = yield from means.shown.text(offer.seed, own, multi)
    data = data_of(offer, known[1:], entities, means.words)
    return _Case(offer, first_ask(means.prompt, data, demonstrations, multi), tuple(known), entities)


def _asked(cases: Sequence[_Case], task: Task, proposals: Sequence[Proposal], means: Means, asked: Asked) -> Talk[None]:
    """Ask all, examine what comes, and ask once more where it is refuted."""
    usage = replace(task.usage, here=tuple(p.family for p in proposals))
    turn = list(cases)
    for last in (False, True):
        answers = yield tuple(case.ask for case in turn)
        assert answers is not None
        asked.count(answers)
        again = []
        for case, answer in zip(turn, answers, strict=True):
            case.answer = answer
            yield from _examined(case, task, usage, means)
            if case.verdict.proposal is None and not case.verdict.undecided and case.proposed is not None:
                again.append(case)
        if last or not again:
            return
        for case in again:
            assert case.answer is not None
            finding = case.verdict.finding
            case.ask = ask_again(case.ask, case.answer.text, finding, means.again, task.type.multi)
        turn = again


def _examined(case: _Case, task: Task, usage: Usage, means: Means) -> Asking[None]:
    """Read what came and examine it."""
    proposed, answer = case.proposed, case.answer
    if proposed is None:
        failure = answer.failure if answer else None
        case.read, case.verdict = Read(), refused(NO_ANSWER, failure or NO_ANSWER)
        return
    values = (o for o in (*case.offer.things, *(s.object for s in case.known)) if isinstance(o, Literal))
    things = ThingNames(tuple(case.entities.values()), tuple(dict.fromkeys(values)))
    case.read = yield from read(proposed, case.offer, case.known, means.relations, things, means.proposer)
    case.strange += [(triplet, proposed.reason) for triplet in case.read.unknown]
    case.verdict = yield from examine(case.read, case.offer, task.type.multi, usage, means.proposer, means.words)


def _to_review(case: _Case, task: Task, means: Means) -> list[dict[str, object]]:
    """What people should look at of a case: relations that nobody knows, and what the prover cannot decide."""
    lines = []
    proposed, made, facts = case.proposed, case.read.made, case.read.facts
    by = MadeBy(**means.gateway.made_by(case.ask))
    terms = Terms(means.kg, means.vocabulary, means.words)
    shared = (str(task.type), case.offer.seed, case.entities, terms, by)
    for triplet, why in case.strange:
        reason = f'the relation "{clean(triplet.relation)}" is not known'
        lines.append(queued("relation", *shared, reason, said=[triplet], why=why))
    if case.verdict.undecided and made is not None:
        why = proposed.reason if proposed else ""
        lines.append(queued("undecided", *shared, case.verdict.reason, made=[made], facts=facts, why=why))
    return lines


def _rejection(task: Task, proven: int, reason: str, case: _Case, means: Means) -> Rejection:
    """Why a pair did not come about, with the last proposal that was not accepted."""
    if task.type.conflicts > 1:
        reason = f"only {proven} of {task.type.conflicts} conflicts were proven; the last one: {reason}"
    by = means.gateway.made_by(case.ask)
    more: dict[str, object] = {"model": by["model"], "prompt": by["prompt"]}
    if case.proposed is not None:
        told = [[clean(t.subject), clean(t.relation), clean(t.object)] for t in case.proposed.triplets]
        more |= {"proposed": told, "why": clean(case.proposed.reason)}
    elif case.answer is not None and case.answer.failure:
        more["failure"] = clean(case.answer.failure)
    return Rejection(task.type, task.seed, reason, more)
