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

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from benchmarks.measure import Table, print_tables
from benchmarks.surface_features import FAMILIES, Target, rows
from benchmarks.surface_task import FOLDS, SEED, Task, folds, found, task
from benchmarks.surface_words import tell_tales, word_scores

LIMIT = 10
"""Points above chance that are allowed."""
RARE = 0.002
"""Features that fewer of the sentences have are not weighed one by one: they settle nothing."""


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
    for seen, unseen in folds(work):
        model = learners()[learner].fit(matrix[seen], work.positive[seen])
        out[unseen] = model.predict_proba(matrix[unseen])[:, 1]
    return out


@threadpool_limits.wrap(limits=1)  # type: ignore[untyped-decorator]
def weights(work: Task, names: Sequence[str], learner: str, repeats: int = 1) -> dict[str, float]:
    """How much the area under the curve falls on unseen pairs when one feature is shuffled; biggest first."""
    matrix, fall = work.matrix(names), np.zeros(len(names))
    for seen, unseen in folds(work):
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
        by_words = word_scores(work)
        area = f"{roc_auc_score(work.positive, by_words):.3f}"
        lines.append(
            (f"{target}: no surface, for comparison: all lower-case words", *found(work, by_words).cells(), area)
        )
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
        yield tell_tales(f"Phrases of the conflict's sentences: {target}", works[target])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    return print_tables("surface", str(__doc__), report, arguments)


if __name__ == "__main__":
    sys.exit(main())
