"""Filters that look at the things themselves: how well known they are, of which kind, and whether they still exist."""

from __future__ import annotations

from contragraph.generation.search.candidate import Candidate
from contragraph.generation.search.filters.registry import Setting, register
from contragraph.graph.model import Entity, Literal, Statement


def _replaced(candidate: Candidate) -> tuple[str, ...]:
    """The ends of the perturbed statement that are not those of the truth."""
    truth = candidate.truth.entities if candidate.truth else ()
    return tuple(e for e in candidate.perturbed.entities if e not in truth)


@register("prominence")
def prominence(candidate: Candidate, setting: Setting) -> str:
    """What is perturbed is not what everybody knows: its ends are below a percentile of prominence."""
    denied = setting.limit("prominence", "denied", 90)
    replacement = setting.limit("prominence", "replacement", 95)
    for end in dict.fromkeys((*candidate.perturbed.entities, *candidate.original.entities)):
        most = replacement if end in _replaced(candidate) else denied
        if setting.view.entities[end].prominence > most:
            return f"{end} is too well known"
    return ""


@register("span")
def span(candidate: Candidate, setting: Setting) -> str:
    """A number of years is large enough to be told as one, and small enough to be believed."""
    least, most = setting.limit("span", "least", 2), setting.limit("span", "most", 400)
    for statement in candidate.statements:
        value = statement.object
        years = int(value.value) if isinstance(value, Literal) and value.value.isdigit() else least
        if isinstance(value, Literal) and value.datatype == "xsd:integer" and not least <= years <= most:
            return f"{value.value} years are no span that a text would tell"
    return ""


@register("kind")
def kind(candidate: Candidate, setting: Setting) -> str:
    """The perturbed statement joins things of kinds that its relation often joins (selectional preference)."""
    made = candidate.perturbed
    if not isinstance(made.object, str):
        return ""
    one, other = (_kind(setting.view.entities[e]) for e in (made.subject, made.object))
    share = setting.kinds.get((made.relation, one, other), 0.0)
    places = ("located_in", "contains", "capital", "capital_of")
    of_places = any(made.relation in setting.roles.get(role, ()) for role in places)
    least = setting.limit("kind", "places", 0.03) if of_places else setting.limit("kind", "share", 0.002)
    if share < least or (of_places and not (one and other)):
        return f"{made.relation} seldom joins things of these kinds ({one or 'none'}, {other or 'none'})"
    return ""


def _kind(entity: Entity) -> str:
    return entity.level or entity.kind


@register("ended")
def ended(candidate: Candidate, setting: Setting) -> str:
    """Places and bodies that have ended say nothing of today: facts about them may hold for another time."""
    roles = setting.roles
    over = roles.get("dissolved", ())
    placed = frozenset((*roles.get("located_in", ()), *roles.get("contains", ()), *roles.get("borders", ())))
    for statement in candidate.statements:
        if statement.relation not in placed:
            continue
        for end in statement.entities:
            if setting.view.of(end, over):
                return f"{end} ended"
    return ""


@register("settled")
def settled(candidate: Candidate, setting: Setting) -> str:
    """Every true fact is the only one of its relation for its subject, where an axiom rests on that."""
    single = frozenset(setting.roles.get("single_valued", ()))
    for statement in (*candidate.statements[:-1], *filter(None, [candidate.truth])):
        if statement.relation in single and len(_values(statement, setting)) > 1:
            return f"{statement.subject} has several values of {statement.relation}"
    return ""


def _values(statement: Statement, setting: Setting) -> set[object]:
    return {s.object for s in setting.view.of(statement.subject, [statement.relation])}


@register("replaced")
def replaced(candidate: Candidate, setting: Setting) -> str:
    """What stands in place of another is another thing: neither contains the other, nor is a kind of it."""
    if candidate.truth is None:
        return ""
    for new in _replaced(candidate):
        for old in candidate.truth.entities:
            if old not in candidate.perturbed.entities and setting.view.related(new, old):
                return f"one of {new} and {old} contains the other"
    return ""
