"""Manner: how far texts give away which of two is perturbed, by denials and by their words alone.

The baseline that a reader has to beat: a bag of words that learns from half of the pairs (naive Bayes, a word counted
once a text) picks the perturbed text of the other half. What it finds is no understanding.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from contragraph.dataset.records.schema import InstanceRecord
from contragraph.graph.model import id_number

LEAST_PAIRS = 100
"""Pairs below which a share of half of them says nothing."""
_DENIAL = re.compile(r"\b(?:not|never|no|nor|neither|nobody|nothing|none|without|cannot|\w+n[’']t)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_Bag = tuple[frozenset[str], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Manner:
    """What the manner of a dataset's texts tells."""

    made: int
    """Sentences that state something made up."""
    denials: int
    """Those of them that hold a denial."""
    judged: int
    """Pairs whose perturbed text was to be picked; 0 where there are too few."""
    told: float
    """The share of them in which it was; one that could not be told counts half, so that chance is 0.5."""


def manner_of(records: Iterable[InstanceRecord]) -> Manner:
    """Read the pairs with conflicts; others are passed over."""
    made = denials = 0
    bags: list[tuple[int, _Bag]] = []
    for record in records:
        if not record.conflicts:
            continue
        side = record.contexts.perturbed
        lies = {s.id for s in side.statements if s.source == "made"}
        telling = [side.text[s.start : s.end] for s in side.sentences if not lies.isdisjoint(s.statements)]
        made += len(telling)
        denials += sum(_DENIAL.search(text) is not None for text in telling)
        bags.append((id_number(f"half|{record.id}"), (_words(record.contexts.original.text), _words(side.text))))
    if len(bags) < LEAST_PAIRS:
        return Manner(made, denials, 0, 0.0)
    ordered = [bag for _, bag in sorted(bags, key=lambda lot: lot[0])]
    learnt, judged = ordered[: len(ordered) // 2], ordered[len(ordered) // 2 :]
    return Manner(made, denials, len(judged), _told(learnt, judged))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _told(learnt: Sequence[_Bag], judged: Sequence[_Bag]) -> float:
    """The share of judged pairs of which the perturbed text is picked."""
    counts = [Counter(word for bag in learnt for word in bag[side]) for side in (0, 1)]
    weight = {w: math.log((counts[1][w] + 1) / (counts[0][w] + 1)) for w in sorted(counts[0] | counts[1])}

    def score(words: frozenset[str]) -> float:
        return math.fsum(weight.get(word, 0.0) for word in words)

    margins = [score(perturbed) - score(original) for original, perturbed in judged]
    return sum(1.0 if m > 0 else 0.5 if m == 0 else 0.0 for m in margins) / len(margins)
