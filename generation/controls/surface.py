"""What the surface of a pair of texts shows: the figures by which controls are matched with conflicting pairs.

Lengths, what both texts share, how sentences of one resemble those of the other, which words stand in each and how
often, and where the names and numbers of the statements that the second text has in place of others stand in the first.
All figures are whole numbers, so that sums of them are the same on every machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from contragraph.dataset.records.schema import ContextRecord, InstanceRecord

Surface = Mapping[str, int]
"""Figures by name; the part of a name before ``|`` is the group that it belongs to. What is not there is 0."""
Words = Sequence[Sequence[str]]
"""The words of each sentence of a side."""

_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_MORE = 3
"""How much more often on one side a word counts at most."""
_SHARES = (34, 67, 99)
"""Shares, in percent, above which names that are known, or stand together, count as more."""
_UNLIKE = 50
"""A sentence is unlike all of the other side where it shares less than so much, in percent, with each."""


def surface_of(record: InstanceRecord) -> Surface:
    """The figures of a pair: of its texts, of its seed relations and of what stands in place of its originals."""
    one, other = record.contexts.original, record.contexts.perturbed
    old = {s.id for s in one.statements}
    new = {s.id for s in other.statements} - old
    changed = [n for n, sentence in enumerate(other.sentences) if not new.isdisjoint(sentence.statements)]
    found = dict(surface(_words(one), _words(other), changed))
    told = Counter(f"told|{s.relation.id}" for s in other.statements if s.id in new)
    return {**found, **told, **Counter(f"seed|{r}" for r in record.relations)}


def surface(one: Words, other: Words, changed: Sequence[int]) -> Surface:
    """The figures of two texts; ``changed`` are the numbers of the second one's sentences that say something else."""
    flat = [[w.lower() for s in side for w in s] for side in (one, other)]
    found: dict[str, int] = {}
    found |= _lengths(one, other)
    found |= _overlap(one, other, flat)
    found |= _order(one, other)
    found |= _names(one, [other[number] for number in changed])
    found |= _vocabulary(flat)
    return {name: value for name, value in found.items() if value}


def _words(context: ContextRecord) -> Words:
    return [_WORD.findall(context.text[s.start : s.end]) for s in context.sentences]


def _lengths(one: Words, other: Words) -> Iterator[tuple[str, int]]:
    lengths = [[len(s) for s in side] for side in (one, other)]
    for name, some in zip("AB", lengths, strict=True):
        yield f"length|words of {name}", sum(some)
        yield f"length|sentences of {name}", len(some)
        yield f"length|longest of {name}", max(some)
        yield f"length|shortest of {name}", min(some)
    letters = [sum(len(w) for s in side for w in s) for side in (one, other)]
    yield "length|letters of B beside A", letters[1] - letters[0]
    yield "length|words of B beside A", sum(lengths[1]) - sum(lengths[0])
    yield "length|sentences of B beside A", len(lengths[1]) - len(lengths[0])


def _overlap(one: Words, other: Words, flat: Sequence[Sequence[str]]) -> Iterator[tuple[str, int]]:
    here, there = set(flat[0]), set(flat[1])
    yield "overlap|words in A alone", len(here - there)
    yield "overlap|words in B alone", len(there - here)
    yield "overlap|shared", _percent(len(here & there), len(here | there))
    for kind, fits in (("names", _is_name), ("numbers", _is_number)):
        mine, its = ({w for s in side for w in s if fits(w)} for side in (one, other))
        yield f"overlap|{kind} in A alone", len(mine - its)
        yield f"overlap|{kind} in B alone", len(its - mine)
        yield f"overlap|{kind} in both", len(mine & its)


def _order(one: Words, other: Words) -> Iterator[tuple[str, int]]:
    sets = [[{w.lower() for w in s} for s in side] for side in (one, other)]
    for name, here, there in (("A", sets[0], sets[1]), ("B", sets[1], sets[0])):
        likeness = [max(_percent(len(s & t), len(s | t)) for t in there) for s in here]
        least = min(range(len(here)), key=likeness.__getitem__)
        yield f"order|least likeness of {name}", likeness[least]
        yield f"order|likeness of {name}", sum(likeness) // len(likeness)
        yield f"order|place of the least like of {name}", _percent(least, len(here) - 1)
        yield f"order|words of the least like of {name}", len(here[least])
        yield f"order|unlike in {name}", sum(some < _UNLIKE for some in likeness)


def _names(one: Words, changed: Words) -> Iterator[tuple[str, int]]:
    """Whether the names and numbers of what is said instead are on the other side, and in one sentence there."""
    known = [set(s) for s in one]
    everywhere = set[str]().union(*known)
    for kind, fits in (("names", _is_name), ("numbers", _is_number)):
        shares: list[tuple[int, int]] = []
        for words in changed:
            # What begins a sentence is no name unless the other side has it.
            some = {w for i, w in enumerate(words) if fits(w) and (i or w in everywhere)}
            if some:
                together = max(len(some & here) for here in known)
                shares.append((_percent(len(some & everywhere), len(some)), _percent(together, len(some))))
        for place, name in enumerate(("known", "together")) if shares else ():
            values = [share[place] for share in shares]
            for way, share in (("least", min(values)), ("mean", sum(values) // len(values)), ("most", max(values))):
                yield f"names|{kind} {name}, {way}", share
                yield from ((f"names|{kind} {name}, {way} > {bound}", 1) for bound in _SHARES if share > bound)


def _vocabulary(flat: Sequence[Sequence[str]]) -> Iterator[tuple[str, int]]:
    one, other = Counter(flat[0]), Counter(flat[1])
    for name, some in (("A", one), ("B", other)):
        yield from ((f"has|{word} in {name}", 1) for word in some)
    yield from ((f"changed|more {word}", min(count, _MORE)) for word, count in (other - one).items())
    yield from ((f"changed|less {word}", min(count, _MORE)) for word, count in (one - other).items())


def _is_name(word: str) -> bool:
    return word[0].isupper()


def _is_number(word: str) -> bool:
    return word[0].isdigit()


def _percent(some: int, of: int) -> int:
    return 100 * some // max(1, of)
