"""What a model is offered to contradict a statement with: relations, other things of the right kinds, true facts.

The patterns of contradiction tell which relations have a say about the seed, and joins over the graph which facts could
take part. Relations, things and facts are offered that some conflict could be made of, but not which go together: what
the model makes of them, or of other names that it knows, is its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, TypeVar

from contragraph.generation.knowledge import Asking
from contragraph.generation.other_values import choose_value
from contragraph.generation.perturb import Proposal, Proposer, checked, spellings_of
from contragraph.generation.plans import Reading
from contragraph.generation.ranking import Usage
from contragraph.generation.rules.plausible import readable
from contragraph.generation.stand_ins import choose
from contragraph.generation.support import Match, first_steps, match_leaves, promising, seed_binding
from contragraph.graph.model import Object, Statement
from contragraph.reasoning.unfold import Spelling

_READINGS = 4
"""Ways to contradict the seed of which relations, things and facts are offered, of each of two sorts."""
_RELATIONS, _THINGS, _FACTS = 8, 4, 8
"""How much is offered, at most: relations, things for each, facts."""
_STAND_INS, _MATCHES = 3, 2
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Offer:
    """What a model may use against a seed, in an order that says nothing of what fits to what."""

    seed: Statement
    hops: int
    choices: tuple[tuple[str, tuple[Object, ...]], ...]
    """Relations that can contradict the seed's, each with entities and values that may stand at an end of it."""
    facts: tuple[Statement, ...]
    """True statements, not in the subgraph, that may take part."""

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations that are offered."""
        return tuple(relation for relation, _ in self.choices)

    @property
    def things(self) -> tuple[Object, ...]:
        """The things that are offered, each once."""
        return tuple(dict.fromkeys(thing for _, things in self.choices for thing in things))


class _Way(NamedTuple):
    """What one lie is made of."""

    relation: str
    things: tuple[Object, ...]
    """Ends of the lie that are none of the seed."""
    facts: tuple[Statement, ...]


@dataclass
class _Gathered:
    """Ways to contradict a seed, each once, as relation, things and facts that go together."""

    ways: dict[_Way, None] = field(default_factory=dict)

    def add(self, proposal: Proposal) -> None:
        made, seed = proposal.made, proposal.original
        things = tuple(end for end in (made.subject, made.object) if end not in (seed.subject, seed.object))
        self.ways[_Way(made.relation, things, proposal.supports)] = None

    @property
    def size(self) -> tuple[int, int]:
        """Relations, and things that are named with one."""
        return len({w.relation for w in self.ways}), len({(w.relation, t) for w in self.ways for t in w.things})


def make_offer(
    seed: Statement, hops: Sequence[int], proposer: Proposer, usage: Usage, random: Random
) -> Asking[Offer | None]:
    """What the graph offers against a seed: for the first of these numbers of hops for which there is anything.

    A relation that no pattern knows is offered alone, with other things that stand at its end: the prover will have no
    say about it, but a person may.
    """
    steps = yield from first_steps(seed, proposer.readings, proposer.knowledge)
    for number in hops:
        found = _Gathered()
        unlikely = proposer.placing if number > 1 else frozenset[str]()
        blocked = proposer.blocked_predicates(seed, usage)
        for left_out in (proposer.others, proposer.affirmed | unlikely):
            likely = promising(seed, number, proposer.readings, blocked | left_out, steps, random)
            used = 0
            for reading in likely:
                before = found.size
                yield from _gather(reading, seed, found, proposer, usage, random)
                used += before != found.size
                if used == _READINGS:
                    break
        if found.ways:
            return (yield from _offer(seed, number, found, proposer, random))
    if 1 in hops and not proposer.unfolding.by_relation.get(seed.relation) and isinstance(seed.object, str):
        members = yield from proposer.knowledge.members(seed.relation, subjects=False)
        some = [m.id for m in members if readable(m.label) and m.id not in seed.entities]
        ways = [_Way(seed.relation, (each,), ()) for each in random.sample(some, min(_THINGS, len(some)))]
        found = _Gathered(dict.fromkeys(ways or [_Way(seed.relation, (), ())]))
        return (yield from _offer(seed, 1, found, proposer, random))
    return None


def _gather(
    reading: Reading, seed: Statement, found: _Gathered, proposer: Proposer, usage: Usage, random: Random
) -> Asking[None]:
    binding = seed_binding(reading, seed)
    if binding is None:
        return
    knowledge, unfolding = proposer.knowledge, proposer.unfolding
    matches = yield from match_leaves(reading.before, Match(binding, ()), knowledge, unfolding, random)
    for match in matches[:_MATCHES]:
        for spelling in spellings_of(reading, seed, proposer, usage, random):
            filled = yield from _filled(reading, match, spelling, proposer, random)
            for full in filled[:_STAND_INS]:
                complete = [full]
                if reading.after:
                    complete = yield from match_leaves(reading.after, full, knowledge, unfolding, random)
                for final in complete[:1]:
                    proposal = yield from checked(reading, seed, final, spelling, 0.0, proposer)
                    if proposal is not None:
                        found.add(proposal)


def _filled(
    reading: Reading, match: Match, spelling: Spelling, proposer: Proposer, random: Random
) -> Asking[list[Match]]:
    """The match with likely things at the free end of the made-up statement."""
    if reading.free is None:
        return [match]
    if spelling.relation in proposer.ontology.data:
        some = yield from choose_value(reading, match, spelling, proposer.knowledge, random)
    else:
        some = yield from choose(
            reading, match, spelling, proposer.signatures, proposer.periods, proposer.knowledge, random
        )
    return [full for full, _ in some]


def _offer(seed: Statement, hops: int, found: _Gathered, proposer: Proposer, random: Random) -> Asking[Offer]:
    """What was found, cut to size.

    Ways are offered whole, those of different relations first: a relation without its things and facts is of no use.
    """
    choices: dict[str, dict[Object, None]] = {}
    facts: dict[Statement, None] = {}
    for way in _in_turn(list(found.ways), random):
        things = dict.fromkeys((*choices.get(way.relation, ()), *way.things))
        more = dict.fromkeys((*facts, *way.facts))
        if len({*choices, way.relation}) <= _RELATIONS and len(things) <= _THINGS and len(more) <= _FACTS:
            choices[way.relation], facts = things, more
    told = [(relation, _shuffled(choices[relation], random)) for relation in _shuffled(choices, random)]
    yield from proposer.knowledge.prefetch([e for s in facts for e in s.entities])
    return Offer(seed, hops, tuple(told), _shuffled(facts, random))


def _in_turn(ways: list[_Way], random: Random) -> list[_Way]:
    """Ways in random order, one of each relation before a second one."""
    random.shuffle(ways)
    seen: Counter[str] = Counter()
    keyed = []
    for way in ways:
        keyed.append((seen[way.relation], way))
        seen[way.relation] += 1
    return [way for _, way in sorted(keyed, key=lambda pair: pair[0])]


def _shuffled(items: Iterable[T], random: Random) -> tuple[T, ...]:
    some = list(items)
    random.shuffle(some)
    return tuple(some)
