"""Scores of many responses together, and how far the labels of one variant are those of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from contragraph.documents.judges.base import LABELS
from contragraph.documents.score.metric import ConflictScore
from contragraph.evaluation.statistics import DIGITS, Interval, kappa

MEASURES: dict[str, Callable[[ConflictScore], float | None]] = {
    "cs_c": lambda s: s.cs_c,
    "cs_r": lambda s: s.cs_r,
    "cs_r_zero": lambda s: s.cs_r_zero,
    "cs_r_sources": lambda s: s.cs_r_sources,
    "cs_r_weighted": lambda s: s.cs_r_weighted,
    "balance": lambda s: s.balance,
    "coverage": lambda s: s.coverage,
    "acknowledged": lambda s: s.acknowledged,
}
"""The figures of a response that have a mean over responses."""
COUNTS: dict[str, Callable[[ConflictScore], int]] = {
    "claims": lambda s: len(s.claims),
    "conflicted": lambda s: s.conflicted,
    "supported": lambda s: s.supported,
    "refuted": lambda s: s.refuted,
    "uncovered": lambda s: s.uncovered,
    "local_inconsistency": lambda s: s.local_inconsistency,
    "unlabelled": lambda s: s.unlabelled,
    "stray": lambda s: s.stray,
}
"""The figures of a response that are counted over responses."""


def means(scores: Sequence[ConflictScore]) -> dict[str, object]:
    """The mean of each figure over the responses that have it (95 % by resampling these), and sums of counts."""
    found: dict[str, object] = {"responses": len(scores), "without_score": sum(s.cs_c is None for s in scores)}
    for name, measure in MEASURES.items():
        values = [value for s in scores if (value := measure(s)) is not None]
        found[name] = round(fmean(values), DIGITS) if values else None
        found[f"{name}_interval"] = resampled(values)
        found[f"{name}_of"] = len(values)
    return found | {name: sum(map(count, scores)) for name, count in COUNTS.items()}


def resampled(values: Sequence[float]) -> Interval | None:
    """The 95 % interval of a mean (percentiles of resamples); None for fewer than two values."""
    if len(values) < 2:
        return None
    import numpy as np

    from contragraph.evaluation.bootstrap import draws

    low, high = np.percentile(draws(len(values)) @ np.array(values) / len(values), [2.5, 97.5])
    return round(float(low), DIGITS), round(float(high), DIGITS)


def agreement(one: Sequence[ConflictScore], other: Sequence[ConflictScore]) -> tuple[float | None, int]:
    """Cohen's kappa of the labels that both give of the same claim by the same document, and how many these are."""
    first, second = _labels(one), _labels(other)
    shared = sorted(first.keys() & second.keys())
    found = kappa([(("one", first[key]), ("other", second[key])) for key in shared])
    return (None if found is None else round(found, DIGITS)), len(shared)


def _labels(scores: Sequence[ConflictScore]) -> dict[tuple[int, str, int], int]:
    return {
        (place, claim.text.casefold(), number): LABELS.index(its.label)
        for place, score in enumerate(scores)
        for claim in score.claims
        for number, its in enumerate(claim.labels)
        if its.label is not None
    }
