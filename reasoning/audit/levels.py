"""The audit of axioms about levels and dates: at most one value of a class, what comes before what, what counts years.

A thing is of a class by what the KG states, and by whatever class is above that one. A bound is broken only where no
days within the precision of the dates keep it; of several dates of one point any may be the right one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from contragraph.ontology.axioms import Axiom, Kind, Ontology, OrderAxiom, Role, SpanAxiom
from contragraph.reasoning.rules.bounds import ORIGIN, BoundRules, point
from contragraph.reasoning.rules.ruleset import SUB_CLASS, TYPE
from contragraph.reasoning.values.terms import Term

Pair = tuple[str, str]
Days = tuple[int, int]
"""The first and the last day that a point may be."""


@dataclass(frozen=True)
class Levels:
    """What the KG states by predicate, in all spellings; ends of pairs are as :func:`.audit.facts_of` has them."""

    ontology: Ontology
    pairs: Mapping[str, Set[Pair]]

    def of(self, role: Role) -> list[Pair]:
        """The pairs of a role, sorted."""
        told = self.pairs.get(role.relation, frozenset())
        return sorted((second, first) for first, second in told) if role.inverse else sorted(told)

    def members(self, a_class: str) -> frozenset[str]:
        """The things of a class, or of a class that lies under it."""
        classes, todo = {a_class}, [a_class]
        while todo:
            todo = sorted(self._under.get(todo.pop(), set()) - classes) + todo
            classes.update(todo)
        return frozenset(thing for a in classes for thing in self._things.get(a, ()))

    @cached_property
    def _under(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = {}
        stated = self.pairs.get(SUB_CLASS, frozenset())
        axioms = {a.terms for a in self.ontology.axioms if a.kind is Kind.SUB_CLASS}
        for lower, upper in (*stated, *axioms):
            found.setdefault(str(upper), set()).add(str(lower))
        return found

    @cached_property
    def _things(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = {}
        for thing, a_class in self.pairs.get(TYPE, frozenset()):
            found.setdefault(a_class, set()).add(thing)
        return found


def at_most_one(axiom: Axiom, levels: Levels) -> tuple[int, list[tuple[str, ...]]]:
    """How many things have a value of the class, and those that have several, each with two of them."""
    role, a_class = axiom.terms
    assert isinstance(role, Role)
    members = levels.members(str(a_class))
    values: dict[str, list[str]] = {}
    for thing, value in levels.of(role):
        if value in members:
            values.setdefault(thing, []).append(value)
    return len(values), [(thing, *some[:2]) for thing, some in values.items() if len(some) > 1]


class Dated:
    """When the things of a KG began and ended, and which facts that breaks an axiom."""

    def __init__(self, levels: Levels, terms: Mapping[str, Term]) -> None:
        self._levels = levels
        self._terms = terms
        """Of each literal end of a pair what it stands for."""
        self._points: dict[str, Days] = {}
        dates = BoundRules(dates=levels.ontology.dates)
        for relation in sorted(levels.ontology.dates):
            for thing, told in levels.of(Role(relation)):
                bounds = {e.bound.earlier == ORIGIN: e.bound for e in dates.edges([(relation, thing, terms[told])])}
                if bounds:
                    here = point(thing, levels.ontology.dates[relation])
                    days = (bounds[True].days, -bounds[False].days)
                    known = self._points.get(here, days)
                    self._points[here] = (min(days[0], known[0]), max(days[1], known[1]))

    def _broken(self, rules: BoundRules, atoms: Sequence[tuple[str, str, Term]]) -> bool | None:
        """Whether bounds of these atoms cannot be kept; None where a point is not dated."""
        edges = [edge.bound for edge in rules.edges(atoms) if edge.premises]
        if not edges or any(p not in self._points for bound in edges for p in (bound.earlier, bound.later)):
            return None
        return any(self._points[b.later][1] - self._points[b.earlier][0] < b.days for b in edges)

    def order(self, order: OrderAxiom) -> tuple[int, list[tuple[str, ...]]]:
        """How many facts have both points dated and ends of the right kinds, and those that break the axiom."""
        rules = BoundRules(orders=(order,))
        subjects, objects = (self._levels.members(k) if k else None for k in (order.subject_kind, order.object_kind))
        cases = (
            ((subject, thing), [self._atom(order.relation, subject, thing)])
            for subject, thing in self._levels.of(order.relation)
            if (subjects is None or subject in subjects) and (objects is None or thing in objects)
        )
        return self._counted(rules, cases)

    def span(self, span: SpanAxiom) -> tuple[int, list[tuple[str, ...]]]:
        """How many numbers have both points dated, and those that cannot be right."""
        rules = BoundRules(spans=(span,))
        tied: dict[str, list[str]] = {}
        for subject, thing in self._levels.of(span.through) if span.through else ():
            tied.setdefault(subject, []).append(thing)
        return self._counted(rules, self._numbers(span, tied))

    def _numbers(
        self, span: SpanAxiom, tied: Mapping[str, list[str]]
    ) -> Iterator[tuple[tuple[str, ...], list[tuple[str, str, Term]]]]:
        for subject, told in self._levels.of(Role(span.relation)):
            atom = (span.relation, subject, self._terms[told])
            if span.through is None:
                yield (subject, told), [atom]
            for thing in tied.get(subject, ()):
                assert span.through is not None
                yield (subject, told, thing), [atom, self._atom(span.through, subject, thing)]

    def _atom(self, role: Role, subject: str, thing: str) -> tuple[str, str, Term]:
        first, second = (thing, subject) if role.inverse else (subject, thing)
        return role.relation, first, self._terms.get(second, second)

    def _counted(
        self, rules: BoundRules, cases: Iterable[tuple[tuple[str, ...], list[tuple[str, str, Term]]]]
    ) -> tuple[int, list[tuple[str, ...]]]:
        facts, wrong = 0, []
        for names, atoms in cases:
            broken = self._broken(rules, atoms)
            facts += broken is not None
            if broken:
                wrong.append(names)
        return facts, wrong
