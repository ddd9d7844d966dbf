"""Schema mapping: which relation or class of one knowledge graph is which of another.

The ``alignment.ttl`` of a graph says it in plain Turtle, of its relations and classes against those of Wikidata:

``dbo:birthPlace owl:equivalentProperty wdt:P19``
    An exact match: facts of the one are read as facts of the other.
``yago:actedIn owl:inverseOf wdt:P161``
    An exact match turned round: "A acted in F" is read as "F has the cast member A", and said so.
``dbo:formerTeam rdfs:subPropertyOf wdt:P54``
    A narrower relation: it keeps its own name, and what follows from the wider one follows from it.
``dbo:Country owl:equivalentClass wd:Q6256``, ``dbo:SoccerPlayer rdfs:subClassOf wd:Q5``
    Members of the one are members of the other.
``yago:male skos:exactMatch wd:Q6581097``
    Two ids of one thing, as values that rules name.

The first three are one to one within the relations of one prefix.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from contragraph.graph.errors import OntologyError
from contragraph.ontology.axioms import Role
from contragraph.ontology.translate import Lens

_SKOS = "http://www.w3.org/2004/02/skos/core#"


@dataclass(frozen=True, slots=True)
class Alignment:
    """What ``alignment.ttl`` says; ids of the graph that is aligned come first, the other's second.

    ``exact`` gives the property expression that a relation is: Wikidata's relation, or its inverse.
    """

    exact: Mapping[str, Role] = field(default_factory=dict)
    narrower: Mapping[str, tuple[Role, ...]] = field(default_factory=dict)
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    things: Mapping[str, str] = field(default_factory=dict)


def read_alignment(path: Path) -> Alignment:
    """The alignment that a file says.

    Raises:
        OntologyError: it cannot be read, or as :func:`parse_alignment`.
    """
    try:
        return parse_alignment(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise OntologyError(f"The alignment {path} cannot be read: {error}.") from error


def lens_of(alignment: Alignment, relations: Iterable[str]) -> Lens:
    """The lens for a graph that has these relations.

    Of several that match one of the other graph's, one is seen as that one: a match before one turned round.
    """
    chosen: dict[str, str] = {}
    for relation in sorted(set(relations) & alignment.exact.keys(), key=lambda r: (alignment.exact[r].inverse, r)):
        chosen.setdefault(alignment.exact[relation].relation, relation)
    return Lens({r: alignment.exact[r] for r in sorted(chosen.values())}, alignment.things, alignment.classes)


def parse_alignment(text: str, name: str = "alignment") -> Alignment:
    """The alignment that a Turtle text says.

    Raises:
        OntologyError: the text is no Turtle, says something that is no match of ours, or matches two relations of one
            prefix with one of Wikidata's, or one with two.
    """
    from rdflib import BNode, Graph, URIRef  # takes long to import

    from contragraph.ontology.namespaces import shorten
    from contragraph.ontology.turtle import parse_turtle

    graph: Graph = parse_turtle(text, name)
    owl, rdfs = "http://www.w3.org/2002/07/owl#", "http://www.w3.org/2000/01/rdf-schema#"
    inverse_of = URIRef(owl + "inverseOf")

    def role(node: object) -> Role:
        if isinstance(node, BNode):
            inner = list(graph.objects(node, inverse_of))
            if len(inner) == 1 and isinstance(inner[0], URIRef):
                return Role(shorten(str(inner[0])), inverse=True)
        return Role(shorten(str(node)))

    exact: list[tuple[str, Role]] = []
    narrower: dict[str, set[Role]] = {}
    classes: dict[str, set[str]] = {}
    things: dict[str, str] = {}
    for subject, predicate, thing in graph:
        if isinstance(subject, BNode) or str(predicate) in (rdfs + "comment", rdfs + "label"):
            continue
        own, said = shorten(str(subject)), str(predicate)
        if said == owl + "equivalentProperty":
            exact.append((own, role(thing)))
        elif said == owl + "inverseOf":
            exact.append((own, ~role(thing)))
        elif said == rdfs + "subPropertyOf":
            narrower.setdefault(own, set()).add(role(thing))
        elif said in (owl + "equivalentClass", rdfs + "subClassOf"):
            classes.setdefault(own, set()).add(shorten(str(thing)))
        elif said == _SKOS + "exactMatch":
            things[own] = shorten(str(thing))
        else:
            raise OntologyError(f"{name}: {own} has {said}, which is no match that we know; use owl:equivalentProperty")
    for fault in _faults(exact):
        raise OntologyError(f"{name}: {fault}")
    return Alignment(
        exact=dict(sorted(exact)),
        narrower={own: tuple(sorted(some)) for own, some in sorted(narrower.items())},
        classes={own: tuple(sorted(some)) for own, some in sorted(classes.items())},
        things=dict(sorted(things.items())),
    )


def _faults(exact: Iterable[tuple[str, Role]]) -> Iterator[str]:
    """Where exact matches are not one to one."""
    by_own: dict[str, Role] = {}
    by_other: dict[tuple[str, Role], str] = {}
    for own, role in sorted(exact):
        if by_own.setdefault(own, role) != role:
            yield f"{own} matches both {by_own[own]} and {role}; keep one"
        known = by_other.setdefault((own.partition(":")[0], role), own)
        if known != own:
            yield f"{known} and {own} both match {role}; keep one, say rdfs:subPropertyOf of the other"
