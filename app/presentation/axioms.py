"""Axioms as sentences, where they have none of their own, and how often a knowledge graph breaks them."""

from __future__ import annotations

from collections.abc import Mapping

from contragraph.ontology.axioms import AnyAxiom, Kind, OrderAxiom, Role, SpanAxiom, Term, as_rule

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
    Kind.AT_MOST_ONE: "Each thing has at most one {0} that is of {1}.",
    Kind.BEFORE: "{0} is never later than {1}.",
    Kind.EVENT: "A time of {0} says when it came to be so, not how long it was so.",
    Kind.EXCLUSIVE_FORM: "{0} says {1}, and that there is no other.",
}


_ENDS: Mapping[str, str] = {
    "subjectStart": "the beginning of the subject",
    "subjectEnd": "the end of the subject",
    "objectStart": "the beginning of the object",
    "objectEnd": "the end of the object",
}


def in_words(axiom: AnyAxiom, labels: Mapping[str, str]) -> str:
    """What an axiom says: its comment, or else a sentence over the labels of its terms."""
    if axiom.comment:
        return as_rule(axiom.comment)
    if isinstance(axiom, OrderAxiom):
        least = f"at least {axiom.least_years}" if axiom.least_years >= 0 else f"at most {-axiom.least_years}"
        ends = _ENDS[axiom.earlier], _ENDS[axiom.later]
        one, other = ends if axiom.least_years >= 0 else ends[::-1]
        return f"Of {_term(axiom.relation, labels)}, {other} is {least} years after {one}."
    if isinstance(axiom, SpanAxiom):
        through = f", the object being that of {_term(axiom.through, labels)}" if axiom.through else ""
        counted = _term(Role(axiom.relation), labels)
        return f"{counted} counts the years from {_ENDS[axiom.earlier]} to {_ENDS[axiom.later]}{through}."
    terms = [_term(term, labels) for term in axiom.terms]
    if axiom.kind is Kind.CHAIN:
        return f"{' and then '.join(terms[:-1])} imply {terms[-1]}."
    return _SAID[axiom.kind].format(*terms)


def broken(axiom: AnyAxiom) -> str:
    """How often the knowledge graph breaks an axiom, where that was measured."""
    if not axiom.facts or axiom.violations is None:
        return ""
    return f"{axiom.violations:,} of {axiom.facts:,} ({axiom.violations / axiom.facts:.1%})"


def _term(term: Term, labels: Mapping[str, str]) -> str:
    if isinstance(term, Role):
        return f"“{labels.get(term.relation) or term.relation}”{' (reversed)' if term.inverse else ''}"
    return f"“{labels.get(term) or term}”"
