"""What is to be found in a dataset, in which folds, and how well scores point at it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold

from benchmarks.surface_features import Row, Target
from contragraph.graph.errors import InputError

FOLDS, SEED = 5, 7
"""Folds of the cross-validation; the seed of everything drawn."""
Matrix = NDArray[np.float64]
Labels = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Task:
    """Sentences with what is to be found among them; pairs where there is nothing to choose are left out."""

    rows: tuple[Row, ...]
    positive: Labels
    groups: tuple[NDArray[np.intp], ...]
    """For each pair the indices of its sentences."""
    left_out: int

    def matrix(self, names: Sequence[str]) -> Matrix:
        """The named features, one row for each sentence."""
        return np.array([[row.features[name] for name in names] for row in self.rows], dtype=np.float64)

    @property
    def pairs(self) -> list[str]:
        """The pair of each sentence."""
        return [row.pair for row in self.rows]


@dataclass(frozen=True, slots=True)
class Found:
    """How often the top sentence was a conflicting one, beside chance, in shares of 1."""

    pairs: int
    chance: float
    found: float
    margin: float
    """Half of the 95 % interval of ``above``."""

    @property
    def above(self) -> float:
        """Found − chance."""
        return self.found - self.chance

    def cells(self) -> tuple[str, ...]:
        """Pairs, chance, found, above and its interval, for a table."""
        low, high = 100 * (self.above - self.margin), 100 * (self.above + self.margin)
        return (
            f"{self.pairs:,}",
            f"{100 * self.chance:.1f} %",
            f"{100 * self.found:.1f} %",
            f"{100 * self.above:+.1f}",
            f"{low:+.1f} to {high:+.1f}",
        )


def task(sentences: Sequence[Row], target: Target) -> Task:
    """What is to be found, and among which sentences.

    Raises:
        InputError: if there are fewer than ``FOLDS`` pairs to choose in.
    """
    of_pair: dict[str, list[Row]] = {}
    for row in sentences:
        of_pair.setdefault(row.pair, []).append(row)
    chosen = [group for group in of_pair.values() if 0 < sum(target in row.targets for row in group) < len(group)]
    if len(chosen) < FOLDS:
        raise InputError(f"{len(chosen)} pairs leave something to find; at least {FOLDS} are needed, better hundreds.")
    ends = np.cumsum([len(group) for group in chosen])
    return Task(
        rows=tuple(row for group in chosen for row in group),
        positive=np.array([target in row.targets for group in chosen for row in group]),
        groups=tuple(np.arange(end - len(group), end) for end, group in zip(ends, chosen)),
        left_out=len(of_pair) - len(chosen),
    )


def folds(work: Task) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    folds = GroupKFold(FOLDS, shuffle=True, random_state=SEED)
    yield from folds.split(np.zeros(len(work.rows)), work.positive, work.pairs)


def found(work: Task, score: NDArray[np.float64], only: str | None = None) -> Found:
    """How well the scores point at the conflict, in all pairs or those of one type; ties count in part."""
    groups = [group for group in work.groups if only in (None, work.rows[group[0]].type)]
    chance = np.array([work.positive[group].mean() for group in groups])
    hits = np.array([work.positive[group][score[group] == score[group].max()].mean() for group in groups])
    spread = float((hits - chance).std(ddof=1)) if len(groups) > 1 else 0.0
    return Found(len(groups), float(chance.mean()), float(hits.mean()), 1.96 * spread / math.sqrt(len(groups)))
