"""Pairs that nobody made up: one graph's statement against what another graph says of the same thing.

The original side is cut from the first graph around its statement, as for any pair; the perturbed side has the other
graph's statement in its place, about the things of the first graph. The same judge proves them, by the axioms of the
first graph, and the same verbaliser tells them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random

from contragraph.dataset.types import MAX_CONFLICTS, PairType
from contragraph.generation.build import Draft, Rejection, Task, grow, include, judged, unfit
from contragraph.generation.compared import View, linked, view
from contragraph.generation.disagreements import CONTRADICTIONS, Cause, Court, Disagreement, disagreements, witness
from contragraph.generation.extract import Subgraph
from contragraph.generation.knowledge import Asking, at_once
from contragraph.generation.perturb import Proposal, Proposer
from contragraph.generation.ranking import Usage
from contragraph.generation.rounds import State, Wave, conflicts_of
from contragraph.generation.rules.plausible import readable
from contragraph.graph.model import Statement, content_hash
from contragraph.graph.store import GraphStore
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning.judge import conflicts, judge

NATURAL = "natural"
"""The generator's name."""
DOMAINS = {"wdt:P57": "Creative Work", "wdt:P38": "Geography", "wdt:P17": "Geography"}
DOMAINS |= dict.fromkeys(("wdt:P19", "wdt:P20", "wdt:P21", "wdt:P25", "wdt:P27", "wdt:P569", "wdt:P570"), "Human")
"""Domains of relations that are no seeds of other generators."""
GENERAL = "General"


@dataclass(frozen=True)
class Sources:
    """Two linked graphs whose disagreements become pairs."""

    court: Court
    links: Mapping[str, str]

    @property
    def against(self) -> View:
        """The other graph."""
        return self.court.other.view


def sources(store: GraphStore, proposer: Proposer, one: View, against: str) -> Sources:
    """What is needed to find the disagreements of two graphs; all other graphs of the store have a say.

    Raises:
        InputError: if the other graph is not there, or nothing links the two.
    """
    other, links = view(store, against), linked(store, one.info.kg, against)
    thirds = []
    for info in store.kgs():
        if info.kg not in (one.info.kg, against) and (
            store.links(one.info.kg, info.kg) or store.links(info.kg, against)
        ):
            third = view(store, info.kg)
            thirds.append(witness(third, _seen(one, third, linked(store, one.info.kg, info.kg))))
    court = Court(proposer, witness(one, {}), witness(other, _seen(one, other, links)), tuple(thirds))
    return Sources(court, links)


def _seen(one: View, other: View, links: Mapping[str, str]) -> dict[str, str]:
    own, its = one.vocabulary.lens.seen, other.vocabulary.lens.seen
    return {own.thing(a): its.thing(b) for a, b in links.items()}


def with_domains(ontology: Ontology, relations: Mapping[str, str]) -> Ontology:
    """An ontology in which each of some relations has a domain, as seed relations have.

    ``relations`` are the names in its terms, each with what the rules see.
    """
    return replace(ontology, domains={**{r: DOMAINS.get(s, GENERAL) for r, s in relations.items()}, **ontology.domains})


def contradictions(sources: Sources) -> list[Disagreement]:
    """All disagreements of two graphs, each with what is behind it, in a fixed order."""
    return list(disagreements(sources.court, sources.links))


def natural_waves(
    found: Sequence[Disagreement], state: State, proposer: Proposer, salt: str, plan: Mapping[PairType, int]
) -> Iterator[Wave]:
    """One wave for each thing about which the graphs contradict each other, that the state does not know yet.

    With a ``plan`` no more are made than that asks for.
    """
    real = [d for d in found if d.cause in CONTRADICTIONS]
    for _, group in groupby(real, key=lambda d: d.met.subject):
        some = [d for d in group if d.original.id not in state.taken][:MAX_CONFLICTS]
        if not some or any(d.original.id in tried for d in some for tried in state.tried.values()):
            continue
        if plan:
            most = max((t.conflicts for t, n in plan.items() if not t.multi and state.count(t) < n), default=0)
            if not most:
                return
            some = some[:most]
        yield _wave(some, state, proposer, salt)


def _wave(some: Sequence[Disagreement], state: State, proposer: Proposer, salt: str) -> Wave:
    """The pair of one thing; where it cannot hold all contradictions about it, one with the first alone."""
    rejected: list[Rejection] = []
    pair_type = PairType(len(some), False)
    for few in (some, some[:1]) if len(some) > 1 else (some,):
        pair_type = PairType(len(few), False)
        task = Task(pair_type, few[0].original, salt, frozenset(state.taken), Usage(Counter()))
        built = at_once(_build(task, few, proposer), proposer.knowledge)
        if isinstance(built, Draft):
            state.record_kept(pair_type, few[0].original.relation, conflicts_of(built))
            tried = tuple((d.original.relation, d.original.id) for d in some)
            state.record_tried(pair_type, tried)
            return Wave(pair_type, tried, (built,), tuple(rejected))
        rejected.append(built)
    tried = tuple((d.original.relation, d.original.id) for d in some)
    state.record_tried(pair_type, tried)
    return Wave(pair_type, tried, (), tuple(rejected))


def _build(task: Task, some: Sequence[Disagreement], proposer: Proposer) -> Asking[Draft | Rejection]:
    """The pair of some disagreements about one thing, or why there is none."""
    random = Random(content_hash(task.salt, str(task.type), task.seed.id))
    subgraph = Subgraph()
    added: list[Statement] = []
    proposals: list[Proposal] = []
    for each in some:
        why = yield from unfit(each.original, proposer)
        if not why:
            ends = yield from proposer.knowledge.entities(each.perturbed.entities)
            if len(ends) < len(each.perturbed.entities) or not all(readable(e.label) for e in ends):
                why = "a label cannot be read in an English text"
        if why:
            return Rejection(task.type, each.original, why)
        proposal = _proposal(each, proposer)
        if not (yield from include(proposal, subgraph, added, proposer, random)):
            return Rejection(task.type, each.original, "the conflict does not fit into a subgraph")
        proposals.append(proposal)
    yield from grow(task, subgraph, proposer, random)
    built = yield from judged(task, subgraph, added, proposals, proposer)
    if isinstance(built, Rejection):
        return built
    return replace(built, told=tuple((d.perturbed.id, d.told) for d in some))


def _proposal(found: Disagreement, proposer: Proposer) -> Proposal:
    """A disagreement as the builder of pairs takes it."""
    rules, strict = proposer.rules, proposer.strict_rules
    (proven, *_) = conflicts(judge([found.original], [found.perturbed], rules), rules, strict)
    axioms = tuple(sorted({a for m in proven.minimal for a in m.axioms}))
    return Proposal(found.original, found.perturbed, (), proven.strength, axioms, 0.0)


def accounted(found: Sequence[Disagreement], name: Callable[[str], str]) -> dict[str, dict[str, int]]:
    """How many disagreements have which cause, by the name of their relation; sorted."""
    counts: dict[str, Counter[str]] = {}
    for each in found:
        counts.setdefault(name(each.met.relation), Counter())[str(each.cause)] += 1
    return {relation: {str(c): n for c in Cause if (n := counts[relation][str(c)])} for relation in sorted(counts)}
