"""From the pairs of a dataset to kinds of conflicts: how many, of how many hops, by which cause, explicit or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from contragraph.documents.clash import LEAST, ReadText, clashes, read_extracted
from contragraph.documents.extract import extract
from contragraph.documents.proven import TextProver
from contragraph.documents.records import AGREE, CAUSES, Clash, Extracted, TextPair
from contragraph.evaluation.statistics import Proportion

TYPES = tuple(f"{n}-{hop}-hop" for hop in ("single", "multi") for n in (1, 2, 3, 4))
"""The eight types of the paper; four stands for four and more."""
MIXED = "mixed hops"
NONE = "none found"


@dataclass(frozen=True, slots=True)
class Between:
    """A clash of two of an item's texts, by their numbers."""

    first: int
    second: int
    clash: Clash


@dataclass(frozen=True, slots=True)
class Classified:
    """An item with what was read and found. ``problem`` says why an item could not be read, if so."""

    dataset: str
    pair: TextPair
    extracted: tuple[Extracted, ...]
    conflicts: tuple[Between, ...]
    problem: str = ""

    @property
    def agrees(self) -> bool:
        """Does the dataset say that its texts contradict each other in nothing?"""
        return dict(self.pair.gold).get("kind") == AGREE

    @property
    def type(self) -> str:
        """One of the eight types, or that hops are mixed, or that no conflict was found."""
        return type_of(len(self.conflicts), {between.clash.hops for between in self.conflicts})

    @property
    def explicit(self) -> bool:
        """Does any conflict stand in the words themselves?"""
        return any(between.clash.explicit for between in self.conflicts)

    @property
    def causes(self) -> tuple[str, ...]:
        """The causes of its conflicts, each once."""
        found = {between.clash.cause for between in self.conflicts}
        return tuple(cause for cause in CAUSES if cause in found)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was noted of its texts."""
        return tuple(f"text {n}: {note}" for n, its in enumerate(self.extracted, 1) for note in its.notes)


def type_of(conflicts: int, hops: set[int]) -> str:
    """The type of an item with so many conflicts of these hops."""
    if not conflicts:
        return NONE
    if max(hops) == 1 or min(hops) > 1:
        return f"{min(conflicts, 4)}-{'single' if max(hops) == 1 else 'multi'}-hop"
    return MIXED


def classify(dataset: str, pair: TextPair, prover: TextProver | None = None) -> Classified:
    """Read an item's texts and compare each with each.

    :raises InputError: if the offline extractor's library is not installed.
    """
    extracted = tuple(extract(text, number) for number, text in enumerate(pair.texts))
    return compare(dataset, pair, extracted, prover=prover)


def compare(
    dataset: str,
    pair: TextPair,
    extracted: tuple[Extracted, ...],
    least: float = LEAST,
    prover: TextProver | None = None,
) -> Classified:
    """The conflicts of texts that have been read: proofs where both are known to the prover, else what rules find."""
    texts = [read_extracted(text) for text in extracted]
    found = []
    for i, j in combinations(range(len(extracted)), 2):
        found += [Between(i, j, clash) for clash in found_between(texts[i], texts[j], least, prover)]
    found.sort(key=lambda each: (-each.clash.score, each.first, each.second))
    return Classified(dataset, pair, extracted, tuple(found))


def found_between(a: ReadText, b: ReadText, least: float, prover: TextProver | None) -> list[Clash]:
    """What two texts contradict each other in: proofs where both are known to the prover, else what rules find."""
    proofs: list[Clash] = []
    if prover and (mine := prover.known(a.text)) and (yours := prover.known(b.text)):
        proofs = prover.clashes(mine, yours)
    return proofs or clashes(a, b, least)


@dataclass(frozen=True, slots=True)
class Slice:
    """A share of a dataset's items, with the 95 % interval of Wilson."""

    dataset: str
    what: str
    value: str
    share: Proportion


def distribution(dataset: str, items: Sequence[Classified]) -> list[Slice]:
    """How the items of a dataset are spread over types, causes and explicitness."""
    total = len(items)
    types = Counter(item.type for item in items)
    causes = Counter(cause for item in items for cause in item.causes)
    explicit = Counter("explicit" if i.explicit else "implicit" for i in items if i.conflicts)
    rows = [("type", value, types[value], total) for value in (*TYPES, MIXED, NONE) if types[value]]
    rows += [("cause", value, causes[value], total) for value in CAUSES if causes[value]]
    rows += [
        ("form", value, explicit[value], explicit.total()) for value in ("explicit", "implicit") if explicit[value]
    ]
    return [Slice(dataset, what, value, Proportion(count, of)) for what, value, count, of in rows]


def slices_rows(slices: Iterable[Slice]) -> list[dict[str, object]]:
    """Slices as rows of a table."""
    rows: list[dict[str, object]] = []
    for each in slices:
        low, high = each.share.interval or (None, None)
        rows.append(
            {
                "dataset": each.dataset,
                "what": each.what,
                "value": each.value,
                "items": each.share.count,
                "of": each.share.of,
                "share": each.share.share,
                "low": low,
                "high": high,
            }
        )
    return rows
