"""Filters that look at the things themselves: how well known they are, of which kind, and whether they still exist."""

from __future__ import annotations

from contragraph.generation.search.candidate import Candidate
from contragraph.generation.search.filters.ends import entities, exchanged, instead_of, is_place, true_ones, years
from contragraph.generation.search.filters.registry import Setting, register
from contragraph.graph.model import Entity, Literal


@register("except")
def exceptions(candidate: Candidate, setting: Setting) -> str:
    """Nothing false is said of things that no principle catches, each with its reason in the graph's folder."""
    listed = setting.limits.get("except", {})
    for thing in (*candidate.perturbed.entities, *candidate.original.entities):
        if thing in listed:
            return str(listed[thing])
    return ""


@register("degree", topic=60, link=300, replacement=300, least=2, few=40)
def degree(candidate: Candidate, setting: Setting) -> str:
    """What a conflict is about has few facts, and more than one: of hubs much is known, and nothing is told alone."""
    made = candidate.perturbed
    for thing in entities(candidate.statements):
        facts = setting.view.entities[thing].degree
        about = thing == made.subject or (thing == candidate.original.subject and not is_place(thing, setting))
        part = "topic" if about else "replacement" if thing in made.entities else "link"
        if facts > setting.number("degree", part):
            return f"{thing} has {facts} facts"
        if thing == made.subject and facts < setting.number("degree", "least"):
            return f"{thing} has too few facts to be told of"
    return ""


@register("prominence", denied=95, link=99, replacement=99, difference=40, names=6)
def prominence(candidate: Candidate, setting: Setting) -> str:
    """What everybody knows is no conflict but a slip: nothing false is said of the famous, nor do they stand in."""
    denied = {*candidate.perturbed.entities, *(candidate.truth.entities if candidate.truth else ())}
    subjects = {candidate.perturbed.subject, candidate.original.subject}
    for thing in entities(candidate.statements):
        known = setting.view.entities[thing]
        place = bool(known.level) or not known.kind  # towns without a class have no level either
        part = "replacement" if place and thing not in subjects else "denied" if thing in denied else "link"
        if known.prominence > setting.number("prominence", part):
            return f"{thing} is too well known"
        if thing in denied and not place and len(known.aliases) > setting.number("prominence", "names"):
            return f"{thing} has too many names not to be well known"
    if pair := exchanged(candidate):
        one, other = (setting.view.entities[e].prominence if e in setting.view.entities else 0 for e in pair)
        if abs(one - other) > setting.number("prominence", "difference"):
            return f"{pair[0]} and {pair[1]} are not equally well known"
    return ""


@register("individual")
def individual(candidate: Candidate, setting: Setting) -> str:
    """What is perturbed is about individuals: between classes time, cause and contrast read as nonsense."""
    above = setting.role("subclass_of")
    for thing in candidate.perturbed.entities:
        if setting.view.of(thing, above):
            return f"{thing} is a class"
    return ""


@register("kind", share=0.002, places=0.03)
def kind(candidate: Candidate, setting: Setting) -> str:
    """The perturbed statement joins things of kinds that its relation often joins (selectional preference)."""
    made = candidate.perturbed
    if not isinstance(made.object, str):
        return ""
    one, other = (_kind(setting.view.entities[e]) for e in (made.subject, made.object))
    share = setting.counts.kinds.get((made.relation, one, other), 0.0)
    of_places = made.relation in setting.role("located_in", "contains", "capital", "capital_of")
    if share < setting.number("kind", "places" if of_places else "share") or (of_places and not (one and other)):
        return f"{made.relation} seldom joins things of these kinds ({one or 'none'}, {other or 'none'})"
    return ""


def _kind(entity: Entity) -> str:
    return entity.level or entity.kind


@register("turned")
def turned(candidate: Candidate, setting: Setting) -> str:
    """No statement turns another round: nobody takes a wife for a mother, or the owner for what is owned."""
    made = candidate.perturbed
    ends = frozenset(made.entities)
    if (
        isinstance(made.object, str)
        and not made.negated
        and any(frozenset(s.entities) == ends for s in true_ones(candidate))
    ):
        if all(is_place(e, setting) for e in ends):
            return ""
        return "a true statement joins the same two things in another way"
    return ""


@register("instead")
def instead(candidate: Candidate, setting: Setting) -> str:
    """What is made up of things stands in the place of a true statement of the contradiction, or is about places."""
    made = candidate.perturbed
    if not isinstance(made.object, str) or all(is_place(e, setting) for e in made.entities):
        return ""
    truth = instead_of(candidate)
    if truth in true_ones(candidate) or any(isinstance(s.object, Literal) for s in true_ones(candidate)):
        return ""
    return "it stands in the place of nothing that is told"


