"""Does a response state both sides of the conflicts among its documents?

Conflicts are those that the labels show (a claim that one document supports and another one contradicts), and those
that were found in the documents themselves. A side is stated if some claim is supported by one of its documents, in
words that overlap the side's own; where it is not known which words these are, the claim must be contradicted by the
other side too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from contragraph.documents.judges.base import Label
from contragraph.documents.score.metric import ScoredClaim
from contragraph.documents.validate import ContextFinding

Place = tuple[int, int, int]
"""Document (numbered from 1), start and end; an end of 0: it is not known where."""
Side = frozenset[Place]


@dataclass(frozen=True, slots=True)
class _Said:
    """A claim: where it is supported, and which documents contradict it."""

    supported: Side
    against: frozenset[int]


def stated(claims: Sequence[ScoredClaim], findings: Iterable[ContextFinding] = ()) -> tuple[bool, ...]:
    """Of each conflict among the documents, each once, whether every side of it is stated."""
    found: list[tuple[Side, ...]] = []
    for each in (*_of_labels(claims), *_of_findings(findings)):
        if not any(_same(each, other) for other in found):
            found.append(each)
    said = [_Said(_places(c, "supports", "mixed"), frozenset(c.contradicting)) for c in claims]
    return tuple(all(any(_states(its, side, sides) for its in said) for side in sides) for sides in found)


def _of_labels(claims: Sequence[ScoredClaim]) -> Iterator[tuple[Side, ...]]:
    for claim in claims:
        if claim.conflicted:
            yield tuple(_places(claim, label) or _places(claim, "mixed") for label in ("supports", "contradicts"))


def _of_findings(findings: Iterable[ContextFinding]) -> Iterator[tuple[Side, ...]]:
    for finding in findings:
        if finding.k > 1:
            sides = ([q for q in finding.sentences if q.document == n] for n in finding.documents)
            yield tuple(frozenset((q.document, q.start, q.end) for q in its) for its in sides)


def _places(claim: ScoredClaim, *labels: Label) -> Side:
    told = [(n, its.snippets) for n, its in enumerate(claim.labels, 1) if its.label in labels]
    return frozenset(place for n, snippets in told for place in [(n, s.start, s.end) for s in snippets] or [(n, 0, 0)])


def _states(said: _Said, side: Side, sides: tuple[Side, ...]) -> bool:
    if _meet(side, said.supported):
        return True
    vague = any(n == m and not (end and to) for n, _, end in side for m, _, to in said.supported)
    others = {n for other in sides if other is not side for n, *_ in other}
    return vague and bool(others & said.against)


def _same(one: tuple[Side, ...], other: tuple[Side, ...]) -> bool:
    """Whether each side of either stands in the places of a side of the other."""
    return len(one) == len(other) and all(any(_meet(mine, its) for its in other) for mine in one)


def _meet(one: Side, other: Side) -> bool:
    """Whether they overlap anywhere."""
    return any(a == d and b < f and e < c for a, b, c in one for d, e, f in other)
