"""What words alone say of claims and documents: labels guessed from one text without the other.

``python -m benchmarks.claims_surface CLAIMS`` learns (logistic regression on words and pairs of words) on four fifths
of the subjects of a dataset of claims and judges the last, five times over, and prints balanced accuracy in %.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline

from benchmarks.measure import Table, print_tables
from contragraph.dataset.records.proven_claims import ProvenItem, read_claims

Told = tuple[str, str, str]
"""The subject of a claim, a text, and what is to be guessed of it."""
FOLDS = 5


def told_of(items: Sequence[ProvenItem]) -> Iterator[tuple[str, list[Told]]]:
    """What may be guessed from which text."""
    subjects = {item.id: item.statement.subject.id for item in items}
    yield "a claim: made up or true", [(subjects[i.id], i.claim, i.statement.source) for i in items]
    yield "a claim: what the documents do to it", [(subjects[i.id], i.claim, i.type) for i in items]
    every = [(subjects[i.id], i, d) for i in items for d in i.documents if d.label != "mixed"]
    yield "a document: its label", [(s, d.text, str(d.label)) for s, _, d in every]
    speaking = [(s, d.text, str(d.label)) for s, _, d in every if d.label != "irrelevant"]
    yield "a document: supports or contradicts", speaking
    about = [
        (s, d.text, str(d.label))
        for s, i, d in every
        if d.title == i.statement.subject.label and d.label != "contradicts"
    ]
    yield "a document about the subject: supports or irrelevant", about


def guessed(told: Sequence[Told]) -> float:
    """The balanced accuracy of a guess from the text alone."""
    subjects, texts, labels = zip(*told, strict=True)
    model = make_pipeline(
        CountVectorizer(ngram_range=(1, 2), min_df=2), LogisticRegression(C=0.3, max_iter=2000, class_weight="balanced")
    )
    found = cross_val_predict(model, texts, labels, groups=subjects, cv=GroupKFold(FOLDS))
    return float(balanced_accuracy_score(labels, found))


def measured(dataset: Path) -> Iterator[Table]:
    """The table of a dataset."""
    items = [item for _, item in read_claims(dataset)]
    rows = [
        (what, str(len(told)), f"{100 / len({label for *_, label in told}):.1f}", f"{100 * guessed(told):.1f}")
        for what, told in told_of(items)
    ]
    yield Table("What words alone say", ("guessed from one text", "texts", "chance", "balanced accuracy"), tuple(rows))


if __name__ == "__main__":
    sys.exit(print_tables("benchmarks.claims_surface", str(__doc__), measured, None))
