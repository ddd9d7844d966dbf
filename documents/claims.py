"""Clashes of statements that a model has read: the same said of the same, with another end or denied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contragraph.documents.language import lists, stem_of
from contragraph.documents.records import Cause, Clash, Evidence, Mention, Said

TOLERANCE = 0.006
"""Numbers that differ by less than this share of the larger are rounded, not different."""
SAME = 0.5
"""The share of their words that two relations must have in common to be taken for one."""


def claim_clashes(a: Sequence[Said], b: Sequence[Said]) -> Iterator[Clash]:
    """The clashes of two texts' statements."""
    for x in a:
        for y in b:
            if not _same(x.subject, y.subject):
                continue
            mine, yours = _stems(x.relation), _stems(y.relation)
            alike = len(mine & yours) / max(1, min(len(mine), len(yours)))
            if alike < SAME:
                continue
            if x.negated != y.negated:
                if _same(x.object, y.object):
                    yield _clash("negation", 0.6 + 0.3 * alike, x, y, mine & yours)
            elif not x.negated and (cause := _differ(x.object, y.object)) is not None:
                single = 0.2 if (mine & yours) & lists()["single"] or cause in ("number", "time") else 0.0
                yield _clash(cause, 0.3 + 0.3 * alike + single, x, y, mine & yours)


def _stems(relation: str) -> frozenset[str]:
    return frozenset(stem_of(word) for word in relation.split() if len(word) > 1)


def _same(x: Mention, y: Mention) -> bool:
    """Are two ends the same: equal, or one the other's longer name?"""
    if x.kind in ("number", "time") and x.kind == y.kind:
        return x.low <= y.high and y.low <= x.high
    mine, yours = _stems(x.key), _stems(y.key)
    return bool(mine and yours) and (mine <= yours or yours <= mine)


def _differ(x: Mention, y: Mention) -> Cause | None:
    if _same(x, y):
        return None
    if x.kind == y.kind == "number":
        near = abs(x.low - y.low) <= TOLERANCE * max(abs(x.low), abs(y.low))
        return None if near or (x.unit != y.unit and x.unit and y.unit) else "number"
    if x.kind == y.kind == "time":
        return "time"
    return "value" if x.kind == y.kind else None


def _clash(cause: Cause, score: float, x: Said, y: Said, shared: frozenset[str]) -> Clash:
    ends = [Evidence(said.sentence, said.object.start, said.object.end, said.object.text) for said in (x, y)]
    return Clash(cause, round(min(score, 1.0), 3), 1, True, ends[0], ends[1], " ".join(sorted(shared)))
