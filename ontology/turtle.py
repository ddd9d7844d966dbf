"""Ontologies as Turtle: every axiom is a plain OWL triple and, beside it, an ``owl:Axiom`` with an id of its own.

The plain triples are what any OWL tool reads; the annotations carry id, strength, source and audit figures. Neither may
be there without the other. What is written depends on the ontology alone, byte for byte, and reads back as the same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from rdflib import BNode, Graph, URIRef
from rdflib import Literal as RdfLiteral
from rdflib.plugins.parsers.notation3 import BadSyntax
from rdflib.term import Node

from contragraph.graph.errors import InputError, OntologyError
from contragraph.graph.model import Strength
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role, Term
from contragraph.ontology.namespaces import expand, shorten
from contragraph.ontology.spelling import axiom_block, header, relation_block, used_relations

STRENGTHS: Mapping[str, Strength] = {"strict": "strict", "typical": "typical"}
CLASS_KINDS = frozenset({Kind.SUB_CLASS, Kind.DISJOINT_CLASSES})
CHARACTERISTICS = frozenset(kind for kind in Kind if kind.endswith("Property") and kind is not Kind.EQUIVALENT)
"""Kinds that are stated as a type of the relation."""

_Key = tuple[Kind, tuple[Term, ...]]


def _iri(curie: str) -> URIRef:
    return URIRef(expand(curie))


_A, _LABEL, _COMMENT = _iri("rdf:type"), _iri("rdfs:label"), _iri("rdfs:comment")
_INVERSE, _FIRST, _REST, _NIL = (_iri(c) for c in ("owl:inverseOf", "rdf:first", "rdf:rest", "rdf:nil"))
_AXIOM, _ONTOLOGY = _iri("owl:Axiom"), _iri("owl:Ontology")
_RELATION, _DATA = _iri("owl:ObjectProperty"), _iri("owl:DatatypeProperty")
_SOURCE, _PROPERTY, _TARGET = (_iri(f"owl:annotated{part}") for part in ("Source", "Property", "Target"))
_STRENGTH, _FACTS, _VIOLATIONS = (_iri(f"cg:{name}") for name in ("strength", "facts", "violations"))
_STATABLE, _SEED, _DOMAIN, _ORIGIN = (_iri(c) for c in ("cg:statable", "cg:seed", "cg:domain", "dcterms:source"))
_FACTUAL, _DISPUTED = _iri("cg:factual"), _iri("cg:disputed")

_STATED = {_iri(kind): kind for kind in Kind if kind not in CHARACTERISTICS}
_TYPED = {_iri(kind): kind for kind in CHARACTERISTICS}
_OF_AXIOM = frozenset({_A, _SOURCE, _PROPERTY, _TARGET, _STRENGTH, _ORIGIN, _COMMENT, _FACTS, _VIOLATIONS, _DISPUTED})
_OF_RELATION = frozenset({_LABEL, _COMMENT, _STATABLE, _FACTUAL, _SEED, _DOMAIN})


class _Document:
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
            return shorten(str(node))
        except OntologyError as error:
            raise self.fail(str(error)) from error

    def role(self, node: Node) -> Role:
        """A relation, or a blank node that says whose inverse it is."""
        if isinstance(node, BNode):
            inverted = [n for n in self.about.get(node, {}).get(_INVERSE, []) if isinstance(n, URIRef)]
            if len(inverted) != 1:
                raise self.fail("a blank node stands where a relation should; write [ owl:inverseOf RELATION ]")
            return Role(self.curie(inverted[0]), inverse=True)
        return Role(self.curie(node))

    def chain(self, node: Node, implied: Node) -> tuple[Role, ...]:
        """The roles of an RDF list, of which the relation ``implied`` is said to follow."""
        roles: list[Role] = []
        about = f"{self.role(implied)}: owl:propertyChainAxiom"
        while node != _NIL:
            cell = self.about.get(node, {})
            if len(cell.get(_FIRST, [])) != 1 or len(cell.get(_REST, [])) != 1:
                raise self.fail(f"{about} needs a list of relations, as in ( wdt:P131 wdt:P17 )")
            roles.append(self.role(cell[_FIRST][0]))
            node = cell[_REST][0]
        if len(roles) < 2:
            only = f"only {roles[0]}; say rdfs:subPropertyOf instead" if roles else "no relation; name at least two"
            raise self.fail(f"{about} has a list of {only}")
        return tuple(roles)

    def key(self, source: Node, predicate: Node, target: Node) -> _Key | None:
        """What one triple says as an axiom; None if it is of no kind that we know."""
        if predicate == _A:
            characteristic = _TYPED.get(target) if isinstance(target, URIRef) else None
            return None if characteristic is None else (characteristic, (self.role(source),))
        kind = _STATED.get(predicate) if isinstance(predicate, URIRef) else None
        if kind is None:
            return None
        if kind is Kind.CHAIN:
            return kind, (*self.chain(target, source), self.role(source))
        if kind in CLASS_KINDS:
            return kind, (self.curie(source), self.curie(target))
        if kind in (Kind.DOMAIN, Kind.RANGE):
            return kind, (self.role(source), self.curie(target))
        return kind, (self.role(source), self.role(target))

    def one(self, subject: Node, predicate: URIRef, name: str) -> Node | None:
        """The only value that a node has for a predicate, if any."""
        values = self.about[subject].get(predicate, [])
        if len(values) > 1:
            what = "an id may name one axiom only" if predicate in (_SOURCE, _PROPERTY, _TARGET) else "keep one"
            raise self.fail(f"{name} has {len(values)} values for {shorten(str(predicate))}; {what}")
        return values[0] if values else None

    def text(self, subject: Node, predicate: URIRef, name: str) -> str:
        """A literal's text, empty if there is none."""
        value = self.one(subject, predicate, name)
        return "" if value is None else str(value)

    def number(self, subject: Node, predicate: URIRef, name: str) -> int | None:
        """A count that is not negative."""
        value = self.one(subject, predicate, name)
        if value is None:
            return None
        number = value.toPython() if isinstance(value, RdfLiteral) else None
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise self.fail(f"{name}: {shorten(str(predicate))} must be a whole number, not {value.n3()}")
        return number


