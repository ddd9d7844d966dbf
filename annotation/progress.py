"""How far the reviewers are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contragraph.annotation.criteria import VERDICTS
from contragraph.annotation.decisions import Decision

PROGRESS_COLUMNS = ("reviewer", "assigned", "done", "accept", "unsure", "reject", "outdated", "beyond", "relations")


@dataclass(frozen=True, slots=True)
class ReviewProgress:
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
) -> ReviewProgress:
    """The progress of a reviewer; ``said`` are verdicts on present versions, by item."""
    own = [said[item].verdict for item in assigned if item in said]
    counts = {verdict: own.count(verdict) for verdict in VERDICTS}
    old = sum(item in outdated for item in assigned)
    return ReviewProgress(
        reviewer=reviewer,
        assigned=len(assigned),
        done=len(own),
        outdated=old,
        beyond=len(said) - len(own),
        relations=relations,
        **counts,
    )
