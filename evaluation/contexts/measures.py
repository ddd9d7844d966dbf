"""Measures of answers about sets: sums over sets, and what is computed of them, also over resamples of the sets.

An unreadable answer is wrong: for detection it finds no contradiction and clears no set, for types it is of no class,
for documents it names none. Macro-F1 is over the types self, pair and conditional alone; one of which no set is counts
0 where it was answered, and is left out where it was not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contragraph.evaluation.bootstrap import Value, draws, measured
from contragraph.evaluation.contexts.ask import TYPES
from contragraph.evaluation.contexts.records import NO, UNREADABLE, YES, SetItem, SetScore
from contragraph.evaluation.measures import ratio

Sums = NDArray[np.float64]
Measure = Callable[[Mapping[str, Sums]], Sums]

DETECT = ("tp", "fp", "fn", "tn", "unreadable_yes", "unreadable_no")
TYPED = tuple(f"{gold}>{said}" for gold in TYPES for said in (*TYPES, UNREADABLE))
PLACED = ("n", "jaccard", "f1", "exact", "any", "all", "hit", "extra", "missed", "dropped", "unreadable")


def _positives(s: Mapping[str, Sums]) -> Sums:
    return s["tp"] + s["fn"] + s["unreadable_yes"]


def _negatives(s: Mapping[str, Sums]) -> Sums:
    return s["fp"] + s["tn"] + s["unreadable_no"]


def accuracy(s: Mapping[str, Sums]) -> Sums:
    """The share of answers that are right."""
    return ratio(s["tp"] + s["tn"], _positives(s) + _negatives(s))


def precision(s: Mapping[str, Sums]) -> Sums:
    """Of the answers *yes* the share that are right."""
    return ratio(s["tp"], s["tp"] + s["fp"])


def recall(s: Mapping[str, Sums]) -> Sums:
    """Of the questions about sets with a contradiction the share that are answered *yes*."""
    return ratio(s["tp"], _positives(s))


def specificity(s: Mapping[str, Sums]) -> Sums:
    """Of those about sets without any the share that are answered *no*."""
    return ratio(s["tn"], _negatives(s))


def f1(s: Mapping[str, Sums]) -> Sums:
    """The harmonic mean of precision and recall."""
    return ratio(2 * s["tp"], s["tp"] + s["fp"] + _positives(s))


def balanced(s: Mapping[str, Sums]) -> Sums:
    """The mean of recall and specificity; half is chance."""
    return (recall(s) + specificity(s)) / 2


def correlation(s: Mapping[str, Sums]) -> Sums:
    """Matthews' correlation of answer and truth, of readable answers; 0 where all answers, or all sets, are alike."""
    tp, fp, fn, tn = (s[name] for name in ("tp", "fp", "fn", "tn"))
    root = np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    found = np.where(root > 0, (tp * tn - fp * fn) / np.where(root > 0, root, 1.0), 0.0)
    return np.where(tp + fp + fn + tn > 0, found, np.nan)


def detect_unreadable(s: Mapping[str, Sums]) -> Sums:
    """The share of answers that cannot be read."""
    return ratio(s["unreadable_yes"] + s["unreadable_no"], _positives(s) + _negatives(s))


def type_accuracy(s: Mapping[str, Sums]) -> Sums:
    """The share of answers that give the right type."""
    return ratio(sum((s[f"{k}>{k}"] for k in TYPES), np.zeros(1)), _total(s, TYPED))


def macro_f1(s: Mapping[str, Sums]) -> Sums:
    """The mean of the F1 of self, pair and conditional."""
    found = []
    for kind in TYPES:
        gold = _total(s, [f"{kind}>{said}" for said in (*TYPES, UNREADABLE)])
        said = _total(s, [f"{other}>{kind}" for other in TYPES])
        found.append(ratio(2 * s[f"{kind}>{kind}"], gold + said))
    stacked = np.stack([np.broadcast_to(f, found[0].shape) for f in found])
    known = ~np.isnan(stacked)
    return ratio(np.where(known, stacked, 0.0).sum(axis=0), known.sum(axis=0).astype(np.float64))


def type_recall(kind: str) -> Measure:
    """Of the sets of one type the share of answers that give it."""
    return lambda s: ratio(s[f"{kind}>{kind}"], _total(s, [f"{kind}>{said}" for said in (*TYPES, UNREADABLE)]))


def type_unreadable(s: Mapping[str, Sums]) -> Sums:
    """The share of answers that give no type."""
    return ratio(_total(s, [f"{kind}>{UNREADABLE}" for kind in TYPES]), _total(s, TYPED))


