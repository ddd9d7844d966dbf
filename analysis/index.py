"""Which sentences of a collection are worth comparing: those that speak of the same thing, found by an index.

Sentences are entered under the words of what they speak of. Few sentences are all compared. In large collections one
must be about what the other speaks of, and a word that very many sentences speak of joins those alone that have a
further word in common, so that the work grows with the number of documents and not with its square.
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
    kept: dict[Place, Line] = {}
    for d, lines in enumerate(documents):
        for n, line in enumerate(lines):
            if line.slots or line.denied or line.stems:
                kept[d, n] = line
                for key in keys_of(line):
                    under[groups[d], key].append((d, n))
    found: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    for (group, key), places in under.items():
        few = sizes[group] <= FEW
        for one, other in combinations(places, 2) if few else _joined(places, key, kept):
            if one[0] != other[0]:
                found[one[0], other[0]].add((one[1], other[1]))
    return {pair: sorted(found[pair]) for pair in sorted(found)}


def _joined(places: Sequence[Place], key: Key, kept: Mapping[Place, Line]) -> Iterator[tuple[Place, Place]]:
    """Those of many sentences that share a key which are worth comparing."""
    about = {place for place in places if len(key) > 1 or key[0] in kept[place].about}
    if not about:
        return
    groups = [places]
    if len(places) > MANY:
        further: dict[Key, list[Place]] = defaultdict(list)
        for place in places:
            for other in keys_of(kept[place]).union((s,) for s in kept[place].stems) - {key}:
                further[other].append(place)
        groups = [its for its in further.values() if len(its) <= MANY]
    for its in groups:
        yield from ((one, other) for one, other in combinations(its, 2) if one in about or other in about)
