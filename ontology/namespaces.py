"""The prefixes of contragraph's identifiers, and the way between CURIEs (``wdt:P36``) and IRIs."""

from __future__ import annotations

from contragraph.graph.errors import OntologyError

CG = "https://w3id.org/contragraph#"
"""The namespace of our own terms: auxiliary relations, exclusive forms, axiom ids and their annotations."""

PREFIXES: dict[str, str] = {
    "cg": CG,
    "dbd": "http://dbpedia.org/datatype/",
    "dbo": "http://dbpedia.org/ontology/",
    "dbp": "http://dbpedia.org/property/",
    "dbr": "http://dbpedia.org/resource/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "http://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "wd": "http://www.wikidata.org/entity/",
    "wdt": "http://www.wikidata.org/prop/direct/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "yago": "http://yago-knowledge.org/resource/",
}
"""Every prefix that an id may use, sorted by prefix."""

_BY_LENGTH = sorted(PREFIXES.items(), key=lambda item: -len(item[1]))


def is_iri(identifier: str) -> bool:
    """Whether an id is an IRI itself, as those are that lie in no known namespace."""
    return identifier.startswith(("http://", "https://", "urn:"))


def expand(curie: str) -> str:
    """The IRI of an id, which is a CURIE or an IRI already; OntologyError if its prefix is not one of ours."""
    prefix, colon, local = curie.partition(":")
    if is_iri(curie):
        return curie
    if not colon or prefix not in PREFIXES:
        known = ", ".join(PREFIXES)
        raise OntologyError(f"the id {curie!r} has no known prefix; use one of {known}")
    return PREFIXES[prefix] + local


def shorten(iri: str) -> str:
    """The CURIE of an IRI; OntologyError if it lies in none of our namespaces."""
    for prefix, namespace in _BY_LENGTH:
        if iri.startswith(namespace) and len(iri) > len(namespace):
            return f"{prefix}:{iri[len(namespace) :]}"
    raise OntologyError(f"the IRI <{iri}> lies in no known namespace; bind it to one of {', '.join(PREFIXES)}")


def named(iri: str) -> str:
    """The id of an IRI: a CURIE where its namespace is known, else the IRI itself, as loading RDF gives it.

    Raises:
        OntologyError: it is no address of the web in no known namespace.
    """
    for prefix, namespace in _BY_LENGTH:
        if iri.startswith(namespace) and len(iri) > len(namespace):
            return f"{prefix}:{iri[len(namespace) :]}"
    if is_iri(iri):
        return iri
    raise OntologyError(f"the IRI <{iri}> is in no known namespace and no address of the web (http, https or urn)")
