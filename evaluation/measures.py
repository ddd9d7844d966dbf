"""What scores amount to: how often models tell conflicts (ID), from nothing (controls), and where they are (LOC).

Everything is a ratio of sums over items, so that any subset or resample of the items has its own value. The values:

``id_any``, ``id_all``
    Share of pairs with a conflict in which some attempt, or every attempt, says so.
``id``
    Share of attempts on such pairs that say so; an answer that cannot be read does not.
``unreadable``
    Share of all attempts whose answer cannot be read.
``false_positives``
    Share of readable attempts on controls that say "conflict".
``precision``, ``balanced_accuracy``, ``mcc``
    Of readable attempts; balanced accuracy is the mean of the shares right of each kind, MCC Matthews' coefficient.
``loc_any``, ``loc_all``, ``loc``
    As for ID: share of pairs, or attempts, in which all declared conflicts are localised.
``loc_recall``, ``loc_paired``
    Share of declared conflicts that are localised, or of which a sentence on each side is named.
``loc_precision``, ``loc_f1``
    Share of reported conflicts that match a declared one (in controls none does), and the harmonic mean with recall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from contragraph.evaluation.records import Item, PairScore

COLUMNS = (
    *("pairs", "attempts", "said", "denied", "unreadable", "some", "every"),
    *("loc_pairs", "loc_attempts", "full", "some_full", "every_full", "declared", "localised", "paired"),
    *("reported", "matched"),
)
"""What is counted for each item."""
_AT = {name: at for at, name in enumerate(COLUMNS)}
Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Mask = np.ndarray[tuple[int], np.dtype[np.bool_]]
Sums = tuple[Array, Array]
"""Sums of the columns (last axis) over pairs with conflicts, and over controls."""


class AttemptSetting(NamedTuple):
    """What the attempts that are counted together have in common."""

    model: str
    prompt: str
    variant: str
    order: str


@dataclass(frozen=True)
class SettingCounts:
    """The counts of one setting: a row for each item that was asked, in the order of the dataset."""

    setting: AttemptSetting
    items: tuple[Item, ...]
    scores: tuple[tuple[PairScore, ...], ...]
    rows: Array

    def of(self, chosen: Iterable[bool]) -> SettingCounts:
        """The counts of some of the items."""
        kept = [n for n, keep in enumerate(chosen) if keep]
        return SettingCounts(
            self.setting, tuple(self.items[n] for n in kept), tuple(self.scores[n] for n in kept), self.rows[kept]
        )

    def narrowed(self, conflicts: Callable[[Item], Sequence[int]]) -> SettingCounts:
        """The counts of some of the conflicts alone, and of the items that have one of them.

        What is reported beside them is not counted.
        """
        chosen = [conflicts(item) for item in self.items]
        part = self.of(bool(c) for c in chosen)
        rows = [_row(scores, c) for scores, c in zip(part.scores, filter(None, chosen), strict=True)]
        return SettingCounts(self.setting, part.items, part.scores, _array(rows))

    @property
    def controls(self) -> Mask:
        """Which rows are of controls."""
        return np.fromiter((item.control for item in self.items), dtype=bool, count=len(self.items))


def counts_of(items: Sequence[Item], scores: Iterable[PairScore]) -> list[SettingCounts]:
    """The counts of each setting, by model, prompt, variant and order. Scores of unknown items are left out."""
    known = {item.id for item in items}
    found: dict[AttemptSetting, dict[str, list[PairScore]]] = {}
    for score in scores:
        if score.item in known:
            setting = AttemptSetting(score.model, score.prompt, score.variant, score.order)
            found.setdefault(setting, {}).setdefault(score.item, []).append(score)
    counts = []
    for setting, asked in sorted(found.items()):
        kept = tuple(item for item in items if item.id in asked)
        given = tuple(tuple(asked[item.id]) for item in kept)
        counts.append(SettingCounts(setting, kept, given, _array([_row(scores_of) for scores_of in given])))
    return counts


def _array(rows: Sequence[Sequence[float]]) -> Array:
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(COLUMNS))


def _row(scores: Sequence[PairScore], conflicts: Sequence[int] | None = None) -> list[float]:
    """What is counted of an item; of some of its conflicts only, where these are given."""
    said = [s.said == "conflict" for s in scores]
    located = [s for s in scores if s.localised is not None]
    localised = [_chosen(s.localised, conflicts) for s in located]
    full = [bool(found) and all(found) for found in localised]
    row = {
        "pairs": 1,
        "attempts": len(scores),
        "said": sum(said),
        "denied": sum(s.said == "none" for s in scores),
        "unreadable": sum(s.said == "unreadable" for s in scores),
        "some": any(said),
        "every": all(said),
        "loc_pairs": bool(located),
        "loc_attempts": len(located),
        "full": sum(full),
        "some_full": any(full),
        "every_full": bool(full) and all(full),
        "declared": sum(map(len, localised)),
        "localised": sum(map(sum, localised)),
        "paired": sum(sum(_chosen(s.paired, conflicts)) for s in located),
        "reported": 0 if conflicts is not None else sum(s.reported for s in located),
        "matched": 0 if conflicts is not None else sum(s.matched for s in located),
    }
    return [float(row[name]) for name in COLUMNS]


def _chosen(found: Sequence[bool] | None, conflicts: Sequence[int] | None) -> list[bool]:
    return [f for n, f in enumerate(found or ()) if conflicts is None or n in conflicts]


Measure = Callable[[Sums], Array]


def ratio(above: Array, below: Array) -> Array:
    """The quotient, not a number where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below > 0, above / below, np.nan)


