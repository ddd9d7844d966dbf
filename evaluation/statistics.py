"""Confidence intervals and agreement, from scipy, scikit-learn and krippendorff."""

from __future__ import annotations

from dataclasses import dataclass

from scipy.stats import binomtest

DIGITS = 4
"""Shares are rounded to this many digits: more would promise too much."""


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``of``, with the 95 % interval of Wilson; None where there is nothing to count."""

    count: int
    of: int

    @property
    def share(self) -> float | None:
        """The share itself."""
        return round(self.count / self.of, DIGITS) if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The ends of the interval, both within 0 and 1."""
        if not self.of:
            return None
        found = binomtest(self.count, self.of).proportion_ci(confidence_level=0.95, method="wilson")
        return round(float(found.low), DIGITS), round(float(found.high), DIGITS)
