"""Filling the plan: which seeds are tried when, and which pairs are kept.

Seeds are taken round-robin over the seed relations, a relation that has yielded fewer pairs of the type first, so that
rare relations are used up and the rest share evenly (section 3.1 of the paper). Tasks run in waves, in lock step; what
is kept depends on the order of the seeds alone, never on which task finished first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from contragraph.dataset.types import CONTROL, PairType
from contragraph.generation.build import Draft, Rejection, Task
from contragraph.generation.crew import Crew
from contragraph.generation.lensed import Reader
from contragraph.generation.quotas import HOPS, Quotas, Tally
from contragraph.generation.ranking import Usage
from contragraph.graph.model import Order, Statement

FRUITLESS_TRIES = 160
"""Seeds of one relation tried for one type without any success before it is given up for that type."""
_THRIFTY = 30
"""Seeds of one relation tried there, for each conflict of a pair."""
_TELLING = 120
"""Seeds of one relation tried there for several hops, after which it will hardly yield a number that it has not."""
_SEEDS_PER_WAVE = 2
_MORE = 8
"""How many times as many there of a relation that yielded a number of hops of which there are too few."""
_SEED_LIMIT = 4000
_LEAD = 2
"""Pairs that a relation may be ahead of the mean before it waits."""

T = TypeVar("T")
Kept = tuple[str, str, Sequence[str], int, int]
"""A conflict of a pair that was kept: its original's id, kind of lie, axioms, hops, number of shared statements."""


@dataclass(frozen=True, slots=True)
class Wave:
    """What one wave tried, kept and rejected; applying waves in order restores the state of a run."""

    type: PairType
    tried: tuple[tuple[str, str], ...]
    """(seed relation, seed statement id)"""
    kept: tuple[Draft, ...]
    rejected: tuple[Rejection, ...]
    shape: PairType | None = None
    """Of a wave of controls: the type of the pairs beside which they stand."""
    review: tuple[Mapping[str, object], ...] = ()
    """What people should look at, as ``review.jsonl`` has it."""
    asked: Mapping[str, object] = field(default_factory=dict)
    """What models were asked, what it cost, and what came of it; with ``seeds``, how many were asked about."""


@dataclass
class State:
    """What a run knows after some waves."""

    kept: Counter[tuple[PairType, str]] = field(default_factory=Counter)
    """Pairs by type and seed relation."""
    tried: dict[PairType, set[str]] = field(default_factory=dict)
    fruitless: Counter[tuple[PairType, str]] = field(default_factory=Counter)
    taken: set[str] = field(default_factory=set)
    """Ids of the originals in use."""
    used: Counter[tuple[str, ...]] = field(default_factory=Counter)
    """Conflicts by the axioms of their proof."""
    first_free: Counter[tuple[PairType, str]] = field(default_factory=Counter)
    """The seeds of a relation before this place are tried for the type, or taken."""
    tally: Tally = field(default_factory=Tally)
    """What the quotas speak of."""
    reached: set[tuple[str, int]] = field(default_factory=set)
    """Seed relations with the numbers of hops of their pairs' first conflicts."""
    longer: Counter[str] = field(default_factory=Counter)
    """Seeds of a relation that were tried for pairs of several hops."""
    asked: Counter[PairType] = field(default_factory=Counter)
    """Seeds that a model was asked about."""

    def record_tried(self, pair_type: PairType, tried: tuple[tuple[str, str], ...]) -> None:
        """Seeds that were tried for a type."""
        self.tried.setdefault(pair_type, set()).update(seed for _, seed in tried)
        for relation, _ in tried:
            self.fruitless[pair_type, relation] += 1
            self.longer[relation] += pair_type.multi

    def record_kept(self, pair_type: PairType, relation: str, conflicts: Sequence[Kept]) -> None:
        """A pair that was kept."""
        self.kept[pair_type, relation] += 1
        self.fruitless[pair_type, relation] = -1
        self.reached.update((relation, hops) for _, _, _, hops, _ in conflicts[:1])
        for original, family, axioms, hops, shared in conflicts:
            self.taken.add(original)
            self.used[tuple(axioms)] += 1
            self.tally.add(pair_type, family, hops, made=1, shared=shared)

    def record_control(self, relation: str, conflicts: Sequence[Kept]) -> None:
        """A control that was kept; it has originals like any pair, and counts for no quota."""
        self.kept[CONTROL, relation] += 1
        self.taken.update(original for original, *_ in conflicts)

    def usage(self, pair_type: PairType, wanted: int, quotas: Quotas, *, ample: bool = False) -> Usage:
        """What the next wave of a type, of which so many pairs are planned, should know of the dataset so far.

        Where seeds are ``ample``, none is tried for numbers of hops that others of its relation never yielded.
        """
        return Usage(
            self.used.copy(),
            self.tally.allowance(pair_type, wanted, quotas),
            self.tally.scarce_hops(quotas),
            frozenset(self.reached),
            self._barren() if ample else frozenset(),
        )

    def _barren(self) -> frozenset[tuple[str, int]]:
        some = {r for r, hops in self.reached if hops in HOPS and self.longer[r] >= _TELLING}
        return frozenset((r, hops) for r in some for hops in HOPS if (r, hops) not in self.reached)

    def count(self, pair_type: PairType) -> int:
        """Pairs of a type so far."""
        return sum(n for (t, _), n in self.kept.items() if t == pair_type)


