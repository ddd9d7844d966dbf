"""How a pattern is read from a seed: which leaf is the seed, which is made up, in which order the rest is looked for.

All other leaves must be true facts (one lie among truths). They are found by joins that start at the seed; where the
made-up statement alone connects them to it, a stand-in for its free end is chosen first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from contragraph.generation.rules.refused import ELSEWHERE
from contragraph.reasoning.rules import Atom
from contragraph.reasoning.unfold import Pattern, Unfolding

FirstStep = tuple[str, str, bool] | None
"""Where the first join starts: (``subject`` or ``object`` of the seed, predicate, whether that end is its first)."""


class Join(NamedTuple):
    """How a true leaf is looked for: facts that spell a predicate at an end that is known by then."""

    leaf: int
    predicate: str
    known: int | str
    at_first: bool
    """Whether the known end is the predicate's first."""
    other: int | str
    closed: bool
    """Whether the other end is known as well."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One way to use a pattern on a seed of a relation; each is made once, and is itself alone."""

    pattern: Pattern
    seed: int
    ends: tuple[int | str, int | str]
    """The terms of the seed's leaf that stand for its subject and for its object."""
    made: int
    before: tuple[Join, ...]
    """True leaves found from the seed, in join order."""
    free: int | None
    """The variable of the made-up leaf that nothing before it binds."""
    after: tuple[Join, ...]
    """True leaves found once the free variable is chosen."""
    first: FirstStep


Terms = Sequence[frozenset[int]]
"""The variables of each leaf of a pattern."""


def _terms(pattern: Pattern) -> Terms:
    return [frozenset(t for t in (a.first, a.second) if isinstance(t, int)) for a in pattern.leaves]


def _joins(pattern: Pattern, terms: Terms, bound: set[int], leaves: list[int]) -> tuple[Join, ...]:
    """The leaves that can be reached from bound variables, in join order; removes them from ``leaves``."""
    order: list[Join] = []
    while leaves:
        reachable = [(len(terms[i] - bound), i) for i in leaves if not terms[i] or not terms[i].isdisjoint(bound)]
        if not reachable:
            break
        _, best = min(reachable)
        order.append(_join(pattern.leaves[best], best, bound))
        leaves.remove(best)
        bound.update(terms[best])
    return tuple(order)


def _join(atom: Atom, leaf: int, bound: Collection[int]) -> Join:
    at_first, at_second = (isinstance(term, str) or term in bound for term in (atom.first, atom.second))
    ends = (atom.first, atom.second) if at_first else (atom.second, atom.first)
    return Join(leaf, atom.relation, ends[0], at_first, ends[1], at_first and at_second)


def _first_step(ends: tuple[int | str, int | str], before: tuple[Join, ...]) -> FirstStep:
    if not before:
        return None
    subject, thing = ends
    join = before[0]
    for at_first, term in ((join.at_first, join.known), (not join.at_first, join.other)):
        if term == subject:
            return ("subject", join.predicate, at_first)
        if term == thing:
            return ("object", join.predicate, at_first)
    return None


def readings(pattern: Pattern, seed: int, flip: bool) -> Iterator[Reading]:
    """All readings of a pattern with this leaf as the seed."""
    terms = _terms(pattern)
    atom = pattern.leaves[seed]
    ends = (atom.second, atom.first) if flip else (atom.first, atom.second)
    for made in range(len(pattern.leaves)):
        if made == seed:
            continue
        rest = [i for i in range(len(pattern.leaves)) if i not in (seed, made)]
        bound = set(terms[seed])
        before = _joins(pattern, terms, bound, rest)
        unbound = sorted(terms[made] - bound)
        if len(unbound) > 1:
            continue
        bound.update(unbound)
        after = _joins(pattern, terms, bound, rest)
        if not rest:
            free = unbound[0] if unbound else None
            yield Reading(pattern, seed, ends, made, before, free, after, _first_step(ends, before))


def _tells_the_place(reading: Reading) -> bool:
    """Whether a lie that something of its subject happened elsewhere has the subject in true facts beside the seed.

    Then the side of the lie says where it happened, and contradicts itself to whoever knows the place.
    """
    leaves = reading.pattern.leaves
    made = leaves[reading.made]
    if made.relation not in ELSEWHERE or len(leaves) == 2:
        return False
    about = [i for i, leaf in enumerate(leaves) if made.first in (leaf.first, leaf.second)]
    return set(about) != {reading.seed, reading.made}


class Readings:
    """The readings of every seed relation by hops and first step, made when first asked for."""

    def __init__(self, unfolding: Unfolding) -> None:
        self._unfolding = unfolding
        self.spells: dict[str, list[tuple[str, bool]]] = defaultdict(list)
        for predicate, spellings in unfolding.spellings.items():
            for spelling in spellings:
                self.spells[spelling.relation].append((predicate, spelling.flip))

    @cache  # noqa: B019 - one object per run, as many entries as seed relations
    def of(self, relation: str, hops: int) -> Mapping[FirstStep, tuple[Reading, ...]]:
        """Readings of a seed relation with these hops, by first step."""
        found: defaultdict[FirstStep, list[Reading]] = defaultdict(list)
        for pattern, seed, flip in self._unfolding.by_relation.get(relation, ()):
            if pattern.hops == hops:
                for reading in readings(pattern, seed, flip):
                    if not _tells_the_place(reading):
                        found[reading.first].append(reading)
        return {step: tuple(some) for step, some in found.items()}

    @lru_cache(maxsize=1000)  # noqa: B019 - one object per run
    def allowed(self, relation: str, hops: int, blocked: frozenset[str]) -> Mapping[FirstStep, tuple[Reading, ...]]:
        """Those of them whose made-up leaf is of no ``blocked`` predicate."""
        some = {
            step: tuple(r for r in found if r.pattern.leaves[r.made].relation not in blocked)
            for step, found in self.of(relation, hops).items()
        }
        return {step: found for step, found in some.items() if found}

    def steps_from(self, end: str, relation: str, outgoing: bool) -> list[FirstStep]:
        """The first steps that a fact of a relation at one end of the seed makes possible."""
        return [(end, predicate, outgoing != flip) for predicate, flip in self.spells.get(relation, ())]
