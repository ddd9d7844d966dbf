"""The plan of sets of documents: how many of each type, how many documents each has, where they stand, how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from contragraph.dataset.records.sets import LENGTHS, documents_of
from contragraph.graph.errors import InputError
from contragraph.graph.given import made_forgiving
from contragraph.graph.model.sets import NONE

LEAST_DOCUMENTS, USUAL_DOCUMENTS, MOST_IN_SET = 5, 10, 50
NEAR, FAR, CONTIGUOUS, SEPARATE, ALONE = "near", "far", "contiguous", "separate", "alone"
POSITIONS = {NEAR: CONTIGUOUS, FAR: SEPARATE}
"""How two documents may stand, and what that is called of more."""


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
