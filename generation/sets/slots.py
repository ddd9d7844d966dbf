"""What a plan of sets asks for, one by one: the kind of each, what it is made of, and where its documents stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, zip_longest
from typing import Any

from contragraph.dataset.records.sets import LENGTHS, documents_of
from contragraph.dataset.types import PairType
from contragraph.graph.errors import InputError
from contragraph.graph.given import made_forgiving
from contragraph.graph.model import id_number
from contragraph.graph.model.sets import KINDS, NONE

SELF, PAIR, CONDITIONAL = KINDS.values()
LEAST_DOCUMENTS, USUAL_DOCUMENTS, MOST_IN_SET = 5, 10, 50
NEAR, FAR, CONTIGUOUS, SEPARATE, ALONE = "near", "far", "contiguous", "separate", "alone"
POSITIONS = {NEAR: CONTIGUOUS, FAR: SEPARATE}
"""How two documents may stand, and what that is called of more."""
_SEVERAL_STEPS = 3
"""Of sets that need no conflict of several steps, one in so many has one."""
_FEW = 6
"""Pairs that are asked for beside those that are needed and the spare ones."""
SINGLE, MULTI = PairType(1, False), PairType(1, True)


@made_forgiving
@dataclass(frozen=True, slots=True)
class SetPlan:
    """What is wanted: sets of each type, how many documents each has, where they stand and how long they are."""

    counts: Mapping[str, int]
    """How many sets of each type: ``{"self": 3, "pair": 3, "conditional": 3, "none": 9}``."""
    documents: int = USUAL_DOCUMENTS
    """How many documents a set has."""
    positions: tuple[str, ...] = tuple(POSITIONS)
    """How the documents of a conflict stand, in turn: ``near``, ``far``."""
    lengths: tuple[str, ...] = tuple(LENGTHS)
    """The words that each document of a set has, in turn: ``1-50``, ``51-100``, ``101-150``, ``151-200``."""

    def __post_init__(self) -> None:
        if not LEAST_DOCUMENTS <= self.documents <= MOST_IN_SET:
            raise InputError(f"A set has from {LEAST_DOCUMENTS} to {MOST_IN_SET} documents, not {self.documents}.")
        for name, some, known in (("position", self.positions, POSITIONS), ("length", self.lengths, LENGTHS)):
            if unknown := [each for each in some if each not in known]:
                raise InputError(f"'{unknown[0]}' is no {name}; give one or several of {', '.join(known)}.")
        most = max((documents_of(kind) for kind, count in self.counts.items() if count and kind != NONE), default=1)
        if FAR in self.positions and self.documents < 2 * most - 1:
            raise InputError(
                f"{most} documents of which no two stand side by side need a set of {2 * most - 1} at least, not"
                f" {self.documents}: give it more documents, or the position near alone."
            )

    def as_json(self) -> dict[str, object]:
        """As the manifest keeps it."""
        return {
            "counts": dict(self.counts),
            "documents": self.documents,
            "positions": list(self.positions),
            "lengths": list(self.lengths),
        }


@dataclass(frozen=True, slots=True)
class Slot:
    """One set that is wanted."""

    kind: str
    shape: str
    """The type of the sets that it looks like."""
    type: PairType
    """The conflict that it is made of."""
    position: str
    length: str


def slots_of(plan: SetPlan) -> list[Slot]:
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
            found.append(Slot(kind, shape, MULTI if several else SINGLE, where, length))
    return found


def pairs_for(slots: Sequence[Any], spare: int = 1) -> dict[PairType, int]:
    """The conflicts that so many sets need, and ``spare`` more for each: not each can be told so as a set wants it."""
    needed = Counter(slot.type for slot in slots)
    return {of: n + n * spare + _FEW for of, n in needed.items()}


def in_turns(slots: Sequence[Slot]) -> list[Slot]:
    """The same slots, kinds and shapes taking turns, so that none gets all the good conflicts."""
    by_kind: dict[tuple[str, str], list[Slot]] = {}
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