def _annotated(document: _Document) -> Iterator[tuple[_Key, Axiom]]:
    """The axioms as their annotations tell them."""
    disputed = frozenset(_flagged(document, _DISPUTED))
    for node, about in document.about.items():
        if _AXIOM not in about.get(_A, []):
            continue
        if not isinstance(node, URIRef):
            raise document.fail("an owl:Axiom has no id; give it a name such as cg:ax_functional_P36")
        name = document.curie(node)
        unknown = sorted(document.curie(p) for p in about if p not in _OF_AXIOM)
        if unknown:
            raise document.fail(f"{name} has the annotation {unknown[0]}, which is not one of ours")
        parts = [document.one(node, p, name) for p in (_SOURCE, _PROPERTY, _TARGET)]
        if any(part is None for part in parts):
            raise document.fail(f"{name} lacks one of owl:annotatedSource, owl:annotatedProperty, owl:annotatedTarget")
        source, predicate, target = (part for part in parts if part is not None)
        key = document.key(source, predicate, target)
        if key is None:
            kind = target if predicate == _A else predicate
            raise document.fail(f"{name} is of a kind that we do not know: {kind.n3()}; kinds are {', '.join(Kind)}")
        strength = STRENGTHS.get(document.text(node, _STRENGTH, name))
        if strength is None:
            given = document.text(node, _STRENGTH, name)
            has = f'"{given}" is neither' if given else "it has none"
            raise document.fail(f'{name}, {_say(key)}, needs cg:strength "strict" or "typical"; {has}')
        yield (
            key,
            Axiom(
                name,
                *key,
                strength,
                source=document.text(node, _ORIGIN, name),
                comment=document.text(node, _COMMENT, name),
                facts=document.number(node, _FACTS, name),
                violations=document.number(node, _VIOLATIONS, name),
                disputed=name in disputed,
            ),
        )


def _plain(document: _Document) -> Iterator[_Key]:
    """The axioms as their plain triples tell them."""
    for node, about in document.about.items():
        types = about.get(_A, [])
        if _AXIOM in types or _ONTOLOGY in types or _FIRST in about:
            continue
        skipped = False
        for predicate, targets in about.items():
            for target in targets:
                if predicate in _OF_RELATION or (predicate == _A and target in (_RELATION, _DATA)):
                    continue
                if isinstance(node, BNode) and predicate == _INVERSE and not skipped:
                    skipped = True  # this says which inverse the blank node is
                    continue
                key = document.key(node, predicate, target)
                if key is None:
                    what = target if predicate == _A else predicate
                    raise document.fail(f"{node.n3()}: {what.n3()} is no kind of axiom that we know")
                yield key


def _flagged(document: _Document, predicate: URIRef) -> Iterator[str]:
    for node, about in document.about.items():
        for value in about.get(predicate, []):
            if value.toPython() is not True:  # type: ignore[attr-defined]
                raise document.fail(f"{document.curie(node)}: {shorten(str(predicate))} can only be true")
            yield document.curie(node)


def _texts(document: _Document, predicate: URIRef) -> dict[str, str]:
    return {
        name: document.text(node, predicate, name)
        for name, node in sorted(
            (document.curie(node), node)
            for node, about in document.about.items()
            if predicate in about and _AXIOM not in about.get(_A, []) and _ONTOLOGY not in about.get(_A, [])
        )
    }


