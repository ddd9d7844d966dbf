"""Plain lies: every made-up statement is of a relation of the graph itself, worded as true statements are.

"She was born in Lyon" for "she was born in Nantes" looks like any other sentence. A lie by an auxiliary relation ("she
has never lived in France") does not, since no true statement is worded so: whoever has read many texts finds it
without understanding it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.periods.estimate import Periods
from contragraph.generation.rules.plausible import COUNTRIES, Containment
from contragraph.generation.rules.refused import UNTOLD
from contragraph.generation.rules.sorts import share_a_word
from contragraph.graph.model import Entity, Statement
from contragraph.ontology.axioms import Ontology

Lies = Literal["any", "plain", "affirmative"]
"""``any``: by whatever relation contradicts, mostly auxiliary ones; ``plain``: by relations of the graph alone."""
_MADE_UP_TOO = frozenset({"wdt:P276", "wdt:P3373"})
"""Relations that facts alone state elsewhere, for there are better lies; here a kinship and a venue may be made up."""
_PLACED = frozenset({"wdt:P19", "wdt:P20", "wdt:P119", "wdt:P159", "wdt:P276", "wdt:P740"})
"""Relations to a place, for which one of the same country may be mistaken."""
_OF_COUNTRIES = frozenset({"wdt:P17", "wdt:P1532"})
_OWNED = {"wdt:P749": True, "wdt:P355": False}
"""Relations between parent and branch; True: the parent is the object."""
_SHARES = frozenset({"wdt:P127", "wdt:P1830"})
"""Relations between a body and who holds shares of it, by which two bodies may hold each other's."""
_SIBLING, _HUMAN = "wdt:P3373", "wd:Q5"
_POSITION = "wdt:P413"
_SPORTING = frozenset({"wdt:P641", "wdt:P54"})
_INVERSE = {
    **{"wdt:P131": "wdt:P150", "wdt:P150": "wdt:P131", "wdt:P36": "wdt:P1376", "wdt:P1376": "wdt:P36"},
    **{"wdt:P155": "wdt:P156", "wdt:P156": "wdt:P155", "wdt:P1365": "wdt:P1366", "wdt:P1366": "wdt:P1365"},
    **{"wdt:P22": "wdt:P40", "wdt:P25": "wdt:P40", "wdt:P144": "wdt:P144", "wdt:P807": "wdt:P807"},
}
"""Relations whose facts may be told from the other end, and which the ends of an order may exchange."""
_FAMILIAR = 12
"""Facts about a thing, from which on readers know its country."""
_OF_PEOPLE = frozenset({"wdt:P26", "wdt:P3373", "wdt:P22", "wdt:P25", "wdt:P40"})
"""Relations of kin, who share names."""
_FAMOUS = 20
"""Facts about a thing, from which on readers know what is told of it."""
_LYING = frozenset({"wdt:P17", "wdt:P131", "wdt:P276", "wdt:P159"})
_CONTINENT_OF = "wdt:P30"
_GENERATION = 20
"""Years by which brothers and sisters may differ in age."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_KNOWN = 40
"""Facts about a place, from which on every reader knows where it lies."""


def untold(ontology: Ontology, lies: Lies) -> frozenset[str]:
    """The relations of an ontology by which no lie is told."""
    if lies == "any":
        return ontology.factual | UNTOLD
    auxiliary = {r for r in ontology.statable if r.startswith("cg:")}
    return (ontology.factual - _MADE_UP_TOO) | UNTOLD | auxiliary


def little_known(statements: Iterable[Statement], knowledge: Knowledge) -> Asking[frozenset[str]]:
    """What readers know of from a text alone: neither countries, nor what the graph says much of."""
    names = dict.fromkeys(e for s in statements for e in s.entities)
    entities = yield from knowledge.entities(names)
    return frozenset(
        e.id for e in entities if e.degree < _KNOWN and e.id not in knowledge.hidden and COUNTRIES.isdisjoint(e.types)
    )


def convincing(
    seed: Statement,
    made: Statement,
    supports: Sequence[Statement],
    containment: Containment,
    periods: Periods,
    knowledge: Knowledge,
) -> Asking[bool]:
    """Whether a reader could take a plain lie for the truth: no lesser body owns a larger one.

    A place gives way to one of the same country, a country to one of the same continent.
    """
    (subject, *_) = (yield from knowledge.entities([made.subject])) or [Entity("", "")]
    if subject.degree >= _FAMOUS or made.relation == "wdt:P144":
        return False  # a series of today is no source of the one that it goes back to
    if any(s.subject == made.subject and s.relation in _LYING for s in supports) and made.relation in _LYING:
        return False  # the text would say two places itself
    if (yield from _named_for_the_truth(seed, made, supports, knowledge)):
        return False
    if made.relation in _SHARES and supports:
        return False
    if made.relation == _POSITION and supports:
        return False  # of another sport
    if made.relation in _OWNED:
        if any(s.relation in _SHARES for s in (seed, *supports)):
            return False
        return (yield from _like_the_truth(made, knowledge)) and (yield from _may_own(made, knowledge))
    if made.relation == _SIBLING:
        one, other = periods.of(made.subject), periods.of(str(made.object))
        if one is None or other is None or not (one.sure and other.sure):
            return False
        return abs(one.first - other.first) <= _GENERATION
    if made.relation != "wdt:P17" and not (yield from _like_the_truth(made, knowledge)):
        return False
    if made.relation in _SPORTING:
        return (yield from _no_name_tells(seed, made, supports, knowledge))
    true = seed.object if seed.subject == made.subject else None
    if isinstance(true, str) and made.relation == seed.relation and made.relation in _PLACED:
        return (yield from _in_one_country(true, str(made.object), containment, knowledge))
    if made.relation in _OF_COUNTRIES:
        others = dict.fromkeys(e for s in (seed, *supports) for e in s.entities)
        names = yield from knowledge.entities([e for e in others if e != made.subject])
        if subject.degree >= _FAMILIAR or any(share_a_word(subject.label, e.label) for e in names):
            return False
        return (yield from _on_one_continent(str(made.object), list(others), knowledge))
    return True


def _named_for_the_truth(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether the name of what a lie is about tells what is true: FC Groningen was not founded in Utrecht."""
    names = dict.fromkeys(e for s in (seed, *supports, made) for e in s.entities)
    entities = {e.id: e for e in (yield from knowledge.entities(names))}
    about, told = entities.pop(made.subject, None), entities.pop(str(made.object), None)
    if about is None or told is None:
        return True
    telling = _words(about) - _words(told)
    return made.relation not in _OF_PEOPLE and any(telling & _words(e) for e in entities.values())


