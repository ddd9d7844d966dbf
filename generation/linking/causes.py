"""What is behind a disagreement of two graphs: what only looks like a contradiction is told apart from what is one.

What stands in the way is asked in a fixed order: whether it is known what the other value is, whether there is room for
both, whether the link holds, whether the values may be one thing under two names or one within the other, whether a
graph is at odds with itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz

from contragraph.generation.linking.compared import names_of
from contragraph.generation.linking.places import Places
from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.filters import Setting, prove, refusal, refusal_of_proven
from contragraph.generation.search.grounds import Grounds
from contragraph.generation.search.view import View
from contragraph.graph.model import Entity, Statement
from contragraph.reasoning.prover.judge import Outcome, judge

UNLIKE = 60
"""Labels of linked things that are less alike than this (rapidfuzz, 0 to 100) are names of two things."""
ALIKE = 82
"""Labels of values that are at least so alike are two spellings of one name."""
_FILTERS = ("label", "namesake", "individual", "true", "ended", "settled")
"""Filters that ask what matters for what is found as well as for what is made up."""


class Cause(StrEnum):
    """What is behind a disagreement."""

    BOTH_HOLD = "both may hold"
    """No axiom says that there is one value only."""
    NAMING = "naming"
    """The values may be one thing under two names, or which thing is meant cannot be told."""
    GRANULARITY = "granularity"
    """A value lies within the other, by a graph or by what describes it."""
    TIME = "time"
    """The statements hold at different times, or a value is a thing of the past."""
    WRONG_LINK = "wrong link"
    AT_ODDS = "a graph at odds with itself"
    """One of the graphs names several values itself where there can be one."""
    UNTELLABLE = "cannot be told"
    """A text cannot call a thing by its name."""
    OUTVOTED = "wrong fact"
    """A third graph says the same as one of the two: the other is likely wrong. The contradiction is real."""
    REAL = "real"


_OF_FILTER = {"ended": Cause.TIME, "settled": Cause.AT_ODDS, "true": Cause.NAMING, "namesake": Cause.NAMING}


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A thing of which two graphs say different values; statements are in the terms of the first graph."""

    one: tuple[Statement, ...]
    """What the first graph says by the relation."""
    other: tuple[Statement, ...]
    """What the second says that is known in the first."""
    told: tuple[Statement, ...]
    """The same as the second graph states it."""
    candidate: Candidate | None
    """One statement of each; None where nothing says what the values of the second are."""
    subject: tuple[Entity, Entity]
    """Both graphs' things."""
    values: tuple[Entity, ...] = ()
    """The things that the second graph names as values."""


@dataclass(frozen=True)
class Court:
    """What is asked about disagreements."""

    grounds: Grounds
    setting: Setting
    places: Places
    strict: bool = False

    def settle(self, found: Disagreement) -> Cause | ProvenConflict:
        """What is behind a disagreement; the proven conflict where it is real."""
        candidate = found.candidate
        if candidate is None:
            return Cause.NAMING
        bare = [_timeless(candidate.original)], [_timeless(candidate.perturbed)]
        if not self._clash(*bare, candidate):
            return Cause.BOTH_HOLD
        if not self._clash([candidate.original], [candidate.perturbed], candidate):
            return Cause.TIME
        if _unlike(*found.subject):
            return Cause.WRONG_LINK
        if self._named_alike(found):
            return Cause.NAMING
        if self._nested(found):
            return Cause.GRANULARITY
        if refused := refusal(candidate, self.setting, only=_FILTERS):
            return _OF_FILTER.get(refused.filter, Cause.UNTELLABLE)
        if self._clash(found.other, found.other, candidate):
            return Cause.AT_ODDS
        proven = prove(candidate, self.grounds.rules, self.grounds.strict_rules, strict=self.strict)
        if not isinstance(proven, ProvenConflict):
            return Cause.BOTH_HOLD
        broken = refusal_of_proven(proven, self.setting)
        return proven if broken is None else Cause.AT_ODDS

    def _clash(self, one: Sequence[Statement], other: Sequence[Statement], candidate: Candidate) -> bool:
        """Whether statements contradict each other by the axioms of the first graph."""
        return judge(one, other, self.grounds.rules, background=candidate.background).outcome is not Outcome.CONSISTENT

    def _named_alike(self, found: Disagreement) -> bool:
        entities = self.setting.view.entities
        mine = [e for s in found.one if (e := entities.get(s.object_id))]
        names = sorted({n for e in mine for n in names_of(e)})
        return any(fuzz.ratio(a, b) >= ALIKE for e in found.values for a in names for b in sorted(names_of(e)))

    def _nested(self, found: Disagreement) -> bool:
        """Whether a value may lie within another, by what graphs know, or by a name or a description."""
        entities = self.setting.view.entities
        ours, others = _things(found.one), _things(found.other)
        if any(self.places.may_nest(a, b) for a in ours for b in others):
            return True
        mine = [e for a in ours if (e := entities.get(a))]
        its = [*found.values, *(e for b in others if (e := entities.get(b)))]
        return any(_mentions(a, b) or _mentions(b, a) for a in mine for b in its)


def _things(statements: Iterable[Statement]) -> list[str]:
    return [s.object for s in statements if isinstance(s.object, str)]


def narrowest(statements: Sequence[Statement], view: View) -> tuple[Statement, ...]:
    """Without those whose value lies around the value of another: born in Dallas, and in Texas."""
    things = _things(statements)
    wide = {up for thing in things for up in view.above.get(thing, ())}
    return tuple(s for s in statements if s.object not in wide) or tuple(statements)


def outvoted(conflict: ProvenConflict, thirds: Sequence[Mapping[str, Iterable[Statement]]]) -> bool:
    """Whether a third graph, told in the terms of the first, says the same as one of the two."""
    original, made = conflict.candidate.original, conflict.candidate.perturbed
    return any(s in (original, made) for third in thirds for s in third.get(original.subject, ()))


def _timeless(statement: Statement) -> Statement:
    return Statement(statement.subject, statement.relation, statement.object)


def _mentions(thing: Entity, other: Entity) -> bool:
    """Whether what describes a thing names another: "neighborhood of Los Angeles"."""
    name = other.label.partition(" (")[0]
    said = re.compile(rf"\b{re.escape(name)}\b(?! County)", re.IGNORECASE)
    return any(said.search(text) for text in (thing.description, thing.label.partition(", ")[2]))


def _unlike(one: Entity, other: Entity) -> bool:
    """Whether two linked things have names that have little in common."""
    return max(fuzz.token_set_ratio(a, b) for a in names_of(one) for b in names_of(other)) < UNLIKE