@register("replacement", same_class=True, near=True, years_apart=15)
def replacement(candidate: Candidate, setting: Setting) -> str:
    """What stands in for another is its sibling: of the same class, of one country or whole, of the same years."""
    pair = exchanged(candidate)
    if pair is None or any(e not in setting.view.entities for e in pair):
        return ""
    new, old = pair
    one, other = (setting.view.entities[e] for e in pair)
    if setting.view.related(new, old):
        return f"one of {new} and {old} contains the other"
    if setting.number("replacement", "same_class"):
        if not _kind(one):
            return f"of {new} no class is known"
        alike = not _kind(other) or (one.level and other.level) or _kind(one) == _kind(other)
        if not alike:
            return f"{new} and {old} are not of one class"
    if one.level and setting.number("replacement", "near"):
        about_places = candidate.perturbed.relation in setting.role("located_in", "contains")
        return "" if _near(new, old, setting, closely=about_places) else f"{new} and {old} are far apart"
    apart = setting.number("replacement", "years_apart")
    began = [years(e, setting.starts, setting) for e in pair]
    if all(began) and abs(began[0][0] - began[1][0]) > apart:
        return f"{new} and {old} began more than {apart:.0f} years apart"
    return ""


def _near(one: str, other: str, setting: Setting, *, closely: bool) -> bool:
    """Whether two places are neighbours, or of one whole; ``closely``: narrower than a country where one is known.

    Nobody takes a city for one of a county in another state, though one may be said to be born in either.
    """
    view = setting.view
    borders = {e for s in view.of(one, setting.role("borders")) for e in s.entities}
    if other in borders or one in {e for s in view.of(other, setting.role("borders")) for e in s.entities}:
        return True
    wholes = [
        {e for place in (each, *sorted(view.above.get(each, ()))) for e in _countries(place, setting)}
        | {e for e in view.above.get(each, ()) if is_place(e, setting)}
        for each in (one, other)
    ]
    if closely:
        countries = setting.ids("country", "levels")
        known = [{e for e in some if e in view.entities and view.entities[e].level not in countries} for some in wholes]
        wholes = known if any(known) else wholes
    return bool(wholes[0] & wholes[1])


def _countries(place: str, setting: Setting) -> set[str]:
    return {str(s.object) for s in setting.view.of(place, setting.role("country"))}


@register("country", levels=("cg:Country",), shared_border=True, shared_language=True)
def country(candidate: Candidate, setting: Setting) -> str:
    """A country stands for another only where both border and language are shared: all else everybody knows."""
    levels = setting.ids("country", "levels")
    ends = (*candidate.perturbed.entities, *candidate.original.entities)
    if not any(setting.view.entities[e].level in levels for e in ends):
        return ""
    pair = exchanged(candidate)
    if pair is None or not all(e in setting.view.entities and setting.view.entities[e].level in levels for e in pair):
        return "a country is too well known"
    for what, role in (("shared_border", "borders"), ("shared_language", "language")):
        if setting.number("country", what) and not _share(*pair, role, setting):
            return f"{pair[0]} and {pair[1]} share no {role.removesuffix('s')}"
    return ""


def _share(one: str, other: str, role: str, setting: Setting) -> bool:
    relations = setting.role(role)
    if role == "borders":
        return any(other in s.entities for s in setting.view.of(one, relations)) or any(
            one in s.entities for s in setting.view.of(other, relations)
        )
    values = [{s.object for s in setting.view.of(e, relations)} for e in (one, other)]
    return bool(values[0] & values[1])


@register("ended")
def ended(candidate: Candidate, setting: Setting) -> str:
    """Places and bodies that have ended say nothing of today: facts about them may hold for another time."""
    over, placed = setting.role("end_date"), setting.role("located_in", "contains", "borders")
    for statement in candidate.statements:
        if statement.relation not in placed:
            continue
        for end in statement.entities:
            if setting.view.of(end, over):
                return f"{end} ended"
    return ""


@register("settled", objects=1, subjects_of_capital=1)
def settled(candidate: Candidate, setting: Setting) -> str:
    """Every true fact is the only one of its relation for its subject, and a place lies in one place of each level."""
    capital, most = setting.role("capital"), setting.number("settled", "objects")
    single = setting.single - setting.role("contains", "capital", "capital_of")
    for statement in (*true_ones(candidate), *filter(None, [candidate.truth])):
        if statement.relation in single and _values(statement.subject, statement.relation, setting) > most:
            return f"{statement.subject} has several values of {statement.relation}"
        if statement.relation in capital and isinstance(statement.object, str):
            seats = {s.subject for s in setting.view.of(statement.object, capital, outgoing=False)}
            seats |= {str(s.object) for s in setting.view.of(statement.object, setting.role("capital_of"))}
            if len(seats) > setting.number("settled", "subjects_of_capital"):
                return f"{statement.object} is the seat of several"
    for place in entities(candidate.statements):
        if is_place(place, setting) and (level := _twice(place, setting)):
            return f"{place} lies in several of {level}"
    return ""


def _values(thing: str, relation: str, setting: Setting) -> int:
    return len({s.object for s in setting.view.of(thing, [relation])})


def _twice(place: str, setting: Setting) -> str:
    """A level of which a place lies in two, directly; empty where there is none."""
    around = {str(s.object) for s in setting.view.of(place, setting.role("located_in"))}
    around |= {s.subject for s in setting.view.of(place, setting.role("contains"), outgoing=False)}
    levels = [setting.view.entities[e].level for e in sorted(around) if is_place(e, setting)]
    return next((level for level in levels if levels.count(level) > 1), "")
