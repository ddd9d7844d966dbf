"""Confidence intervals and agreement, computed by scipy and nltk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from warnings import catch_warnings, simplefilter

DIGITS = 4
"""Shares and coefficients are rounded to this many digits: more would promise too much."""
RESAMPLES = 1000
SEED = 20_250_701
"""Of the bootstrap, so that the same answers give the same interval."""
Interval = tuple[float, float]
Unit = tuple[tuple[str, int], ...]
"""What several readers say of one thing: (reader, value)."""


@dataclass(frozen=True, slots=True)
class Proportion:
    """``count`` of ``of``; None where there is nothing to count."""

    count: int
    of: int

    @property
    def share(self) -> float | None:
        """The share itself."""
        return round(self.count / self.of, DIGITS) if self.of else None

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval of Wilson, within 0 and 1."""
        if not self.of:
            return None
        from scipy.stats import binomtest

        found = binomtest(self.count, self.of).proportion_ci(confidence_level=0.95, method="wilson")
        return round(float(found.low), DIGITS), round(float(found.high), DIGITS)


Coefficient = Callable[[Sequence[Unit]], float | None]


def observed(units: Sequence[Unit]) -> float | None:
    """The share of pairs of answers to one thing that are the same."""
    pairs = [a == b for unit in units for i, (_, a) in enumerate(unit) for _, b in unit[:i]]
    return sum(pairs) / len(pairs) if pairs else None


def _varied(units: Sequence[Unit]) -> bool:
    """Are there two different values? Without, chance agrees as well as readers do, and no coefficient exists."""
    return len({value for unit in units for _, value in unit}) > 1


def kappa(units: Sequence[Unit]) -> float | None:
    """Cohen's kappa of two readers; None where all answers are the same."""
    if not _varied(units):
        return None
    from nltk.metrics.agreement import AnnotationTask

    return float(AnnotationTask(_rows(units)).kappa())


def alpha(units: Sequence[Unit], *, ordered: bool = False) -> float | None:
    """Krippendorff's alpha; None where all answers are the same. ``ordered``: a step of two counts fourfold."""
    if not _varied(units):
        return None
    from nltk.metrics.agreement import AnnotationTask
    from nltk.metrics.distance import binary_distance, interval_distance

    return float(AnnotationTask(_rows(units), interval_distance if ordered else binary_distance).alpha())


def _rows(units: Sequence[Unit]) -> list[tuple[str, int, int]]:
    return [(reader, number, value) for number, unit in enumerate(units) for reader, value in unit]


def bootstrap_interval(units: Sequence[Unit], coefficient: Coefficient) -> Interval | None:
    """The 95 % percentile interval of a coefficient over resampled units.

    None for fewer than two units, or where the coefficient does not exist. Resamples without one are left out.
    """
    if len(units) < 2 or coefficient(units) is None:
        return None
    import numpy as np
    from scipy.stats import DegenerateDataWarning, bootstrap

    def of_indices(indices: np.ndarray[tuple[int], np.dtype[np.int64]]) -> float:
        value = coefficient([units[i] for i in indices.tolist()])
        return float("nan") if value is None else value

    with catch_warnings():
        # scipy warns of resamples in which all answers are the same; those are left out below.
        simplefilter("ignore", DegenerateDataWarning)
        sampled = bootstrap(
            (np.arange(len(units)),),
            of_indices,
            n_resamples=RESAMPLES,
            vectorized=False,
            method="percentile",
            rng=np.random.default_rng(SEED),
        ).bootstrap_distribution
    low, high = np.nanpercentile(sampled, [2.5, 97.5])
    return round(float(low), DIGITS), round(float(high), DIGITS)


def units_of(answers: Mapping[str, Mapping[str, int]]) -> list[Unit]:
    """What at least two readers answered, from the answers by reader and thing, in order of the things' names."""
    things = sorted({thing for given in answers.values() for thing in given})
    units = (
        tuple((reader, given[thing]) for reader, given in sorted(answers.items()) if thing in given) for thing in things
    )
    return [unit for unit in units if len(unit) > 1]


def quarters(values: Iterable[int]) -> Callable[[int], str]:
    """Which quarter of some numbers one belongs to, in words."""
    import numpy as np

    given = sorted(values)
    edges = np.quantile(given, [0.25, 0.5, 0.75], method="inverted_cdf").tolist() if given else []

    def quarter(value: int) -> str:
        place = sum(value > edge for edge in edges)
        low = f"over {int(edges[place - 1])}" if place else ""
        high = f"up to {int(edges[place])}" if place < len(edges) else ""
        return f"{place + 1}: {', '.join(filter(None, (low, high)))}"

    return quarter


def natural(part: str) -> tuple[int, str]:
    """Numbers in their order, before words."""
    return (int(part), "") if part.isdigit() else (10**9, part)
