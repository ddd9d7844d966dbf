"""SHACL shapes as axioms: what a schema such as YAGO's says of its classes and relations.

``sh:maxCount 1`` makes a relation functional, if all shapes that name it say so; the one class whose shape names a
relation is its domain, the one class that all its values must have its range; ``owl:disjointWith`` and
``rdfs:subClassOf`` between classes are kept. Shapes say what a schema wants, not what is true: all but subclasses are
*typical*. What is of another kind (patterns, datatypes, alternatives) is no axiom of ours and is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from rdflib import Graph, URIRef
from rdflib.term import Node

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Strength
from contragraph.ontology.axioms import Axiom, Kind, Role, Term
from contragraph.ontology.namespaces import shorten
from contragraph.ontology.turtle import parse_turtle

_SHACL = "http://www.w3.org/ns/shacl"
_OWN = {
    "http://www.w3.org/2002/07/owl": ("disjointWith",),
    "http://www.w3.org/2000/01/rdf-schema": ("subClassOf",),
    _SHACL: ("property", "path", "node", "class", "maxCount"),
}
"""The terms that are read. YAGO 4.5 binds its prefixes without the ``#`` at their end, so both spellings are known."""
_TERMS: dict[Node, str] = {
    URIRef(f"{space}{mark}{name}"): name for space, names in _OWN.items() for name in names for mark in ("#", "")
}
_NAMES = {
    Kind.FUNCTIONAL: "functional",
    Kind.DOMAIN: "domain",
    Kind.RANGE: "range",
    Kind.SUB_CLASS: "subclass",
    Kind.DISJOINT_CLASSES: "disjointClasses",
}


def axioms_of(text: str, source: str) -> tuple[Axiom, ...]:
    """The axioms that shapes in Turtle say, sorted by id; ``source`` names the schema.

    Raises:
        OntologyError: the text is no Turtle.
    """
    graph = parse_turtle(text, source)
    said: defaultdict[str, list[tuple[Node, Node]]] = defaultdict(list)
    for subject, predicate, thing in graph:
        if predicate in _TERMS:
            said[_TERMS[predicate]].append((subject, thing))
    found = {a.id: a for a in (*_of_classes(said), *_of_relations(said, graph))}
    return tuple(
        Axiom(a.id, a.kind, a.terms, a.strength, source=source) for a in sorted(found.values(), key=lambda a: a.id)
    )


def _of_classes(said: dict[str, list[tuple[Node, Node]]]) -> Iterator[Axiom]:
    for term, kind, strength in (
        ("subClassOf", Kind.SUB_CLASS, "strict"),
        ("disjointWith", Kind.DISJOINT_CLASSES, "typical"),
    ):
        pairs = {
            (shorten(str(one)), shorten(str(other)))
            for one, other in said[term]
            if _known(one) and _known(other) and one != other
        }
        if kind is Kind.DISJOINT_CLASSES:  # said of both, it is said once
            pairs = {(min(pair), max(pair)) for pair in pairs}
        for pair in pairs:
            yield _axiom(kind, pair, "strict" if strength == "strict" else "typical")


def _of_relations(said: dict[str, list[tuple[Node, Node]]], graph: Graph) -> Iterator[Axiom]:
    paths = {shape: str(path) for shape, path in said["path"] if _known(path)}
    limits = {shape: str(limit) for shape, limit in said["maxCount"]}
    values: defaultdict[Node, set[str]] = defaultdict(set)
    for shape, kind in (*said["node"], *said["class"]):
        if _known(kind):
            values[shape].add(str(kind))
    classes = {shape: str(owner) for owner, shape in said["property"] if _known(owner)}
    by_path: defaultdict[str, list[Node]] = defaultdict(list)
    for shape, path in paths.items():
        by_path[path].append(shape)
    for path, shapes in by_path.items():
        role = Role(shorten(path))
        if all(limits.get(shape) == "1" for shape in shapes):
            yield _axiom(Kind.FUNCTIONAL, (role,), "typical")
        owners = {classes[shape] for shape in shapes if shape in classes}
        if len(owners) == 1 and all(shape in classes for shape in shapes):
            yield _axiom(Kind.DOMAIN, (role, shorten(owners.pop())), "typical")
        kinds = [values[shape] for shape in shapes]
        if kinds and all(len(some) == 1 and some == kinds[0] for some in kinds):
            yield _axiom(Kind.RANGE, (role, shorten(next(iter(kinds[0])))), "typical")


def _known(node: Node) -> bool:
    """Whether a node is named in a namespace that ids may use; what is not can be in no ontology of ours."""
    if not isinstance(node, URIRef):
        return False
    try:
        shorten(str(node))
    except OntologyError:
        return False
    return True


def _axiom(kind: Kind, terms: tuple[Term, ...], strength: Strength) -> Axiom:
    names: Iterable[str] = (t.relation if isinstance(t, Role) else t for t in terms)
    local = "_".join(name.rpartition(":")[2] for name in names)
    return Axiom(f"cg:ax_{_NAMES[kind]}_{local}", kind, terms, strength)
