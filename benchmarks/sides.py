"""Which of two texts is the perturbed one? What a bag of words says that learnt it on other pairs.

``python -m benchmarks.sides LEARNT JUDGED`` learns on the pairs of one dataset and judges those of another (or
learns on one half of a dataset and judges the other), and prints Markdown. A pair is the difference of the words of
both texts; *told* is the share of pairs whose perturbed text is picked, 50 % by chance. Where the datasets have
controls, a second table says how well conflicts are told from them by the words of both texts: the area under the
curve, 0.5 by chance.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, vstack
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from benchmarks.measure import Table, exit_code, halves, show_tables
from benchmarks.surface_features import FUNCTION_WORDS
from contragraph.dataset.records.pairs import read_instances

BAGS = {
    "all words": CountVectorizer(token_pattern=r"(?u)\b\w+\b", min_df=3),
    "words and pairs of words": CountVectorizer(token_pattern=r"(?u)\b\w+\b", ngram_range=(1, 2), min_df=3),
    "function words": CountVectorizer(token_pattern=r"(?u)\b\w+\b", vocabulary=sorted(set(FUNCTION_WORDS))),
    "words in small letters, no digits": CountVectorizer(lowercase=False, token_pattern=r"\b[a-z]+\b", min_df=3),
}
"""What is counted of a text."""


class Pair(NamedTuple):
    """Both texts of a pair, and whether they contradict each other."""

    id: str
    """Of the pair, or of the one that a control is made of: both are learnt on, or neither."""
    original: str
    perturbed: str
    conflict: bool


def pairs(dataset: Path) -> list[Pair]:
    """The pairs of a dataset in order."""
    found = (record for _, record in read_instances(dataset))
    return [
        Pair(
            r.provenance.control.of if r.provenance.control else r.id,
            r.contexts.original.text,
            r.contexts.perturbed.text,
            bool(r.conflicts),
        )
        for r in found
    ]


def told(learnt: Sequence[Pair], judged: Sequence[Pair], bag: CountVectorizer) -> float:
    """The share of judged pairs whose perturbed text is picked; one that cannot be told counts half."""
    bag.fit([text for pair in learnt for text in (pair.original, pair.perturbed)])

    def differences(some: Sequence[Pair]) -> csr_matrix:
        one, other = (csr_matrix(bag.transform(texts)) for texts in zip(*((p.perturbed, p.original) for p in some)))
        return csr_matrix(one - other)

    seen = differences(learnt)
    model = LogisticRegression(C=0.1, max_iter=2000, fit_intercept=False)
    model.fit(vstack([seen, -seen]), np.repeat([1, 0], len(learnt)))
    picked = model.decision_function(differences(judged))
    return float(np.mean(np.where(picked == 0, 0.5, picked > 0)))


def apart(learnt: Sequence[Pair], judged: Sequence[Pair], bag: CountVectorizer) -> float:
    """How well conflicts are told from controls: the area under the curve."""
    texts = [[f"{p.original} {p.perturbed}" for p in some] for some in (learnt, judged)]
    model = LogisticRegression(C=0.1, max_iter=2000).fit(bag.fit_transform(texts[0]), [p.conflict for p in learnt])
    return float(roc_auc_score([p.conflict for p in judged], model.decision_function(bag.transform(texts[1]))))


def report(learnt: Path, judged: Path) -> Iterator[Table]:
    """The tables."""
    one, other = halves(pairs(learnt)) if learnt == judged else (pairs(learnt), pairs(judged))
    first, second = ([p for p in some if p.conflict] for some in (one, other))
    lines = []
    for name, bag in BAGS.items():
        share = told(first, second, bag)
        margin = 1.96 * (share * (1 - share) / len(second)) ** 0.5
        lines.append((name, f"{len(second):,}", f"{100 * share:.1f}", f"± {100 * margin:.1f}"))
    yield Table("Which text is the perturbed one", ("bag of", "pairs", "told %", "95 %"), tuple(lines))
    if any(len(some) < len(every) for some, every in ((first, one), (second, other))):
        areas = [(name, f"{len(other):,}", f"{apart(one, other, bag):.3f}") for name, bag in BAGS.items()]
        yield Table("Conflicts and controls", ("bag of", "pairs", "AUC"), tuple(areas))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sides", description=str(__doc__).split("\n\n", 1)[0])
    parser.add_argument("learnt", type=Path, metavar="LEARNT", help="a dataset to learn on")
    parser.add_argument("judged", type=Path, metavar="JUDGED", help="a dataset to judge, or the same")
    options = parser.parse_args(arguments)
    return exit_code(lambda: show_tables(report(options.learnt, options.judged)))


if __name__ == "__main__":
    sys.exit(main())
