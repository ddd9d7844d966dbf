"""Ontologies: per knowledge graph one Turtle file of relations and axioms, and a lexicon of how relations are said."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from contragraph.graph.errors import OntologyError
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role


def shipped_ontologies() -> list[str]:
    """The names of the ontologies that ship, sorted."""
    names = (f.name for f in files(__name__).iterdir() if f.name.endswith(".ttl"))
    return sorted(name.removesuffix(".ttl") for name in names if name != "alignment.ttl")


def load_ontology(name: str = "wikidata") -> Ontology:
    """The ontology that ships for a knowledge graph, as its file has it.

    For graphs other than Wikidata that is what they add to Wikidata's axioms: see
    :func:`contragraph.ontology.vocabulary.vocabulary_of` for all that is in force.

    Raises:
        OntologyError: there is none of that name.
    """
    if name not in (known := shipped_ontologies()):
        raise OntologyError(f"there is no ontology named {name!r}; known are {', '.join(known)}")
    return _shipped(name)


@cache
def _shipped(name: str) -> Ontology:
    from contragraph.ontology.turtle import parse_ontology  # rdflib takes long to import

    return parse_ontology((files(__name__) / f"{name}.ttl").read_text(encoding="utf-8"), f"{name}.ttl")


@cache
def doubtful_kinds() -> frozenset[tuple[str, str]]:
    """Subclasses of knowledge graphs, each with its class, that a reader takes for nonsense: (X, Y) for X is a Y."""
    text = (files(__name__) / "doubtful_kinds.toml").read_text(encoding="utf-8")
    return frozenset((kind, wider) for kind, some in tomllib.loads(text).items() for wider in some)


__all__ = ["Axiom", "Kind", "Ontology", "Role", "doubtful_kinds", "load_ontology", "shipped_ontologies"]
