"""Where two linked graphs seem to contradict each other, and what is behind it.

A disagreement is a thing and a relation of which both graphs name values, none of them one. Whether that is a
contradiction the ontology tells; and of what it calls one, rules tell apart what only looks so: a value that has
another name, a place within the other place, another time, a link between two things that are not one, a graph that is
at odds with itself. What is left is real: one of the two texts must be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from rapidfuzz import fuzz

from contragraph.generation.compared import FACTS, Met, Outcome, View, compare, names_of
from contragraph.generation.knowledge import at_once
from contragraph.generation.perturb import Proposer
from contragraph.generation.rules.plausible import WIDE, Containment, is_historical, short_label
from contragraph.graph.model import Entity, Statement
from contragraph.reasoning.ends import End
from contragraph.reasoning.judge import Outcome as Judged
from contragraph.reasoning.judge import judge
from contragraph.reasoning.rules import compile_rules
from contragraph.reasoning.unfold import unfold

UNLIKE = 60
"""Labels of linked things that are less alike than this (rapidfuzz, 0 to 100) are names of two things."""
ALIKE = 82
"""Labels of values that are at least so alike are two spellings of one name."""
_NAMESAKES = 8
"""Things of one name, above which a name tells nothing."""
_HUMAN = "wd:Q5"
_REGION = re.compile(
    r"\b(?:country|state|province|region|prefecture|county|territor\w*|republic|department|island)", re.I
)
_TOWN = re.compile(
    r"\b(?:city|town|village|settlement|municipality|capital|populated|borough|suburb|neighbou?rhood)", re.I
)


class Cause(StrEnum):
    """What is behind a disagreement."""

    BOTH_HOLD = "both may hold"
    """No axiom says that there is one value only."""
    NAMING = "naming"
    """The values may be one thing under two names, or which thing is meant cannot be told."""
    GRANULARITY = "granularity"
    TIME = "time"
    WRONG_LINK = "wrong link"
    AT_ODDS = "a graph at odds with itself"
    """One of the graphs names several values itself where there can be one."""
    OUTVOTED = "wrong fact"
    """A third graph says the same as one of the two: the other is likely wrong. The contradiction is real."""
    REAL = "real"


CONTRADICTIONS = (Cause.OUTVOTED, Cause.REAL)
"""Causes of which pairs are made."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A thing of which two graphs say different values, in the terms of the rules and the things of the first graph."""

    met: Met
    cause: Cause
    original: Statement
    perturbed: Statement
    told: Statement
    """What the other graph states, as it states it."""
    remark: str = ""


@dataclass(frozen=True)
class Witness:
    """A graph that is asked, with what the things of the first graph are in it, by the ids that the rules see."""

    view: View
    containment: Containment
    things: Mapping[str, str]
    """Empty for the first graph itself."""

    def nested(self, ours: Iterable[str], theirs: Iterable[str]) -> bool:
        """Whether it says that one of some things lies within one of others, by its own ids."""
        knowledge, others = self.view.knowledge, list(theirs)
        return any(
            a != b and at_once(self.containment.nested(a, b, knowledge), knowledge) for a in ours for b in others
        )

    @cached_property
    def _by_name(self) -> Mapping[str, list[Entity]]:
        """Things by name; none where the graph is too big to be in memory."""
        found: dict[str, list[Entity]] = {}
        snapshot = self.view.knowledge.snapshot
        for entity in snapshot.every_entity() if snapshot else ():
            for name in sorted({short_label(entity.label), short_label(entity.label).partition(", ")[0]}):
                found.setdefault(name, []).append(entity)
        return found

    def named(self, entity: Entity) -> list[Entity]:
        """Things that have a name of a thing of any graph; none if the name is everybody's."""
        names = dict.fromkeys((short_label(entity.label), short_label(entity.label).partition(", ")[0]))
        found = {e.id: e for name in names for e in self._by_name.get(name, ())}
        return sorted(found.values(), key=lambda e: e.id) if len(found) <= _NAMESAKES else []

    def around(self, things: Collection[str]) -> set[str]:
        """Those of some things in which another of them lies."""
        if len(things) < 2:
            return set()
        knowledge = self.view.knowledge
        return {a for t in sorted(things) for a in at_once(self.containment.ancestors(t, knowledge), knowledge)} & set(
            things
        )

    def values(self, subject: str, relation: str) -> frozenset[str]:
        """What it says by a relation of a thing, by its own ids."""
        here, graph = self.things.get(subject), self.view
        if here is None:
            return frozenset()
        facts = graph.knowledge.read.facts([here], "out", graph.order, FACTS, hidden=True)[here]
        return frozenset(str(f.object) for f in facts if f.relation == relation)


def witness(graph: View, things: Mapping[str, str]) -> Witness:
    """A graph as a witness."""
    ontology = graph.vocabulary.ontology
    unfolding = unfold(compile_rules(a for a in ontology.axioms if not a.disputed), ontology.statable)
    return Witness(graph, Containment.of(unfolding), things)


