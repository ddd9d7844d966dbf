"""Filters that look at names: what a text cannot call by its label, and names that say too much."""

from __future__ import annotations

from contragraph.generation.search.candidate import Candidate
from contragraph.generation.search.filters.ends import entities, exchanged
from contragraph.generation.search.filters.registry import Setting, register
from contragraph.generation.search.labels import bare, readable, unnumbered, words


@register("label")
def label(candidate: Candidate, setting: Setting) -> str:
    """Every thing is called by a name that can stand in an English text."""
    for thing in entities(candidate.statements):
        entity = setting.view.entities.get(thing)
        if entity is None or not readable(entity.label):
            return f"{thing} has no label that a text can use"
        if entity.hidden:
            return f"{thing} was cleaned away"
    return ""


@register("namesake")
def namesake(candidate: Candidate, setting: Setting) -> str:
    """No two things of a conflict have one name."""
    seen: dict[str, str] = {}
    truth = candidate.truth.entities if candidate.truth else ()
    for thing in dict.fromkeys((*entities(candidate.statements), *truth)):
        name = bare(setting.view.label(thing))
        if seen.setdefault(name, thing) != thing:
            return f"{thing} and {seen[name]} are both called {name!r}"
    return ""


@register("homonym", facts=60, times=4)
def homonym(candidate: Candidate, setting: Setting) -> str:
    """A name belongs to its best-known bearer: nothing false is said of another one."""
    least, times = setting.number("homonym", "facts"), setting.number("homonym", "times")
    for thing in candidate.perturbed.entities:
        known = setting.view.entities[thing]
        if setting.counts.bearers.get(known.label, 0) > max(least, times * known.degree):
            return f"{thing} is not the {known.label} that readers think of"
    return ""


@register("shared-word")
def shared_word(candidate: Candidate, setting: Setting) -> str:
    """The perturbed statement's object shares no telling word with another thing: names say where things belong."""
    made = candidate.perturbed
    for end in (e for e in made.entities if candidate.truth is None or e not in candidate.truth.entities):
        own = words(setting.view.label(end)) - setting.counts.class_words - setting.counts.words
        for thing in entities(candidate.statements):
            if thing != end and (both := own & words(setting.view.label(thing))):
                return f"{end} and {thing} share the word {min(both)!r}"
    return ""


@register("named-after")
def named_after(candidate: Candidate, setting: Setting) -> str:
    """What is replaced is not in the name of the thing that the statement is about: the name would tell the truth."""
    pair = exchanged(candidate)
    if pair is None:
        return ""
    whole = words(setting.view.label(pair[1]))
    old = whole - setting.counts.class_words
    for thing in candidate.perturbed.entities:
        name = words(setting.view.label(thing))
        if thing != pair[0] and (both := old & name or (whole if whole <= name else set())):
            return f"the name of {thing} has {min(both)!r} in it"
    return ""


@register("series")
def series(candidate: Candidate, setting: Setting) -> str:
    """No two things of the perturbed statement and the truth differ in a number alone: their names tell the order."""
    truth = candidate.truth.entities if candidate.truth else ()
    seen: dict[str, str] = {}
    for thing in dict.fromkeys((*candidate.perturbed.entities, *truth)):
        name = unnumbered(setting.view.label(thing))
        if "#" in name and seen.setdefault(name, thing) != thing:
            return f"{thing} and {seen[name]} differ in a number alone"
    return ""
