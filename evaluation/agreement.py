"""How far people agree who answered the same questions: Cohen's kappa of two, Krippendorff's alpha of any number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from contragraph.evaluation.statistics import (
    DIGITS,
    Interval,
    Unit,
    alpha,
    bootstrap_interval,
    kappa,
    observed,
    units_of,
)

AGREEMENT_COLUMNS = (
    *("question", "readers", "units", "same"),
    *("kappa", "kappa_low", "kappa_high", "alpha", "alpha_low", "alpha_high"),
)
Answers = Mapping[str, Mapping[str, int]]
"""What each reader answers, as a value for each thing that is asked about."""


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """How far some readers agree on a question; ``units`` were answered by at least two of them."""

    question: str
    readers: tuple[str, ...]
    units: int
    same: float | None
    kappa: float | None
    kappa_interval: Interval | None
    alpha: float | None
    alpha_interval: Interval | None

    def row(self) -> dict[str, object]:
        """The agreement as a row of a list."""
        kappa_low, kappa_high = self.kappa_interval or (None, None)
        alpha_low, alpha_high = self.alpha_interval or (None, None)
        return {
            "question": self.question,
            "readers": ", ".join(self.readers),
            "units": self.units,
            "same": self.same,
            "kappa": self.kappa,
            "kappa_low": kappa_low,
            "kappa_high": kappa_high,
            "alpha": self.alpha,
            "alpha_low": alpha_low,
            "alpha_high": alpha_high,
        }


def agreement_on(
    question: str,
    readers: tuple[str, ...],
    units: Sequence[Unit],
    *,
    ordered: bool = False,
    intervals: Collection[str] = ("kappa", "alpha"),
) -> AnnotatorAgreement:
    """How far readers agree on the units that at least two of them answered.

    ``ordered``: the values are in order, and a step of two counts fourfold. Kappa is of two readers alone. Intervals
    are computed of the coefficients that are named; resampling takes its time.
    """
    of_alpha = partial(alpha, ordered=ordered)
    two = len(readers) == 2
    return AnnotatorAgreement(
        question,
        readers,
        len(units),
        _rounded(observed(units)),
        _rounded(kappa(units)) if two else None,
        bootstrap_interval(units, kappa) if two and "kappa" in intervals else None,
        _rounded(of_alpha(units)),
        bootstrap_interval(units, of_alpha) if "alpha" in intervals else None,
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def agreements(questions: Iterable[tuple[str, bool, Answers]], readers: Iterable[str]) -> Iterator[AnnotatorAgreement]:
    """For each question the agreement of all readers, and of each two where there are more; none without overlap.

    A question is its name, whether its values are in order, and the answers.
    """
    names = tuple(sorted(readers))
    groups = [names] if len(names) > 1 else []
    if len(names) > 2:
        groups += list(combinations(names, 2))
    for question, ordered, answers in questions:
        for group in groups:
            if units := units_of({name: answers.get(name, {}) for name in group}):
                yield agreement_on(question, group, units, ordered=ordered)
