"""Axioms of dates in Turtle: which relations date their subjects, what comes before what, and what counts years.

An order or a span is one node with an id of its own: no plain OWL triple says as much.
"""

from __future__ import annotations

from collections.abc import Iterator

from rdflib import URIRef
from rdflib.term import Node

from contragraph.ontology.axioms import POINTS, Moment, Ontology, OrderAxiom, Point, SpanAxiom
from contragraph.ontology.triples import (
    COMMENT,
    DATES,
    FACTS,
    ORDER,
    ORIGIN,
    SPAN,
    STRENGTH,
    VIOLATIONS,
    A,
    Triples,
    iri,
)

_OF = iri("cg:relation")
_THROUGH, _YEARS = iri("cg:through"), iri("cg:leastYears")
_EARLIER, _LATER = iri("cg:earlier"), iri("cg:later")
_SUBJECT, _OBJECT = iri("cg:subjectKind"), iri("cg:objectKind")
_POINTS: dict[Node, Point] = {iri(f"cg:{point}"): point for point in POINTS}
_MOMENTS: dict[Node, Moment] = {iri("cg:start"): "start", iri("cg:end"): "end"}
_SHARED = frozenset({A, _OF, _EARLIER, _LATER, STRENGTH, ORIGIN, COMMENT, FACTS, VIOLATIONS})
_OF_ORDER = _SHARED | {_YEARS, _SUBJECT, _OBJECT}
_OF_SPAN = _SHARED | {_THROUGH}


def _nodes(document: Triples, sort: URIRef, known: frozenset[URIRef]) -> Iterator[tuple[str, Node]]:
    """The nodes of a sort by name, sorted; each says only what one of its sort may."""
    found: list[tuple[str, Node]] = []
    for node, about in document.about.items():
        types = about.get(A, [])
        if sort not in types:
            continue
        if not isinstance(node, URIRef):
            raise document.fail(f"a {document.curie(sort)} has no id; give it a name such as cg:ax_order_P22")
        name = document.curie(node)
        if len(types) > 1:
            every = " and ".join(sorted(document.curie(t) for t in types))
            raise document.fail(f"{name} is {every}; an id may name one axiom only")
        unknown = sorted(document.curie(p) for p in about if p not in known)
        if unknown:
            raise document.fail(f"{name} has the annotation {unknown[0]}, which is not one of ours")
        found.append((name, node))
    yield from sorted(found, key=lambda pair: pair[0])


def _needed(document: Triples, node: Node, predicate: URIRef, name: str) -> Node:
    value = document.one(node, predicate, name)
    if value is None:
        raise document.fail(f"{name} lacks {document.curie(predicate)}")
    return value


def _point(document: Triples, node: Node, predicate: URIRef, name: str) -> Point:
    value = _needed(document, node, predicate, name)
    if value not in _POINTS:
        every = ", ".join(f"cg:{point}" for point in POINTS)
        raise document.fail(f"{name}: {document.curie(predicate)} must be one of {every}, not {value.n3()}")
    return _POINTS[value]


def _points(document: Triples, node: Node, name: str) -> tuple[Point, Point]:
    earlier, later = (_point(document, node, predicate, name) for predicate in (_EARLIER, _LATER))
    if earlier == later:
        raise document.fail(f"{name}: cg:earlier and cg:later are the same point; name two")
    return earlier, later


def _kind(document: Triples, node: Node, predicate: URIRef, name: str) -> str:
    value = document.one(node, predicate, name)
    return "" if value is None else document.curie(value)


def orders_of(document: Triples) -> tuple[OrderAxiom, ...]:
    """The order axioms of a document, sorted by id.

    Raises:
        OntologyError: one lacks something, has it twice or says what is none of ours, or two say the same.
    """
    found: dict[tuple[object, ...], OrderAxiom] = {}
    for name, node in _nodes(document, ORDER, _OF_ORDER):
        earlier, later = _points(document, node, name)
        years = document.number(node, _YEARS, name, least=None)
        if years is None:
            raise document.fail(f"{name} lacks cg:leastYears")
        order = OrderAxiom(
            name,
            document.role(_needed(document, node, _OF, name)),
            earlier,
            later,
            years,
            document.strength(node, name),
            source=document.text(node, ORIGIN, name),
            comment=document.text(node, COMMENT, name),
            subject_kind=_kind(document, node, _SUBJECT, name),
            object_kind=_kind(document, node, _OBJECT, name),
            facts=document.number(node, FACTS, name),
            violations=document.number(node, VIOLATIONS, name),
        )
        key = (order.relation, earlier, later, years, order.subject_kind, order.object_kind)
        if key in found:
            raise document.fail(f"{name} says the same as {found[key].id}; keep one")
        found[key] = order
    return tuple(found.values())


def spans_of(document: Triples) -> tuple[SpanAxiom, ...]:
    """The span axioms of a document, sorted by id.

    Raises:
        OntologyError: as :func:`orders_of`, or the object is named without ``cg:through``, or that without the object.
    """
    found: dict[tuple[object, ...], SpanAxiom] = {}
    for name, node in _nodes(document, SPAN, _OF_SPAN):
        earlier, later = _points(document, node, name)
        through = document.one(node, _THROUGH, name)
        if (through is not None) != any(point.startswith("object") for point in (earlier, later)):
            odd = "names a point of the object, but no cg:through" if through is None else "has cg:through for no point"
            raise document.fail(f"{name} {odd}; the object is that of cg:through")
        span = SpanAxiom(
            name,
            document.curie(_needed(document, node, _OF, name)),
            None if through is None else document.role(through),
            earlier,
            later,
            document.strength(node, name),
            source=document.text(node, ORIGIN, name),
            comment=document.text(node, COMMENT, name),
            facts=document.number(node, FACTS, name),
            violations=document.number(node, VIOLATIONS, name),
        )
        key = (span.relation, span.through, earlier, later)
        if key in found:
            raise document.fail(f"{name} says the same as {found[key].id}; keep one")
        found[key] = span
    return tuple(found.values())


def dates_of(document: Triples) -> dict[str, Moment]:
    """What the relations of a document are the dates of, sorted by relation.

    Raises:
        OntologyError: a relation dates something else than a start or an end, or both.
    """
    found: dict[str, Moment] = {}
    for node, about in document.about.items():
        if DATES in about:
            name = document.curie(node)
            value = document.one(node, DATES, name)
            if value is None or value not in _MOMENTS:
                raise document.fail(f"{name}: cg:dates must be cg:start or cg:end, not {value.n3() if value else ''}")
            found[name] = _MOMENTS[value]
    return dict(sorted(found.items()))


def demand_literals(document: Triples, ontology: Ontology) -> None:
    """Refuse what only proofs would trip over: a date or a span whose relation has no literals.

    Raises:
        OntologyError: such a relation is not declared as one of literals.
    """
    for relation, user in (
        *((relation, "cg:dates") for relation in ontology.dates),
        *((span.relation, span.id) for span in ontology.spans),
    ):
        if relation not in ontology.data:
            raise document.fail(
                f"the relation {relation} of {user} has literals for objects; declare it as owl:DatatypeProperty"
            )
