"""Which sentences of a collection are worth comparing: those that speak of the same thing, found by an index.

Sentences are entered under the words of what they speak of; one of two must be about what the other speaks of. Of few
sentences all these are compared. In large collections a word that very many sentences speak of joins those alone that
have a further word in common, so that the work grows with the number of documents and not with its square.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from contragraph.documents.anchors import keys_of, one_matter
from contragraph.documents.slots import Line

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
    sizes = Counter(group for d, group in enumerate(groups) for _ in documents[d])
    under: dict[tuple[str, str], list[Place]] = defaultdict(list)
    kept: dict[Place, Line] = {}
    for d, lines in enumerate(documents):
        for n, line in enumerate(lines):
            if line.slots or line.denied or line.stems:
                kept[d, n] = line
                for key in keys_of(line):
                    under[groups[d], key].append((d, n))
    joined = {
        (one, other)
        for (group, key), places in under.items()
        for its in ([places] if sizes[group] <= FEW or len(places) <= MANY else _crowd(places, key, kept))
        for one, other in combinations(its, 2)
        if one[0] != other[0]
    }
    found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for one, other in sorted(joined):
        if one_matter(kept[one], kept[other]):
            found[one[0], other[0]].append((one[1], other[1]))
    return {pair: sorted(its) for pair, its in sorted(found.items())}


def _crowd(places: Sequence[Place], key: str, kept: Mapping[Place, Line]) -> Iterator[Sequence[Place]]:
    """Of many sentences under a word, those that share a further one which few of them have."""
    further: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        for other in (keys_of(kept[place]) | kept[place].stems) - {key}:
            further[other].append(place)
    yield from (its for its in further.values() if len(its) <= MANY)
