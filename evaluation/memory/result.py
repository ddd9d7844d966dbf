"""What came of asking a model about facts: what it knows, and its figures by condition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from contragraph.evaluation.bootstrap import Value
from contragraph.evaluation.memory.conditions import CONDITIONS
from contragraph.evaluation.memory.measures import ConditionSums, Known, MemoryPart, groups_of, known_of, parts_of
from contragraph.evaluation.memory.records import MemoryItem, MemoryScore

ALWAYS = ("M_R", "OAR", "CAR", "UAR", "other", "unreadable", "margin", "ties")
"""Figures of every condition; those of some come last."""


@dataclass(frozen=True)
class Memorization:
    """What one model knows, and whom it follows.

    ``known`` is how many of the ``asked`` facts it knows. The figures go by condition (``temporal``) or, where there
    are two texts, by condition and order (``default+temporal, truth-first``), each with its value and interval;
    there is none where no fact is known. ``mr`` are memorisation ratios, ``oar``, ``car`` and ``uar`` the shares that
    choose the object, its replacement and *uncertain*; ``false_conflicts`` are those of controls.
    """

    what: Known
    """What the model knows, in full."""
    groups: tuple[ConditionSums, ...]
    """The answers by condition and order."""
    figures: Mapping[str, Mapping[str, Value]]
    """Every figure: by condition, then by its name."""
    parts: tuple[MemoryPart, ...]
    """The same for parts of the answers."""

    @property
    def model(self) -> str:
        """The model's name."""
        return self.what.model

    @property
    def known(self) -> int:
        """How many facts the model knows."""
        return len(self.what.known)

    @property
    def asked(self) -> int:
        """About how many facts it was asked."""
        return self.what.asked

    @property
    def mr(self) -> Mapping[str, Value]:
        """Memorisation ratios."""
        return self._of("M_R")

    @property
    def oar(self) -> Mapping[str, Value]:
        """Shares that choose the object of the fact."""
        return self._of("OAR")

    @property
    def car(self) -> Mapping[str, Value]:
        """Shares that choose its replacement."""
        return self._of("CAR")

    @property
    def uar(self) -> Mapping[str, Value]:
        """Shares that choose *uncertain*."""
        return self._of("UAR")

    @property
    def false_conflicts(self) -> Mapping[str, Value]:
        """Of harmless claims the shares that choose the replacement or *uncertain*."""
        return self._of("false conflicts")

    def _of(self, figure: str) -> Mapping[str, Value]:
        return {name: values[figure] for name, values in self.figures.items() if figure in values}


def memorization_of(items: Mapping[str, MemoryItem], scores: Iterable[MemoryScore], model: str) -> Memorization:
    """The figures of a model's scores."""
    its = [score for score in scores if score.model == model]
    known = known_of(model, its)
    groups = groups_of(items, its, known)
    figures = {group.name: group.values(figures_of(group.condition)) for group in groups}
    return Memorization(known, tuple(groups), figures, tuple(parts_of(items, its, known)))


def figures_of(condition: str) -> tuple[str, ...]:
    """The names of the figures that make sense under a condition."""
    found = CONDITIONS[condition]
    if found.control:
        return tuple(name for name in (*ALWAYS, "false conflicts") if name != "M_R")
    return (*ALWAYS, "right") if found.described else ALWAYS