def mean_of(name: str) -> Measure:
    """A figure of single answers, in the mean."""
    return lambda s: ratio(s[name], s["n"])


def micro_f1(s: Mapping[str, Sums]) -> Sums:
    """F1 over all documents of all answers."""
    return ratio(2 * s["hit"], 2 * s["hit"] + s["extra"] + s["missed"])


def _total(s: Mapping[str, Sums], names: Iterable[str]) -> Sums:
    return sum((s[name] for name in names), np.zeros(1))


DETECTION: Mapping[str, Measure] = {
    "accuracy": accuracy,
    "precision": precision,
    "recall": recall,
    "F1": f1,
    "specificity": specificity,
    "balanced accuracy": balanced,
    "MCC": correlation,
    "unreadable": detect_unreadable,
}
TYPING: Mapping[str, Measure] = {
    "accuracy": type_accuracy,
    "macro-F1": macro_f1,
    **{f"recall of {kind}": type_recall(kind) for kind in TYPES},
    "unreadable": type_unreadable,
}
SEGMENTATION: Mapping[str, Measure] = {
    "Jaccard": mean_of("jaccard"),
    "F1": mean_of("f1"),
    "micro-F1": micro_f1,
    "exact": mean_of("exact"),
    "any": mean_of("any"),
    "all": mean_of("all"),
    "unreadable": mean_of("unreadable"),
    "no such document": mean_of("dropped"),
}
MEASURES: Mapping[str, Mapping[str, Measure]] = {
    "detect": DETECTION,
    "type": TYPING,
    "guided": SEGMENTATION,
    "blind": SEGMENTATION,
    "resolve": SEGMENTATION,
}
"""The measures of each task by name."""


def row(item: SetItem, score: SetScore) -> dict[str, float]:
    """What one answer adds to the sums of its task."""
    if score.task == "detect":
        if score.said == UNREADABLE:
            return {"unreadable_yes" if item.conflict else "unreadable_no": 1.0}
        right = score.said == (YES if item.conflict else NO)
        return {("tp" if right else "fn") if item.conflict else ("tn" if right else "fp"): 1.0}
    if score.task == "type":
        return {f"{item.type}>{score.said}": 1.0}
    gold = {*item.wrong} if score.task == "resolve" else {n for some in item.gold for n in some}
    named = {*(score.documents or ())}
    hit, either = len(gold & named), len(gold | named)
    full = [named.issuperset(some) for some in ([item.wrong] if score.task == "resolve" else item.gold)]
    return {
        "n": 1.0,
        "jaccard": hit / either if either else 1.0,
        "f1": 2 * hit / (len(gold) + len(named)) if either else 1.0,
        "exact": float(gold == named),
        "any": float(any(full)),
        "all": float(all(full)),
        "hit": float(hit),
        "extra": float(len(named - gold)),
        "missed": float(len(gold - named)),
        "dropped": float(score.dropped > 0),
        "unreadable": float(score.said == UNREADABLE),
    }


@dataclass(frozen=True)
class TaskSums:
    """The answers to one task under one setting: for each set that was asked about, the sums over its answers."""

    task: str
    items: tuple[SetItem, ...]
    columns: tuple[str, ...]
    sums: Sums
    """A row for each set, a column for each name."""

    def values(self, names: Sequence[str]) -> dict[str, Value]:
        """Measures with their intervals (95 %, percentiles of resamples of the sets)."""
        drawn = np.einsum("rn,nk->kr", draws(len(self.items)), self.sums)
        wanted = {name: MEASURES[self.task][name] for name in names}
        return measured(wanted, self.columns, self.sums.sum(axis=0), drawn, len(self.items))

    def of(self, chosen: Callable[[SetItem], bool]) -> TaskSums:
        """Those about some of the sets."""
        kept = [n for n, item in enumerate(self.items) if chosen(item)]
        return TaskSums(self.task, tuple(self.items[n] for n in kept), self.columns, self.sums[kept])


def rows_of(task: str, items: Sequence[SetItem], scores: Iterable[SetScore]) -> TaskSums:
    """The sums of some answers to one task."""
    columns = {"detect": DETECT, "type": TYPED}.get(task, PLACED)
    by_item: dict[str, list[SetScore]] = {}
    for score in scores:
        by_item.setdefault(score.item, []).append(score)
    asked = [item for item in items if item.id in by_item]
    sums = np.zeros((len(asked), len(columns)))
    for n, item in enumerate(asked):
        for score in by_item[item.id]:
            for name, value in row(item, score).items():
                sums[n, columns.index(name)] += value
    return TaskSums(task, tuple(asked), columns, sums)
