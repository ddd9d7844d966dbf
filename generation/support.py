"""Finding true facts that, with a seed and one made-up statement, contradict: the guided part of extraction.

A reading (:mod:`contragraph.generation.plans`) is matched by joins over the whole KG, hidden hubs included: a country
may well be what makes a statement false.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from contragraph.generation.knowledge import Asking, Joined, Knowledge
from contragraph.generation.plans import FirstStep, Join, Reading, Readings
from contragraph.generation.rules.plausible import is_historical
from contragraph.graph.model import Object, Statement
from contragraph.reasoning.unfold import Unfolding

BRANCHES = 3
"""Facts tried for one true leaf."""
READINGS_TRIED = {1: 36, 2: 36, 3: 48, 4: 96}
"""Readings tried for one seed by number of hops: long ones are many, and few find facts."""

_JOINED = 100_000
"""Answers of joins that are remembered; past that they are forgotten."""
_MATCHED = 10_000
"""Seeds of which it is remembered what readings find there; past that they are forgotten."""

Binding = Mapping[int, Object]


class Match(NamedTuple):
    """A binding of a reading's variables, and the true facts that fill its leaves."""

    binding: Binding
    facts: tuple[Statement, ...]


Matched = dict[Statement, dict[Reading, Sequence[Match]]]
"""What readings find at seeds, where nothing is left to chance."""


def seed_binding(reading: Reading, seed: Statement) -> dict[int, Object] | None:
    """Bind the seed leaf to the seed statement; None if it cannot be (a constant, a repeated variable)."""
    one, other = reading.ends
    subject, thing = seed.subject, seed.object
    binding: dict[int, Object] = {}
    for term, end in ((one, subject), (other, thing)):
        if isinstance(term, str):
            if term != end:
                return None
        elif binding.setdefault(term, end) != end:
            return None
    return None if len(binding) == 2 and subject == thing else binding


def value(term: int | str, binding: Binding) -> Object | None:
    """What a term stands for, None if it is not bound."""
    return term if isinstance(term, str) else binding.get(term)


def _fitting(found: Joined, join: Join, binding: Binding) -> Joined:
    """Those of the facts at the known end whose other end is the one that is bound, or one that nothing is bound to."""
    if join.closed:
        end = value(join.other, binding)
        return [each for each in found if each[0] == end]
    taken = binding.values()
    return [each for each in found if each[0] not in taken]


def _facts_at(predicate: str, known: str, at_first: bool, knowledge: Knowledge, unfolding: Unfolding) -> Asking[Joined]:
    """The facts at an entity that spell a predicate with the entity as its first, or second, term."""
    yield from knowledge.prefetch_facts((known,))
    out = yield from knowledge.out(known)
    into = yield from knowledge.into(known)
    found: list[tuple[Object, Statement]] = []
    for spelling in unfolding.spellings.get(predicate, ()):
        # The known end is the subject of the fact if it is first and the spelling keeps the direction, or neither.
        if at_first != spelling.flip:
            found += out.statements(spelling.relation, known, outgoing=True)
            found += [(s.object, s) for s in out.values.get(spelling.relation, ())]
        else:
            found += into.statements(spelling.relation, known, outgoing=False)
    if len(found) > BRANCHES:
        found = yield from _of_today(found, knowledge)
    if len(knowledge.joined) >= _JOINED:
        knowledge.joined.clear()
    knowledge.joined[predicate, known, at_first] = found
    return found


def _of_today(facts: list[tuple[Object, Statement]], knowledge: Knowledge) -> Asking[list[tuple[Object, Statement]]]:
    """The facts whose other end is no thing of the past, which no conflict may use."""
    named = dict.fromkeys(end for end, _ in facts if isinstance(end, str))
    ends = {e.id: e for e in (yield from knowledge.entities(named))}
    kept: list[tuple[Object, Statement]] = []
    for end, fact in facts:
        today = not isinstance(end, str) or end in knowledge.hidden
        if today or (end in ends and not (yield from is_historical(ends[str(end)], knowledge))):
            kept.append((end, fact))
    return kept


def match_leaves(
    joins: Sequence[Join], match: Match, knowledge: Knowledge, unfolding: Unfolding, random: Random
) -> Asking[list[Match]]:
    """Ways to fill these leaves with true facts, at most :data:`BRANCHES` per leaf."""
    matches, _ = yield from _matches(joins, match, knowledge, unfolding, random)
    return matches