def _like_the_truth(made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether the graph says such a thing of the subject too, of something of the same class.

    So no town was formed in another, and no film is a part of an operating system.
    """
    out = yield from knowledge.out(made.subject)
    true = out.ends(made.relation)
    inverse = _INVERSE.get(made.relation)
    if inverse:
        true = (*true, *(yield from knowledge.into(made.subject)).ends(inverse))
    if not true:
        return False
    (value,) = (yield from knowledge.entities([str(made.object)])) or [Entity("", "")]
    for other in (yield from knowledge.entities(true)):
        alike = not set(value.types).isdisjoint(other.types) or not (value.types or other.types)
        if alike and (value.types or made.relation not in _SPORTING):
            return True
    return False


def _may_own(made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether the made-up owner is a body, and no lesser one than what it is said to own."""
    names = made.entities if not _OWNED[made.relation] else made.entities[::-1]
    owner, owned = yield from knowledge.entities(names)
    if _HUMAN in owner.types or _HUMAN in owned.types:
        return False
    return owner.degree >= owned.degree


def _no_name_tells(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether no name tells the sport already, and the lie speaks of a person: readers know what their teams play."""
    subject, *_ = yield from knowledge.entities([made.subject])
    if _HUMAN not in subject.types:
        return False
    sports = {str(s.object) for s in (seed, made, *supports) if s.relation == "wdt:P641"}
    names = dict.fromkeys(e for s in (seed, made, *supports) for e in s.entities)
    entities = yield from knowledge.entities(names)
    words = {w for e in entities if e.id in sports for w in _words(e)}
    return not any(words & _words(e) for e in entities if e.id not in sports)


def _words(entity: Entity) -> set[str]:
    return set(_WORD.findall(entity.label.casefold()))


def _in_one_country(one: str, other: str, containment: Containment, knowledge: Knowledge) -> Asking[bool]:
    """Whether both places lie in one country."""
    here = yield from containment.ancestors(one, knowledge)
    there = yield from containment.ancestors(other, knowledge)
    common = yield from knowledge.entities(sorted(here & there))
    return any(not COUNTRIES.isdisjoint(e.types) for e in common)


def _on_one_continent(country: str, others: Sequence[str], knowledge: Knowledge) -> Asking[bool]:
    """Whether a country lies on the continent of one of the others."""
    yield from knowledge.prefetch_out((country, *others))
    here = (yield from knowledge.out(country)).ends(_CONTINENT_OF)
    for other in others:
        if other != country and not set(here).isdisjoint((yield from knowledge.out(other)).ends(_CONTINENT_OF)):
            return True
    return False
