"""How far the reviewers are, and how far they agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from contragraph.annotation.reading.agreement import Agreement, agreement_on
from contragraph.annotation.review.criteria import CODES, FAILED, VERDICTS
from contragraph.annotation.review.decisions import Decision
from contragraph.evaluation.statistics import units_of

PROGRESS_COLUMNS = ("reviewer", "assigned", "done", "accept", "unsure", "reject", "outdated", "beyond", "relations")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one reviewer is."""

    reviewer: str
    assigned: int
    done: int
    """Assigned things with a verdict on their present versions."""
    accept: int
    unsure: int
    reject: int
    outdated: int
    """Assigned things that were changed after the verdict."""
    beyond: int
    """Verdicts on things that are not assigned to the reviewer."""
    relations: int
    """Relations whose demonstrations are chosen."""


def progress_of(
    reviewer: str,
    assigned: Sequence[str],
    said: Mapping[str, Decision],
    outdated: Sequence[str],
    relations: int,
) -> Progress:
    """The progress of a reviewer; ``said`` are verdicts on present versions, by item."""
    own = [said[item].verdict for item in assigned if item in said]
    counts = {verdict: own.count(verdict) for verdict in VERDICTS}
    old = sum(item in outdated for item in assigned)
    return Progress(
        reviewer=reviewer,
        assigned=len(assigned),
        done=len(own),
        outdated=old,
        beyond=len(said) - len(own),
        relations=relations,
        **counts,
    )


def agreements(said: Mapping[str, Mapping[str, Decision]]) -> Iterator[Agreement]:
    """How far reviewers agree on the verdict and on each criterion, from their verdicts by reviewer and item.

    For all of them, and for each two where there are more; none without overlap.
    """
    names = tuple(sorted(name for name in said if said[name]))
    groups = [names] if len(names) > 1 else []
    if len(names) > 2:
        groups += list(combinations(names, 2))
    for question, ordered, answers in _questions(said):
        for group in groups:
            if units := units_of({name: answers[name] for name in group}):
                yield agreement_on(question, group, units, ordered=ordered)


def _questions(
    said: Mapping[str, Mapping[str, Decision]],
) -> Iterator[tuple[str, bool, dict[str, dict[str, int]]]]:
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
