"""More controls than are wanted, from which those are chosen that look most like the conflicting pairs.

For each type seeds are tried, of the relations of its pairs first; what the pairs have more of than the pool so far is
what the next ones may use. Where seeds run dry the bounds give way, step by step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from contragraph.dataset.schema import InstanceRecord
from contragraph.dataset.types import CONTROL, PairType
from contragraph.generation.build import Draft, Rejection, Task
from contragraph.generation.controls import build_control
from contragraph.generation.controls_sound import Mover
from contragraph.generation.controls_surface import Surface, surface_of
from contragraph.generation.knowledge import run_in_lock_step
from contragraph.generation.quotas import HOPS, NEGATION, Allowance
from contragraph.generation.ranking import Usage
from contragraph.generation.rounds import Kept, Seeds, State, conflicts_of
from contragraph.graph.model import Statement

_AT_ONCE = 24
"""Seeds of one wave."""
_PATIENCE = 320
"""Seeds of one relation tried for one type without success before its pairs get controls of other relations."""
_SLACK = (0, 0, 0, 1, 1, 2, 2, 4, 4, 8, 8, 1 << 20)
"""By how much a pool may have more of a kind of lie than its share, after so many waves without a candidate for each
conflict of a pair."""
_MANY, _FEWER, _LONG = 3, 2, 3
"""Candidates for each control that is wanted, and for each of so many lies of several steps, which few seeds have."""
TELLINGS = 4
"""Ways in which each candidate is told."""

Tell = Callable[[Draft], str]
"""Puts a draft into words, and gives its line."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair, as far as its control must be like it, or a control."""

    id: str
    type: PairType
    relation: str
    families: tuple[str, ...]
    hops: tuple[int, ...]
    surface: Surface = field(compare=False, repr=False, default_factory=dict)
    """What its texts, kinds of lies, hops and seed show."""

    @classmethod
    def of(cls, name: str, pair_type: PairType, relation: str, conflicts: Sequence[Kept], line: str) -> Pair:
        """From what the state of a run keeps of conflicts, and the line of the pair."""
        families, hops = tuple(f for _, f, *_ in conflicts), tuple(h for *_, h, _ in conflicts)
        shown = dict(surface_of(InstanceRecord.model_validate_json(line)))
        shown |= {f"kind|{f}": count for f, count in Counter(families).items()}
        shown |= {f"hops|{h}": count for h, count in Counter(hops).items()}
        return cls(name, pair_type, relation, families, hops, {**shown, f"seed|{relation}": 1})


