"""Filters of conflicts about kin: whose family is well known, and who married into it."""

from __future__ import annotations

from contragraph.generation.search.candidate import Candidate
from contragraph.generation.search.filters.registry import Setting, register


@register("kin", most_prominence=90)
def kin(candidate: Candidate, setting: Setting) -> str:
    """Kin are confused only where neither is famous: who is whose is known of the others."""
    made = candidate.perturbed
    if made.relation in setting.role("father", "mother", "child", "spouse", "sibling"):
        for end in made.entities:
            if setting.view.entities[end].prominence > setting.number("kin", "most_prominence"):
                return f"the family of {end} is well known"
    return ""


@register("in-laws")
def in_laws(candidate: Candidate, setting: Setting) -> str:
    """Nobody is made kin by blood of who married into the family: sources that confuse kin do not make that of them."""
    made = candidate.perturbed
    if made.relation not in setting.role("father", "mother", "child", "sibling"):
        return ""
    one, other = made.entities
    # A stepfather may be taken for a father, so that of parents nothing is asked.
    ways = {"child": [(other, one)], "sibling": [(one, other), (other, one)]}
    of = next((name for name in ways if made.relation in setting.role(name)), "")
    for partner, kin in ways.get(of, [(one, other)]):
        if ({kin} | _kin(kin, setting)) & _partners(partner, setting):
            return f"{partner} married into the family of {kin}"
    return ""


def _kin(person: str, setting: Setting) -> set[str]:
    """Whom parents, children, siblings and spouses tie to a person, by facts of either side."""
    of_kin = setting.role("father", "mother", "child", "spouse", "sibling")
    ties = (s for s in setting.view.facts.get(person, ()) if s.relation in of_kin)
    return {e for s in ties for e in s.entities if e != person}


def _partners(person: str, setting: Setting) -> set[str]:
    """The spouses of a person, and who has a child in common."""
    view, parents = setting.view, setting.role("father", "mother")
    spouses = (s for s in view.facts.get(person, ()) if s.relation in setting.role("spouse"))
    found = {e for s in spouses for e in s.entities}
    children = {s.object for s in view.of(person, setting.role("child"))}
    children |= {s.subject for s in view.of(person, parents, outgoing=False)}
    for child in sorted(c for c in children if isinstance(c, str)):
        found |= {str(s.object) for s in view.of(child, parents)}
        found |= {s.subject for s in view.of(child, setting.role("child"), outgoing=False)}
    return found - {person}
