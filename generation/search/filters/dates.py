"""Filters of conflicts by dates, ages and numbers: what a text would tell, and whose dates say when the thing was."""

from __future__ import annotations

from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.filters.ends import (
    NUMBER,
    classes,
    dated,
    year,
    years,
)
from contragraph.generation.search.filters.registry import Setting, register, register_proven
from contragraph.generation.search.labels import words
from contragraph.graph.model import Literal, Statement
from contragraph.reasoning.prover.cycles import shortest_cycle
from contragraph.reasoning.prover.facts import ground

_FEW = 20
"""Facts of a relation whose ends are dated, below which they say nothing of how far apart these ends are."""
_YEAR = 365.25


@register("span", least=2, most_age=105, most=400, one_each=True)
def span(candidate: Candidate, setting: Setting) -> str:
    """A number of years is large enough to be told as one, and small enough to be believed; one age says enough."""
    told = 0
    for statement in candidate.statements:
        value = statement.object
        if not isinstance(value, Literal) or value.datatype != NUMBER or statement.relation not in setting.spans:
            continue
        count = int(value.value)
        of_life = not setting.spans[statement.relation] and bool(
            setting.view.of(statement.subject, setting.role("birth_date"))
        )
        most = setting.number("span", "most_age" if of_life else "most")
        if not setting.number("span", "least") <= count <= most:
            return f"{count} years are no span that a text would tell"
        told += bool(setting.spans[statement.relation])
    if told > 1 and setting.number("span", "one_each"):
        return "it rests on two ages"
    return ""


@register("point", same_relation=True)
def point(candidate: Candidate, setting: Setting) -> str:
    """A date is made up only where one relation says when the thing began, or ended: two may differ without error."""
    made, dates = candidate.perturbed, setting.implications.ontology.dates
    if made.relation not in dates or not setting.number("point", "same_relation"):
        return ""
    same = [r for r, moment in dates.items() if moment == dates[made.relation]]
    told = {s.relation for s in setting.view.of(made.subject, same)}
    if told - {made.relation}:
        return f"{made.subject} has another date of the same point"
    return ""


@register("body", not_classes=(), follows_only=())
def body(candidate: Candidate, setting: Setting) -> str:
    """No dates of states, districts and offices, which are dates of law; "follows" orders works alone."""
    if not dated(candidate):
        return ""
    bodies, works = (frozenset(setting.ids("body", key)) for key in ("not_classes", "follows_only"))
    follows = setting.role("follows", "replaces")
    for statement in candidate.statements:
        if isinstance(statement.object, Literal) and classes(statement.subject, setting) & bodies:
            if statement.relation in setting.implications.ontology.dates or statement.relation in setting.spans:
                return f"dates of {statement.subject} are dates of law"
        elif statement.relation in follows and works:
            for end in statement.entities:
                if not classes(end, setting) & works:
                    return f"{end} is no work, so that what it follows may have gone on"
    return ""


@register("award", words=(), posthumous_recipients=0)
def award(candidate: Candidate, setting: Setting) -> str:
    """No order of dates by awards that are given to the dead, by their name or by who has them."""
    if not dated(candidate):
        return ""
    telling = frozenset(setting.ids("award", "words"))
    for statement in candidate.statements:
        if statement.relation in setting.role("award", "awarded_to") and isinstance(statement.object, str):
            given = statement.object if statement.relation in setting.role("award") else statement.subject
            if both := telling & words(setting.view.label(given)):
                return f"{given} is called {min(both)!r}: such are given late in life, or after it"
            began, died = years(given, setting.starts, setting), setting.counts.first_ends.get(given, "")
            if began and died[:4].isdigit() and int(died[:4]) < began[0]:
                return f"{given} has somebody who died before it began"
    return ""


@register("cast", occupations=(), not_genres=(), composer_since=1930)
def cast(candidate: Candidate, setting: Setting) -> str:
    """No order of dates by casts and scores with what is older: archive footage, real people, the music of the dead."""
    if not dated(candidate):
        return ""
    actors, genres = (frozenset(setting.ids("cast", key)) for key in ("occupations", "not_genres"))
    for statement in candidate.statements:
        if statement.relation in setting.role("cast") and isinstance(statement.object, str):
            does = {str(s.object) for s in setting.view.of(statement.object, setting.role("occupation"))}
            if actors and not does & actors:
                return f"{statement.object} is no actor"
            kinds = {str(s.object) for s in setting.view.of(statement.subject, setting.role("genre"))}
            if genres & (kinds | classes(statement.subject, setting)):
                return f"{statement.subject} may show what is older"
        if statement.relation in setting.role("composer"):
            came = years(statement.subject, setting.starts, setting)
            if came and came[0] < setting.number("cast", "composer_since"):
                return f"the music of {statement.subject} may be older or later"
    return ""


@register("times", tail=0.02)
def times(candidate: Candidate, setting: Setting) -> str:
    """The perturbed statement joins things as far apart in time as its relation mostly does."""
    made = candidate.perturbed
    if not isinstance(made.object, str):
        return ""
    began = [years(e, setting.starts, setting) for e in (made.subject, made.object)]
    if not all(began):
        return ""
    share, of = setting.counts.tail(made.relation, began[1][0] // 10 - began[0][0] // 10)
    if of >= _FEW and share < setting.number("times", "tail"):
        return f"{made.relation} seldom joins things so far apart in time"
    return ""


@register("career", youngest=10)
def career(candidate: Candidate, setting: Setting) -> str:
    """A made-up date leaves a life in which the work that is known of has room, however it is told."""
    made = candidate.perturbed
    if not isinstance(made.object, Literal) or (told := year(made.object)) is None:
        return ""
    born, died, began, stopped = (
        [told] if made.relation in setting.role(role) else years(made.subject, setting.role(role), setting)
        for role in ("birth_date", "death_date", "work_start", "work_end")
    )
    if born and began and began[0] - born[0] < setting.number("career", "youngest"):
        return f"{made.subject} would have begun to work as a child"
    if (died and stopped and stopped[-1] > died[-1]) or (died and began and began[0] > died[-1]):
        return f"{made.subject} would have worked after death"
    if began and stopped and began[0] > stopped[-1]:
        return f"{made.subject} would have stopped before beginning"
    return ""


@register_proven("margin", strict=1, typical=3, posthumous=10, span=1)
def margin(conflict: ProvenConflict, setting: Setting) -> str:
    """An order of dates is broken by more than the uncertainty of what is known and of what is customary.

    A span by more than what rounding explains: who takes one year from another is off by less than one.
    """
    ontology = setting.implications.ontology
    by_order = not {a.id for a in ontology.orders}.isdisjoint(conflict.axioms)
    if not by_order and {a.id for a in ontology.spans}.isdisjoint(conflict.axioms):
        return ""
    statements = conflict.candidate.statements
    edges = setting.implications.with_axioms(conflict.axioms).bounds.edges([ground(s) for s in statements])
    cycle = shortest_cycle(edges)
    if cycle is None:
        return ""
    broken = sum(edge.bound.days for edge in cycle) / _YEAR
    late = any(s.relation in setting.role("award", "awarded_to", "buried_in", "member") for s in _joining(statements))
    wanted = setting.number("margin", "span" if not by_order else "posthumous" if late else conflict.strength)
    return f"the dates are off by {broken:.1f} years alone" if broken < wanted else ""


def _joining(statements: tuple[Statement, ...]) -> list[Statement]:
    return [s for s in statements if isinstance(s.object, str)]
