"""Filling up a dataset with controls: which seeds are tried for which conflicting pairs, and which are kept.

Once all conflicting pairs are made, each type gets its controls: of the same seed relations, the same kinds of lies and
the same hops, so that neither the words nor the shapes of a pair tell whether it holds a conflict. What the pairs have
more of than their controls so far is what the next wave may use; where seeds run dry the bounds give way, step by step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from contragraph.generation.build import Draft, Rejection, Task
from contragraph.generation.controls import build_control
from contragraph.generation.controls_sound import Mover
from contragraph.generation.knowledge import run_in_lock_step
from contragraph.generation.paper import CONTROL, PairType
from contragraph.generation.quotas import HOPS, NEGATION, Allowance
from contragraph.generation.ranking import Usage
from contragraph.generation.rounds import Kept, Seeds, State, Wave, conflicts_of
from contragraph.graph.errors import InputError
from contragraph.graph.model import Control, Statement

_AT_ONCE = 24
"""Seeds of one wave."""
_PATIENCE = 320
"""Seeds of one relation tried for one type without success before its pairs get controls of other relations."""
_SLACK = (0, 0, 0, 1, 1, 2, 2, 4, 4, 8, 8, 1 << 20)
"""By how much controls of a type may have more of a kind of lie than its pairs, after so many waves without one
for each conflict of a pair."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """So many controls for so many conflicting pairs."""

    controls: int
    pairs: int

    def __str__(self) -> str:
        return f"{self.controls}:{self.pairs}"

    def of(self, pairs: int) -> int:
        """How many controls so many pairs of a type get."""
        return pairs * self.controls // self.pairs

    def wanted(self, pairs: Sequence[Pair]) -> int:
        """How many controls these pairs get: each type its share."""
        return sum(map(self.of, Counter(p.type for p in pairs).values()))


def parse_ratio(text: str) -> Ratio:
    """Read ``1:1`` or ``1:2`` (one control for every two pairs).

    Raises:
        InputError: if it is no ratio of two whole numbers above 0.
    """
    first, _, second = text.partition(":")
    if first.isdecimal() and second.isdecimal() and int(first) and int(second):
        return Ratio(int(first), int(second))
    raise InputError(f"'{text}' is no ratio of controls to pairs; write for example 1:1, or 1:2 for half as many.")


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair that was kept, as far as its control must be like it."""

    id: str
    type: PairType
    relation: str
    families: tuple[str, ...]
    hops: tuple[int, ...]

    @classmethod
    def of(cls, name: str, pair_type: PairType, relation: str, conflicts: Sequence[Kept]) -> Pair:
        """From what the state of a run keeps of conflicts."""
        return cls(name, pair_type, relation, tuple(f for _, f, *_ in conflicts), tuple(h for *_, h, _ in conflicts))


