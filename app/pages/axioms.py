"""Axioms as sentences, where they have none of their own, and how often a knowledge graph breaks them."""

from __future__ import annotations

from collections.abc import Mapping

from contragraph.ontology.axioms import Axiom, Kind, Role, Term

_SAID: Mapping[Kind, str] = {
    Kind.FUNCTIONAL: "Each thing has at most one {0}.",
    Kind.INVERSE_FUNCTIONAL: "At most one thing stands to another as {0}.",
    Kind.SYMMETRIC: "{0} holds both ways.",
    Kind.ASYMMETRIC: "{0} never holds both ways.",
    Kind.IRREFLEXIVE: "Nothing stands to itself as {0}.",
    Kind.TRANSITIVE: "{0} carries over from each to the next.",
    Kind.INVERSE_OF: "{0} is {1}, said from the other end.",
    Kind.SUB_PROPERTY: "{0} implies {1}.",
    Kind.EQUIVALENT: "{0} and {1} say the same.",
    Kind.DISJOINT: "{0} and {1} exclude each other.",
    Kind.DOMAIN: "Only {1} can be the subject of {0}.",
    Kind.RANGE: "Only {1} can be the object of {0}.",
    Kind.SUB_CLASS: "All of {0} are of {1}.",
    Kind.DISJOINT_CLASSES: "Nothing is both of {0} and of {1}.",
    Kind.EXCLUSIVE_FORM: "{0} says {1}, and that there is no other.",
}


def in_words(axiom: Axiom, labels: Mapping[str, str]) -> str:
    """What an axiom says: its comment, or else a sentence over the labels of its terms."""
    if axiom.comment:
        return axiom.comment
    terms = [_term(term, labels) for term in axiom.terms]
    if axiom.kind is Kind.CHAIN:
        return f"{' and then '.join(terms[:-1])} imply {terms[-1]}."
    said = _SAID.get(axiom.kind)
    return said.format(*terms) if said else axiom.id


def broken(axiom: Axiom) -> str:
    """How often the knowledge graph breaks an axiom, where that was measured."""
    if not axiom.facts or axiom.violations is None:
        return ""
    return f"{axiom.violations:,} of {axiom.facts:,} ({axiom.violations / axiom.facts:.1%})"


def _term(term: Term, labels: Mapping[str, str]) -> str:
    if isinstance(term, Role):
        return f"“{labels.get(term.relation) or term.relation}”{' (reversed)' if term.inverse else ''}"
    return f"“{labels.get(term) or term}”"
