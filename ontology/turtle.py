"""Ontologies as Turtle: every axiom is a plain OWL triple and, beside it, an ``owl:Axiom`` with an id of its own.

The plain triples are what any OWL tool reads; the annotations carry id, strength, source and audit figures. Neither may
be there without the other. What is written depends on the ontology alone, byte for byte, and reads back as the same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

from rdflib import BNode, Graph, URIRef
from rdflib.plugins.parsers.notation3 import BadSyntax

from contragraph.graph.errors import InputError, OntologyError
from contragraph.ontology.axioms import Axiom, Kind, Ontology
from contragraph.ontology.namespaces import named
from contragraph.ontology.nearest import nearest
from contragraph.ontology.spelling import axiom_block, header, order_block, relation_block, span_block, used_relations
from contragraph.ontology.triples import (
    AXIOM,
    COMMENT,
    DATA,
    DISPUTED,
    DOMAIN,
    FACTS,
    FACTUAL,
    FIRST,
    INVERSE,
    LABEL,
    NO_RELATION,
    OF_AXIOM,
    OF_RELATION,
    ORIGIN,
    PROPERTY,
    RELATION,
    SEED,
    SOURCE,
    STATABLE,
    TARGET,
    VIOLATIONS,
    A,
    Key,
    Triples,
)
from contragraph.ontology.turtle_dates import dates_of, demand_literals, orders_of, spans_of


def _annotated(document: Triples) -> Iterator[tuple[Key, Axiom]]:
    """The axioms as their annotations tell them."""
    disputed = frozenset(_flagged(document, DISPUTED))
    for node, about in document.about.items():
        if AXIOM not in about.get(A, []):
            continue
        if not isinstance(node, URIRef):
            raise document.fail("an owl:Axiom has no id; give it a name such as cg:ax_functional_P36")
        name = document.curie(node)
        unknown = sorted(document.curie(p) for p in about if p not in OF_AXIOM)
        if unknown:
            raise document.fail(f"{name} has the annotation {unknown[0]}, which is not one of ours")
        parts = [document.one(node, p, name) for p in (SOURCE, PROPERTY, TARGET)]
        if any(part is None for part in parts):
            raise document.fail(f"{name} lacks one of owl:annotatedSource, owl:annotatedProperty, owl:annotatedTarget")
        source, predicate, target = (part for part in parts if part is not None)
        key = document.key(source, predicate, target)
        if key is None:
            kind = target if predicate == A else predicate
            raise document.fail(f"{name} is of a kind that we do not know: {kind.n3()}; kinds are {', '.join(Kind)}")
        strength = document.strength(node, name, f", {_say(key)},")
        yield (
            key,
            Axiom(
                name,
                *key,
                strength,
                source=document.text(node, ORIGIN, name),
                comment=document.text(node, COMMENT, name),
                facts=document.number(node, FACTS, name),
                violations=document.number(node, VIOLATIONS, name),
                disputed=name in disputed,
            ),
        )


def _plain(document: Triples) -> Iterator[Key]:
    """The axioms as their plain triples tell them."""
    for node, about in document.about.items():
        types = about.get(A, [])
        if not NO_RELATION.isdisjoint(types) or FIRST in about:
            continue
        skipped = False
        for predicate, targets in about.items():
            for target in targets:
                if predicate in OF_RELATION or (predicate == A and target in (RELATION, DATA)):
                    continue
                if isinstance(node, BNode) and predicate == INVERSE and not skipped:
                    skipped = True  # this says which inverse the blank node is
                    continue
                key = document.key(node, predicate, target)
                if key is None:
                    what = target if predicate == A else predicate
                    raise document.fail(f"{node.n3()}: {what.n3()} is no kind of axiom that we know")
                yield key


def _flagged(document: Triples, predicate: URIRef) -> Iterator[str]:
    for node, about in document.about.items():
        for value in about.get(predicate, []):
            if value.toPython() is not True:  # type: ignore[attr-defined]
                raise document.fail(f"{document.curie(node)}: {named(str(predicate))} can only be true")
            yield document.curie(node)


def _texts(document: Triples, predicate: URIRef) -> dict[str, str]:
    return {
        name: document.text(node, predicate, name)
        for name, node in sorted(
            (document.curie(node), node)
            for node, about in document.about.items()
            if predicate in about and NO_RELATION.isdisjoint(about.get(A, []))
        )
    }


def _say(key: Key) -> str:
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
    document = Triples(parse_turtle(text, name), name)
    axioms: dict[Key, Axiom] = {}
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
        frozenset(document.curie(n) for n, about in document.about.items() if kind in about.get(A, []))
        for kind in (RELATION, DATA)
    )
    domains = _texts(document, DOMAIN)
    seeds = set(_flagged(document, SEED))
    if seeds != domains.keys():
        odd = min(seeds ^ domains.keys())
        raise document.fail(f"{odd} has only one of cg:seed and cg:domain; a seed relation needs both")
    ontology = Ontology(
        tuple(axioms.values()),
        labels=_texts(document, LABEL),
        comments=_texts(document, COMMENT),
        domains=domains,
        statable=frozenset(_flagged(document, STATABLE)),
        factual=frozenset(_flagged(document, FACTUAL)),
        data=data,
        orders=orders_of(document),
        spans=spans_of(document),
        dates=dates_of(document),
    )
    demand_literals(document, ontology)
    if things & data:
        both = min(things & data)
        raise document.fail(f"{both} is both owl:ObjectProperty and owl:DatatypeProperty; its objects can be only one")
    undeclared = sorted(used_relations(ontology) - things - data)
    if undeclared:
        users = [axiom.id for axiom in ontology.every if undeclared[0] in axiom.relations]
        where = f" by {users[0]}" if users else ""
        raise document.fail(
            f"the relation {undeclared[0]} is used{where} but not declared;{nearest(undeclared[0], things | data)}"
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


def format_ontology(ontology: Ontology) -> str:
    """The Turtle text of an ontology, relations and axioms sorted by id; equal ontologies give equal bytes.

    Raises:
        OntologyError: an id has no known prefix, or an axiom has no form in Turtle.
    """
    used = used_relations(ontology)
    classes = [term for axiom in ontology.axioms for term in axiom.terms if isinstance(term, str)]
    classes += [kind for order in ontology.orders for kind in (order.subject_kind, order.object_kind) if kind]
    blocks = [header((*used, *classes))]
    blocks += [relation_block(ontology, relation) for relation in sorted(used)]
    blocks += [axiom_block(axiom) for axiom in sorted(ontology.axioms, key=lambda axiom: axiom.id)]
    blocks += [order_block(order) for order in sorted(ontology.orders, key=lambda axiom: axiom.id)]
    blocks += [span_block(span) for span in sorted(ontology.spans, key=lambda axiom: axiom.id)]
    return "\n".join(blocks)
