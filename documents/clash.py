"""Where two texts clash: pairs of sentences that speak of the same and differ in a figure, a date, a value or a denial.

No model reads: what differs is found by rules (:mod:`.candidates`), and how probable it is that both cannot hold is
learnt from texts that people wrote (:mod:`.weights`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from contragraph.documents.anchors import one_matter
from contragraph.documents.candidates import NOTHING, ClashCandidate, Whole, candidates, whole
from contragraph.documents.claims import claim_clashes
from contragraph.documents.extract import extract
from contragraph.documents.records import Clash, Evidence, Extracted
from contragraph.documents.slots import Line, lines_of

LEAST = 0.3
"""A clash of texts that somebody has paired, since they are about one matter, is not reported if less probable."""
SURE = 0.55
"""Texts that nobody has paired need not speak of the same matter, so that more is asked for."""
EXPLICIT = 0.5
"""The share of what is said with two values that must be the same for a clash to be in the words themselves."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text that was read: what stands in it, its sentences as lines, and what it says as a whole."""

    text: Extracted
    lines: tuple[Line, ...]
    whole: Whole


def read(text: str, title: str = "", number: int = 0) -> ReadText:
    """Read a text; ``title`` says what it is about, where that is known.

    :raises InputError: if spaCy is not installed.
    """
    return read_extracted(extract(text, number), title)


def read_extracted(text: Extracted, title: str = "") -> ReadText:
    """What was extracted from a text, made ready for comparing."""
    lines = lines_of(text, title)
    return ReadText(text, lines, whole(lines))


def clashes(
    a: ReadText, b: ReadText, least: float = LEAST, pairs: Iterable[tuple[int, int]] | None = None
) -> list[Clash]:
    """The clashes of two texts, most probable first, one for each thing that differs.

    ``pairs`` are the sentences to compare, all if it is not given. A text may be held against itself. A statement that
    is denied, corrected and repeated is one clash: its most probable pair of sentences is given.
    """
    found: list[Clash] = []
    elsewhere = (a.whole, b.whole) if a is not b else (NOTHING, NOTHING)
    for i, j in pairs if pairs is not None else every(a, b):
        if (a is b and i >= j) or a.text.sentences[i].body == b.text.sentences[j].body:
            continue
        for candidate in candidates(a.lines[i], b.lines[j], *elsewhere):
            score = candidate.probability
            if score >= least:
                found.append(_clash(candidate, score, a.text, i, b.text, j))
    if a.text.modelled and b.text.modelled:
        found += [c for c in claim_clashes(a.text.said, b.text.said) if c.score >= least]
    return _apart(sorted(found, key=_order))


def every(a: ReadText, b: ReadText) -> Iterable[tuple[int, int]]:
    """All pairs of sentences of two texts."""
    return ((i, j) for i in range(len(a.lines)) for j in range(len(b.lines)))


def of_one_matter(a: ReadText, b: ReadText) -> Iterable[tuple[int, int]]:
    """The pairs of sentences of two texts that may speak of the same, where nobody says that the texts do."""
    return ((i, j) for i, j in every(a, b) if one_matter(a.lines[i], b.lines[j]))


def _clash(candidate: ClashCandidate, score: float, a: Extracted, i: int, b: Extracted, j: int) -> Clash:
    x, y = candidate.x, candidate.y
    if x is not None and y is not None:
        ends = [Evidence(n, s.value.start, s.value.end, s.value.text) for n, s in ((i, x), (j, y))]
        explicit = candidate.features["relation_in"] >= EXPLICIT
    else:
        sentences = ((i, a.sentences[i]), (j, b.sentences[j]))
        ends = [Evidence(n, s.start, s.end, candidate.words) for n, s in sentences]
        explicit = True
    return Clash(candidate.cause, score, 1 if explicit else 2, explicit, ends[0], ends[1], candidate.common)


def _order(clash: Clash) -> tuple[float, int, int, str, int, int]:
    where = (clash.first.sentence, clash.second.sentence, clash.cause, clash.first.start, clash.second.start)
    return (-clash.score, *where)


def _apart(found: Sequence[Clash]) -> list[Clash]:
    """One clash for each thing that differs: no two on the same words, nor with the same two values."""
    kept: list[Clash] = []
    for clash in found:
        if not any(_one(clash, other) for other in kept):
            kept.append(clash)
    return kept


def _one(x: Clash, y: Clash) -> bool:
    if x.first.sentence == y.first.sentence or x.second.sentence == y.second.sentence:
        same_cause = x.cause == y.cause and x.cause in ("number", "time")
        apart = _disjoint(x.first, y.first) and _disjoint(x.second, y.second)
        return not (same_cause and apart and x.first.sentence == y.first.sentence)
    return _alike(x.first, y.first) or _alike(x.second, y.second)


def _disjoint(x: Evidence, y: Evidence) -> bool:
    return x.sentence != y.sentence or x.end <= y.start or y.end <= x.start


def _alike(x: Evidence, y: Evidence) -> bool:
    return x.words.casefold() == y.words.casefold()
