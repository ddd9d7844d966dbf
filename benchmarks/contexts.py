"""Is there a contradiction in a set of documents? What the surface says that learnt it on other sets.

``python -m benchmarks.contexts LEARNT JUDGED`` learns on one dataset of sets and judges another (or learns on one half
of a dataset and judges the other), and prints Markdown: balanced accuracy of detection, 50 % by chance, and how often
the document is picked that tells what is made up, beside the share that chance has.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from benchmarks.measure import Table, halves
from contragraph.evaluation.contexts.items import open_sets
from contragraph.evaluation.contexts.records import SetItem
from contragraph.graph.errors import ContragraphError

Figures = NDArray[np.float64]
_WORD = re.compile(r"\w+")
_DENIALS = frozenset(("not", "no", "never", "none", "nor", "neither", "without", "only", "except"))


def _texts(item: SetItem) -> list[list[str]]:
    return [[w.casefold() for w in _WORD.findall(text)] for _, text in item.documents]


def lengths(item: SetItem) -> list[float]:
    """How long the documents are."""
    sizes = [len(words) for words in _texts(item)]
    return [float(np.mean(sizes)), float(np.std(sizes)), float(max(sizes)), float(min(sizes))]


def position(item: SetItem) -> list[float]:
    """Words of each document, in order."""
    return [float(len(words)) for words in _texts(item)]


def negation(item: SetItem) -> list[float]:
    """Words that deny."""
    counts = [sum(w in _DENIALS for w in words) for words in _texts(item)]
    return [float(sum(counts)), float(max(counts))]


def overlap(item: SetItem) -> list[float]:
    """How much any two documents have in common, and how many share a title."""
    words = [frozenset(some) for some in _texts(item)]
    shares = sorted((len(a & b) / max(1, len(a | b)) for a, b in combinations(words, 2)), reverse=True)
    titles = [title for title, _ in item.documents]
    return [*shares[:5], float(len(titles) - len({*titles}))]


def outlier(item: SetItem) -> list[float]:
    """How far the oddest document is from the others: words by sentence, numbers, capitals, letters by word."""
    figures = np.array([_style(text) for _, text in item.documents])
    spread = figures.std(axis=0)
    away = np.abs(figures - figures.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return [float(away.sum(axis=1).max()), float(away.sum(axis=1).min()), *map(float, away.max(axis=0))]


def _style(text: str) -> list[float]:
    words = _WORD.findall(text)
    sentences = max(1, len(re.findall(r"[.!?](?:\s|$)", text)))
    return [
        len(words) / sentences,
        sum(w[0].isdigit() for w in words) / len(words),
        sum(w[0].isupper() for w in words) / len(words),
        sum(map(len, words)) / len(words),
    ]


SURFACES: Mapping[str, Callable[[SetItem], list[float]]] = {
    "lengths": lengths,
    "length by place": position,
    "negation": negation,
    "overlap": overlap,
    "outlier by style": outlier,
}


def by_figures(learnt: Sequence[SetItem], judged: Sequence[SetItem], of: Callable[[SetItem], list[float]]) -> float:
    """Balanced accuracy of detection by a few figures of each set."""
    model = make_pipeline(StandardScaler(), LogisticRegression(class_weight="balanced", max_iter=2000))
    model.fit([of(item) for item in learnt], [item.conflict for item in learnt])
    said = model.predict([of(item) for item in judged])
    return float(balanced_accuracy_score([item.conflict for item in judged], said))


def by_words(learnt: Sequence[SetItem], judged: Sequence[SetItem]) -> float:
    """The same by a bag of all words."""
    bag = CountVectorizer(token_pattern=r"(?u)\b\w+\b", min_df=3)
    texts = [[" ".join(text for _, text in item.documents) for item in some] for some in (learnt, judged)]
    model = LogisticRegression(C=0.1, max_iter=2000, class_weight="balanced")
    model.fit(bag.fit_transform(texts[0]), [item.conflict for item in learnt])
    return float(balanced_accuracy_score([i.conflict for i in judged], model.predict(bag.transform(texts[1]))))


def inserted(learnt: Sequence[SetItem], judged: Sequence[SetItem]) -> tuple[float, float]:
    """How often the document that tells what is made up is picked by its words among all of its set, and by chance."""
    bag = CountVectorizer(token_pattern=r"(?u)\b\w+\b", min_df=3)
    seen = [(text, n + 1 in item.wrong) for item in learnt if item.wrong for n, (_, text) in enumerate(item.documents)]
    model = LogisticRegression(C=0.1, max_iter=2000, class_weight="balanced")
    model.fit(bag.fit_transform([text for text, _ in seen]), [made for _, made in seen])
    asked = [item for item in judged if item.wrong]
    picked = []
    for item in asked:
        scores = model.decision_function(bag.transform([text for _, text in item.documents]))
        picked.append(int(np.argmax(scores)) + 1 in item.wrong)
    return float(np.mean(picked)), float(np.mean([len(i.wrong) / len(i.documents) for i in asked]))


def measured(learnt: Sequence[SetItem], judged: Sequence[SetItem]) -> Table:
    """The figures of all surfaces."""
    rows = [(name, f"{100 * by_figures(learnt, judged, of):.1f}") for name, of in SURFACES.items()]
    rows.append(("all words", f"{100 * by_words(learnt, judged):.1f}"))
    columns = ("what is looked at", "balanced accuracy, %")
    share, chance = inserted(learnt, judged)
    told = f"The document that tells what is made up is picked by its words in {share:.1%} ({chance:.1%} by chance)."
    title = f"Is there a contradiction? {len(learnt)} sets learnt, {len(judged)} judged"
    return Table(title, columns, tuple(rows), told)


def main() -> None:
    """The command."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.contexts", description=__doc__)
    made.add_argument("learnt", type=Path)
    made.add_argument("judged", type=Path, nargs="?")
    options = made.parse_args()
    try:
        learnt = open_sets(options.learnt)
        judged = open_sets(options.judged) if options.judged else []
    except ContragraphError as error:
        sys.exit(str(error))
    if not judged:
        learnt, judged = halves(learnt)
    print(measured(learnt, judged).markdown())


if __name__ == "__main__":
    main()