@dataclass
class ControlState:
    """What a run knows of its controls after some waves."""

    pairs: list[Pair] = field(default_factory=list)
    """The conflicting pairs, in the order in which they were kept."""
    kept: list[Pair] = field(default_factory=list)
    """The controls so far; the id is that of the pair each belongs to."""
    tried: dict[PairType, set[str]] = field(default_factory=dict)
    fruitless: Counter[tuple[PairType, str]] = field(default_factory=Counter)
    barren: Counter[PairType] = field(default_factory=Counter)
    """Waves of a type without a control."""

    def note(self, pair_type: PairType, tried: Sequence[tuple[str, str]], kept: Sequence[Pair]) -> None:
        """A wave for one type of pairs."""
        self.tried.setdefault(pair_type, set()).update(seed for _, seed in tried)
        for relation, _ in tried:
            self.fruitless[pair_type, relation] += 1
        for pair in kept:
            self.fruitless[pair_type, pair.relation] = 0
        self.kept += kept
        self.barren[pair_type] += not kept

    def step(self, pair_type: PairType) -> int:
        """How far the bounds of a type have given way."""
        return min(self.barren[pair_type] // pair_type.conflicts, len(_SLACK) - 1)


def control_waves(
    plan: Mapping[PairType, int],
    ratio: Ratio,
    seeds: Seeds,
    state: State,
    controls: ControlState,
    mover: Mover,
    salt: str,
    distractors: int | None,
) -> Iterator[Wave]:
    """Waves until every type of the plan has its controls, or the seeds are used up. The states are kept up to date."""
    for pair_type in plan:
        pairs = [p for p in controls.pairs if p.type == pair_type]
        wanted = ratio.of(len(pairs))
        targets = [pairs[number * ratio.pairs // ratio.controls] for number in range(wanted)]
        while missing := wanted - sum(p.type == pair_type for p in controls.kept):
            chosen = _seeds(pair_type, targets, missing, seeds, state, controls)
            if not chosen:
                break
            usage = _usage(pair_type, targets, state, controls, mover)
            taken = frozenset(state.taken)
            tasks = [Task(pair_type, seed, salt, taken, usage, distractors) for seed in chosen]
            results = run_in_lock_step([build_control(task, mover) for task in tasks], mover.knowledge)
            yield _keep(pair_type, targets, missing, chosen, results, state, controls)


def _open(pair_type: PairType, targets: Sequence[Pair], controls: ControlState) -> list[Pair]:
    """The pairs that have no control yet."""
    done = Counter(p.id for p in controls.kept if p.type == pair_type)
    found = []
    for target in targets:
        if done[target.id]:
            done[target.id] -= 1
        else:
            found.append(target)
    return found


def _seeds(
    pair_type: PairType,
    targets: Sequence[Pair],
    missing: int,
    seeds: Seeds,
    state: State,
    controls: ControlState,
) -> list[Statement]:
    """The next seeds: of the relations of pairs without a control, of any where those have none left."""
    tried = controls.tried.get(pair_type, set())
    short = Counter(p.relation for p in _open(pair_type, targets, controls))
    pools: dict[str, list[Statement]] = {}

    def pool(relation: str, most: int) -> list[Statement]:
        free = (s for i, s in seeds.by_relation.get(relation, ()) if i not in tried and i not in state.taken)
        return list(islice(free, most))

    dry = 0
    for relation, count in sorted(short.items()):
        found = [] if controls.fruitless[pair_type, relation] >= _PATIENCE else pool(relation, 2 * count)
        pools[relation] = found
        dry += count if not found else 0
    if dry:
        # As many as are short, from the relations that have most left, each in its turn.
        others = [r for r in seeds.by_relation if controls.fruitless[pair_type, r] < _PATIENCE and not pools.get(r)]
        for relation in sorted(others):
            pools[relation] = pool(relation, 2)
    chosen: list[Statement] = []
    turn = 0
    most = min(_AT_ONCE, max(8, 4 * missing))
    while len(chosen) < most and any(len(p) > turn for p in pools.values()):
        chosen += [p[turn] for _, p in sorted(pools.items()) if len(p) > turn]
        turn += 1
    return chosen[:most]


def _usage(pair_type: PairType, targets: Sequence[Pair], state: State, controls: ControlState, mover: Mover) -> Usage:
    """What a control may still be made of: what the pairs have and the controls so far do not."""
    have = [p for p in controls.kept if p.type == pair_type]
    families = Counter(f for p in targets for f in p.families)
    made = Counter(f for p in have for f in p.families)
    slack = _SLACK[controls.step(pair_type)]
    known = {*mover.families, NEGATION, *families}
    left: dict[frozenset[str] | None, int] = {None: 1 << 30}
    left |= {frozenset({f}): families[f] + (slack if families[f] or slack > 100 else 0) for f in sorted(known)}
    hops = Counter(h for p in targets for h in p.hops)
    reached = Counter(h for p in have for h in p.hops)
    scarce = tuple(h for h in HOPS if hops[h] > reached[h]) if pair_type.multi else ()
    if scarce == HOPS:
        scarce = HOPS[1:]
    return Usage(Counter(), Allowance(left, {f: made[f] for f in sorted(known)}), scarce, frozenset(state.reached))


def _keep(
    pair_type: PairType,
    targets: Sequence[Pair],
    missing: int,
    chosen: Sequence[Statement],
    results: Sequence[Draft | Rejection],
    state: State,
    controls: ControlState,
) -> Wave:
    """Keep controls in the order of their seeds, each for the open pair that it is most like."""
    rejected = [r for r in results if isinstance(r, Rejection)]
    open_pairs = _open(pair_type, targets, controls)
    families = Counter(f for p in targets for f in p.families)
    made = Counter(f for p in controls.kept if p.type == pair_type for f in p.families)
    slack = _SLACK[controls.step(pair_type)]
    kept: list[Draft] = []
    noted: list[Pair] = []
    waiting: set[str] = set()
    short = Counter(p.relation for p in open_pairs)
    for seed, draft in zip(chosen, results, strict=True):
        if isinstance(draft, Rejection):
            continue
        conflicts = conflicts_of(draft)
        here = Counter(f for _, f, *_ in conflicts)
        fits = all(made[f] + n <= families[f] + slack for f, n in here.items())
        if len(kept) == missing or not fits:
            waiting.add(seed.id)
            continue
        if not state.taken.isdisjoint(original for original, *_ in conflicts):
            rejected.append(Rejection(CONTROL, seed, "another pair uses the same original statement"))
            continue
        partner = min(open_pairs, key=lambda p: _unlike(p, seed.relation, here, short))
        open_pairs.remove(partner)
        made.update(here)
        short[partner.relation] -= 1
        done = Pair.of(partner.id, pair_type, seed.relation, conflicts)
        noted.append(done)
        assert draft.control is not None
        kept.append(replace(draft, control=Control(partner.id, draft.control.kind)))
        state.record_control(seed.relation, conflicts)
    tried = tuple((seed.relation, seed.id) for seed in chosen if seed.id not in waiting)
    controls.note(pair_type, tried, noted)
    return Wave(CONTROL, tried, tuple(kept), tuple(rejected), pair_type)


def _unlike(pair: Pair, relation: str, families: Counter[str], short: Counter[str]) -> tuple[bool, int, str]:
    """How unlike a control a pair is: by its seed relation, then by its kinds of lies."""
    shared = (Counter(pair.families) & families).total()
    return (pair.relation != relation, -shared, pair.id)
