"""Bounds of dates: which atoms say that one point comes at least so many days after another.

A point is the start or the end of an entity, or the origin (0001-01-01). A date bounds its point against the origin
from both sides; an order axiom turns a statement into one bound, a span axiom into two; that nothing ends before it
starts needs no statement. A set of bounds has no solution exactly where some of them close a cycle whose days sum to
more than 0 (:mod:`.cycles`): a simple temporal problem (Dechter, Meiri, Pearl 1991).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from contragraph.graph.model import Bound, Literal
from contragraph.ontology.axioms import AnyAxiom, Moment, OrderAxiom, Point, SpanAxiom
from contragraph.reasoning.values.days import interval_of, least_days, most_days, years_of
from contragraph.reasoning.values.terms import Term

ORIGIN = "#origin"
Atom = tuple[str, Term, Term]
"""A ground atom: predicate, first, second (:data:`.facts.Ground`)."""


@dataclass(frozen=True, slots=True)
class BoundEdge:
    """A bound, the atoms that it follows from, in order, and the axiom that says so (None for dates)."""

    bound: Bound
    premises: tuple[Atom, ...] = ()
    axiom: str | None = None


def point(entity: str, moment: Moment) -> str:
    """The name of a point."""
    return f"{entity}#{moment}"


def _point(name: Point, subject: str, thing: Term) -> str | None:
    """The point of a statement that an axiom names; None if it is one of a literal."""
    entity = subject if name.startswith("subject") else thing
    moment: Moment = "start" if name.endswith("Start") else "end"
    return point(entity, moment) if isinstance(entity, str) else None


@dataclass(frozen=True)
class BoundRules:
    """The axioms of dates, by the predicates that they turn into bounds."""

    orders: tuple[OrderAxiom, ...] = ()
    spans: tuple[SpanAxiom, ...] = ()
    dates: Mapping[str, Moment] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything gives bounds."""
        return bool(self.orders or self.spans or self.dates)

    def kept(self, keep: Callable[[AnyAxiom], bool]) -> BoundRules:
        """Some of the axioms; what a relation is the date of stays."""
        return BoundRules(tuple(filter(keep, self.orders)), tuple(filter(keep, self.spans)), self.dates)

    @cached_property
    def predicates(self) -> frozenset[str]:
        """The relations whose statements give bounds."""
        axioms: tuple[AnyAxiom, ...] = (*self.orders, *self.spans)
        return frozenset(self.dates).union(*(a.relations for a in axioms))

    @cached_property
    def _orders(self) -> Mapping[str, tuple[tuple[OrderAxiom, int], ...]]:
        """By relation the order axioms, each with its days."""
        found: defaultdict[str, list[tuple[OrderAxiom, int]]] = defaultdict(list)
        for order in sorted(self.orders, key=lambda a: a.id):
            found[order.relation.relation].append((order, least_days(order.least_years)))
        return {relation: tuple(some) for relation, some in found.items()}

    @cached_property
    def _spans(self) -> Mapping[str, tuple[SpanAxiom, ...]]:
        found: defaultdict[str, list[SpanAxiom]] = defaultdict(list)
        for span in sorted(self.spans, key=lambda a: a.id):
            found[span.relation].append(span)
        return {relation: tuple(some) for relation, some in found.items()}

    @cached_property
    def _ties(self) -> frozenset[str]:
        """Relations that say whose points a number counts between."""
        return frozenset(span.through.relation for span in self.spans if span.through)

    def edges(self, atoms: Collection[Atom]) -> list[BoundEdge]:
        """All bounds that the atoms give, and for things with both points that they do not end before they start."""
        found: list[BoundEdge] = []
        spans: list[tuple[SpanAxiom, Atom, int]] = []
        ties: defaultdict[tuple[str, bool, str], list[Atom]] = defaultdict(list)
        for atom in atoms:
            relation, first, second = atom
            if not isinstance(first, str):
                continue
            if relation in self.dates and isinstance(second, Literal):
                found.extend(_of_date(atom, first, second, self.dates[relation]))
            for order, days in self._orders.get(relation, ()):
                found.extend(_of_order(order, days, atom, first, second))
            if isinstance(second, Literal):
                years = years_of(second) if relation in self._spans else None
                if years is not None:
                    spans.extend((span, atom, years) for span in self._spans[relation])
            elif relation in self._ties:
                ties[relation, False, first].append(atom)
                ties[relation, True, second].append(atom)
        for span, atom, years in spans:
            subject, through = str(atom[1]), span.through
            if through is None:
                found.extend(_of_span(span, years, subject, subject, (atom,)))
                continue
            for tie in ties.get((through.relation, through.inverse, subject), ()):
                thing = tie[1] if through.inverse else tie[2]
                found.extend(_of_span(span, years, subject, thing, (atom, tie)))
        return [*found, *lasting(found)]


def lasting(edges: Iterable[BoundEdge]) -> Iterator[BoundEdge]:
    """What needs no premise: nothing ends before it starts."""
    points = dict.fromkeys(p for edge in edges for p in (edge.bound.earlier, edge.bound.later))
    for name in points:
        entity, _, moment = name.rpartition("#")
        if moment == "start" and (end := point(entity, "end")) in points:
            yield BoundEdge(Bound(name, end, 0))


def is_lasting(bound: Bound) -> bool:
    """Whether a bound says no more than that something does not end before it starts."""
    entity, _, moment = bound.earlier.rpartition("#")
    return entity != "" and moment == "start" and bound.later == point(entity, "end") and bound.days == 0


def _of_date(atom: Atom, entity: str, date: Literal, moment: Moment) -> Iterator[BoundEdge]:
    days = interval_of(date)
    if days is not None:
        here = point(entity, moment)
        yield BoundEdge(Bound(ORIGIN, here, days[0]), (atom,))
        yield BoundEdge(Bound(here, ORIGIN, -days[1]), (atom,))


def _of_order(order: OrderAxiom, days: int, atom: Atom, first: str, second: Term) -> Iterator[BoundEdge]:
    if order.relation.inverse:
        if not isinstance(second, str):
            return
        subject, thing = second, first
        earlier, later = _point(order.earlier, subject, thing), _point(order.later, subject, thing)
    else:
        earlier, later = _point(order.earlier, first, second), _point(order.later, first, second)
    if earlier is not None and later is not None:
        yield BoundEdge(Bound(earlier, later, days), (atom,), order.id)


def _of_span(span: SpanAxiom, years: int, subject: str, thing: Term, premises: tuple[Atom, ...]) -> Iterator[BoundEdge]:
    earlier, later = _point(span.earlier, subject, thing), _point(span.later, subject, thing)
    if earlier is not None and later is not None:
        yield BoundEdge(Bound(earlier, later, least_days(years)), premises, span.id)
        yield BoundEdge(Bound(later, earlier, 1 - most_days(years + 1)), premises, span.id)
