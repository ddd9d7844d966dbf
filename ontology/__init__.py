"""Ontologies: per knowledge graph one Turtle file of relations and axioms, and a lexicon of how relations are said."""

from __future__ import annotations

from importlib.resources import files

from contragraph.graph.errors import OntologyError
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role


def load_ontology(name: str = "wikidata") -> Ontology:
    """The ontology that ships for a knowledge graph.

    Raises:
        OntologyError: there is none of that name.
    """
    from contragraph.ontology.turtle import parse_ontology  # rdflib takes long to import

    folder = files(__name__)
    known = sorted(f.name.removesuffix(".ttl") for f in folder.iterdir() if f.name.endswith(".ttl"))
    if name not in known:
        raise OntologyError(f"there is no ontology named {name!r}; known are {', '.join(known)}")
    return parse_ontology((folder / f"{name}.ttl").read_text(encoding="utf-8"), f"{name}.ttl")


__all__ = ["Axiom", "Kind", "Ontology", "Role", "load_ontology"]
