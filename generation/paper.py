"""The numbers of the MAGIC paper that this system keeps, each in its one place.

Plan (its Table 2), caps of a subgraph (section 3.1) and types. The seed relations and their domains (Table 6) stand
in the ontology of each KG.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_EDGES = 15
"""Statements on the original side, at most."""
MIN_EDGES = 5
"""Statements on the original side, at least."""
MAX_DEGREE = 5
"""Statements of the original side that touch one entity, at most; both directions count, a self-loop twice."""
MAX_CONFLICTS = 4
DEPTHS = (2, 3, 4, 5)
"""The depth of the search is drawn from these for each seed."""


@dataclass(frozen=True, slots=True, order=True)
class PairType:
    """How many conflicts a pair holds, and whether each takes one step or several."""

    conflicts: int
    multi: bool

    def __str__(self) -> str:
        if not self.conflicts:
            return "0-conflict"
        return f"{self.conflicts}-{'multi' if self.multi else 'single'}-hop"

    def admits(self, hops: tuple[int, ...]) -> bool:
        """Whether conflicts with these hops make a pair of this type."""
        if len(hops) != self.conflicts:
            return False
        return all(h >= 2 for h in hops) if self.multi else all(h == 1 for h in hops)


CONTROL = PairType(0, False)
"""Pairs without any conflict, beside which models that always find one are measured."""
PAIR_TYPES = tuple(PairType(n, multi) for multi in (False, True) for n in range(1, MAX_CONFLICTS + 1))
_COUNTS = {False: (208, 154, 80, 50), True: (300, 158, 80, 50)}
MAGIC_PLAN = {t: _COUNTS[t.multi][t.conflicts - 1] for t in PAIR_TYPES}
"""How many pairs of each type the paper has: 1,080 in all."""
