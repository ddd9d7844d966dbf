"""The triples of an ontology in Turtle, and how its nodes are read: relations, inverses, lists, texts, numbers."""

from __future__ import annotations

from collections.abc import Mapping

from rdflib import BNode, Graph, URIRef
from rdflib import Literal as RdfLiteral
from rdflib.term import Node

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Strength
from contragraph.ontology.axioms import Kind, Role, Term
from contragraph.ontology.namespaces import expand, named

STRENGTHS: Mapping[str, Strength] = {"strict": "strict", "typical": "typical"}
CLASS_KINDS = frozenset({Kind.SUB_CLASS, Kind.DISJOINT_CLASSES})
CHARACTERISTICS = frozenset(kind for kind in Kind if kind.endswith("Property") and kind is not Kind.EQUIVALENT)
"""Kinds that are stated as a type of the relation."""

Key = tuple[Kind, tuple[Term, ...]]


def iri(curie: str) -> URIRef:
    """The node that an id names."""
    return URIRef(expand(curie))


A, LABEL, COMMENT = iri("rdf:type"), iri("rdfs:label"), iri("rdfs:comment")
INVERSE, FIRST, REST, NIL = (iri(c) for c in ("owl:inverseOf", "rdf:first", "rdf:rest", "rdf:nil"))
AXIOM, ONTOLOGY = iri("owl:Axiom"), iri("owl:Ontology")
RELATION, DATA = iri("owl:ObjectProperty"), iri("owl:DatatypeProperty")
SOURCE, PROPERTY, TARGET = (iri(f"owl:annotated{part}") for part in ("Source", "Property", "Target"))
STRENGTH, FACTS, VIOLATIONS = (iri(f"cg:{name}") for name in ("strength", "facts", "violations"))
STATABLE, SEED, DOMAIN, ORIGIN = (iri(c) for c in ("cg:statable", "cg:seed", "cg:domain", "dcterms:source"))
FACTUAL, DISPUTED = iri("cg:factual"), iri("cg:disputed")

STATED = {iri(kind): kind for kind in Kind if kind not in CHARACTERISTICS}
TYPED = {iri(kind): kind for kind in CHARACTERISTICS}
ORDER, SPAN, DATES = (iri(f"cg:{name}") for name in ("OrderAxiom", "SpanAxiom", "dates"))
NO_RELATION = frozenset({AXIOM, ONTOLOGY, ORDER, SPAN})
"""Types of nodes that are no relations."""
OF_AXIOM = frozenset({A, SOURCE, PROPERTY, TARGET, STRENGTH, ORIGIN, COMMENT, FACTS, VIOLATIONS, DISPUTED})
OF_RELATION = frozenset({LABEL, COMMENT, STATABLE, FACTUAL, SEED, DOMAIN, DATES})


class Triples:
    """The triples of one document by subject, and the readings of its nodes."""

    def __init__(self, graph: Graph, name: str) -> None:
        self.name = name
        self.about: dict[Node, dict[Node, list[Node]]] = {}
        for subject, predicate, thing in graph:
            self.about.setdefault(subject, {}).setdefault(predicate, []).append(thing)

    def fail(self, message: str) -> OntologyError:
        """The error to raise, with the name of the document."""
        return OntologyError(f"{self.name}: {message}")

    def curie(self, node: Node) -> str:
        """The id of a named node."""
        if not isinstance(node, URIRef):
            raise self.fail(f"expected the id of a relation, class or axiom, found {node.n3()}")
        try:
            return named(str(node))
        except OntologyError as error:
            raise self.fail(str(error)) from error

    def role(self, node: Node) -> Role:
        """A relation, or a blank node that says whose inverse it is."""
        if isinstance(node, BNode):
            inverted = [n for n in self.about.get(node, {}).get(INVERSE, []) if isinstance(n, URIRef)]
            if len(inverted) != 1:
                raise self.fail("a blank node stands where a relation should; write [ owl:inverseOf RELATION ]")
            return Role(self.curie(inverted[0]), inverse=True)
        return Role(self.curie(node))

    def chain(self, node: Node, implied: Node) -> tuple[Role, ...]:
        """The roles of an RDF list, of which the relation ``implied`` is said to follow."""
        roles: list[Role] = []
        about = f"{self.role(implied)}: owl:propertyChainAxiom"
        while node != NIL:
            cell = self.about.get(node, {})
            if len(cell.get(FIRST, [])) != 1 or len(cell.get(REST, [])) != 1:
                raise self.fail(f"{about} needs a list of relations, as in ( wdt:P131 wdt:P17 )")
            roles.append(self.role(cell[FIRST][0]))
            node = cell[REST][0]
        if len(roles) < 2:
            only = f"only {roles[0]}; say rdfs:subPropertyOf instead" if roles else "no relation; name at least two"
            raise self.fail(f"{about} has a list of {only}")
        return tuple(roles)

    def key(self, source: Node, predicate: Node, target: Node) -> Key | None:
        """What one triple says as an axiom; None if it is of no kind that we know."""
        if predicate == A:
            characteristic = TYPED.get(target) if isinstance(target, URIRef) else None
            return None if characteristic is None else (characteristic, (self.role(source),))
        kind = STATED.get(predicate) if isinstance(predicate, URIRef) else None
        if kind is None:
            return None
        if kind is Kind.CHAIN:
            return kind, (*self.chain(target, source), self.role(source))
        if kind in CLASS_KINDS:
            return kind, (self.curie(source), self.curie(target))
        if kind in (Kind.DOMAIN, Kind.RANGE, Kind.AT_MOST_ONE):
            return kind, (self.role(source), self.curie(target))
        return kind, (self.role(source), self.role(target))

    def one(self, subject: Node, predicate: URIRef, name: str) -> Node | None:
        """The only value that a node has for a predicate, if any."""
        values = self.about[subject].get(predicate, [])
        if len(values) > 1:
            what = "an id may name one axiom only" if predicate in (SOURCE, PROPERTY, TARGET) else "keep one"
            raise self.fail(f"{name} has {len(values)} values for {named(str(predicate))}; {what}")
        return values[0] if values else None

    def text(self, subject: Node, predicate: URIRef, name: str) -> str:
        """A literal's text, empty if there is none."""
        value = self.one(subject, predicate, name)
        return "" if value is None else str(value)

    def number(self, subject: Node, predicate: URIRef, name: str, *, least: int | None = 0) -> int | None:
        """A whole number of at least so much, by default a count."""
        value = self.one(subject, predicate, name)
        if value is None:
            return None
        number = value.toPython() if isinstance(value, RdfLiteral) else None
        if not isinstance(number, int) or isinstance(number, bool) or (least is not None and number < least):
            raise self.fail(f"{name}: {named(str(predicate))} must be a whole number, not {value.n3()}")
        return number

    def strength(self, subject: Node, name: str, meaning: str = "") -> Strength:
        """The strength of an axiom."""
        given = self.text(subject, STRENGTH, name)
        strength = STRENGTHS.get(given)
        if strength is None:
            has = f'"{given}" is neither' if given else "it has none"
            raise self.fail(f'{name}{meaning} needs cg:strength "strict" or "typical"; {has}')
        return strength
