"""Beside the surface: what the words themselves give away, so that an author sees which phrases to mend.

Words of content are no surface: a reader who finds "refused to join" has read. But a phrase that stands in perturbed
statements alone is boiler plate whatever it says, so it is listed here, and what a classifier makes of all words is
printed for comparison. Only words in lower case count, which leaves out names.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from benchmarks.measure import Table
from benchmarks.surface_task import Task, folds

LOWER = re.compile(r"(?<![\w'’-])[a-z][a-z'’-]*(?![\w])")
LONGEST, TIMES = 3, 3
"""Words in the longest phrase that is listed; how many times as frequent it is in the conflict's sentences at least."""


def word_scores(work: Task) -> NDArray[np.float64]:
    """The score of each sentence, by its lower-case words, from the fold that did not see its pair."""
    texts = np.array([row.text for row in work.rows], dtype=object)
    out = np.zeros(len(texts))
    for seen, unseen in folds(work):
        counted = CountVectorizer(lowercase=False, token_pattern=LOWER.pattern, min_df=3, binary=True)
        model = make_pipeline(counted, LogisticRegression(C=0.3, max_iter=2000))
        out[unseen] = model.fit(texts[seen], work.positive[seen]).predict_proba(texts[unseen])[:, 1]
    return out


def phrases(text: str) -> set[str]:
    """Its runs of one to ``LONGEST`` lower-case words that stand side by side."""
    found: set[str] = set()
    for run in re.findall(rf"{LOWER.pattern}(?: {LOWER.pattern})*", text):
        words = run.split(" ")
        found |= {" ".join(words[i : i + n]) for n in range(1, LONGEST + 1) for i in range(len(words) - n + 1)}
    return found


def tell_tales(title: str, work: Task, limit: int = 30) -> Table:
    """The phrases that the conflict's sentences have far more often, by their excess over the others' rate.

    A phrase is left out where a listed one contains it, or is contained in it, and stands in nearly the same sentences.
    """
    yes, no = Counter[str](), Counter[str]()
    for row, positive in zip(work.rows, work.positive.tolist(), strict=True):
        (yes if positive else no).update(phrases(row.text))
    share = work.positive.sum() / max(1, (~work.positive).sum())
    excess = {word: count - no[word] * share for word, count in yes.items() if count > TIMES * no[word] * share}
    chosen: list[str] = []
    for phrase in sorted(excess, key=lambda phrase: (-round(excess[phrase], 6), -len(phrase), phrase)):
        if len(chosen) == limit:
            break
        if not any(_same(phrase, other, yes) for other in chosen):
            chosen.append(phrase)
    lines = tuple((phrase, f"{yes[phrase]:,}", f"{no[phrase]:,}") for phrase in chosen)
    return Table(title, ("phrase", "the conflict's sentences", "other sentences"), lines)


def _same(one: str, other: str, count: Counter[str]) -> bool:
    short, long = sorted((one, other), key=len)
    return f" {short} " in f" {long} " and count[long] > 0.7 * count[short]
