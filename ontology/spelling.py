"""How relations and axioms are spelled in Turtle: one block of text each."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rdflib import Literal as RdfLiteral

from contragraph.graph.errors import OntologyError
from contragraph.ontology.axioms import AnyAxiom, Axiom, Kind, Ontology, OrderAxiom, Role, SpanAxiom, Term
from contragraph.ontology.namespaces import PREFIXES, expand

_BUILT_IN = ("rdf:", "rdfs:", "owl:")
_PLAIN_LOCAL = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?")


def used_relations(ontology: Ontology) -> frozenset[str]:
    """Every relation that an ontology speaks of, but for those of RDF itself."""
    used = {relation for axiom in ontology.every for relation in axiom.relations}
    used |= {*ontology.labels, *ontology.comments, *ontology.domains, *ontology.statable, *ontology.factual}
    used |= {*ontology.data, *ontology.dates}
    return frozenset(relation for relation in used if not relation.startswith(_BUILT_IN))


def _name(curie: str) -> str:
    iri = expand(curie)
    return curie if _PLAIN_LOCAL.fullmatch(curie.partition(":")[2]) else f"<{iri}>"


def _term(term: Term) -> str:
    if isinstance(term, Role):
        return f"[ owl:inverseOf {_name(term.relation)} ]" if term.inverse else _name(term.relation)
    return _name(term)


def _text(value: str, language: str | None = None) -> str:
    # One line a literal: rdflib would write line breaks as they are, in triple quotes.
    quoted: str = RdfLiteral(value.replace("\n", " ").replace("\r", " "), lang=language).n3()
    return quoted


_ALWAYS = frozenset(("cg", "dbo", "dbp", "dbr", "dcterms", "owl", "rdf", "rdfs", "wd", "wdt", "xsd", "yago"))
"""Prefixes that are bound whether they are used or not."""


def header(ids: Iterable[str] = ()) -> str:
    """The bound prefixes: those of the large knowledge graphs, and those of the ids."""
    wanted = _ALWAYS.union(each.partition(":")[0] for each in ids)
    return "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in PREFIXES.items() if prefix in wanted)


def _block(subject: str, head: list[tuple[str, str]], rest: list[tuple[str, str]]) -> str:
    """A node: what it is on one line, what else is said of it on a line each."""
    first = " ; ".join(f"{predicate} {value}" for predicate, value in head)
    lines = [f"    {line}" for line in (first, *(f"{predicate} {value}" for predicate, value in rest))]
    return f"{subject}\n" + " ;\n".join(lines) + " .\n"


def relation_block(ontology: Ontology, relation: str) -> str:
    """The declaration of a relation."""
    head = [("a", "owl:DatatypeProperty" if relation in ontology.data else "owl:ObjectProperty")]
    if relation in ontology.labels:
        head.append(("rdfs:label", _text(ontology.labels[relation], "en")))
    pairs = []
    if relation in ontology.comments:
        pairs.append(("rdfs:comment", _text(ontology.comments[relation], "en")))
    if relation in ontology.domains:
        pairs += [("cg:seed", "true"), ("cg:domain", _text(ontology.domains[relation]))]
    if relation in ontology.statable:
        pairs.append(("cg:statable", "true"))
    if relation in ontology.factual:
        pairs.append(("cg:factual", "true"))
    if relation in ontology.dates:
        pairs.append(("cg:dates", f"cg:{ontology.dates[relation]}"))
    return _block(_name(relation), head, pairs)


def _triple(axiom: Axiom) -> tuple[str, str, str]:
    """Subject, predicate and object of the plain axiom."""
    first, *rest = axiom.terms
    if axiom.kind is Kind.CHAIN:
        return _term(axiom.terms[-1]), axiom.kind, f"( {' '.join(map(_term, axiom.terms[:-1]))} )"
    if not rest:
        return _term(first), "rdf:type", axiom.kind
    if axiom.kind is Kind.INVERSE_OF and isinstance(first, Role) and first.inverse:
        raise OntologyError(f"{axiom.id} cannot be written: owl:inverseOf needs a relation by name on its left")
    return _term(first), axiom.kind, _term(rest[0])


def axiom_block(axiom: Axiom) -> str:
    """The plain triple of an axiom and its annotation."""
    subject, predicate, thing = _triple(axiom)
    head = [
        ("a", "owl:Axiom"),
        ("owl:annotatedSource", subject),
        ("owl:annotatedProperty", predicate),
        ("owl:annotatedTarget", thing),
    ]
    pairs = _annotations(axiom)
    if axiom.disputed:
        pairs.append(("cg:disputed", "true"))
    return f"{subject} {predicate} {thing} .\n" + _block(_name(axiom.id), head, pairs)


def _annotations(axiom: AnyAxiom) -> list[tuple[str, str]]:
    """What is said of axioms of every sort."""
    pairs = [("cg:strength", _text(axiom.strength))]
    if axiom.source:
        pairs.append(("dcterms:source", _text(axiom.source)))
    if axiom.comment:
        pairs.append(("rdfs:comment", _text(axiom.comment, "en")))
    for name, number in (("cg:facts", axiom.facts), ("cg:violations", axiom.violations)):
        if number is not None:
            pairs.append((name, str(number)))
    return pairs


def order_block(order: OrderAxiom) -> str:
    """The node of an order axiom."""
    head = [
        ("a", "cg:OrderAxiom"),
        ("cg:relation", _term(order.relation)),
        ("cg:earlier", f"cg:{order.earlier}"),
        ("cg:later", f"cg:{order.later}"),
        ("cg:leastYears", str(order.least_years)),
    ]
    for name, kind in (("cg:subjectKind", order.subject_kind), ("cg:objectKind", order.object_kind)):
        if kind:
            head.append((name, _name(kind)))
    return _block(_name(order.id), head, _annotations(order))


def span_block(span: SpanAxiom) -> str:
    """The node of a span axiom."""
    head = [("a", "cg:SpanAxiom"), ("cg:relation", _name(span.relation))]
    if span.through is not None:
        head.append(("cg:through", _term(span.through)))
    head += [("cg:earlier", f"cg:{span.earlier}"), ("cg:later", f"cg:{span.later}")]
    return _block(_name(span.id), head, _annotations(span))
