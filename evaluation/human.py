"""How far people who scored answers agree with the computed scores, and with each other; all disagreements listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from contragraph.evaluation.records import Asked, Human, Score
from contragraph.evaluation.statistics import (
    Interval,
    alpha,
    bootstrap_interval,
    kappa,
    observed,
    units_of,
)

COMPUTED = "computed"
"""The name of the computed scores among the scorers."""
_SAID = ("conflict", "none", "unreadable")


@dataclass(frozen=True, slots=True)
class Agreed:
    """How far scorers agree on a question; ``units`` were scored by at least two of them. Kappa is of two scorers.

    Its interval is given where it matters: for each conflict, between a person and the computation.
    """

    question: str
    scorers: tuple[str, ...]
    units: int
    same: float | None
    kappa: float | None
    kappa_interval: Interval | None
    alpha: float | None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where a person and the computed score differ. ``conflict`` counts from 1; None is the verdict as a whole."""

    asked: Asked
    scorer: str
    conflict: int | None
    person: str
    computed: str


def _name(asked: Asked) -> str:
    return " ".join((asked.item, asked.model, asked.prompt, asked.variant, asked.order, str(asked.attempt)))


def _answers(records: Iterable[Human | Score]) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
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


def agreement(people: Sequence[Human], scores: Iterable[Score]) -> list[Agreed]:
    """The agreement of each person with the computed scores, of each two people, and of all together."""
    given: Mapping[str, tuple[dict[str, int], ...]] = {
        COMPUTED: _answers(scores),
        **{name: _answers(h for h in people if h.scorer == name) for name in sorted({h.scorer for h in people})},
    }
    names = tuple(given)
    groups = list(combinations(names, 2)) + ([names] if len(names) > 2 else [])
    found = []
    for at, question in enumerate(QUESTIONS):
        for group in groups:
            units = units_of({name: given[name][at] for name in group})
            if units:
                two = len(group) == 2
                found.append(
                    Agreed(
                        question,
                        group,
                        len(units),
                        _rounded(observed(units)),
                        _rounded(kappa(units)) if two else None,
                        bootstrap_interval(units, kappa) if two and at == _EACH and COMPUTED in group else None,
                        _rounded(alpha(units)),
                    )
                )
    return found


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def disagreements(people: Sequence[Human], scores: Iterable[Score]) -> list[Disagreement]:
    """Every verdict and conflict that a person scores otherwise than the computation."""
    computed = {_name(score): score for score in scores}
    found = []
    for person in sorted(people, key=lambda h: (_name(h), h.scorer)):
        score = computed.get(_name(person))
        if score is None:
            continue
        if person.said != score.said:
            found.append(Disagreement(person, person.scorer, None, person.said, score.said))
        for n, (theirs, ours) in enumerate(zip(person.localised, score.localised or ()), start=1):
            if theirs != ours:
                words = [("localised" if value else "missed") for value in (theirs, ours)]
                found.append(Disagreement(person, person.scorer, n, *words))
    return found
