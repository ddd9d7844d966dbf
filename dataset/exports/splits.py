"""Train, dev and test that share no entity, with as few pairs left out as a greedy search finds.

On a real graph nearly all pairs hang together through their entities, so a split has to leave pairs out: those that
speak of entities of two splits. The largest split is what remains; the others are grown a pair at a time, each time by
the pair that costs the fewest others, until each has its share of the pairs that are kept.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash

NAMES = {2: ("train", "test"), 3: ("train", "dev", "test")}
ROUNDS = 8
"""How often the sizes are adjusted to what is kept: the larger the grown splits, the fewer pairs are kept in all."""
RARE = 16
"""Pairs are looked at again only when they share an entity with at most so many others: hubs would take forever."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The wished share of each split, in per cent."""

    names: tuple[str, ...]
    percent: tuple[int, ...]


def parse_shares(text: str) -> Shares:
    """``80/10/10`` for train, dev and test, or ``90/10`` for train and test.

    Raises:
        InputError: for anything but two or three whole numbers above zero that make 100.
    """
    parts = text.split("/")
    percent = tuple(int(p) for p in parts if p.isascii() and p.isdecimal())
    if len(percent) != len(parts) or len(percent) not in NAMES or min(percent) < 1 or sum(percent) != 100:
        raise InputError(f"{text!r} is no split; give 80/10/10 for train, dev and test, or 90/10 for train and test.")
    return Shares(NAMES[len(percent)], percent)


def split_entities(pairs: Iterable[tuple[str, Collection[str]]], shares: Shares, seed: int) -> dict[str, str]:
    """The split of each pair, given (id, entities); ids that are missing in the result are left out.

    No entity of a pair in one split occurs in a pair of another. The result depends on the pairs, the shares and the
    seed alone, not on the order of the pairs.
    """
    listed = sorted((i, sorted(entities)) for i, entities in pairs)
    numbers: dict[str, int] = {}
    for _, entities in listed:
        for entity in entities:
            numbers.setdefault(entity, len(numbers))
    of_pair = [[numbers[e] for e in entities] for _, entities in listed]
    pairs_of: list[list[int]] = [[] for _ in numbers]
    for pair, entities_of in enumerate(of_pair):
        for number in entities_of:
            pairs_of[number].append(pair)
    ties = [int(content_hash("split", seed, i), 16) for i, _ in listed]
    largest = max(range(len(shares.percent)), key=lambda n: (shares.percent[n], -n))
    grown = [n for n in range(len(shares.percent)) if n != largest]
    low, high, best = 0, len(listed) + 1, None
    for _ in range(ROUNDS):
        aim = (low + high) // 2
        targets = [max(1, round(aim * shares.percent[n] / 100)) for n in grown]
        growth = _grow(_Growth(of_pair, pairs_of, ties, len(grown)), targets)
        if growth.kept() >= aim:
            low, best = aim, growth
        else:
            high, best = aim, best or growth
    assert best is not None  # there are rounds
    names = {n: shares.names[split] for n, split in enumerate(grown)}
    found = {}
    for pair, (identifier, _) in enumerate(listed):
        if best.split[pair] >= 0:
            found[identifier] = names[best.split[pair]]
        elif best.near[pair] == FREE:
            found[identifier] = shares.names[largest]
    return found


FREE = -1
"""In no grown split, and near none: the pair belongs to the largest split."""
BETWEEN = -2
"""Near two splits: the pair is lost."""


@dataclass
class _Growth:
    """The grown splits so far. ``near`` of a pair is the one split with which it shares entities."""

    of_pair: Sequence[Sequence[int]]
    pairs_of: Sequence[Sequence[int]]
    ties: Sequence[int]
    splits: int
    split: list[int] = field(init=False)
    near: list[int] = field(init=False)
    claimed: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.split = [FREE] * len(self.of_pair)
        self.near = [FREE] * len(self.of_pair)
        self.claimed = [FREE] * len(self.pairs_of)

    def kept(self) -> int:
        """How many pairs are in some split."""
        return sum(s >= 0 or n == FREE for s, n in zip(self.split, self.near))

    def cost(self, pair: int) -> int:
        """How many pairs are lost by taking this one; -1 if it is regained."""
        others: set[int] = set()
        for entity in self.of_pair[pair]:
            if self.claimed[entity] == FREE:
                others.update(self.pairs_of[entity])
        others.discard(pair)
        lost = sum(self.near[other] == FREE for other in others)
        return lost - (self.near[pair] != FREE)

    def open_to(self, pair: int, split: int) -> bool:
        """Whether the pair may be taken into a split."""
        return self.split[pair] == FREE and self.near[pair] in (FREE, split)

    def take(self, pair: int, split: int) -> set[int]:
        """Take a pair; returns those whose cost may have fallen."""
        self.split[pair] = self.near[pair] = split
        again: set[int] = set()
        for entity in self.of_pair[pair]:
            if self.claimed[entity] != FREE:
                continue
            self.claimed[entity] = split
            users = self.pairs_of[entity]
            for other in users:
                if self.split[other] == FREE:
                    self.near[other] = split if self.near[other] in (FREE, split) else BETWEEN
            if len(users) <= RARE:
                again.update(users)
        return {other for other in again if self.split[other] == FREE}


def _grow(growth: _Growth, targets: Sequence[int]) -> _Growth:
    """Grow all splits in turn, the one that lacks most first, each by the pair that costs least."""
    first = [(growth.cost(pair), growth.ties[pair], pair) for pair in range(len(growth.of_pair))]
    heapq.heapify(first)
    heaps = [list(first) for _ in range(growth.splits)]
    sizes = [0] * growth.splits
    growing = set(range(growth.splits))
    while growing:
        split = min(growing, key=lambda n: (sizes[n] / targets[n], n))
        pair = _cheapest(growth, heaps[split], split)
        if pair is None:
            growing.discard(split)
            continue
        for other in growth.take(pair, split):
            if growth.open_to(other, split):
                heapq.heappush(heaps[split], (growth.cost(other), growth.ties[other], other))
        sizes[split] += 1
        if sizes[split] >= targets[split]:
            growing.discard(split)
    return growth


def _cheapest(growth: _Growth, heap: list[tuple[int, int, int]], split: int) -> int | None:
    while heap:
        _, tie, pair = heapq.heappop(heap)
        if not growth.open_to(pair, split):
            continue
        now = (growth.cost(pair), tie, pair)
        if heap and now > heap[0]:
            heapq.heappush(heap, now)
            continue
        return pair
    return None
