"""Symbolic perturbation: which made-up statement would contradict this true one, given other true facts?

A :class:`Proposal` is one lie among truths. It has passed the prover alone (its statements are a minimal conflict) and
the rules of plausibility; whether it also holds within a whole pair is for the judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from random import Random
from typing import NamedTuple

from contragraph.generation.knowledge import Asking, Knowledge, in_words
from contragraph.generation.other_values import choose_value, fits_as_value, told_times
from contragraph.generation.periods.estimate import Periods
from contragraph.generation.plans import Reading, Readings
from contragraph.generation.quotas import NEGATION, counted_as, family
from contragraph.generation.ranking import AFFIRMED, Usage, is_plain, rank
from contragraph.generation.rules.admitted import fault
from contragraph.generation.rules.believable import never_said, symmetric
from contragraph.generation.rules.plain import Lies, convincing, little_known, untold
from contragraph.generation.rules.plausible import (
    Containment,
    Signatures,
    namesakes,
)
from contragraph.generation.rules.pointless import POINTLESS, WIKIDATA
from contragraph.generation.rules.standing import axioms_hold, is_shorter
from contragraph.generation.stand_ins import choose
from contragraph.generation.support import Match, Matched, first_matches, first_steps, match_leaves, promising, value
from contragraph.graph.model import Literal, Statement, Strength
from contragraph.ontology.axioms import Kind, Ontology
from contragraph.reasoning.certificate import certify
from contragraph.reasoning.prover import minimal_conflicts
from contragraph.reasoning.rules import NOT, RuleSet, compile_rules, rules_of
from contragraph.reasoning.unfold import Spelling, Unfolding, negation, unfold

_OPPOSITE = "wdt:P461"
PROPOSALS = 3
"""Proposals gathered for a seed before the best is taken."""
_CASES = 200_000
"""Statements tried against each other of which it is remembered what came of them; past that they are forgotten."""

Case = tuple[Statement, str, str, str, tuple[Statement, ...], tuple[tuple[str, str], ...]]
"""A seed, the made-up statement, the supports, and what must not lie within each other."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A minimal conflict with exactly one made-up statement."""

    original: Statement
    made: Statement
    supports: tuple[Statement, ...]
    strength: Strength
    axioms: tuple[str, ...]
    distance: float
    """How unlike the replaced entity its stand-in is; 0 where nothing was replaced."""

    @property
    def hops(self) -> int:
        """Steps between the two sides."""
        return 1 + len(self.supports)

    @property
    def family(self) -> str:
        """The kind of lie."""
        return family(self.made)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All its statements."""
        return (self.original, self.made, *self.supports)


class _Way(NamedTuple):
    """A way to say a made-up statement, the kind of lie that it is, and how much it is liked; less is better."""

    spelling: Spelling
    family: str
    rank: tuple[bool, bool]


_rank = attrgetter("rank")


class Proposer:
    """Everything derived from an ontology that the search for proposals needs; one per run."""

    def __init__(
        self,
        ontology: Ontology,
        knowledge: Knowledge,
        periods: Periods | None = None,
        *,
        strict: bool = False,
        lies: Lies = "any",
    ) -> None:
        self.ontology, self.knowledge, self.strict, self.lies = ontology, knowledge, strict, lies
        self.periods = periods or Periods()
        self.rules: RuleSet = rules_of(ontology)
        self.strict_rules = self.rules.strict()
        self.disputed = frozenset(a.id for a in ontology.axioms if a.disputed)
        granted = compile_rules(a for a in ontology.axioms if not a.disputed)
        self.unfolding: Unfolding = unfold(granted, ontology.statable)
        self.readings = Readings(self.unfolding)
        self.containment = Containment.of(self.unfolding)
        self.signatures = Signatures.of(ontology, self.rules)
        self.both_ways = symmetric(ontology)
        self.untold = untold(ontology, lies)
        self.data = ontology.data & ontology.statable
        forms = (a.roles for a in ontology.axioms if a.kind is Kind.EXCLUSIVE_FORM)
        spellings = self.unfolding.spellings
        self.affirmed = frozenset(p for p in spellings if any(s.relation in AFFIRMED for s in spellings[p]))
        self.placing = frozenset(
            p for p in spellings if any(s.relation in self.containment.relations for s in spellings[p])
        )
        self.others = frozenset(spellings) - self.affirmed
        self.matched: Matched = {}
        self._base = {form.relation: base.relation for form, base in forms}
        self._relevant: dict[tuple[str, ...], tuple[RuleSet, frozenset[str]]] = {}
        self._breakable: dict[tuple[str, ...], bool] = {}
        self._related: dict[str, frozenset[str]] = {}
        self._blocked: dict[tuple[frozenset[str], bool], frozenset[str]] = {}
        self._passes: dict[tuple[frozenset[str], bool], tuple[frozenset[str], ...]] = {}
        self._ways: dict[tuple[str, str, bool, int], tuple[_Way, ...]] = {}
        self._cases: dict[Case, Proposal | None] = {}

    def relevant(self, axioms: tuple[str, ...]) -> tuple[RuleSet, frozenset[str]]:
        """The rules of some axioms and the KG relations that spell their premises."""
        if axioms not in self._relevant:
            rules = self.rules.only(axioms)
            predicates = {a.relation for r in rules.rules for a in r.body}
            relations = {s.relation for p in predicates for s in self.unfolding.spellings.get(p, ())}
            self._relevant[axioms] = (rules, frozenset(relations | predicates))
        return self._relevant[axioms]

    def breakable(self, axioms: tuple[str, ...]) -> bool:
        """Whether facts of the KG, which state no auxiliary relation, could contradict each other by some axioms."""
        if axioms not in self._breakable:
            self._breakable[axioms] = self._is_breakable(axioms)
        return self._breakable[axioms]

    def _is_breakable(self, axioms: tuple[str, ...]) -> bool:
        rules, _ = self.relevant(axioms)
        known = {s.relation for spelled in self.unfolding.spellings.values() for s in spelled}
        derived = {r for r in known if not r.startswith("cg:")}
        while more := {
            r.head.relation
            for r in rules.rules
            if r.head and r.head.relation not in derived and all(a.relation in derived for a in r.body)
        }:
            derived |= more
        return any(r.head is None and all(a.relation in derived for a in r.body) for r in rules.rules)

    def blocked_predicates(self, seed: Statement, usage: Usage) -> frozenset[str]:
        """Predicates that can be said only by kinds of lies that the pair or the dataset has enough of, or never."""
        families = usage.exhausted
        key = families, seed.subject.startswith(WIKIDATA)
        if key not in self._blocked:
            untold = self.untold | POINTLESS if key[1] else self.untold
            self._blocked[key] = frozenset(
                predicate
                for predicate, spellings in self.unfolding.spellings.items()
                if spellings and all(counted_as(s.relation) in families or s.relation in untold for s in spellings)
            )
        return self._blocked[key]

    def passes(self, blocked: frozenset[str], hops: int) -> tuple[frozenset[str], ...]:
        """What is left out of the lies of so many hops, ``blocked`` included, in each pass of the search.

        Auxiliary relations that affirm are looked for by themselves, for they are few among all that could be said.
        Where a place lies makes no long conflict: that it is elsewhere is one step to any reader.
        """
        key = (blocked, hops > 1)
        if key not in self._passes:
            unlikely = self.placing if hops > 1 else frozenset[str]()
            some = (self.others, self.affirmed | unlikely) if self.lies == "any" else (frozenset[str](),)
            self._passes[key] = tuple(blocked | left_out for left_out in some)
        return self._passes[key]

    def same_fact(self, one: Statement, other: Statement) -> bool:
        """Whether two true statements say one fact in two spellings: inverse, symmetric, or one within the other."""
        if isinstance(one.object, Literal) or isinstance(other.object, Literal):
            return one.subject == other.subject and one.object == other.object
        if set(one.entities) != set(other.entities):
            return False
        turned = one.subject != other.subject
        told = self.readings.spells
        return any((p, flip != turned) in told.get(other.relation, ()) for p, flip in told.get(one.relation, ()))

    def ways_to_say(self, predicate: str, seed: Statement, supports: int) -> tuple[_Way, ...]:
        """The ways to say a lie of a predicate against a seed, with so many other true facts between them."""
        key = predicate, seed.relation, seed.subject.startswith(WIKIDATA), supports
        if key not in self._ways:
            self._ways[key] = tuple(
                _Way(s, counted_as(s.relation), (s.relation != seed.relation, not is_plain(s.relation)))
                for s in self.unfolding.spellings.get(predicate, ())
                if s.relation not in self.untold and not never_said(seed, s.relation, supports)
            )
        return self._ways[key]

    def settled(self, case: Case) -> Asking[Proposal | None]:
        """What comes of a case, from memory if it was tried before: seeds are tried for every type of pairs."""
        try:
            return self._cases[case]
        except KeyError:
            pass
        proposal = yield from _settle(case, self)
        if len(self._cases) >= _CASES:
            self._cases.clear()
        self._cases[case] = proposal
        return proposal

    def related(self, relation: str) -> frozenset[str]:
        """Relations that spell some predicate which this one, or what it is an exclusive form of, spells too.

        "Its only record label is Decca" says of a true label more than is true; any other label is a better lie.
        """
        if relation not in self._related:
            base = self._base.get(relation, relation)
            predicates = {p for r in (relation, base) for p, _ in self.readings.spells.get(r, ())}
            spelled = {s.relation for p in predicates for s in self.unfolding.spellings[p]}
            self._related[relation] = frozenset(spelled | {relation})
        return self._related[relation]


def propose(
    seed: Statement, hops: Sequence[int], proposer: Proposer, usage: Usage, random: Random
) -> Asking[Proposal | None]:
    """The best of a few proposals for a seed: the first number of hops that yields any is taken."""
    blocked = proposer.blocked_predicates(seed, usage)
    steps = yield from first_steps(seed, proposer.readings, proposer.knowledge)
    for number in hops:
        if (seed.relation, number) in usage.barren:
            continue
        found: list[Proposal] = []
        for left_out in proposer.passes(blocked, number):
            likely = promising(seed, number, proposer.readings, left_out, steps, random)
            wanted = len(found) + PROPOSALS
            for reading in likely:
                proposal = yield from realise(reading, seed, proposer, usage, random)
                if proposal is not None:
                    found.append(proposal)
                if len(found) == wanted:
                    break
            if found and min(rank(p, usage) for p in found)[0] < 0:
                break
        best = yield from _best(found, proposer, usage)
        if best is not None:
            return best
    if 1 in hops and proposer.lies == "any" and not usage.blocked(NEGATION):
        return (yield from _negated(seed, proposer))
    return None


def _best(found: Sequence[Proposal], proposer: Proposer, usage: Usage) -> Asking[Proposal | None]:
    """The best proposal that stands against the whole KG and against what readers know."""
    for proposal in sorted(found, key=lambda p: rank(p, usage)):
        if (yield from stands(proposal, proposer)):
            return proposal
    return None


def stands(proposal: Proposal, proposer: Proposer) -> Asking[bool]:
    """Whether the KG keeps the axioms of the proof around its entities, and readers know no shorter way to see it."""
    rules, relevant = proposer.relevant(proposal.axioms)
    if proposer.breakable(proposal.axioms) and not (
        yield from axioms_hold(proposal.statements, rules, relevant, proposer.knowledge)
    ):
        return False
    if not proposal.supports:
        return True
    unknown = frozenset[str]()
    if proposer.lies == "plain":
        unknown = yield from little_known(proposal.statements, proposer.knowledge)
    return not (
        yield from is_shorter(proposal.statements, proposer.rules, proposer.containment, proposer.knowledge, unknown)
    )


def _negated(seed: Statement, proposer: Proposer) -> Asking[Proposal | None]:
    """The last resort: the seed's plain negation, for relations that the axioms say nothing of."""
    if proposer.unfolding.by_relation.get(seed.relation):
        return None
    pattern = negation(seed.relation)
    relation = pattern.leaves[1].relation.removeprefix(NOT)
    made = Statement(seed.subject, relation, seed.object, True, seed.valid_from, seed.valid_to)
    entities = yield from proposer.knowledge.entities(seed.entities)
    if namesakes(entities) or seed.relation == _OPPOSITE:
        return None  # that two things are no opposites, only a dictionary would say
    return Proposal(seed, made, (), "strict", (), 0.0)