def _share(above: str, below: str, side: int = 0) -> Measure:
    return lambda sums: ratio(sums[side][..., _AT[above]], sums[side][..., _AT[below]])


def _both(sums: Sums, name: str) -> Array:
    return sums[0][..., _AT[name]] + sums[1][..., _AT[name]]


def _confusion(sums: Sums) -> tuple[Array, Array, Array, Array]:
    """True positives, false negatives, false positives, true negatives, of readable attempts."""
    pair, control = ((s[..., _AT["said"]], s[..., _AT["denied"]]) for s in sums)
    return pair[0], pair[1], control[0], control[1]


def _false_positives(sums: Sums) -> Array:
    _, _, fp, tn = _confusion(sums)
    return ratio(fp, fp + tn)


def _precision(sums: Sums) -> Array:
    tp, _, fp, tn = _confusion(sums)
    return np.where(fp + tn > 0, ratio(tp, tp + fp), np.nan)


def _balanced(sums: Sums) -> Array:
    tp, fn, fp, tn = _confusion(sums)
    return (ratio(tp, tp + fn) + ratio(tn, fp + tn)) / 2


def _mcc(sums: Sums) -> Array:
    tp, fn, fp, tn = _confusion(sums)
    product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    both = (tp + fn > 0) & (tn + fp > 0)
    return np.where(product > 0, ratio(tp * tn - fp * fn, np.sqrt(product)), np.where(both, 0.0, np.nan))


def _loc_precision(sums: Sums) -> Array:
    return ratio(_both(sums, "matched"), _both(sums, "reported"))


def _loc_f1(sums: Sums) -> Array:
    recall = ratio(sums[0][..., _AT["localised"]], sums[0][..., _AT["declared"]])
    precision = np.nan_to_num(_loc_precision(sums))
    return np.where(
        np.isnan(recall), np.nan, np.where(recall > 0, ratio(2 * precision * recall, precision + recall), 0)
    )


MEASURES: Mapping[str, Measure] = {
    "id_any": _share("some", "pairs"),
    "id_all": _share("every", "pairs"),
    "id": _share("said", "attempts"),
    "unreadable": lambda sums: ratio(_both(sums, "unreadable"), _both(sums, "attempts")),
    "false_positives": _false_positives,
    "precision": _precision,
    "balanced_accuracy": _balanced,
    "mcc": _mcc,
    "loc_any": _share("some_full", "loc_pairs"),
    "loc_all": _share("every_full", "loc_pairs"),
    "loc": _share("full", "loc_attempts"),
    "loc_recall": _share("localised", "declared"),
    "loc_paired": _share("paired", "declared"),
    "loc_precision": _loc_precision,
    "loc_f1": _loc_f1,
}
"""The measures by name, each a function of the sums that works on many resamples at once."""
WORDS: Mapping[str, str] = {
    "id_any": "ID, any attempt",
    "id_all": "ID, all attempts",
    "id": "ID, one attempt",
    "unreadable": "unreadable",
    "false_positives": "false positives",
    "precision": "precision",
    "balanced_accuracy": "balanced accuracy",
    "mcc": "MCC",
    "loc_any": "LOC, any attempt",
    "loc_all": "LOC, all attempts",
    "loc": "LOC, one attempt",
    "loc_recall": "conflicts localised",
    "loc_paired": "conflicts paired",
    "loc_precision": "reported that match",
    "loc_f1": "LOC F1",
}
"""What tables call the measures."""
