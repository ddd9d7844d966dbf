"""Which sentences of a collection are worth comparing: those that speak of the same thing, found by an index.

Sentences are entered under the words of what they speak of. Few sentences are all compared. In large collections a word
that very many sentences speak of joins those alone that have a further word in common, so that the work grows with the
number of documents and not with its square.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from contragraph.analysis.slots import Line, Stems

FEW = 2_000
"""Sentences of a collection up to which each is compared with all that speak of the same."""
MANY = 40
"""Sentences that one word of what they speak of may join beyond that."""
Place = tuple[int, int]
"""(document, sentence)"""
Pairs = Mapping[tuple[int, int], Sequence[tuple[int, int]]]
"""By pair of documents, the pairs of their sentences to compare."""


def comparable(documents: Sequence[Sequence[Line]], groups: Sequence[str]) -> Pairs:
    """The pairs of sentences of two documents of one group that speak of the same thing, in order."""
    lines = [((d, n), line) for d, its in enumerate(documents) for n, line in enumerate(its)]
    sizes = Counter(groups[d] for (d, _), _ in lines)
    under: dict[tuple[str, str], list[Place]] = defaultdict(list)
    kept: dict[Place, Line] = {}
    for place, line in lines:
        if not line.slots and not line.denied and not line.stems:
            continue
        kept[place] = line
        for word in sorted(_spoken_of(line)):
            under[groups[place[0]], word].append(place)
    found: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    for (group, word), places in under.items():
        for one, other in _joined(places, word, kept, sizes[group] <= FEW):
            if one[0] != other[0]:
                found[one[0], other[0]].add((one[1], other[1]))
    return {pair: sorted(found[pair]) for pair in sorted(found)}


def _spoken_of(line: Line) -> Stems:
    return frozenset(s for name in line.names for s in name.stems) | line.about | frozenset(line.words) - {""}


def _joined(
    places: Sequence[Place], word: str, lines: Mapping[Place, Line], few: bool
) -> Iterator[tuple[Place, Place]]:
    if few or len(places) <= MANY:
        yield from combinations(places, 2)
        return
    further: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        line = lines[place]
        for other in sorted((line.stems | _spoken_of(line)) - {word}):
            further[other].append(place)
    for its in further.values():
        if len(its) <= MANY:
            yield from combinations(its, 2)
