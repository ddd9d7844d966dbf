"""Filling up a dataset with controls: of many candidates those are kept that look most like the conflicting pairs.

Once all conflicting pairs are made, each type gets its controls: of the same seed relations, the same kinds of lies and
the same hops, and with texts of which the figures of the surface are the same, so that neither the words nor the shapes
of a pair tell whether it holds a conflict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from contragraph.dataset.types import CONTROL, PairType
from contragraph.generation.build import Draft, Rejection
from contragraph.generation.controls_match import Candidate, choose
from contragraph.generation.controls_pool import Pair, Pool, Tell, fill_pool, told
from contragraph.generation.controls_sound import Mover
from contragraph.generation.rounds import Seeds, State, Wave, conflicts_of
from contragraph.graph.errors import InputError
from contragraph.graph.model import Control

__all__ = ["ControlState", "Pair", "Ratio", "control_waves", "parse_ratio"]


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


@dataclass
class ControlState:
    """What a run knows of its controls after some waves."""

    pairs: list[Pair] = field(default_factory=list)
    """The conflicting pairs, in the order in which they were kept."""
    kept: list[Pair] = field(default_factory=list)
    """The controls so far; the id is that of the pair each belongs to."""
    done: set[PairType] = field(default_factory=set)
    """Types of pairs that have their controls."""

    def note(self, pair_type: PairType, kept: Sequence[Pair]) -> None:
        """The controls of a type of pairs."""
        self.kept += kept
        self.done.add(pair_type)


def control_waves(
    plan: Mapping[PairType, int],
    ratio: Ratio,
    seeds: Seeds,
    state: State,
    controls: ControlState,
    mover: Mover,
    salt: str,
    distractors: int | None,
    tell: Tell,
) -> Iterator[Wave]:
    """For every type of the plan a wave with its controls. The states are kept up to date; ``tell`` words a draft."""
    for pair_type in plan:
        pairs = [p for p in controls.pairs if p.type == pair_type]
        targets = [pairs[number * ratio.pairs // ratio.controls] for number in range(ratio.of(len(pairs)))]
        if not targets or pair_type in controls.done:
            continue
        pool = Pool(pair_type, targets)
        fill_pool(pool, seeds, state, mover, salt, distractors)
        tellings = told(pool, tell)
        known = {p.id: p for p in controls.pairs}
        owed = [(known[c.id].surface, c.surface) for c in controls.kept]
        goals = [p.surface for p in targets]
        chosen = choose([Candidate(number, shown.surface) for number, _, shown in tellings], goals, owed)
        kept = {tellings[place][0] for place in chosen}
        left = [d.proposals[0].original for number, d in enumerate(pool.drafts) if number not in kept]
        pool.rejected += [Rejection(CONTROL, s, "others look more like the conflicting pairs") for s in left]
        yield _keep(pool, [tellings[place][1:] for place in chosen], state, controls)


def _keep(pool: Pool, chosen: Sequence[tuple[Draft, Pair]], state: State, controls: ControlState) -> Wave:
    """The controls of a type, each beside the pair that it is most like."""
    open_pairs = list(pool.targets)
    kept: list[Draft] = []
    noted: list[Pair] = []
    # Those of relations of which the pairs have none come last: they take what is left over.
    for draft, shown in sorted(chosen, key=lambda one: all(p.relation != one[1].relation for p in pool.targets)):
        partner = min(open_pairs, key=lambda p: _unlike(p, shown))
        open_pairs.remove(partner)
        noted.append(replace(shown, id=partner.id))
        assert draft.control is not None
        kept.append(replace(draft, control=Control(partner.id, draft.control.kind)))
        state.record_control(shown.relation, conflicts_of(draft))
    controls.note(pool.type, noted)
    tried = tuple((relation, seed) for seed, relation in pool.tried.items())
    return Wave(CONTROL, tried, tuple(kept), tuple(pool.rejected), pool.type)


def _unlike(pair: Pair, control: Pair) -> tuple[bool, int, str]:
    """How unlike a control a pair is: by its seed relation, then by its kinds of lies."""
    shared = (Counter(pair.families) & Counter(control.families)).total()
    return (pair.relation != control.relation, -shared, pair.id)
