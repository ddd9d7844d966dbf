"""What the surface of a pair of texts shows: the figures by which controls are matched with conflicting pairs.

Lengths, what both texts share, how sentences of one resemble those of the other, which words stand in each and how
often, and whether the names of what is made up stand together in the other text. All figures are whole numbers, so
that sums of them are the same on every machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from contragraph.dataset.schema import ContextRecord, InstanceRecord

Surface = Mapping[str, int]
"""Figures by name; the part of a name before ``|`` is the group that it belongs to. What is not there is 0."""
Words = Sequence[Sequence[str]]
"""The words of each sentence of a side."""

_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_MORE = 3
"""How much more often on one side a word counts at most."""
_SHARES = (34, 51, 67, 80, 99)
"""Shares, in percent, above which names that are known, or stand together, count as more."""
_LIKENESS = (10, 20, 30, 40, 50, 70)
_WORDS_THAT_DENY = """
    any every each all both either neither none no nothing nobody nowhere not never nor without only sole solely alone
    exclusively entirely wholly else other others same own separate apart before after until outside besides except
    always ever once
"""
_DENYING = frozenset(_WORDS_THAT_DENY.split())
"""Words that deny, restrict or generalise, as most lies do."""
_UNLIKE = 50
"""A sentence is unlike all of the other side where it shares less than so much, in percent, with each."""


def surface_of(record: InstanceRecord) -> Surface:
    """The figures of a pair."""
    one, other = record.contexts.original, record.contexts.perturbed
    sides = (_words(one), _words(other))
    old = {s.id for s in one.statements}
    made = {s.id for s in other.statements if s.source == "made"} or {s.id for s in other.statements} - old
    return surface(
        *sides, [n for n, sentence in enumerate(other.sentences) if not made.isdisjoint(sentence.statements)]
    )


def surface(one: Words, other: Words, lies: Collection[int]) -> Surface:
    """The figures of two texts; ``lies`` are the numbers of those sentences of the second that state lies."""
    flat = [[w.lower() for s in side for w in s] for side in (one, other)]
    found: dict[str, int] = {}
    found |= _lengths(one, other)
    found |= _overlap(one, other, flat)
    found |= _order(one, other, flat)
    denying = [s for s in other if not _DENYING.isdisjoint(w.lower() for w in s)]
    found |= _names("lies", one, [other[number] for number in lies])
    found |= _names("denials", one, denying)
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
    names = [{w for s in side for w in s if w[0].isupper()} for side in (one, other)]
    yield "overlap|words in A alone", len(here - there)
    yield "overlap|words in B alone", len(there - here)
    yield "overlap|shared", _percent(len(here & there), len(here | there))
    yield "overlap|names in A alone", len(names[0] - names[1])
    yield "overlap|names in B alone", len(names[1] - names[0])


def _order(one: Words, other: Words, flat: Sequence[Sequence[str]]) -> Iterator[tuple[str, int]]:
    matcher = SequenceMatcher(None, flat[0], flat[1], autojunk=False)
    yield "order|longest run", matcher.find_longest_match().size
    yield "order|in one order", _percent(sum(b.size for b in matcher.get_matching_blocks()), len(flat[0]))
    sets = [[{w.lower() for w in s} for s in side] for side in (one, other)]
    for name, here, there in (("A", sets[0], sets[1]), ("B", sets[1], sets[0])):
        likeness = [max(_percent(len(s & t), len(s | t)) for t in there) for s in here]
        least = min(range(len(here)), key=likeness.__getitem__)
        yield f"order|least likeness of {name}", likeness[least]
        yield f"order|likeness of {name}", sum(likeness) // len(likeness)
        yield f"order|place of the least like of {name}", _percent(least, len(here) - 1)
        yield f"order|words of the least like of {name}", len(here[least])
        yield f"order|unlike in {name}", sum(some < _UNLIKE for some in likeness)
        yield from _above(f"order|least likeness of {name}", likeness[least], _LIKENESS)


def _names(kind: str, one: Words, some: Words) -> Iterator[tuple[str, int]]:
    """Whether the names of some sentences are on the other side, and in one sentence there."""
    known = [{w for w in s if w[0].isupper()} for s in one]
    everywhere = set[str]().union(*known)
    shares: list[tuple[int, int]] = []
    for words in some:
        # What begins a sentence is no name unless the other side has it elsewhere.
        names = {w for i, w in enumerate(words) if w[0].isupper() and (i or w in everywhere)}
        together = max(len(names & here) for here in known)
        shares.append((_percent(len(names & everywhere), len(names)), _percent(together, len(names))))
    yield f"names|{kind}", len(some)
    if not shares:
        return
    for name, values in (("known", [k for k, _ in shares]), ("together", [t for _, t in shares])):
        for way, share in (("least", min(values)), ("mean", sum(values) // len(values)), ("most", max(values))):
            yield f"names|{kind} {name}, {way}", share
            yield from _above(f"names|{kind} {name}, {way}", share, _SHARES)


def _vocabulary(flat: Sequence[Sequence[str]]) -> Iterator[tuple[str, int]]:
    one, other = Counter(flat[0]), Counter(flat[1])
    for name, some in (("A", one), ("B", other)):
        for word, count in some.items():
            yield f"has|{word} in {name}", 1
            if count > 1:
                yield f"has|{word} in {name}, more than once", 1
    for word, count in (other - one).items():
        yield f"changed|more {word}", min(count, _MORE)
    for word, count in (one - other).items():
        yield f"changed|less {word}", min(count, _MORE)


def _above(name: str, value: int, bounds: Sequence[int]) -> Iterator[tuple[str, int]]:
    return ((f"{name} > {bound}", 1) for bound in bounds if value > bound)


def _percent(some: int, of: int) -> int:
    return 100 * some // max(1, of)
