"""What the search finds: a perturbed statement with the true facts that refute it, before and after its proof."""

from __future__ import annotations

from dataclasses import dataclass

from contragraph.graph.model import Statement, Strength
from contragraph.graph.model.origin import MadeBy


@dataclass(frozen=True, slots=True)
class Candidate:
    """One perturbed statement and the true statements that, together with it, should contradict each other."""

    shape: str
    """The name of the shape that found it."""
    original: Statement
    """The true statement that the original side tells and the perturbed side does not."""
    perturbed: Statement
    """The statement that is made up; affirmative, of a relation of the graph."""
    support: tuple[Statement, ...] = ()
    """The other true statements of the contradiction: shared by both sides, or added to the perturbed one."""
    truth: Statement | None = None
    """The true fact in whose place the perturbed statement stands. Where that is not the original itself, no side of
    the pair may tell it (it would contradict the perturbed statement at once)."""
    background: tuple[Statement, ...] = ()
    """Facts of class and level alone, which proofs use and no text states."""

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All statements of the contradiction, the original first, the perturbed one last."""
        return (self.original, *self.support, self.perturbed)


@dataclass(frozen=True, slots=True)
class ProvenConflict:
    """A candidate that the prover found to be one minimal conflict of all its statements."""

    candidate: Candidate
    hops: int
    strength: Strength
    axioms: tuple[str, ...]
    made_by: MadeBy | None = None
    """The language model that proposed it, if one did."""

    @property
    def id(self) -> str:
        """What tells it from all others: its statements and which of them is the original."""
        return "|".join(s.id for s in self.candidate.statements)
