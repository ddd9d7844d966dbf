"""Does the surface of a pair of texts tell whether it holds a conflict?

``python -m benchmarks.controls DATASET`` trains classifiers to tell controls (``generate --controls``) from conflicting
pairs by lengths, overlap, order, words that deny, and bags of words, and prints Markdown.

The figure is the area under the ROC curve on unseen pairs: 0.5 is chance, 1 is certainty. It is measured in two ways:
in folds that no seed relation is divided by (what was learnt of one relation must help with others), and in folds that
keep a control with its conflicting pair (words of a relation may be learnt). At most 0.60 is wanted in both.

Controls are chosen so that the set as a whole is balanced. What one part of it has too much of the rest has too little
of, so that folds may give less than chance. With ``--unseen OTHER`` classifiers learn from the whole of DATASET, and
are asked about the whole of another one, made with another seed.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_selection import VarianceThreshold
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler
from threadpoolctl import threadpool_limits

from benchmarks.controls_features import Pair, pairs
from benchmarks.measure import Table
from contragraph.graph.errors import ContragraphError

LIMIT = 0.60
FOLDS, SEED = 5, 7
WORDS = ("bag of words", "difference of words")
"""Families of very many features, of which only frequent ones are used, by the classifier that adds them up alone."""
SHAPE = ("length", "overlap", "order", "words that restrict or deny", "all function words")
FAMILIES: Mapping[str, tuple[str, ...]] = {
    **{name: (name,) for name in (*SHAPE, *WORDS, "names of changed sentences")},
    "all but words of content": SHAPE,
    "all": (*SHAPE, *WORDS),
}
_FREQUENT = 0.01
"""The share of pairs, at least, that have a word."""


def learners(family: str) -> dict[str, Any]:
    """Fresh classifiers by name."""
    adding = make_pipeline(StandardScaler(), LogisticRegression(C=0.05, max_iter=3000))
    if not set(FAMILIES[family]).isdisjoint(WORDS):
        adding = make_pipeline(
            VarianceThreshold(_FREQUENT * (1 - _FREQUENT)), MaxAbsScaler(), LogisticRegression(C=0.3, max_iter=3000)
        )
        return {"logistic regression": adding}
    combining = HistGradientBoostingClassifier(
        max_iter=60, learning_rate=0.08, max_leaf_nodes=8, min_samples_leaf=20, random_state=SEED
    )
    return {"logistic regression": adding, "boosted trees": combining}


def matrix(some: Sequence[Pair], family: str) -> tuple[NDArray[np.float64], list[str]]:
    """The features of a family, one row for each pair, with their names."""
    vectoriser = DictVectorizer(sparse=False, sort=True)
    return vectoriser.fit_transform(_rows(some, family)), list(vectoriser.get_feature_names_out())


def _rows(some: Sequence[Pair], family: str) -> list[dict[str, float]]:
    return [{k: v for name in FAMILIES[family] for k, v in pair.features[name].items()} for pair in some]


@threadpool_limits.wrap(limits=1)  # type: ignore[untyped-decorator]
def unseen_area(some: Sequence[Pair], other: Sequence[Pair], family: str, learner: str) -> float:
    """The area under the curve over one set of what was learnt of another."""
    vectoriser = DictVectorizer(sparse=False, sort=True)
    seen = vectoriser.fit_transform(_rows(some, family))
    model = learners(family)[learner].fit(seen, np.array([pair.conflict for pair in some]))
    scores = model.predict_proba(vectoriser.transform(_rows(other, family)))[:, 1]
    return float(roc_auc_score(np.array([pair.conflict for pair in other]), scores))


@threadpool_limits.wrap(limits=1)  # type: ignore[untyped-decorator]
def area(some: Sequence[Pair], family: str, learner: str, groups: Sequence[str]) -> float:
    """The area under the curve over all unseen pairs."""
    features, _ = matrix(some, family)
    truth = np.array([pair.conflict for pair in some])
    scores = np.zeros(len(some))
    folds = GroupKFold(FOLDS, shuffle=True, random_state=SEED)
    for seen, unseen in folds.split(features, truth, groups):
        model = learners(family)[learner].fit(features[seen], truth[seen])
        scores[unseen] = model.predict_proba(features[unseen])[:, 1]
    return float(roc_auc_score(truth, scores))


def margin(some: Sequence[Pair], value: float) -> float:
    """Half of the 95 % interval of an area (Hanley and McNeil)."""
    yes = sum(pair.conflict for pair in some)
    no = len(some) - yes
    one, two = value / (2 - value), 2 * value**2 / (1 + value)
    spread = value * (1 - value) + (yes - 1) * (one - value**2) + (no - 1) * (two - value**2)
    return 1.96 * math.sqrt(max(0.0, spread) / (yes * no))


def areas(some: Sequence[Pair], families: Sequence[str] = tuple(FAMILIES)) -> Iterator[tuple[str, str, float, float]]:
    """Family, classifier, and the areas with folds by relation and with folds by couple."""
    relations, couples = [p.relation for p in some], [p.couple for p in some]
    for family in families:
        for learner in learners(family):
            yield family, learner, area(some, family, learner, relations), area(some, family, learner, couples)


@threadpool_limits.wrap(limits=1)  # type: ignore[untyped-decorator]
def weights(some: Sequence[Pair], family: str, limit: int = 25) -> Table:
    """The features that speak most for a conflict, or for none, to a classifier that saw everything."""
    features, names = matrix(some, family)
    truth = np.array([pair.conflict for pair in some])
    frequent = (features != 0).mean(axis=0) >= _FREQUENT
    scale = features[:, frequent].std(axis=0)
    scale[scale == 0] = 1
    model = LogisticRegression(C=0.05, max_iter=3000).fit(features[:, frequent] / scale, truth)
    told = [name for name, keep in zip(names, frequent) if keep]
    order = sorted(range(len(told)), key=lambda i: (-abs(model.coef_[0][i]), told[i]))[:limit]
    means = [features[truth][:, frequent].mean(axis=0), features[~truth][:, frequent].mean(axis=0)]
    lines = tuple((told[i], f"{model.coef_[0][i]:+.3f}", f"{means[0][i]:.3f}", f"{means[1][i]:.3f}") for i in order)
    return Table(f"What speaks for a conflict: {family}", ("feature", "weight", "mean with", "mean without"), lines)


def report(dataset: Path) -> Iterator[Table]:
    """All tables, each as soon as it is there."""
    some = pairs(dataset)
    lines = []
    for family, learner, relation, couple in areas(some):
        cells = [f"{value:.3f} ± {margin(some, value):.3f}" for value in (relation, couple)]
        lines.append((f"{family}, {learner}", *cells))
    yes = sum(pair.conflict for pair in some)
    yield Table(
        "Conflict or control, by the surface",
        ("features, classifier", "AUC, folds by relation", "AUC, folds by couple"),
        tuple(lines),
        f"{yes} pairs with conflicts, {len(some) - yes} without. At most {LIMIT:.2f} is wanted.",
    )
    yield weights(some, "all but words of content")
    yield weights(some, "difference of words")
    yield weights(some, "names of changed sentences")


def compared(dataset: Path, other: Path) -> Table:
    """What is learnt of one dataset tells in another."""
    one, two = pairs(dataset), pairs(other)
    lines = []
    for family in FAMILIES:
        for learner in learners(family):
            value = unseen_area(one, two, family, learner)
            lines.append((f"{family}, {learner}", f"{value:.3f} ± {margin(two, value):.3f}"))
    return Table("Learnt of one set, asked about another", ("features, classifier", "AUC"), tuple(lines))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.controls", description=str(__doc__).split("\n\n", maxsplit=1)[0]
    )
    parser.add_argument("folder", type=Path, metavar="DATASET", help="a folder with instances.jsonl")
    parser.add_argument("--unseen", type=Path, metavar="OTHER", help="a folder made with another seed")
    given = parser.parse_args(arguments)
    try:
        for table in report(given.folder):
            print(f"\n{table.markdown()}", flush=True)
        if given.unseen is not None:
            print(f"\n{compared(given.folder, given.unseen).markdown()}", flush=True)
    except ContragraphError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