def _say(key: _Key) -> str:
    return f"{key[0].value} ({', '.join(str(term) for term in key[1])})"


def parse_turtle(text: str, name: str) -> Graph:
    """The triples of a Turtle text.

    Raises:
        OntologyError: it is none; names the line.
    """
    graph = Graph(bind_namespaces="none")
    log = logging.getLogger("rdflib.term")
    muted, log.disabled = log.disabled, True  # a bad number is told in one sentence of our own
    try:
        graph.parse(data=text, format="turtle")
    except BadSyntax as error:
        # rdflib gives the line and the reason apart from a message that is hard to read.
        line: int = error.lines + 1
        near = text.splitlines()[line - 1].strip() if line <= len(text.splitlines()) else ""
        raise OntologyError(f"{name} is not valid Turtle: line {line}: {error._why}, in: {near[:120]}") from error
    except (ValueError, SyntaxError, AssertionError, IndexError) as error:
        raise OntologyError(f"{name} is not valid Turtle: {' '.join(str(error).split())[:200]}") from error
    finally:
        log.disabled = muted
    return graph


def parse_ontology(text: str, name: str = "ontology") -> Ontology:
    """The ontology that a Turtle text says.

    Raises:
        OntologyError: the text is no Turtle, uses an unbound prefix, has a plain axiom without annotation or an
            annotation without plain axiom, an axiom of an unknown kind, without strength or with a second meaning,
            or a relation that is not declared.
    """
    document = _Document(parse_turtle(text, name), name)
    axioms: dict[_Key, Axiom] = {}
    for key, axiom in sorted(_annotated(document), key=lambda pair: pair[1].id):
        if key in axioms:
            raise document.fail(f"{axiom.id} says the same as {axioms[key].id}; keep one")
        axioms[key] = axiom
    plain = set(_plain(document))
    for key in sorted(plain - axioms.keys(), key=_say):
        raise document.fail(f"{_say(key)} has no owl:Axiom that annotates it; add one with cg:strength")
    for key in axioms.keys() - plain:
        raise document.fail(f"{axioms[key].id} annotates {_say(key)}, which is not stated; add the plain triple")
    things, data = (
        frozenset(document.curie(n) for n, about in document.about.items() if kind in about.get(_A, []))
        for kind in (_RELATION, _DATA)
    )
    domains = _texts(document, _DOMAIN)
    seeds = set(_flagged(document, _SEED))
    if seeds != domains.keys():
        odd = min(seeds ^ domains.keys())
        raise document.fail(f"{odd} has only one of cg:seed and cg:domain; a seed relation needs both")
    ontology = Ontology(
        tuple(axioms.values()),
        labels=_texts(document, _LABEL),
        comments=_texts(document, _COMMENT),
        domains=domains,
        statable=frozenset(_flagged(document, _STATABLE)),
        factual=frozenset(_flagged(document, _FACTUAL)),
        data=data,
    )
    if things & data:
        both = min(things & data)
        raise document.fail(f"{both} is both owl:ObjectProperty and owl:DatatypeProperty; its objects can be only one")
    undeclared = sorted(used_relations(ontology) - things - data)
    if undeclared:
        users = [axiom.id for axiom in ontology.axioms if undeclared[0] in axiom.relations]
        where = f" by {users[0]}" if users else ""
        raise document.fail(
            f"the relation {undeclared[0]} is used{where} but not declared;"
            f' add: {undeclared[0]} a owl:ObjectProperty ; rdfs:label "…"'
        )
    return ontology


def read_ontology(path: Path) -> Ontology:
    """The ontology in a Turtle file.

    Raises:
        OntologyError: the file says something that is no axiom of ours (see :func:`parse_ontology`).
        InputError: the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise OntologyError(f"{path} is not UTF-8 text; an ontology is a Turtle file") from error
    except OSError as error:
        raise InputError(f"cannot read the ontology {path}: {error.strerror}") from error
    return parse_ontology(text, str(path))


def write_ontology(ontology: Ontology, stream: TextIO) -> None:
    """Write an ontology as Turtle, relations and axioms sorted by id; equal ontologies give equal bytes.

    Raises:
        OntologyError: an id has no known prefix, or an axiom has no form in Turtle.
    """
    stream.write(format_ontology(ontology))


def format_ontology(ontology: Ontology) -> str:
    """The Turtle text of an ontology."""
    used = used_relations(ontology)
    classes = (term for axiom in ontology.axioms for term in axiom.terms if isinstance(term, str))
    blocks = [header((*used, *classes))]
    blocks += [relation_block(ontology, relation) for relation in sorted(used)]
    blocks += [axiom_block(axiom) for axiom in sorted(ontology.axioms, key=lambda axiom: axiom.id)]
    return "\n".join(blocks)
