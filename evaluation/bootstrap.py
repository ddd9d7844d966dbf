"""Confidence intervals of measures: items are drawn again with replacement, pairs and controls each among themselves.

How often each item is drawn in each resample is drawn once for a number of items, so that what is compared is compared
on the same resamples, and a part of the items is measured within resamples of all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from contragraph.evaluation.measures import MEASURES, Array, Mask, SettingCounts, Sums
from contragraph.evaluation.statistics import DIGITS, RESAMPLES, SEED, Interval


@dataclass(frozen=True, slots=True)
class Value:
    """A measure of ``of`` items.

    ``value`` is None where it does not exist, ``interval`` (95 %, percentiles) also for fewer than two items.
    """

    value: float | None
    interval: Interval | None
    of: int


@dataclass(frozen=True)
class Sampled:
    """The counts of a setting with how often each of its items is drawn."""

    counts: SettingCounts
    pairs: Array
    controls: Array

    def values(self, names: Sequence[str], chosen: Mask | None = None) -> Mapping[str, Value]:
        """The measures of all items, or of those that are ``chosen`` (one truth value for each)."""
        kept = np.ones(len(self.counts.items), dtype=bool) if chosen is None else chosen
        plain, drawn = self.sums(kept)
        return {n: _rounded(float(MEASURES[n](plain)), MEASURES[n](drawn), int(kept.sum())) for n in names}

    def sums(self, kept: Mask) -> tuple[Sums, Sums]:
        """The sums over the items that are kept, and those over the resamples of them."""
        control, rows = self.counts.controls, self.counts.rows
        pairs, controls = rows[kept & ~control], rows[kept & control]
        drawn = _drawn(self.pairs[:, kept[~control]], pairs), _drawn(self.controls[:, kept[control]], controls)
        return (pairs.sum(axis=0), controls.sum(axis=0)), drawn


def _drawn(times: Array, rows: Array) -> Array:
    """The sums over resamples; not by a matrix product, whose threads take longer to wake than this takes."""
    sums: Array = np.einsum("rn,nk->rk", times, rows)
    return sums


def sampled(counts: SettingCounts) -> Sampled:
    """The counts of a setting, ready to be measured."""
    controls = int(counts.controls.sum())
    return Sampled(counts, draws(len(counts.items) - controls), draws(controls))


@lru_cache(maxsize=8)
def draws(number: int) -> Array:
    """How often each of so many things is drawn in each resample: a row for each resample."""
    if not number:
        return np.zeros((RESAMPLES, 0))
    rng = np.random.default_rng([SEED, number])
    return rng.multinomial(number, np.full(number, 1 / number), size=RESAMPLES).astype(np.float64)


def differences(one: SettingCounts, other: SettingCounts, names: Sequence[str]) -> Mapping[str, Value]:
    """How much larger the measures of ``other`` are than those of ``one``, on the items that both were asked."""
    shared = {item.id for item in one.items} & {item.id for item in other.items}
    first, second = (sampled(c.of(item.id in shared for item in c.items)) for c in (one, other))
    every = np.ones(len(shared), dtype=bool)
    (plain, drawn), (others, drawn_others) = first.sums(every), second.sums(every)
    return {
        name: _rounded(
            float(MEASURES[name](others) - MEASURES[name](plain)),
            MEASURES[name](drawn_others) - MEASURES[name](drawn),
            len(shared),
        )
        for name in names
    }


def measured(
    measures: Mapping[str, Callable[[Mapping[str, Array]], Array]],
    columns: Sequence[str],
    sums: Array,
    drawn: Array,
    of: int,
    units: int | None = None,
) -> dict[str, Value]:
    """Measures of sums by column; ``drawn`` has them over resamples, a row for each column.

    ``of`` counts what is measured, ``units`` what is drawn, where that is something else.
    """
    plain = dict(zip(columns, sums[:, None], strict=True))
    again = dict(zip(columns, drawn, strict=True))
    return {
        name: _rounded(float(np.asarray(each(plain)).reshape(-1)[0]), np.asarray(each(again)), of, units)
        for name, each in measures.items()
    }


def _rounded(value: float, drawn: Array, of: int, units: int | None = None) -> Value:
    if np.isnan(value):
        return Value(None, None, of)
    known = drawn[~np.isnan(drawn)]
    if (of if units is None else units) < 2 or not len(known):
        return Value(round(value, DIGITS), None, of)
    low, high = np.percentile(known, [2.5, 97.5])
    return Value(round(value, DIGITS), (round(float(low), DIGITS), round(float(high), DIGITS)), of)
