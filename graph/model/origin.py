"""Where a pair came from: the run, another graph, language models, the pair whose control it is."""

from __future__ import annotations

from dataclasses import dataclass

from contragraph.graph.model.statements import Statement, content_hash


@dataclass(frozen=True, slots=True)
class Against:
    """Where perturbed statements are from that nobody made up: what another graph states, in its own terms."""

    kg: str
    """The name of the other graph."""
    snapshot: str
    """A hash of what it held."""
    statements: tuple[tuple[str, Statement], ...]
    """(id of the perturbed statement, what the other graph states)"""


@dataclass(frozen=True, slots=True)
class MadeBy:
    """Which language model did a step of the making, with which prompt and settings."""

    step: str
    """``perturb``, ``verbalise`` or ``verify``."""
    model: str
    """The name of the model."""
    prompt: str
    """Name and version."""
    settings: str
    """A hash of all that was asked with."""


@dataclass(frozen=True, slots=True)
class Control:
    """Of a pair without conflicts: the conflicting pair beside which it stands, and how its lies were made harmless."""

    of: str
    """The id of an instance of the same shape."""
    kind: str
    """What stands in the place of each perturbed statement, in the order of the seed statements."""


@dataclass(frozen=True, slots=True)
class Run:
    """One generation run: its id hashes seed and settings, without engine and paths."""

    seed: int
    """The seed."""
    settings: str
    """The settings as JSON."""
    kg: str
    """The name of the graph."""
    kg_snapshot: str
    """A hash of what the graph held."""

    @property
    def id(self) -> str:
        """The content hash of the run."""
        return content_hash("run", self.seed, self.settings, self.kg, self.kg_snapshot)
