"""Which kinds of dates, spans and facts, together, would be a contradiction of dates in at most k steps?

Every contradiction of dates is a cycle of bounds. Those that are looked for have one link: a span of one thing (died
aged 66), a span through a relation (born when the father was 39), or an order (the father was born before). Its two
points are dated, each by a date, or by the other date of the thing and a span between the two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from contragraph.ontology.axioms import Ontology, OrderAxiom, Point, Role, SpanAxiom
from contragraph.reasoning.rules.horn import Atom


@dataclass(frozen=True, slots=True)
class Cycle:
    """Statements that date each other: leaves over variables, 0 and 1 being things, the others literals."""

    leaves: tuple[Atom, ...]
    literals: frozenset[int]
    """The variables that stand for literals."""
    axiom: str
    """The axiom of its link; empty where two values of one date contradict each other."""
    kinds: tuple[tuple[int, str], ...] = ()
    """Classes of which things must be for the axiom to be searched."""


def cycles(ontology: Ontology, statable: Collection[str], max_leaves: int) -> tuple[Cycle, ...]:
    """All cycles of one link that an ontology admits, over relations that texts may state, in a fixed order."""
    dates = {
        point: tuple(sorted(r for r, moment in ontology.dates.items() if moment == point and r in statable))
        for point in ("start", "end")
    }
    own = [s for s in ontology.spans if s.through is None and s.relation in statable]
    found = [*_single(dates), *_of_spans(own, dates)]
    for span in ontology.spans:
        if span.through is not None and span.relation in statable and span.through.relation in statable:
            found += _linked(span, span.through, dates, own)
    for order in ontology.orders:
        if order.relation.relation in statable:
            found += _linked(order, order.relation, dates, own)
    return tuple(cycle for cycle in found if len(cycle.leaves) <= max_leaves)


def _single(dates: Mapping[str, tuple[str, ...]]) -> Iterator[Cycle]:
    """Two values of one date."""
    for relation in sorted({*dates["start"], *dates["end"]}):
        yield Cycle((Atom(relation, 0, 2), Atom(relation, 0, 3)), frozenset((2, 3)), "")


def _of_spans(own: list[SpanAxiom], dates: Mapping[str, tuple[str, ...]]) -> Iterator[Cycle]:
    """The two dates of a thing, and the years between them."""
    for span in own:
        for one, other in product(dates[_moment(span.earlier)], dates[_moment(span.later)]):
            leaves = (Atom(span.relation, 0, 2), Atom(one, 0, 3), Atom(other, 0, 4))
            yield Cycle(leaves, frozenset((2, 3, 4)), span.id)


def _linked(
    axiom: SpanAxiom | OrderAxiom, role: Role, dates: Mapping[str, tuple[str, ...]], own: list[SpanAxiom]
) -> Iterator[Cycle]:
    """A link between two things, both dated in any way."""
    ends = (1, 0) if role.inverse else (0, 1)
    link = [Atom(role.relation, *ends)]
    literals: list[int] = []
    top = 2
    if isinstance(axiom, SpanAxiom):
        link.append(Atom(axiom.relation, 0, top))
        literals.append(top)
        top += 1
    kinds: tuple[tuple[int, str], ...] = ()
    if isinstance(axiom, OrderAxiom):
        kinds = tuple((v, kind) for v, kind in ((0, axiom.subject_kind), (1, axiom.object_kind)) if kind)
    points = sorted({axiom.earlier, axiom.later})
    for ways in product(*(_dated(point, dates, own) for point in points)):
        leaves, numbers, free = list(link), list(literals), top
        for point, way in zip(points, ways, strict=True):
            thing = 0 if point.startswith("subject") else 1
            for relation in way:
                leaves.append(Atom(relation, thing, free))
                numbers.append(free)
                free += 1
        yield Cycle(tuple(leaves), frozenset(numbers), axiom.id, kinds)


def _dated(point: Point, dates: Mapping[str, tuple[str, ...]], own: list[SpanAxiom]) -> Iterator[tuple[str, ...]]:
    """The relations by which a point is dated: a date, or the date of the other point and a span."""
    moment = _moment(point)
    for relation in dates[moment]:
        yield (relation,)
    other = "end" if moment == "start" else "start"
    for span in own:
        for relation in dates[other]:
            yield (span.relation, relation)


def _moment(point: Point) -> str:
    return "start" if point.endswith("Start") else "end"
