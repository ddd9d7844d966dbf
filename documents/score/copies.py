"""Which documents are near-copies of each other: they are one source, however often it is repeated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from contragraph.evaluation.answers.likeness import words_of

ALIKE = 0.8
"""Documents are near-copies that share so much of their runs of words (Jaccard)."""
RUN = 3
"""Words of a run; a shorter document is one run."""


def sources_of(texts: Sequence[str]) -> tuple[int, ...]:
    """The source of each document: the number (from 1) of the first document that it is a near-copy of, or its own."""
    runs = [_runs(text) for text in texts]
    source = list(range(1, len(texts) + 1))
    for a, b in combinations(range(len(texts)), 2):
        if source[b] == b + 1 and _alike(runs[a], runs[b]):
            source[b] = source[a]
    return tuple(source)


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = words_of(text)
    return frozenset(words[at : at + RUN] for at in range(max(1, len(words) - RUN + 1)))


def _alike(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
    small, large = sorted((len(one), len(other)))
    return small >= ALIKE * large and len(one & other) >= ALIKE * len(one | other)