@dataclass
class Pool:
    """Candidates of a type."""

    type: PairType
    targets: Sequence[Pair]
    """The pairs that get a control; those that get several stand here as often."""
    drafts: list[Draft] = field(default_factory=list)
    relations: Counter[str] = field(default_factory=Counter)
    families: Counter[str] = field(default_factory=Counter)
    hops: Counter[int] = field(default_factory=Counter)
    taken: set[str] = field(default_factory=set)
    """Ids of the originals of candidates."""
    tried: dict[str, str] = field(default_factory=dict)
    """Ids of seeds, with their relations."""
    fruitless: Counter[str] = field(default_factory=Counter)
    barren: int = 0
    """Waves without a candidate."""
    rejected: list[Rejection] = field(default_factory=list)

    @property
    def step(self) -> int:
        """How far the bounds have given way."""
        return min(self.barren // self.type.conflicts, len(_SLACK) - 1)

    @property
    def times(self) -> int:
        """Candidates for each control that is wanted."""
        return _FEWER if self.type.multi and self.type.conflicts >= _LONG else _MANY

    @property
    def missing(self) -> int:
        """How many candidates are still looked for: less once all bounds have given way."""
        wanted = self.times * len(self.targets)
        if self.step == len(_SLACK) - 1:
            wanted = 3 * len(self.targets) // 2
        return wanted - len(self.drafts)


def fill_pool(pool: Pool, seeds: Seeds, state: State, mover: Mover, salt: str, distractors: int | None) -> None:
    """Look for candidates until there are enough, or the seeds are used up."""
    while pool.missing > 0:
        chosen = _seeds(pool, seeds, state)
        if not chosen:
            return
        usage = _usage(pool, state, mover)
        taken = frozenset(state.taken | pool.taken)
        tasks = [Task(pool.type, seed, salt, taken, usage, distractors) for seed in chosen]
        results = run_in_lock_step([build_control(task, mover) for task in tasks], mover.knowledge)
        before = len(pool.drafts)
        for seed, draft in zip(chosen, results, strict=True):
            _take(pool, seed, draft)
        pool.barren += len(pool.drafts) == before


def _take(pool: Pool, seed: Statement, draft: Draft | Rejection) -> None:
    pool.tried[seed.id] = seed.relation
    pool.fruitless[seed.relation] += 1
    if isinstance(draft, Rejection):
        pool.rejected.append(draft)
        return
    conflicts = conflicts_of(draft)
    originals = {original for original, *_ in conflicts}
    if not pool.taken.isdisjoint(originals):
        pool.rejected.append(Rejection(CONTROL, seed, "another pair uses the same original statement"))
        return
    pool.drafts.append(draft)
    pool.taken |= originals
    pool.fruitless[seed.relation] = 0
    pool.relations[seed.relation] += 1
    pool.families.update(f for _, f, *_ in conflicts)
    pool.hops.update(h for *_, h, _ in conflicts)


def told(pool: Pool, tell: Tell) -> list[tuple[int, Draft, Pair]]:
    """All tellings of the candidates: the number of the candidate, the draft, and what it shows."""
    found = []
    for number, draft in enumerate(pool.drafts):
        relation, conflicts = draft.proposals[0].original.relation, conflicts_of(draft)
        for telling in range(TELLINGS):
            one = replace(draft, telling=telling)
            found.append((number, one, Pair.of("", pool.type, relation, conflicts, tell(one))))
    return found


def _seeds(pool: Pool, seeds: Seeds, state: State) -> list[Statement]:
    """The next seeds: of the relations of which the pool has too few, of any where those have none left."""
    wanted = Counter(p.relation for p in pool.targets)
    short = {r: pool.times * n - pool.relations[r] for r, n in wanted.items() if pool.times * n > pool.relations[r]}
    pools: dict[str, list[Statement]] = {}

    def some(relation: str, most: int) -> list[Statement]:
        known = seeds.by_relation.get(relation, ())
        free = (s for i, s in known if i not in pool.tried and i not in state.taken and i not in pool.taken)
        return list(islice(free, most))

    dry = False
    for relation, count in sorted(short.items()):
        pools[relation] = [] if pool.fruitless[relation] >= _PATIENCE else some(relation, 2 * count)
        dry = dry or not pools[relation]
    if dry or not short:
        # The relations that have some left, each in its turn.
        for relation in sorted(r for r in seeds.by_relation if pool.fruitless[r] < _PATIENCE and not pools.get(r)):
            pools[relation] = some(relation, 2)
    chosen: list[Statement] = []
    turn = 0
    most = min(_AT_ONCE, max(8, 4 * pool.missing))
    while len(chosen) < most and any(len(p) > turn for p in pools.values()):
        chosen += [p[turn] for _, p in sorted(pools.items()) if len(p) > turn]
        turn += 1
    return chosen[:most]


def _usage(pool: Pool, state: State, mover: Mover) -> Usage:
    """What a candidate may still be made of: what the pairs have, times as many, and the pool so far does not."""
    wanted = Counter(f for p in pool.targets for f in p.families)
    slack = _SLACK[pool.step]
    known = sorted({*mover.families, NEGATION, *wanted})
    left: dict[frozenset[str] | None, int] = {None: 1 << 30}
    left |= {frozenset({f}): pool.times * wanted[f] + (slack if wanted[f] or slack > 100 else 0) for f in known}
    hops = Counter(h for p in pool.targets for h in p.hops)
    scarce = tuple(h for h in HOPS if pool.times * hops[h] > pool.hops[h]) if pool.type.multi else ()
    if scarce == HOPS:
        scarce = HOPS[1:]
    counts: Mapping[str, int] = {f: pool.families[f] for f in known}
    return Usage(Counter(), Allowance(left, counts), scarce, frozenset(state.reached))
