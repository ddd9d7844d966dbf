"""How far people who scored answers agree with the computed scores, and with each other; all disagreements listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from contragraph.evaluation.agreement import AnnotatorAgreement, agreement_on
from contragraph.evaluation.records import Human, PairAttempt, PairScore
from contragraph.evaluation.statistics import units_of

COMPUTED = "computed"
"""The name of the computed scores among the scorers."""
_SAID = ("conflict", "none", "unreadable")


@dataclass(frozen=True, slots=True)
class ScoreDisagreement:
    """Where a person and the computed score differ. ``conflict`` counts from 1; None is the verdict as a whole."""

    asked: PairAttempt
    scorer: str
    conflict: int | None
    person: str
    computed: str


def _name(asked: PairAttempt) -> str:
    return " ".join((asked.item, asked.model, asked.prompt, asked.variant, asked.order, str(asked.attempt)))


def _answers(records: Iterable[Human | PairScore]) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Verdicts, localisation of each conflict, and localisation of all, by what they are about."""
    said: dict[str, int] = {}
    each: dict[str, int] = {}
    whole: dict[str, int] = {}
    for record in records:
        said[_name(record)] = _SAID.index(record.said)
        if record.localised:
            whole[_name(record)] = int(all(record.localised))
            each |= {f"{_name(record)} {n}": int(found) for n, found in enumerate(record.localised)}
    return said, each, whole


_EACH = 1
QUESTIONS = ("what the answer says", "each conflict localised", "all conflicts localised")


def agreement(people: Sequence[Human], scores: Iterable[PairScore]) -> list[AnnotatorAgreement]:
    """The agreement of each person with the computed scores, of each two people, and of all together.

    The interval of kappa is given where it matters: for each conflict, between a person and the computation.
    """
    given: Mapping[str, tuple[dict[str, int], ...]] = {
        COMPUTED: _answers(scores),
        **{name: _answers(h for h in people if h.scorer == name) for name in sorted({h.scorer for h in people})},
    }
    names = tuple(given)
    groups = list(combinations(names, 2)) + ([names] if len(names) > 2 else [])
    found = []
    for at, question in enumerate(QUESTIONS):
        for group in groups:
            if units := units_of({name: given[name][at] for name in group}):
                intervals = ("kappa",) if at == _EACH and COMPUTED in group else ()
                found.append(agreement_on(question, group, units, intervals=intervals))
    return found


def disagreements(people: Sequence[Human], scores: Iterable[PairScore]) -> list[ScoreDisagreement]:
    """Every verdict and conflict that a person scores otherwise than the computation."""
    computed = {_name(score): score for score in scores}
    found = []
    for person in sorted(people, key=lambda h: (_name(h), h.scorer)):
        score = computed.get(_name(person))
        if score is None:
            continue
        if person.said != score.said:
            found.append(ScoreDisagreement(person, person.scorer, None, person.said, score.said))
        for n, (theirs, ours) in enumerate(zip(person.localised, score.localised or ()), start=1):
            if theirs != ours:
                words = [("localised" if value else "missed") for value in (theirs, ours)]
                found.append(ScoreDisagreement(person, person.scorer, n, *words))
    return found
