"""Which sentences of a collection are worth comparing: those that speak of the same thing, found by an index.

Sentences are entered under the words of what they speak of. Few sentences are all compared. In large collections a word
that very many sentences speak of joins those alone that have a further word in common, so that the work grows with the
number of documents and not with its square.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from contragraph.analysis.anchors import keys_of
from contragraph.analysis.slots import Line

FEW = 2_000
"""Sentences of a collection up to which each is compared with all that speak of the same."""
MANY = 40
"""Sentences that one word of what they speak of may join beyond that."""
Place = tuple[int, int]
"""(document, sentence)"""
Key = tuple[str, ...]
Pairs = Mapping[tuple[int, int], Sequence[tuple[int, int]]]
"""By pair of documents, the pairs of their sentences to compare."""


def comparable(documents: Sequence[Sequence[Line]], groups: Sequence[str]) -> Pairs:
    """The pairs of sentences of two documents of one group that speak of the same thing, in order."""
    sizes = Counter(group for d, group in enumerate(groups) for _ in documents[d])
    under: dict[tuple[str, Key], list[Place]] = defaultdict(list)
    kept: dict[Place, frozenset[Key]] = {}
    for d, lines in enumerate(documents):
        for n, line in enumerate(lines):
            if line.slots or line.denied or line.stems:
                keys = keys_of(line)
                kept[d, n] = keys | {(s,) for s in line.stems}
                for key in keys:
                    under[groups[d], key].append((d, n))
    found: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    for (group, key), places in under.items():
        for one, other in _joined(places, key, kept, sizes[group] <= FEW):
            if one[0] != other[0]:
                found[one[0], other[0]].add((one[1], other[1]))
    return {pair: sorted(found[pair]) for pair in sorted(found)}


def _joined(
    places: Sequence[Place], key: Key, kept: Mapping[Place, frozenset[Key]], few: bool
) -> Iterator[tuple[Place, Place]]:
    if few or len(places) <= MANY:
        yield from combinations(places, 2)
        return
    further: dict[Key, list[Place]] = defaultdict(list)
    for place in places:
        for other in kept[place] - {key}:
            further[other].append(place)
    for its in further.values():
        if len(its) <= MANY:
            yield from combinations(its, 2)