@dataclass(frozen=True)
class Court:
    """What is asked to tell what is behind a disagreement: both graphs, and others that may have a say."""

    proposer: Proposer
    one: Witness
    other: Witness
    thirds: tuple[Witness, ...] = ()

    def settle(self, met: Met) -> Disagreement:
        """What is behind a disagreement."""
        if not self._clash([_bare(met.one[0])], [_bare(met.translated(0))]):
            return self._found(met, Cause.BOTH_HOLD)
        named, by_name = self._named(self._narrowest(met))
        found = self._found(named, Cause.REAL)
        cause, remark = self._cause(found)
        if not remark and by_name:
            remark = "the value is known by its name alone"
        return replace(found, cause=cause, remark=remark)

    def _found(self, met: Met, cause: Cause) -> Disagreement:
        place = next((i for i, t in enumerate(met.told) if t), 0)
        its = self.other.view.vocabulary.lens.own.statement(met.other[place])
        return Disagreement(met, cause, met.one[0], met.translated(place), its)

    def _narrowest(self, met: Met) -> Met:
        """Without values of the other graph that lie around another of its values: born in Dallas, and in Texas."""
        around = self.other.around({str(s.object) for s in met.other})
        kept = [i for i, s in enumerate(met.other) if str(s.object) not in around] or range(len(met.other))
        told = [t for i in kept if (t := met.told[i])]
        wide = self.one.around({*told, *(str(s.object) for s in met.one)}) - {str(s.object) for s in met.one}
        kept = [i for i in kept if met.told[i] not in wide] or kept
        mine = self.one.around({str(s.object) for s in met.one})
        return replace(
            met,
            one=tuple(s for s in met.one if str(s.object) not in mine) or met.one,
            other=tuple(met.other[i] for i in kept),
            told=tuple(met.told[i] for i in kept),
        )

    def _named(self, met: Met) -> tuple[Met, bool]:
        """Values without a link, where exactly one thing of the first graph has their name and stands there."""
        if any(met.told):
            return met, False
        theirs = self._theirs([str(s.object) for s in met.other])
        told = tuple(
            self._by_name(e.label, met.relation) if (e := theirs.get(str(s.object))) else None for s in met.other
        )
        return replace(met, told=told), any(told)

    def _by_name(self, label: str, relation: str) -> str | None:
        knowledge, end = self.one.view.knowledge, End(relation, subject=False)
        found = self._labels.get(label, ())
        if len(found) == 1 and at_once(self.proposer.signatures.fits(found[0], end, knowledge), knowledge):
            return found[0].id
        return None

    @cached_property
    def _labels(self) -> Mapping[str, Sequence[Entity]]:
        """The things of the first graph by label; none where it is too big to be in memory."""
        labels: dict[str, list[Entity]] = {}
        snapshot = self.one.view.knowledge.snapshot
        for entity in snapshot.every_entity() if snapshot else ():
            labels.setdefault(entity.label, []).append(entity)
        return labels

    def _ours(self, ids: Iterable[str]) -> dict[str, Entity]:
        return self.one.view.knowledge.read.entities(ids)

    def _theirs(self, ids: Iterable[str]) -> dict[str, Entity]:
        return self.other.view.knowledge.read.entities(ids)

    def _cause(self, found: Disagreement) -> tuple[Cause, str]:
        met = found.met
        if not {str(s.object) for s in met.one}.isdisjoint(t for t in met.told if t):
            return Cause.NAMING, "the values have one name"
        if not self._clash([found.original], [found.perturbed]):
            return Cause.TIME, "the statements hold at different times"
        ours = self._ours([met.subject, *(str(s.object) for s in met.one), *filter(None, met.told)])
        theirs = self._theirs([met.twin, *(str(s.object) for s in met.other)])
        if unlike(ours.get(met.subject), theirs.get(met.twin)):
            return Cause.WRONG_LINK, "of the subject"
        values = [e for s in met.other if (e := theirs.get(str(s.object)))]
        names = sorted({n for s in met.one if (e := ours.get(str(s.object))) for n in names_of(e)})
        if any(fuzz.ratio(a, b) >= ALIKE for e in values for a in names for b in sorted(names_of(e))):
            return Cause.NAMING, "the values have names alike"
        if not any(met.told):
            return Cause.NAMING, "nothing says what the value is"
        if any(unlike(ours.get(t or ""), theirs.get(str(s.object))) for s, t in zip(met.other, met.told, strict=True)):
            return Cause.WRONG_LINK, "of the value"
        if self._nested(met):
            return Cause.GRANULARITY, "a graph says so"
        pairs = [
            (a, b) for s in met.one for t in met.told if (a := ours.get(str(s.object))) and (b := ours.get(t or ""))
        ]
        spelled = [e.description for e in values] + [e.label.partition(", ")[2] for e in values]
        if any(_mentions(a, b.label, ()) or _mentions(b, a.label, spelled) for a, b in pairs):
            return Cause.GRANULARITY, "the description of a value says so"
        graphs = (self.one, self.other, *self.thirds)
        if any(_nested_by_name(g, a, b) for g in graphs for a, b in pairs):
            return Cause.GRANULARITY, "things of these names lie within each other"
        if any(_bygone(g, e) for g in graphs for pair in pairs for e in pair):
            return Cause.TIME, "a value is a thing of the past"
        if any(self._levels_apart(a, b) for a, b in pairs):
            return Cause.GRANULARITY, "a wide place and a narrow one, of which nothing says where it lies"
        if self._clash(met.one, ()):
            return Cause.AT_ODDS, "the first"
        if self._clash([met.translated(i) for i in range(len(met.other))], ()):
            return Cause.AT_ODDS, "the second"
        return self._vote(found)

    def _clash(self, one: Sequence[Statement], other: Sequence[Statement]) -> bool:
        """Whether statements contradict each other by the axioms of the first graph."""
        return judge(one, other, self.proposer.rules).outcome is not Judged.CONSISTENT

    def _nested(self, met: Met) -> bool:
        """Whether a value lies within another, as any of the graphs says."""
        mine, told = [str(s.object) for s in met.one], [t for t in met.told if t]
        if self.one.nested(mine, told):
            return True
        theirs = [str(s.object) for s in met.other]
        if self.other.nested(_in(self.other, mine), theirs):
            return True
        return any(each.nested(_in(each, mine), _in(each, told)) for each in self.thirds)

    def _levels_apart(self, one: Entity, other: Entity) -> bool:
        """Whether one is a region and the other a town of which nothing says in which region it lies."""
        wide = [self._is_wide(each) for each in (one, other)]
        if wide[0] == wide[1]:
            return False
        narrow, region = (other, one) if wide[0] else (one, other)
        knowledge = self.one.view.knowledge
        above = at_once(self.one.containment.ancestors(narrow.id, knowledge), knowledge)
        kinds = set(region.types)
        return not any(kinds.intersection(e.types) for e in self._ours(sorted(above)).values())

    def _is_wide(self, place: Entity) -> bool:
        """Whether a place is a region in which towns lie."""
        if not WIDE.isdisjoint(place.types):
            return True
        classes = " ".join(e.label for e in self._ours(place.types).values()) or place.description
        return bool(_REGION.search(classes)) and not _TOWN.search(classes)

    def _vote(self, found: Disagreement) -> tuple[Cause, str]:
        """Whether a third graph says the same as one of the two."""
        mine, its = str(found.original.object), str(found.perturbed.object)
        for each in self.thirds:
            said = each.values(found.met.subject, found.met.relation)
            for thing, outvoted in ((mine, self.other), (its, self.one)):
                if each.things.get(thing) in said:
                    return Cause.OUTVOTED, f"{each.view.info.kg} contradicts {outvoted.view.info.kg}, too"
        return Cause.REAL, ""