@dataclass(frozen=True)
class Seeds:
    """The seed statements of each seed relation, with their ids, in the order of the run."""

    by_relation: Mapping[str, tuple[tuple[str, Statement], ...]]
    ample: bool = False
    """Whether there are so many that none need be tried for long."""

    @classmethod
    def of(
        cls,
        store: Reader,
        kg: str,
        relations: Mapping[str, str],
        order: Order,
        values: Mapping[str, Sequence[Statement]] | None = None,
        *,
        ample: bool = False,
    ) -> Seeds:
        """Read them from the store, one query per relation; ``values`` are facts with literals that are seeds too."""
        found = {r: [f.statement for f in store.seeds(kg, r, order, _SEED_LIMIT)] for r in sorted(relations)}
        for relation, some in (values or {}).items():
            found[relation] = [*found[relation], *some]
        return cls({relation: tuple((s.id, s) for s in seeds) for relation, seeds in found.items() if seeds}, ample)

    def next(
        self,
        pair_type: PairType,
        state: State,
        wanted: int,
        *,
        patience: int = FRUITLESS_TRIES,
        scarce_hops: Sequence[int] = (),
    ) -> list[Statement]:
        """The seeds of the next wave for a type, a few of each relation.

        A relation whose last ``patience`` seeds were all in vain is left out. Where seeds are ample, while there are
        others, so are those with a good many in vain, and those that gave nothing where pairs had fewer conflicts; and
        relations that yielded a number of hops of which there are too few come first, with more seeds.
        """
        hopeless = {r for r in self.by_relation if _is_hopeless(pair_type, r, state)} if self.ample else set[str]()
        longed_for = (
            {r for r, hops in state.reached if hops in scarce_hops} if self.ample and pair_type.multi else set()
        )
        pools = self._pools(pair_type, state, patience, hopeless, longed_for)
        if not pools and hopeless:
            pools = self._pools(pair_type, state, patience, set(), longed_for)
        if not pools:
            return []
        everywhere = Counter[str]()
        for (_, relation), kept in state.kept.items():
            everywhere[relation] += kept
        pools.sort(key=lambda pool: (pool[1] not in longed_for, pool[0], everywhere[pool[1]], pool[1]))
        # Relations well ahead of the mean wait for the others; never many more tasks than pairs are still wanted.
        mean = sum(kept for kept, _, _ in pools) / len(pools)
        chosen = [seed for kept, r, pool in pools if kept <= mean + _LEAD or r in longed_for for seed in pool]
        return chosen[: max(8, 4 * wanted)]

    def _pools(
        self, pair_type: PairType, state: State, patience: int, left_out: Container[str], longed_for: Container[str]
    ) -> list[tuple[int, str, list[Statement]]]:
        """For each relation that is not given up how many pairs it has yielded, its name, and its next seeds."""
        tried = state.tried.get(pair_type, set())
        # The rarer a success, the more may be tried at once: a wave takes so many rounds of questions at any size.
        most = _SEEDS_PER_WAVE * (pair_type.conflicts if self.ample else 1)
        pools: list[tuple[int, str, list[Statement]]] = []
        for relation, seeds in self.by_relation.items():
            if state.fruitless[pair_type, relation] >= patience or relation in left_out:
                continue
            pool = []
            place = state.first_free[pair_type, relation]
            for seed_id, seed in islice(seeds, place, None):
                if seed_id not in tried and seed_id not in state.taken:
                    pool.append(seed)
                    if len(pool) == most * (_MORE if relation in longed_for else 1):
                        break
                elif not pool:
                    place += 1
            state.first_free[pair_type, relation] = place
            if pool:
                pools.append((state.kept[pair_type, relation], relation, pool))
        return pools


