"""Choosing controls: of many candidates those that together look most like the conflicting pairs beside them.

Each candidate is a sum of figures (:mod:`.surface`). A set is chosen whose sums come near to those of the pairs: one
candidate after the other, the best first, then by exchanging one for another as long as that helps. All arithmetic is
on whole numbers, so that every machine chooses alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from contragraph.generation.controls.surface import Surface

Numbers = NDArray[np.int64]

WEIGHTS: Mapping[str, int] = {
    "length": 3,
    "overlap": 3,
    "order": 2,
    "names": 6,
    "has": 1,
    "changed": 2,
    "told": 4,
    "seed": 4,
}
"""How much groups of figures count."""
_COUNTED = frozenset({"has", "changed", "told", "seed"})
"""Groups whose figures count the more, the more frequent they are: of others all count alike, whatever their scale."""
_FREQUENT = 50
"""A figure counts that one in so many pairs or candidates has."""
_SCALE = 100
_MOST = 100_000
"""A figure of one pair counts no more than so many hundredths of the spread, weighted."""
_WHOLE = 3
"""How much more the likeness of all that was chosen so far counts than that of the type at hand alone."""
_EXCHANGES = 500
"""Candidates that are exchanged for others, at most."""


def choose(
    candidates: Sequence[Surface], goals: Sequence[Surface], owed: Sequence[tuple[Surface, Surface]] = ()
) -> list[int]:
    """The numbers of those candidates, one for each goal at most, that together look most like the goals.

    ``owed`` are pairs and controls chosen before: where these fall short of those, or have too much, the choice makes
    up for it.
    """
    if not candidates:
        return []
    scale = _scales([*goals, *candidates])
    goal = _matrix(goals, scale).sum(axis=0)
    debt = _matrix([p for p, _ in owed], scale).sum(axis=0) - _matrix([c for _, c in owed], scale).sum(axis=0)
    some = _matrix(candidates, scale)
    # |S - goal|² + w |S - goal - debt|² = (1 + w) |S|² - 2 S·((1 + w) goal + w debt) + what does not depend on S.
    pull = some @ ((1 + _WHOLE) * goal + _WHOLE * debt)
    # Whole numbers of which all sums stay far below 2^53 are added exactly in this way as well, and much faster.
    exact = some.astype(np.float64)
    likeness = (1 + _WHOLE) * (exact @ exact.T).astype(np.int64)
    chosen = _one_by_one(likeness, pull, len(goals))
    _exchange(likeness, pull, chosen)
    return sorted(chosen)


def _scales(shown: Sequence[Surface]) -> dict[str, tuple[int, int]]:
    """Of each figure that is frequent enough what it is multiplied with, and divided by."""
    sums, squares, times = Counter[str](), Counter[str](), Counter[str]()
    for surface in shown:
        for name, value in surface.items():
            sums[name] += value
            squares[name] += value * value
            times[name] += 1
    found: dict[str, tuple[int, int]] = {}
    for name in sorted(n for n, count in times.items() if count * _FREQUENT >= len(shown)):
        group = name.partition("|")[0]
        # The standard deviation, 100 times; of what is counted its root.
        spread = isqrt(max(0, 10_000 * (len(shown) * squares[name] - sums[name] ** 2)) // len(shown) ** 2)
        divisor = isqrt(100 * spread) if group in _COUNTED else spread
        if divisor:
            found[name] = (isqrt(WEIGHTS[group] * _SCALE**4), divisor)
    return found


def _matrix(shown: Sequence[Surface], scale: Mapping[str, tuple[int, int]]) -> Numbers:
    """A row for each, a column for each figure."""
    rows = np.zeros((len(shown), len(scale)), dtype=np.int64)
    places = {name: place for place, name in enumerate(scale)}
    for row, surface in zip(rows, shown, strict=True):
        for name, value in surface.items():
            if name in scale:
                multiplied, divisor = scale[name]
                row[places[name]] = max(-_MOST, min(_MOST, value * multiplied // divisor))
    return rows


def _one_by_one(likeness: Numbers, pull: Numbers, wanted: int) -> list[int]:
    """Candidates that keep the sums near to what so many of the goals would be, each the best beside those before."""
    chosen: list[int] = []
    reached = np.zeros(len(pull), dtype=np.int64)
    own = likeness.diagonal()
    for number in range(1, min(wanted, len(pull)) + 1):
        cost = 2 * reached + own - 2 * (pull * number // wanted)
        cost[chosen] = np.iinfo(np.int64).max
        best = int(np.argmin(cost))
        chosen.append(best)
        reached += likeness[best]
    return chosen


def _exchange(likeness: Numbers, pull: Numbers, chosen: list[int]) -> None:
    """Exchange chosen candidates for others, the exchange that helps most first."""
    own = likeness.diagonal()
    for _ in range(_EXCHANGES if chosen else 0):
        reached = likeness[chosen].sum(axis=0)
        best, gain = (-1, -1), 0
        for place, old in enumerate(chosen):
            cost = 2 * (reached - reached[old]) + own + own[old] - 2 * (pull - pull[old]) - 2 * likeness[old]
            cost[chosen] = 0
            new = int(np.argmin(cost))
            if cost[new] < gain:
                best, gain = (place, new), int(cost[new])
        if gain == 0:
            return
        chosen[best[0]] = best[1]
