"""The two sides of a pair in the making: what each tells, and the limits that both keep.

A subgraph has at most 15 statements and 5 about any thing, as in the paper; a statement about a thing and itself counts
twice, a literal is no thing. Statements come in or stay out whole, so that a pair in the making is never beyond limits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from contragraph.graph.model import Statement

MOST_STATEMENTS = 15
LEAST_STATEMENTS = 5
MOST_OF_ONE = 5
"""Statements about one thing."""


def apart(things: Iterable[str], statements: Iterable[Statement]) -> list[Statement]:
    """The statements that do not hang together with some things, be it through each other."""
    reached, left = {*things}, list(statements)
    while linked := [s for s in left if not reached.isdisjoint(s.entities)]:
        reached.update(e for s in linked for e in s.entities)
        left = [s for s in left if s not in linked]
    return left


@dataclass
class _Side:
    """One side: statements in the order in which they came."""

    statements: dict[Statement, None] = field(default_factory=dict)
    degrees: dict[str, int] = field(default_factory=dict)

    def fits(self, new: Collection[Statement]) -> bool:
        """Whether more statements, none of which it has, keep the limits."""
        if len(self.statements) + len(new) > MOST_STATEMENTS:
            return False
        more: dict[str, int] = {}
        for statement in new:
            for entity in statement.entities:
                more[entity] = more.get(entity, 0) + 1
        return all(self.degrees.get(e, 0) + n <= MOST_OF_ONE for e, n in more.items())

    def add(self, new: Iterable[Statement]) -> None:
        """Put statements in."""
        for statement in new:
            self.statements[statement] = None
            for entity in statement.entities:
                self.degrees[entity] = self.degrees.get(entity, 0) + 1

    def touches(self, statement: Statement) -> bool:
        """Whether it speaks of an end of a statement."""
        return any(e in self.degrees for e in statement.entities)

    def holds_together_with(self, new: Sequence[Statement]) -> bool:
        """Whether all its statements hang together with more, as they do without."""
        return not apart(self.degrees or (e for s in new[:1] for e in s.entities), new)

    def copy(self) -> _Side:
        """The same statements, to be tried with more."""
        return _Side(dict(self.statements), dict(self.degrees))


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

    @property
    def entities(self) -> Collection[str]:
        """The things that the sides speak of."""
        return self._original.degrees.keys() | self._perturbed.degrees.keys()

    @property
    def originals(self) -> Collection[str]:
        """The things that the original side speaks of."""
        return self._original.degrees.keys()

    def tells(self, statement: Statement) -> bool:
        """Whether the original side tells a statement."""
        return statement in self._original.statements

    def respells(self, statements: Iterable[Statement]) -> bool:
        """Whether one of some statements of a side is between two things between which another is told."""
        told = {frozenset(s.entities): s for side in (self._original, self._perturbed) for s in side.statements}
        return any(len(s.entities) == 2 and told.setdefault(frozenset(s.entities), s) != s for s in statements)

    def touches(self, statement: Statement) -> tuple[bool, bool]:
        """Whether the original, and whether the perturbed side speaks of an end of a statement."""
        return self._original.touches(statement), self._perturbed.touches(statement)

    def add(self, original: Iterable[Statement], perturbed: Iterable[Statement], *, together: bool = False) -> bool:
        """Put statements into the sides if both keep their limits; what is there already counts for nothing.

        ``together``: only if each side is one connected subgraph with them.
        """
        one, other = self._original, self._perturbed
        more = [s for s in dict.fromkeys(original) if s not in one.statements]
        others = [s for s in dict.fromkeys(perturbed) if s not in other.statements]
        if not (one.fits(more) and other.fits(others)):
            return False
        if together and not (one.holds_together_with(more) and other.holds_together_with(others)):
            return False
        one.add(more)
        other.add(others)
        return True

    def copy(self) -> Sides:
        """The same sides, to be tried with more."""
        other = Sides()
        other._original, other._perturbed = self._original.copy(), self._perturbed.copy()
        return other
