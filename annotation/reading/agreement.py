"""How far readers agree where they read the same pairs: Cohen's kappa for two, Krippendorff's alpha for any number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from contragraph.annotation.reading.score import ENGLISH, WORST, Outcome
from contragraph.evaluation.named import TEXTS
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

Answers = Callable[[Outcome], Mapping[str, int]]
"""What one reading answers to a question: a value for each thing that is asked about."""


def _found(o: Outcome) -> Mapping[str, int]:
    return {} if o.matched is None else {f"{o.key.number}": int(any(o.matched))}


def _quality(o: Outcome) -> Mapping[str, int]:
    return {} if o.quality is None else {f"{o.key.number}": WORST.index(o.quality)}


def _conflicts(o: Outcome) -> Mapping[str, int]:
    if o.judgement is None:
        return {}
    return {f"{o.key.number}/{n}": WORST.index(quality) for n, quality in enumerate(o.judgement.declared)}


def _english(o: Outcome) -> Mapping[str, int]:
    return {f"{o.key.number}{text}": ENGLISH.index(getattr(o.finding.english, text)) for text in TEXTS}


QUESTIONS: dict[str, tuple[Answers, bool]] = {
    "a declared conflict found": (_found, False),
    "the pair (worst conflict)": (_quality, False),
    "each declared conflict": (_conflicts, False),
    "English of each text": (_english, True),
}
"""What readers may agree on; whether the values are in order."""


AGREEMENT_COLUMNS = (
    *("question", "readers", "units", "same"),
    *("kappa", "kappa_low", "kappa_high", "alpha", "alpha_low", "alpha_high"),
)


@dataclass(frozen=True, slots=True)
class Agreement:
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


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def agreement_on(question: str, readers: tuple[str, ...], units: Sequence[Unit], *, ordered: bool) -> Agreement:
    """How far readers agree on the units that at least two of them answered."""
    of_alpha = partial(alpha, ordered=ordered)
    two = len(readers) == 2
    return Agreement(
        question,
        readers,
        len(units),
        _rounded(observed(units)),
        _rounded(kappa(units)) if two else None,
        bootstrap_interval(units, kappa) if two else None,
        _rounded(of_alpha(units)),
        bootstrap_interval(units, of_alpha),
    )


def agreements(listed: Sequence[Outcome]) -> Iterator[Agreement]:
    """For each question the agreement of all readers, and of each two where there are more; none without overlap."""
    names = sorted({o.reader for o in listed})
    groups = [tuple(names)] if len(names) > 1 else []
    if len(names) > 2:
        groups += list(combinations(names, 2))
    for question, (answers_of, ordered) in QUESTIONS.items():
        for group in groups:
            given: dict[str, dict[str, int]] = {name: {} for name in group}
            for o in listed:
                if o.reader in given:
                    given[o.reader].update(answers_of(o))
            if units := units_of(given):
                yield agreement_on(question, group, units, ordered=ordered)
