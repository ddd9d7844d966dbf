"""Filters that ask the graph: is what is made up true after all, and does the graph keep the axioms around it?"""

from __future__ import annotations

from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.filters.ends import entities
from contragraph.generation.search.filters.registry import Setting, register, register_proven
from contragraph.graph.model import Literal
from contragraph.ontology.axioms import Kind
from contragraph.reasoning.prover.certificate import consistent, follows
from contragraph.reasoning.values.terms import different, normal

_MOST_FACTS = 200
"""Facts around a candidate, at most, of which it is asked whether they keep the axioms."""


@register("true")
def true(candidate: Candidate, setting: Setting) -> str:
    """What is made up is not true in the graph, in any spelling, nor implied by what the graph holds."""
    made = candidate.perturbed
    if isinstance(made.object, str):
        known = setting.view.around(entities(candidate.statements))
        if made in known or follows(known, setting.implications.of(made), made):
            return "the graph holds what would be made up"
        return ""
    values = (normal(s.object) for s in setting.view.of(made.subject, [made.relation]))
    if any(not different(value, normal(made.object)) for value in values):
        return "the graph holds what would be made up"
    return ""


@register("known")
def known(candidate: Candidate, setting: Setting) -> str:
    """What readers know of two things, their sex and when they were, does not speak against joining them at once."""
    made = candidate.perturbed
    if not isinstance(made.object, str):
        return ""
    if made.relation in setting.role("father", "mother") and not _may_be(made.relation, made.object, setting):
        return "what is known of the two speaks against it at once"
    told = frozenset((*setting.roles.get("sex", ()), *setting.implications.ontology.dates))
    known = [s for end in made.entities for s in setting.view.of(end, told)]
    if consistent([*known, made], setting.implications.everything) or not consistent(
        known, setting.implications.everything
    ):
        return ""
    return "" if _declared(candidate) else "what is known of the two speaks against it at once"


def _may_be(relation: str, person: str, setting: Setting) -> bool:
    """Whether somebody is of the sex that a relation asks of its objects, as far as either is known."""
    sexes = {str(s.object) for s in setting.view.of(person, setting.role("sex"))}
    axioms = setting.implications.ontology.axioms
    asked = {str(a.terms[1]) for a in axioms if a.kind is Kind.RANGE and a.roles[0].relation == relation}
    return not sexes or not asked or not sexes.isdisjoint(asked)


def _declared(candidate: Candidate) -> bool:
    """Whether the contradiction is one of dates itself."""
    return any(isinstance(s.object, Literal) for s in candidate.statements[:-1])


@register_proven("unbroken")
def unbroken(conflict: ProvenConflict, setting: Setting) -> str:
    """The graph keeps the axioms of the proof around these very entities."""
    known = setting.view.around(entities(conflict.candidate.statements))
    rules = setting.implications.with_axioms(conflict.axioms)
    known = tuple(s for s in known if s.relation in rules.triggers or s.relation in rules.bounds.predicates)
    if len(known) > _MOST_FACTS:
        return "too much is known around it to say whether the axioms hold"
    if not consistent(known, rules, background=conflict.candidate.background):
        return "the graph breaks an axiom around these entities"
    return ""