def realise(
    reading: Reading, seed: Statement, proposer: Proposer, usage: Usage, random: Random
) -> Asking[Proposal | None]:
    """The first proposal that a reading gives on the KG, if any."""
    spellings = spellings_of(reading, seed, proposer, usage, random)
    if not spellings:
        return None
    knowledge, unfolding = proposer.knowledge, proposer.unfolding
    matches = yield from first_matches(reading, seed, proposer.matched, knowledge, unfolding, random)
    for match in matches:
        for spelling in spellings:
            bound = [(match, 0.0)]
            if reading.free is not None and spelling.relation in proposer.ontology.data:
                bound = yield from choose_value(reading, match, spelling, knowledge, random)
            elif reading.free is not None:
                bound = yield from choose(
                    reading, match, spelling, proposer.signatures, proposer.periods, knowledge, random
                )
            for full, distance in bound:
                complete = [full]
                if reading.after:
                    complete = yield from match_leaves(reading.after, full, knowledge, unfolding, random)
                for final in complete[:1]:
                    proposal = yield from checked(reading, seed, final, spelling, distance, proposer)
                    if proposal is not None:
                        return proposal
    return None


def spellings_of(reading: Reading, seed: Statement, proposer: Proposer, usage: Usage, random: Random) -> list[Spelling]:
    """How the made-up statement may be said: like the seed if possible, else by relations of the KG first."""
    made = reading.pattern.leaves[reading.made].relation
    ways = proposer.ways_to_say(made, seed, len(reading.pattern.leaves) - 2)
    options = [way for way in ways if not usage.blocked(way.family)]
    if len(options) > 1:
        random.shuffle(options)
        options.sort(key=_rank)
    return [way.spelling for way in options[:2]]


