"""Spreading: which statements of a conflict stand in which document.

Together they are a minimal conflict, so that any choice of documents without one of them is consistent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.dataset.records.sets import documents_of
from contragraph.generation.assembly.sides import apart
from contragraph.generation.search.candidate import Candidate
from contragraph.graph.model import Statement


@dataclass(frozen=True, slots=True)
class Share:
    """What one document tells of a conflict, in one passage or in two, and what it is about."""

    topic: str
    passages: tuple[tuple[Statement, ...], ...]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All that it tells of the conflict."""
        return tuple(s for passage in self.passages for s in passage)


def spread(candidate: Candidate, shape: str) -> tuple[Share, ...] | None:
    """What each document of a shape tells of a conflict; None where some document would tell unrelated things.

    The original and what is made up stand in one document in two passages, or in two documents; of three or more the
    others tell the support.
    """
    original, made, support = candidate.original, candidate.perturbed, candidate.support
    documents = documents_of(shape)
    if documents <= 2:
        ways: tuple[tuple[tuple[Statement, ...], tuple[Statement, ...]], ...] = (((), support), (support, ()))
        for with_original, with_made in ways:
            first, second = (original, *with_original), (*with_made, made)
            if not (hang_together(first) and hang_together(second)):
                continue
            if documents == 2:
                return Share(original.subject, (first,)), Share(made.subject, (second,))
            if {e for s in first for e in s.entities}.intersection(e for s in second for e in s.entities):
                return (Share(original.subject, (first, second)),)
        return None
    parts = [support] if documents == 3 else [support[: len(support) // 2], support[len(support) // 2 :]]
    if not all(part and hang_together(part) for part in parts):
        return None
    others = (Share(part[0].subject, (part,)) for part in parts)
    return Share(original.subject, ((original,),)), Share(made.subject, ((made,),)), *others


def hang_together(statements: Sequence[Statement]) -> bool:
    """Whether each statement shares a thing with another, and so all with each other."""
    return not apart(statements[0].entities, statements[1:])
