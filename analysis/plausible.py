"""Which documents are worth comparing: those that speak of the same things, found by an index and not by all pairs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from contragraph.analysis.language import stem_of
from contragraph.analysis.records import Extracted

COMMON = 0.05
"""What stands in more than this share of the documents joins no two of them (but at least ``FEW`` documents may)."""
FEW = 10
LEAST = 0.2
"""The share of the rarer names of the shorter document, by weight, that the other one must have as well."""


@dataclass(frozen=True, slots=True)
class Plausible:
    """Pairs of documents by number, in order, and how many there would be in all."""

    pairs: tuple[tuple[int, int], ...]
    all_pairs: int

    @property
    def skipped(self) -> int:
        """Pairs that have too little in common."""
        return self.all_pairs - len(self.pairs)


def things_of(text: Extracted) -> frozenset[str]:
    """What a document speaks of: its names as a whole, and where it has few, its rarer words too."""
    names = {m.key for its in text.mentions for m in its if m.kind == "name" and len(m.key) > 2}
    words = {" ".join(map(stem_of, name.split())) for name in names}
    if len(words) < 3:
        words |= {s for stems in text.stems for s in stems if len(s) > 3 and not s.isdigit()}
    return frozenset(words)


def plausible(texts: Sequence[Extracted], groups: Sequence[str], least: float = LEAST) -> Plausible:
    """The pairs of one group that share enough of what is rare in all documents."""
    things = [things_of(text) for text in texts]
    counts = Counter(thing for its in things for thing in its)
    most = max(FEW, COMMON * len(texts))
    weight = {thing: math.log(1 + len(texts) / n) for thing, n in counts.items()}
    total = [sum(weight[t] for t in sorted(its)) for its in things]
    places: dict[str, list[int]] = {}
    for number, its in enumerate(things):
        for thing in sorted(its):
            if 1 < counts[thing] <= most:
                places.setdefault(thing, []).append(number)
    shared: Counter[tuple[int, int]] = Counter()
    for thing in sorted(places):
        for i, j in combinations(places[thing], 2):
            if groups[i] == groups[j]:
                shared[i, j] += weight[thing]  # type: ignore[assignment]
    found = sorted(p for p, w in shared.items() if w >= least * min(total[p[0]], total[p[1]]))
    sizes = Counter(groups)
    return Plausible(tuple(found), sum(n * (n - 1) // 2 for n in sizes.values()))