def checked(
    reading: Reading, seed: Statement, match: Match, spelling: Spelling, distance: float, proposer: Proposer
) -> Asking[Proposal | None]:
    """The proposal of a full match if every rule admits it."""
    knowledge = proposer.knowledge
    atom = reading.pattern.leaves[reading.made]
    first, second = value(atom.first, match.binding), value(atom.second, match.binding)
    if first is None or second is None or first == second:
        return None
    subject, thing = (second, first) if spelling.flip else (first, second)
    if not isinstance(subject, str):
        return None
    if isinstance(thing, Literal):
        times = told_times(seed, spelling.relation, proposer.rules)
        lie = in_words(Statement(subject, spelling.relation, thing, False, *times))
        fits = yield from fits_as_value(lie, (seed, *match.facts), proposer.rules, knowledge)
        return proven_alone((seed, lie, *match.facts), distance, proposer) if fits else None
    ends = ((value(one, match.binding), value(other, match.binding)) for one, other in reading.pattern.distinct)
    different = tuple((one, other) for one, other in ends if isinstance(one, str) and isinstance(other, str))
    proposal = yield from proposer.settled((seed, subject, spelling.relation, thing, match.facts, different))
    return replace(proposal, distance=distance) if proposal else None


def _settle(case: Case, proposer: Proposer) -> Asking[Proposal | None]:
    """The proposal of a case if every rule admits it, whatever the distance of its stand-in."""
    seed, subject, relation, thing, supports, different = case
    made = Statement(subject, relation, thing, False, *told_times(seed, relation, proposer.rules))
    statements = (seed, made, *supports)
    if len(set(statements)) != len(statements):
        return None
    if (yield from fault(seed, made, supports, different, proposer)):
        return None
    if proposer.lies == "plain" and not (
        yield from convincing(seed, made, supports, proposer.containment, proposer.periods, proposer.knowledge)
    ):
        return None
    return proven_alone(statements, 0.0, proposer)


def proven_alone(statements: tuple[Statement, ...], distance: float, proposer: Proposer) -> Proposal | None:
    """The proposal if its statements are one minimal conflict."""
    everything = (1 << len(statements)) - 1
    verdict = minimal_conflicts(statements, proposer.rules)
    if not verdict.decided or verdict.minimal != (everything,):
        return None
    certificate = certify(statements, proposer.rules, proposer.strict_rules)
    assert certificate is not None
    minimal, strength = certificate
    if (proposer.strict and strength != "strict") or not proposer.disputed.isdisjoint(minimal.axioms):
        return None
    original, made, *supports = statements
    return Proposal(original, made, tuple(supports), strength, minimal.axioms, distance)