def in_order(plan: Mapping[PairType, int], *, ample: bool) -> list[tuple[PairType, int]]:
    """The types of a plan with the numbers of their pairs, in the order in which they are made.

    Where seeds are scarce, pairs of many conflicts come first, since few facts have so many others around them, and
    pairs of one conflict may have what is left. Where seeds are ample the simple ones come first: a relation that
    yields none of these need not be tried for the others.
    """
    return list(plan.items()) if ample else sorted(plan.items(), key=lambda one: (-one[0].conflicts, not one[0].multi))


def _is_hopeless(pair_type: PairType, relation: str, state: State) -> bool:
    """Whether a relation was tried enough for a type, if others have seeds enough.

    What takes no conflict alone takes no two: half of all tries of a large graph were of that kind.
    """
    if state.fruitless[pair_type, relation] >= _THRIFTY * pair_type.conflicts:
        return True
    if state.kept[pair_type, relation] or pair_type.conflicts == 1:
        return False
    lesser = PairType(pair_type.conflicts - 1, pair_type.multi)
    return not state.kept[lesser, relation] and _is_hopeless(lesser, relation, state)


def fill_type(
    pair_type: PairType,
    wanted: int,
    seeds: Seeds,
    state: State,
    crew: Crew,
    salt: str,
    quotas: Quotas,
    distractors: int | None = None,
) -> Iterator[Wave]:
    """Waves until the type has as many pairs as wanted or the seeds are used up. The state is kept up to date.

    When a wave is told, the crew has begun with the next: whoever asks may put the one into words meanwhile.
    """

    def begun() -> list[Statement]:
        missing = wanted - state.count(pair_type)
        scarce = state.tally.scarce_hops(quotas)
        chosen = seeds.next(pair_type, state, missing, scarce_hops=scarce) if missing > 0 else []
        if chosen:
            usage = state.usage(pair_type, wanted, quotas, ample=seeds.ample)
            taken = frozenset(state.taken)
            crew.begin([Task(pair_type, seed, salt, taken, usage, distractors) for seed in chosen])
        return chosen

    chosen = begun()
    while chosen:
        wave = _keep(pair_type, wanted, chosen, crew.finish(), state, quotas)
        chosen = begun()
        yield wave


def conflicts_of(draft: Draft) -> list[Kept]:
    """What the state keeps of a pair's conflicts, with the hops that were proven: other facts may shorten the way."""
    here = set(draft.original)
    proven = {statement: c.hops for c in draft.conflicts for statement in c.perturbed}
    return [
        (p.original.id, p.family, p.axioms, proven.get(p.made.id, p.hops), sum(s in here for s in p.supports))
        for p in draft.proposals
    ]


def _keep(
    pair_type: PairType,
    wanted: int,
    chosen: list[Statement],
    results: list[Draft | Rejection],
    state: State,
    quotas: Quotas,
) -> Wave:
    """Keep pairs in turn over their seed relations.

    A pair whose originals are in use is not kept. One that would break a quota waits: its seed may be tried again, now
    without the kinds of lies that the dataset has enough of.
    """
    rejected = [r for r in results if isinstance(r, Rejection)]
    drafts = [(seed, r) for seed, r in zip(chosen, results, strict=True) if isinstance(r, Draft)]
    kept: list[Draft] = []
    waiting: set[str] = set()
    while drafts and state.count(pair_type) < wanted:
        drafts.sort(key=lambda pair: state.kept[pair_type, pair[0].relation])
        seed, draft = drafts.pop(0)
        conflicts = conflicts_of(draft)
        if not state.taken.isdisjoint(original for original, *_ in conflicts):
            rejected.append(Rejection(pair_type, seed, "another pair uses the same original statement"))
        elif state.tally.allowance(pair_type, wanted, quotas).admits(family for _, family, *_ in conflicts):
            state.record_kept(pair_type, seed.relation, conflicts)
            kept.append(draft)
        else:
            waiting.add(seed.id)
    waiting |= {seed.id for seed, _ in drafts}
    tried = tuple((seed.relation, seed.id) for seed in chosen if seed.id not in waiting)
    state.record_tried(pair_type, tried)
    return Wave(pair_type, tried, tuple(kept), tuple(rejected))
