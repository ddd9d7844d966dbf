"""Which remarks of LanguageTool count as faults of a text, and which do not, with the reason.

A remark is counted apart, never dropped: every rule is listed with its number and an example.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from benchmarks.fluency_corpora import Document
from benchmarks.languagetool.checker import Checked, Match

Verdict = Literal["fault", "style", "name"]
REASONS: Mapping[Verdict, str] = {
    "fault": "counts",
    "style": "LanguageTool itself calls it style: a matter of taste, not an error",
    "name": "lies wholly within a label of the graph, or is a dictionary of names: not our wording",
}
STYLE = frozenset(("style", "register", "locale-violation"))
"""Kinds of remarks, by LanguageTool's own classes, that are about taste or about a variety of English."""
NAME_CATEGORIES = frozenset(("MULTITOKEN_SPELLING",))
"""Categories that hold a dictionary of names of several words, as the spelling dictionary that is off."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A match with its verdict, in its document."""

    match: Match
    verdict: Verdict
    document: Document
    sentences: int


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in 100 sentences, with the 95 % interval."""

    count: int
    per_hundred: float
    low: float
    high: float


def verdict(match: Match, document: Document) -> Verdict:
    """What a match counts as."""
    if match.issue in STYLE:
        return "style"
    if match.category in NAME_CATEGORIES or any(s <= match.start and match.end <= e for s, e in _labels(document)):
        return "name"
    return "fault"


def _labels(document: Document) -> Iterable[tuple[int, int]]:
    """Where labels stand in a text: as they are in the graph, letter case and a final (qualifier) aside."""
    text = document.text.lower()
    for label in document.labels:
        for wanted in {label.lower(), label.lower().partition(" (")[0]}:
            place = text.find(wanted) if wanted else -1
            while place >= 0:
                yield place, place + len(wanted)
                place = text.find(wanted, place + 1)


def remarks(documents: Sequence[Document], checked: Sequence[Checked]) -> list[Remark]:
    """All matches with their verdicts, in order."""
    return [
        Remark(match, verdict(match, document), document, len(found.sentences))
        for document, found in zip(documents, checked, strict=True)
        for match in found.matches
    ]


def rate(documents: Sequence[Document], checked: Sequence[Checked], wanted: frozenset[Verdict]) -> Rate:
    """Remarks of the wanted verdicts in 100 sentences; the interval comes from 2,000 draws of the groups (seed 7)."""
    places = {group: n for n, group in enumerate(dict.fromkeys(d.group for d in documents))}
    counts, sentences = np.zeros(len(places)), np.zeros(len(places))
    for document, found in zip(documents, checked, strict=True):
        sentences[places[document.group]] += len(found.sentences)
        counts[places[document.group]] += sum(verdict(match, document) in wanted for match in found.matches)
    draws = np.random.default_rng(7).integers(len(places), size=(2000, len(places)))
    drawn = 100 * counts[draws].sum(axis=1) / sentences[draws].sum(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Rate(int(counts.sum()), float(100 * counts.sum() / sentences.sum()), float(low), float(high))
