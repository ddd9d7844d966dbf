"""An instance: a pair of contexts, each with its statements and its text, and their conflicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as OneOf

from contragraph.graph.model.conflicts import Conflict
from contragraph.graph.model.origin import Against, Control, MadeBy
from contragraph.graph.model.statements import Sourced, Statement
from contragraph.graph.model.texts import Text

SideName = OneOf["original", "perturbed"]


@dataclass(frozen=True, slots=True)
class Side(Sourced):
    """One side of an instance: its statements in order, which of them are made up, and its text."""

    name: SideName
    """``original`` or ``perturbed``."""
    statements: tuple[Statement, ...]
    """What it states, in order."""
    made: frozenset[str]
    """Ids of those that are made up; the others are facts of the graph."""
    text: Text
    """How it is said."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A pair of contexts with its conflicts and where it came from."""

    type: str
    """``1-single-hop`` … ``4-multi-hop``, or ``0-conflict`` of a control."""
    kg: str
    """The name of the graph."""
    relations: tuple[str, ...]
    """Ids of the relations that its conflicts are about."""
    domains: tuple[str, ...]
    """What these are about: people, places and the like."""
    original: Side
    """The true side."""
    perturbed: Side
    """The side with what is made up."""
    conflicts: tuple[Conflict, ...]
    """What contradicts what, with proofs; none in a control."""
    seed_statements: tuple[str, ...]
    """Ids of the true statements with which each conflict began."""
    generator: str
    """What made it: ``symbolic``, ``llm`` or ``natural``."""
    verbaliser: str
    """Who wrote its texts: ``template`` or ``llm``."""
    run: str
    """The id of the run."""
    labels: tuple[tuple[str, str], ...]
    """(id, label) of every entity and relation in the instance, sorted by id."""
    against: Against | None = None
    """The other graph, where the pair is a disagreement of two graphs."""
    models: tuple[MadeBy, ...] = ()
    """The language models that had a part in it."""
    fallback: tuple[SideName, ...] = ()
    """Sides that have their template text because no text of a model passed."""
    control: Control | None = None
    """What it is a control of, where it holds no conflict."""
    background: tuple[Statement, ...] = ()
    """What no text states and proofs may use: facts of class and subclass, in no minimal set."""
    glosses: tuple[tuple[str, str], ...] = ()
    """(id, words) of what things are, which texts may say, sorted by id: no statements, and in no proof."""
    id: str = field(default="", compare=False)
    """The hash of its line, by which datasets and stores know it; empty of one that nobody has written or proven."""

    @property
    def known(self) -> dict[str, Statement]:
        """The statements of both sides and of the background by id: whatever a proof may have for a premise."""
        return {s.id: s for some in (*(side.statements for side in self.sides), self.background) for s in some}

    @property
    def sides(self) -> tuple[Side, Side]:
        """Original and perturbed."""
        return (self.original, self.perturbed)
