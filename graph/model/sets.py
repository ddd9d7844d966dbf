"""Sets of documents, as a retriever returns them, with the contradictions that it takes one or several of them to make.

A *k-document contradiction* is k documents whose statements cannot all be true, while those of any fewer of them can:
*self* for k = 1, *pair* for 2, *conditional* for 3 (arXiv 2504.00180, where the third document makes the other two
exclude each other).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from contragraph.graph.model.conflicts import MinimalSet, Strength
from contragraph.graph.model.statements import Sourced, Statement
from contragraph.graph.model.texts import Text

KINDS = {1: "self", 2: "pair", 3: "conditional"}
"""What a contradiction of so many documents is called."""
NONE = "none"
"""The kind of a set without any."""
Role = Literal["conflict", "topic", "distractor"]
"""A document takes part in the conflict (or stands where one would), shares a thing with those, or shares none."""


@dataclass(frozen=True, slots=True)
class Across:
    """Documents, by their places, that contradict each other together and not with one of them left out."""

    documents: tuple[int, ...]
    strength: Strength
    minimal: tuple[MinimalSet, ...]
    """The minimal conflicts that it takes all of these documents to state, each with its certificate."""

    @property
    def k(self) -> int:
        """The number of documents."""
        return len(self.documents)

    @property
    def kind(self) -> str:
        """*self*, *pair*, *conditional*; of more documents ``k4`` and so on."""
        return KINDS.get(self.k, f"k{self.k}")

    @property
    def hops(self) -> int:
        """The statements of the smallest minimal conflict, less one."""
        return min(len(m.statements) for m in self.minimal) - 1


@dataclass(frozen=True, slots=True)
class Document(Sourced):
    """One document of a set: a title, a text, and what it states."""

    title: str
    role: Role
    statements: tuple[Statement, ...]
    made: frozenset[str]
    """The ids of those that are made up."""
    text: Text


@dataclass(frozen=True, slots=True)
class ContextSet:
    """A set of documents with its contradictions and where it came from."""

    type: str
    """*self*, *pair*, *conditional*, ``k4``; *none* without a contradiction."""
    shape: str
    """The type of the sets that it looks like: its own, unless that is *none*."""
    kg: str
    relations: tuple[str, ...]
    domains: tuple[str, ...]
    documents: tuple[Document, ...]
    conflicts: tuple[Across, ...]
    position: str
    """How the documents of the conflict stand: *near* or *far* for two, *contiguous* or *separate* for more."""
    length: str
    """The words that each of its documents has: ``1-50``, ``51-100``, ``101-150`` or ``151-200``."""
    importance: str
    """Whether its document tells what is made up (or stands for it) in its first half (*most*) or later (*least*)."""
    seed_statements: tuple[str, ...]
    generator: str
    verbaliser: str
    run: str
    labels: tuple[tuple[str, str], ...]
    """(id, label) of every entity and relation in it, sorted by id."""
    background: tuple[Statement, ...] = ()
    """What no text states and proofs may use."""
    glosses: tuple[tuple[str, str], ...] = ()
    """(id, words) of what things are, which texts may say: no statements, and in no proof."""

    @property
    def known(self) -> dict[str, Statement]:
        """All statements by id: whatever a proof may have for a premise."""
        return {s.id: s for some in (*(d.statements for d in self.documents), self.background) for s in some}
