"""When a thing was by what it has in common with others: its awards, occupations, schools, genres.

A naive Bayes estimate over bins of twenty years. How often a trait occurs is counted among the things of each bin, and
not the other way round, so that it does no harm that those with known years are no fair sample of all. Logarithms are
those of whole numbers, so that results are alike on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import add

TRAITS = (
    "wdt:P106",  # occupation
    "wdt:P27",  # country of citizenship
    "wdt:P69",  # educated at
    "wdt:P108",  # employer
    "wdt:P102",  # member of political party
    "wdt:P463",  # member of
    "wdt:P39",  # position held
    "wdt:P166",  # award received
    "wdt:P1411",  # nominated for
    "wdt:P54",  # member of sports team
    "wdt:P264",  # record label
    "wdt:P135",  # movement
    "wdt:P241",  # military branch
    "wdt:P509",  # cause of death
    "wdt:P1412",  # languages spoken, written or signed
    "wdt:P136",  # genre
    "wdt:P272",  # production company
    "wdt:P750",  # distributed by
    "wdt:P449",  # original broadcaster
)
"""Relations whose objects are traits of the subject."""

WIDTH = 20
START, BINS = 1480, 28
"""The first bin holds all that was before 1500, and the last all after 2020."""
_COMMON = 6
"""Weight of the trait's rate among all bins beside what is counted in one."""
_LEAST = 4
"""Things with a known time that a trait must have to tell anything."""
_SCALE = 64
_TEMPER = 3
"""Traits go together (a senator is a politician), so that the sum of their evidence counts for a third."""
_BEYOND = 3 * _SCALE
"""What a bin loses for each limit that it is beyond: an eighth of its probability is left."""
_NO_LIMITS: tuple[list[int], list[int]] = ([], [])
MASS = 90
"""Per cent of the probability that lies within the error of an estimate."""


@lru_cache(maxsize=1 << 16)
def _log(number: int) -> int:
    """The binary logarithm of a whole number, times 64."""
    return int((number**_SCALE).bit_length())


def bin_of(year: int) -> int:
    """The bin of a year."""
    return min(max((year - START) // WIDTH, 0), BINS - 1)


def estimates(
    traits: Mapping[str, Iterable[str]],
    middles: Mapping[str, int],
    wanted: Iterable[str],
    limits: Mapping[str, tuple[list[int], list[int]]],
) -> dict[str, tuple[int, int]]:
    """For each of the wanted things (middle year, error), where its traits tell; ``middles``: those of the others.

    ``limits``: years after which, and years before which, the middle most probably lies. Nothing is told of what
    belongs before 1500.
    """
    counts: dict[str, list[int]] = {}
    sizes = [0] * BINS
    for thing, year in middles.items():
        here = bin_of(year)
        sizes[here] += 1
        for trait in traits.get(thing, ()):
            counts.setdefault(trait, [0] * BINS)[here] += 1
    sizes = _spread(sizes)
    total = sum(sizes)
    evidence = {t: _evidence(_spread(found), sizes) for t, found in counts.items() if sum(found) >= _LEAST}
    prior = [_log(size + total // 50 + 1) for size in sizes]
    result: dict[str, tuple[int, int]] = {}
    for thing in wanted:
        scores = None
        for trait in traits.get(thing, ()):
            if told := evidence.get(trait):
                scores = list(map(add, scores, told)) if scores else told
        after, before = limits.get(thing, _NO_LIMITS)
        if (after and before) or scores is not None:
            summed = [s // _TEMPER + p for s, p in zip(scores or [0] * BINS, prior)]
            for place in range(BINS) if after or before else ():
                year = START + WIDTH * place + WIDTH // 2
                summed[place] -= _BEYOND * (sum(year < y for y in after) + sum(year > y for y in before))
            found = _read(summed)
        else:
            found = None
        if found:
            result[thing] = found
    return result


def _spread(counts: list[int]) -> list[int]:
    """The counts, four times, each shared with the bins beside it."""
    padded = [counts[0], *counts, counts[-1]]
    return [padded[i] + 2 * padded[i + 1] + padded[i + 2] for i in range(BINS)]


def _evidence(found: list[int], sizes: list[int]) -> list[int]:
    rate, total = sum(found), sum(sizes)
    # (found + common * rate / total) / (size + common), as a quotient of whole numbers.
    return [
        _log(n * total + 4 * _COMMON * rate + 1) - _log((size + 4 * _COMMON) * total) for n, size in zip(found, sizes)
    ]


def _read(summed: list[int]) -> tuple[int, int] | None:
    """The middle of the most likely years, and how far around it most of the probability reaches."""
    best = max(summed)
    # Two to the power of the difference, in whole numbers: a bin 20 halvings below the best counts for nothing.
    mass = [0 if best - s > 20 * _SCALE else (1 << 40) >> ((best - s) // _SCALE) for s in summed]
    whole, passed, centre = sum(mass), mass[0], 0
    while 2 * passed < whole:
        centre += 1
        passed += mass[centre]
    if centre == 0:
        return None
    share = (whole - 2 * (passed - mass[centre])) * WIDTH // (2 * mass[centre])
    year = START + WIDTH * centre + share
    reach = 0
    while reach < BINS and sum(mass[max(centre - reach, 0) : centre + reach + 1]) * 100 < whole * MASS:
        reach += 1
    return year, WIDTH * reach + WIDTH // 2
