"""What a plan of sets asks for, one by one: the kind of each, what it is made of, and where its documents stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, zip_longest
from typing import Any

from contragraph.dataset.records.sets import documents_of
from contragraph.dataset.types import PairType
from contragraph.generation.settings.set_plan import ALONE, CONTIGUOUS, NEAR, POSITIONS, SetPlan
from contragraph.graph.model import id_number
from contragraph.graph.model.sets import KINDS, NONE

SELF, PAIR, CONDITIONAL = KINDS.values()
_SEVERAL_STEPS = 3
"""Of sets that need no conflict of several steps, one in so many has one."""
_FEW = 6
"""Pairs that are asked for beside those that are needed and the spare ones."""
SINGLE, MULTI = PairType(1, False), PairType(1, True)


@dataclass(frozen=True, slots=True)
class SetSlot:
    """One set that is wanted."""

    kind: str
    shape: str
    """The type of the sets that it looks like."""
    type: PairType
    """The conflict that it is made of."""
    position: str
    length: str


def slots_of(plan: SetPlan) -> list[SetSlot]:
    """The sets that a plan asks for; of each shape positions and lengths take turns, and sets without conflicts have
    the shapes of the others in turn."""
    shapes = [kind for kind in plan.counts if kind != NONE] or [SELF, PAIR, CONDITIONAL]
    harmless = [shapes[n % len(shapes)] for n in range(plan.counts.get(NONE, 0))]
    wanted = {shape: [shape] * plan.counts.get(shape, 0) + [NONE] * harmless.count(shape) for shape in shapes}
    found = []
    for shape, kinds in wanted.items():
        turn: Counter[str] = Counter()
        for kind in kinds:
            n = turn[kind]
            turn[kind] += 1
            several = documents_of(shape) > 2 or n % _SEVERAL_STEPS == _SEVERAL_STEPS - 1
            where = plan.positions[n % len(plan.positions)]
            where = ALONE if shape == SELF else POSITIONS[where] if documents_of(shape) > 2 else where
            length = plan.lengths[n // len(plan.positions) % len(plan.lengths)]
            found.append(SetSlot(kind, shape, MULTI if several else SINGLE, where, length))
    return found


def pairs_for(slots: Sequence[Any], spare: int = 1) -> dict[PairType, int]:
    """The conflicts that so many sets need, and ``spare`` more for each: not each can be told so as a set wants it."""
    needed = Counter(slot.type for slot in slots)
    return {of: n + n * spare + _FEW for of, n in needed.items()}


def in_turns(slots: Sequence[SetSlot]) -> list[SetSlot]:
    """The same slots, kinds and shapes taking turns, so that none gets all the good conflicts."""
    by_kind: dict[tuple[str, str], list[SetSlot]] = {}
    for slot in slots:
        by_kind.setdefault((slot.kind, slot.shape), []).append(slot)
    return [slot for turn in zip_longest(*by_kind.values()) for slot in turn if slot is not None]


def places(documents: int, taken: int, position: str, lot: str) -> tuple[int, ...]:
    """Where so many documents of a conflict stand among all, by lot: next to each other or well apart."""
    apart = documents // 2 if taken == 2 else 2

    def fits(some: tuple[int, ...]) -> bool:
        if position in (NEAR, CONTIGUOUS):
            return some[-1] - some[0] == taken - 1
        return position == ALONE or all(later - earlier >= apart for earlier, later in pairwise(some))

    fitting = [some for some in combinations(range(documents), taken) if fits(some)]
    chosen = fitting[id_number(f"{lot}|places") % len(fitting)]
    return tuple(sorted(chosen, key=lambda place: id_number(f"{lot}|{place}")))
