"""Conflicts: minimal sets of statements that cannot all be true, with the proofs of that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal as OneOf

from contragraph.graph.model.statements import Statement, content_hash

Strength = OneOf["strict", "typical"]
"""Of an axiom: true by meaning, or true but for known exceptions."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The point ``later`` comes at least so many ``days`` after the point ``earlier``; below 0, at most as many before.

    A point is ``ENTITY#start``, ``ENTITY#end`` or ``#origin``.
    """

    earlier: str
    """A point."""
    later: str
    """Another one."""
    days: int
    """The days between them, at least; below 0 the later one may come first by so many."""


Conclusion = Statement | Bound
"""What a step of a proof concludes, unless it is the contradiction."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof. Premises are statement ids or 0-based indices of earlier steps.

    ``conclusion`` is None for the contradiction itself; ``axiom`` is None where the rule needs none.
    """

    rule: str
    """The name of the rule (``docs/proofs.md``)."""
    axiom: str | None
    """The id of the axiom by which it holds."""
    premises: tuple[str | int, ...]
    """Ids of statements, or numbers from 0 of earlier steps."""
    conclusion: Conclusion | None
    """What follows."""


@dataclass(frozen=True, slots=True)
class MinimalSet:
    """A minimal conflict with its certificate: statement ids, axiom ids and the steps to ⊥."""

    statements: tuple[str, ...]
    """The ids of statements that cannot all be true, while any fewer of them can."""
    axioms: tuple[str, ...]
    """The ids of the axioms by which that is so."""
    proof: tuple[Step, ...]
    """The steps; the last concludes nothing, it is the contradiction."""


def conflict_id(sets: Iterable[Iterable[str]], *roles: Iterable[str]) -> str:
    """The hash of a conflict's minimal sets, and of its original and its perturbed statements where they are given."""
    return content_hash("conflict", sorted(map(sorted, sets)), *map(sorted, roles))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A group of minimal conflicts that share an original or perturbed statement."""

    hops: int
    """The statements of its smallest minimal set, less one."""
    strength: Strength
    """``strict``: true by the meaning of the words; ``typical``: but for known exceptions."""
    original: tuple[str, ...]
    """Ids of its statements that only the original text has."""
    perturbed: tuple[str, ...]
    """Ids of those that only the perturbed text has."""
    shared: tuple[str, ...]
    """Ids of those that both texts have."""
    minimal: tuple[MinimalSet, ...]
    """Its minimal sets, each with its proof."""

    @property
    def id(self) -> str:
        """The content hash of its minimal sets, and of which statements are original and which perturbed.

        The same statements may be a conflict in two pairs, with other ones made up.
        """
        return conflict_id([m.statements for m in self.minimal], self.original, self.perturbed)

    @property
    def sets_id(self) -> str:
        """The content hash of its minimal sets alone, which was the id in datasets that were made before."""
        return conflict_id([m.statements for m in self.minimal])
