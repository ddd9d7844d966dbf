"""The two sides of a pair in the making: what each tells, and the limits that both keep.

A subgraph has at most 15 statements and 5 about any thing, as in the paper; a statement about a thing and itself counts
twice, a literal is no thing. Statements come in or stay out whole, so that a pair in the making is never beyond limits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from contragraph.graph.model import Statement

MOST_STATEMENTS = 15
LEAST_STATEMENTS = 5
MOST_OF_ONE = 5
"""Statements about one thing."""


@dataclass
class _Side:
    """One side: statements in the order in which they came."""

    statements: dict[Statement, None] = field(default_factory=dict)
    degrees: Counter[str] = field(default_factory=Counter)

    def fits(self, new: Collection[Statement]) -> bool:
        """Whether more statements, none of which it has, keep the limits."""
        if len(self.statements) + len(new) > MOST_STATEMENTS:
            return False
        more = Counter(e for s in new for e in s.entities)
        return all(self.degrees[e] + n <= MOST_OF_ONE for e, n in more.items())

    def add(self, new: Iterable[Statement]) -> None:
        """Put statements in."""
        for statement in new:
            self.statements[statement] = None
            self.degrees.update(statement.entities)

    def touches(self, statement: Statement) -> bool:
        """Whether it speaks of an end of a statement."""
        return any(e in self.degrees for e in statement.entities)

    def connected(self) -> bool:
        """Whether all its statements hang together."""
        left = list(self.statements)
        reached = {e for s in left[:1] for e in s.entities}
        while left:
            linked = [s for s in left if not reached.isdisjoint(s.entities)]
            if not linked:
                return False
            reached.update(e for s in linked for e in s.entities)
            left = [s for s in left if s not in linked]
        return True

    def copy(self) -> _Side:
        """The same statements, to be tried with more."""
        return _Side(dict(self.statements), Counter(self.degrees))


class Sides:
    """Both sides of a pair."""

    def __init__(self) -> None:
        self._original, self._perturbed = _Side(), _Side()

    @property
    def original(self) -> Sequence[Statement]:
        """What the original side tells."""
        return list(self._original.statements)

    @property
    def perturbed(self) -> Sequence[Statement]:
        """What the perturbed side tells."""
        return list(self._perturbed.statements)

    def __contains__(self, statement: Statement) -> bool:
        return statement in self._original.statements or statement in self._perturbed.statements

    @property
    def entities(self) -> Collection[str]:
        """The things that the sides speak of."""
        return self._original.degrees.keys() | self._perturbed.degrees.keys()

    @property
    def originals(self) -> Collection[str]:
        """The things that the original side speaks of."""
        return self._original.degrees.keys()

    def hang_together(self) -> bool:
        """Whether each side is one connected subgraph."""
        return self._original.connected() and self._perturbed.connected()

    def touches(self, statement: Statement) -> tuple[bool, bool]:
        """Whether the original, and whether the perturbed side speaks of an end of a statement."""
        return self._original.touches(statement), self._perturbed.touches(statement)

    def add(self, original: Iterable[Statement], perturbed: Iterable[Statement]) -> bool:
        """Put statements into the sides if both keep their limits; what is there already counts for nothing."""
        new = [
            [s for s in dict.fromkeys(some) if s not in side.statements]
            for side, some in ((self._original, original), (self._perturbed, perturbed))
        ]
        if not (self._original.fits(new[0]) and self._perturbed.fits(new[1])):
            return False
        self._original.add(new[0])
        self._perturbed.add(new[1])
        return True

    def copy(self) -> Sides:
        """The same sides, to be tried with more."""
        other = Sides()
        other._original, other._perturbed = self._original.copy(), self._perturbed.copy()
        return other