def first_matches(
    reading: Reading, seed: Statement, matched: Matched, knowledge: Knowledge, unfolding: Unfolding, random: Random
) -> Asking[Sequence[Match]]:
    """Ways to fill the leaves that come before the made-up one: those ``matched`` before, or new ones put there."""
    known = matched.get(seed)
    if known is None:
        if len(matched) >= _MATCHED:
            matched.clear()
        known = matched[seed] = {}
    found = known.get(reading)
    if found is None:
        binding = seed_binding(reading, seed)
        if binding is None:
            return ()
        found, certain = yield from _matches(reading.before, Match(binding, ()), knowledge, unfolding, random)
        if certain:
            known[reading] = found or ()
    return found


def _matches(
    joins: Sequence[Join], match: Match, knowledge: Knowledge, unfolding: Unfolding, random: Random
) -> Asking[tuple[list[Match], bool]]:
    """Ways to fill these leaves, and whether they are all that there are to try, none of them drawn."""
    matches, certain = [match], True
    for join in joins:
        predicate, start, at_first, end = join.predicate, join.known, join.at_first, join.other
        if len(matches) > 1 and knowledge.snapshot is None:
            starts = (value(start, m.binding) for m in matches)
            yield from knowledge.prefetch_facts([each for each in starts if isinstance(each, str)])
        extended: list[Match] = []
        for binding, facts in matches:
            known = value(start, binding)
            if not isinstance(known, str):
                continue  # nothing is looked for from a literal
            found = knowledge.joined.get((predicate, known, at_first))
            if found is None:
                found = yield from _facts_at(predicate, known, at_first, knowledge, unfolding)
            if not found:
                continue
            some = _fitting(found, join, binding)
            if len(some) > BRANCHES:
                some, certain = random.sample(some, BRANCHES), False
            for other, fact in some:
                if fact not in facts:
                    bound = {**binding, end: other} if isinstance(end, int) else binding
                    extended.append(Match(bound, (*facts, fact)))
        if not extended:
            return [], certain
        matches = extended[: 2 * BRANCHES]
    return matches, certain


def promising(
    seed: Statement,
    hops: int,
    readings: Readings,
    blocked: frozenset[str],
    steps: Sequence[FirstStep],
    random: Random,
) -> list[Reading]:
    """Readings whose first join finds a fact at the seed, drawn evenly over the kinds of first facts.

    Readings whose made-up leaf is of a ``blocked`` predicate are left out. The ``steps`` are those of
    :func:`first_steps`.
    """
    allowed = readings.allowed(seed.relation, hops, blocked)
    pools = [list(found) for step in steps if (found := allowed.get(step))]
    return list(_drawn(pools, READINGS_TRIED[hops], random))


def first_steps(seed: Statement, readings: Readings, knowledge: Knowledge) -> Asking[list[FirstStep]]:
    """The first joins that find a fact at the seed, and None for readings that begin with the made-up statement."""
    key = ("first steps", seed.id)
    return (yield from knowledge.remember(key, lambda: _first_steps(seed, readings, knowledge)))


def _first_steps(seed: Statement, readings: Readings, knowledge: Knowledge) -> Asking[list[FirstStep]]:
    steps: dict[FirstStep, None] = {None: None}
    ends = [("subject", seed.subject)]
    if isinstance(seed.object, str):
        ends.append(("object", seed.object))
    for end, entity in ends:
        for outgoing in (True, False):
            around = yield from (knowledge.out(entity) if outgoing else knowledge.into(entity))
            for relation in (*around.by_relation, *(around.values if outgoing else ())):
                for step in readings.steps_from(end, relation, outgoing):
                    steps[step] = None
    return list(steps)


def _drawn(pools: list[list[Reading]], most: int, random: Random) -> Iterator[Reading]:
    """So many readings from the pools in turn, each pool in random order."""
    random.shuffle(pools)
    drawn = 0
    while pools and drawn < most:
        for pool in list(pools):
            index = random.randrange(len(pool))
            pool[index], pool[-1] = pool[-1], pool[index]
            yield pool.pop()
            drawn += 1
            if not pool:
                pools.remove(pool)
