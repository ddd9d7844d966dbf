"""Paths between two entities, or from one: what is asked for, what a path is, and how good it is.

The best path is the one that says most: rare relations, and between them entities that few facts speak of. A path
costs, in hundredths of a bit, log2(1 + facts of the relation) for each of its facts and log2(1 + degree) for each
entity between its ends; less is better. Of two paths of one cost the one whose first differing step comes first is
better: by the id of the entity it leads to, then by relation, then a fact that runs the way of the path. So the order
is complete, and the same on every store.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from contragraph.graph.errors import InputError
from contragraph.graph.given import made_forgiving
from contragraph.graph.model import Statement
from contragraph.graph.store import Direction

MOST_HOPS = 8
"""Longer paths are refused: nearly everything is connected to everything by then."""

Along = Direction | str
"""``out``: every fact runs the way of the path, ``in``: every fact against it, ``any``: as it comes."""


def fact_cost(facts: int) -> int:
    """What a step by a relation with so many facts costs, in hundredths of a bit."""
    return round(100 * log2(1 + facts))


def entity_cost(degree: int) -> int:
    """What passing through an entity of that degree costs, in hundredths of a bit."""
    return round(100 * log2(1 + degree))


@made_forgiving
@dataclass(frozen=True, slots=True)
class Wanted:
    """Which paths count. What is said of entities holds for all but the named ends."""

    min_hops: int = 1
    """The facts of a path, at least."""
    max_hops: int = 4
    """The facts of a path, at most."""
    direction: Along = "any"
    """``out``: every fact runs the way of the path, ``in``: every fact against it, ``any``: as it comes."""
    relations: tuple[str, ...] = ()
    """Ids of the only relations allowed, or of those left out (``but``)."""
    but: bool = True
    """Whether all relations are allowed but those named."""
    classes: tuple[str, ...] = ()
    """Ids of classes, of which an entity must have one by its own types; none means any."""
    degree: int | None = None
    """The facts that may speak of an entity, at most; None for any number."""
    hidden: bool = False
    """Whether paths may lead through hidden entities."""

    def __post_init__(self) -> None:
        if not 1 <= self.max_hops <= MOST_HOPS:
            raise InputError(f"A path has 1 to {MOST_HOPS} hops, not {self.max_hops}: give another number at most.")
        if not 1 <= self.min_hops <= self.max_hops:
            wanted = f"at least {self.min_hops} and at most {self.max_hops} hops"
            raise InputError(f"No path has {wanted}: give a least number from 1 up to the other.")
        if self.direction not in ("any", "out", "in"):
            raise InputError(f"A path cannot run '{self.direction}': say any, out or in.")


@dataclass(frozen=True, slots=True)
class Path:
    """A path without repeated entities: its entities from end to end, and the fact between each and the next."""

    entities: tuple[str, ...]
    facts: tuple[Statement, ...]
    cost: int
    """In hundredths of a bit."""

    @property
    def hops(self) -> int:
        """The number of its facts."""
        return len(self.facts)

    @property
    def bits(self) -> float:
        """The cost for a reader."""
        return self.cost / 100


@dataclass(frozen=True, slots=True)
class Found:
    """Paths, the best first; ``complete`` is False where time was up: then better ones than the last are all there."""

    paths: tuple[Path, ...]
    complete: bool
