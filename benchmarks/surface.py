"""Does the surface of a text give away where its conflict is?

``python -m benchmarks.surface DATASET`` trains classifiers to point at the conflicting sentence of each perturbed
text by place, length, marks and function words alone (``benchmarks.surface_features``), and prints Markdown.

*Found* is the share of pairs in which the sentence with the highest score is a conflicting one; scores come from
folds that hold all sentences of a pair together, so no pair is judged by a classifier that saw it. *Chance* is what
a guess at random finds: the mean over pairs of conflicting sentences / sentences. *Above* is found − chance in
points, with the 95 % interval from the spread of (hit − chance) over pairs. A pair whose sentences are all, or none
of them, conflicting is no task and is left out.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from benchmarks.measure import Table
from benchmarks.surface_features import FAMILIES, Row, Target, rows
from contragraph.graph.errors import ContragraphError, InputError

FOLDS, SEED, LIMIT = 5, 7, 10
"""Folds of the cross-validation; the seed of everything drawn; points above chance that are allowed."""
RARE = 0.002
"""Features that fewer of the sentences have are not weighed one by one: they settle nothing."""
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


def learners() -> dict[str, Any]:
    """Fresh classifiers by name: one that adds features up, one that combines them."""
    return {
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=2000)),
        "boosted trees": HistGradientBoostingClassifier(
            max_iter=60, learning_rate=0.08, max_leaf_nodes=15, min_samples_leaf=20, random_state=SEED
        ),
    }


@threadpool_limits.wrap(limits=1)  # type: ignore[untyped-decorator]  # more threads than free cores cost much time
def scores(work: Task, names: Sequence[str], learner: str) -> NDArray[np.float64]:
    """The score of each sentence from the fold that did not see its pair."""
    matrix, out = work.matrix(names), np.zeros(len(work.rows))
    for seen, unseen in _folds(work):
        model = learners()[learner].fit(matrix[seen], work.positive[seen])
        out[unseen] = model.predict_proba(matrix[unseen])[:, 1]
    return out


def _folds(work: Task) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    folds = GroupKFold(FOLDS, shuffle=True, random_state=SEED)
    yield from folds.split(np.zeros(len(work.rows)), work.positive, work.pairs)


def found(work: Task, score: NDArray[np.float64], only: str | None = None) -> Found:
    """How well the scores point at the conflict, in all pairs or those of one type; ties count in part."""
    groups = [group for group in work.groups if only in (None, work.rows[group[0]].type)]
    chance = np.array([work.positive[group].mean() for group in groups])
    hits = np.array([work.positive[group][score[group] == score[group].max()].mean() for group in groups])
    spread = float((hits - chance).std(ddof=1)) if len(groups) > 1 else 0.0
    return Found(len(groups), float(chance.mean()), float(hits.mean()), 1.96 * spread / math.sqrt(len(groups)))


@threadpool_limits.wrap(limits=1)  # type: ignore[untyped-decorator]
def weights(work: Task, names: Sequence[str], learner: str, repeats: int = 1) -> dict[str, float]:
    """How much the area under the curve falls on unseen pairs when one feature is shuffled; biggest first."""
    matrix, fall = work.matrix(names), np.zeros(len(names))
    for seen, unseen in _folds(work):
        model = learners()[learner].fit(matrix[seen], work.positive[seen])
        shuffled = permutation_importance(
            model, matrix[unseen], work.positive[unseen], scoring="roc_auc", n_repeats=repeats, random_state=SEED
        )
        fall += shuffled.importances_mean / FOLDS
    return dict(sorted(zip(names, fall.tolist()), key=lambda item: (-item[1], item[0])))


def by_family(works: Mapping[Target, Task]) -> tuple[Table, dict[Target, tuple[str, NDArray[np.float64]]]]:
    """The main table, and for each target the better learner on all features with its scores."""
    lines: list[tuple[str, ...]] = []
    best: dict[Target, tuple[str, NDArray[np.float64]]] = {}
    for target, work in works.items():
        for family, names in FAMILIES.items():
            got = {learner: scores(work, names, learner) for learner in learners()}
            for learner, score in got.items():
                area = f"{roc_auc_score(work.positive, score):.3f}"
                lines.append((f"{target}: {family}, {learner}", *found(work, score).cells(), area))
            if family == "all":
                winner = max(got, key=lambda name: found(work, got[name]).found)
                best[target] = (winner, got[winner])
    left = ", ".join(f"{work.left_out} ({target})" for target, work in works.items())
    remark = (
        f"Pairs left out, where there is nothing to choose: {left}. At most {LIMIT} points above chance are wanted."
    )
    columns = ("sentence: features, classifier", "pairs", "chance", "found", "above", "95 %", "AUC")
    return Table("Where the conflict is, by the surface", columns, tuple(lines), remark), best


def by_type(target: Target, work: Task, learner: str, score: NDArray[np.float64]) -> Table:
    """The better classifier on all features, type by type."""
    types = sorted({row.type for row in work.rows}, key=lambda name: (name.split("-", 1)[1], name))
    lines = [(name, *found(work, score, name).cells()) for name in (*types,)]
    lines.append(("all", *found(work, score).cells()))
    columns = ("type", "pairs", "chance", "found", "above", "95 %")
    return Table(f"By type: {target}, all features, {learner}", columns, tuple(lines))


def by_feature(target: Target, work: Task, learner: str, limit: int = 20) -> Table:
    """What gives the conflict away: the weightiest features with their means in its sentences and in others."""
    columns = work.matrix(FAMILIES["all"])
    names = [name for name, share in zip(FAMILIES["all"], (columns != 0).mean(axis=0)) if share >= RARE]
    lines = []
    for name, fall in list(weights(work, names, learner).items())[:limit]:
        column = columns[:, FAMILIES["all"].index(name)]
        yes, no = column[work.positive].mean(), column[~work.positive].mean()
        lines.append((name, f"{fall:.4f}", f"{yes:.3f}", f"{no:.3f}"))
    heads = ("feature", "AUC lost", "mean in the conflict's", "mean in others")
    remark = "*AUC lost*: when the feature is shuffled among the sentences of unseen pairs."
    return Table(f"What gives it away: {target}, {learner}", heads, tuple(lines), remark)


def run(dataset: Path) -> list[Table]:
    """All tables at once."""
    return list(report(dataset))


def report(dataset: Path) -> Iterator[Table]:
    """All tables, each as soon as it is there."""
    sentences = rows(dataset)
    targets: tuple[Target, ...] = ("made up", "declared")
    works = {target: task(sentences, target) for target in targets}
    main_table, best = by_family(works)
    yield main_table
    for target, (learner, score) in best.items():
        yield by_type(target, works[target], learner, score)
        yield by_feature(target, works[target], learner)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.surface", description=__doc__.split("\n\n")[0])
    parser.add_argument("dataset", type=Path, metavar="DATASET", help="a folder with instances.jsonl")
    options = parser.parse_args(arguments)
    try:
        for table in report(options.dataset):
            print(f"\n{table.markdown()}", flush=True)
    except ContragraphError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
