"""How far people agree on the same pairs: readers in what they found and judged, reviewers in their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from contragraph.annotation.criteria import CODES, FAILED, VERDICTS
from contragraph.annotation.decisions import Decision
from contragraph.annotation.score import ENGLISH, WORST, ReadingOutcome
from contragraph.evaluation.agreement import AnnotatorAgreement, Answers, agreements
from contragraph.evaluation.named import TEXTS


def _found(o: ReadingOutcome) -> Mapping[str, int]:
    return {} if o.matched is None else {f"{o.key.number}": int(any(o.matched))}


def _quality(o: ReadingOutcome) -> Mapping[str, int]:
    return {} if o.quality is None else {f"{o.key.number}": WORST.index(o.quality)}


def _conflicts(o: ReadingOutcome) -> Mapping[str, int]:
    if o.judgement is None:
        return {}
    return {f"{o.key.number}/{n}": WORST.index(quality) for n, quality in enumerate(o.judgement.declared)}


def _english(o: ReadingOutcome) -> Mapping[str, int]:
    return {f"{o.key.number}{text}": ENGLISH.index(getattr(o.finding.english, text)) for text in TEXTS}


QUESTIONS: dict[str, tuple[Callable[[ReadingOutcome], Mapping[str, int]], bool]] = {
    "a declared conflict found": (_found, False),
    "the pair (worst conflict)": (_quality, False),
    "each declared conflict": (_conflicts, False),
    "English of each text": (_english, True),
}
"""What readers may agree on: a value for each thing that is asked about, and whether the values are in order."""


def reading_agreements(listed: Sequence[ReadingOutcome]) -> Iterator[AnnotatorAgreement]:
    """How far readers agree on each question, from what their readings come to."""
    return agreements(_of_readings(listed), {o.reader for o in listed})


def _of_readings(listed: Sequence[ReadingOutcome]) -> Iterator[tuple[str, bool, Answers]]:
    for question, (answers_of, ordered) in QUESTIONS.items():
        given: dict[str, dict[str, int]] = {}
        for o in listed:
            given.setdefault(o.reader, {}).update(answers_of(o))
        yield question, ordered, given


def review_agreements(said: Mapping[str, Mapping[str, Decision]]) -> Iterator[AnnotatorAgreement]:
    """How far reviewers agree on the verdict and on each criterion, from their verdicts by reviewer and item."""
    return agreements(_of_decisions(said), {name for name in said if said[name]})


def _of_decisions(said: Mapping[str, Mapping[str, Decision]]) -> Iterator[tuple[str, bool, Answers]]:
    yield (
        "verdict",
        True,
        {name: {item: VERDICTS.index(each.verdict) for item, each in its.items()} for name, its in said.items()},
    )
    for code in CODES:
        yield (
            FAILED[code],
            False,
            {name: {item: int(code in each.criteria) for item, each in its.items()} for name, its in said.items()},
        )