def _nested_by_name(graph: Witness, one: Entity, other: Entity) -> bool:
    """Whether a graph has things of these names of which one lies in the other, or is described so."""
    first, second = graph.named(one), graph.named(other)
    if any(_mentions(a, other.label, ()) for a in first) or any(_mentions(b, one.label, ()) for b in second):
        return True
    return graph.nested((e.id for e in first), (e.id for e in second))


def _bygone(graph: Witness, place: Entity) -> bool:
    """Whether what has that name in a graph is a thing of the past."""
    knowledge = graph.view.knowledge
    named = graph.named(place)
    return bool(named) and all(at_once(is_historical(e, knowledge), knowledge) for e in named)


def _mentions(thing: Entity, name: str, more: Iterable[str]) -> bool:
    """Whether what describes a thing names another: "neighborhood of Los Angeles"."""
    said = re.compile(rf"\b{re.escape(name)}\b(?! County)", re.IGNORECASE)
    return any(said.search(text) for text in (thing.description, thing.label.partition(", ")[2], *more))


def _bare(statement: Statement) -> Statement:
    return replace(statement, valid_from=None, valid_to=None)


def _in(graph: Witness, things: Iterable[str]) -> list[str]:
    return [graph.things[t] for t in things if t in graph.things]


def unlike(one: Entity | None, other: Entity | None) -> bool:
    """Whether two linked things are no one thing: names that have little in common, of a person and of none."""
    if one is None or other is None:
        return False
    likeness = max(fuzz.token_set_ratio(a, b) for a in names_of(one) for b in names_of(other))
    kinds = one.types and other.types and (_HUMAN in one.types) != (_HUMAN in other.types)
    return likeness < (ALIKE if kinds else UNLIKE)


def disagreements(court: Court, links: Mapping[str, str]) -> Iterator[Disagreement]:
    """All disagreements of two graphs over linked things, by subject and relation, each with what is behind it."""
    for met in compare(court.one.view, court.other.view, links):
        if met.outcome in (Outcome.OTHER, Outcome.UNLINKED):
            yield court.settle(met)
