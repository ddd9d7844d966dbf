"""Lies that compare where two lived: in the same town, or in different countries.

"In the same town" contradicts two towns of which neither lies in the other or beside it; "in different countries" one
region or country, in which both lived when it was one. Nobody compares two people of different trades.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.lives import life_of
from contragraph.graph.model import Entity, Statement

_SAME_TOWN = re.compile(r"^cg:\w*(?:(?:Born|Died|born|died)(?:With|Together)|[dD]iedWhereBorn)$")
_OF_OTHERS = re.compile(r"^cg:(?:director|composer|spouses)")
_DIFFERENT_COUNTRIES = re.compile(r"^cg:\w+InDifferentCountries$")
_TOWNS_OF = frozenset({"wdt:P19", "wdt:P20"})
_WITHIN = "wdt:P131"
_STEPS = 2
_COUNTRIES = frozenset({"schema:Country", "dbo:Country"})
_CONTINENTS = frozenset({"schema:Continent", "dbo:Continent"})
_WIDE = _COUNTRIES | _CONTINENTS
_ACTIVE = ("wdt:P54", "wdt:P108", "wdt:P166", "yago:graduatedFrom", "yago:isAffiliatedTo", "yago:created")
_PASSIVE = ("wdt:P161", "wdt:P57", "wdt:P86", "wdt:P1040")
"""Relations that tell the trade of their subjects, and those that tell that of their objects."""
_SINCE = {"United States": 1800, "France": 1800, "United Kingdom": 1810}
"""The first year of birth from which borders were about those of today."""
_SINCE_ANY = 1920


def is_no_comparison(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether the places of a lie that compares some do not bear it."""
    told = (seed, *supports)
    people = yield from knowledge.entities(made.entities)
    if _SAME_TOWN.match(made.relation):
        if not _OF_OTHERS.match(made.relation) and not (yield from _are_of_one_trade(people, knowledge)):
            return True
        return not (yield from _apart([str(s.object) for s in told if s.relation in _TOWNS_OF], knowledge))
    if not _DIFFERENT_COUNTRIES.match(made.relation):
        return False
    wholes = yield from knowledge.entities(dict.fromkeys(str(s.object) for s in told if s.relation == _WITHIN))
    if len(wholes) != 1 or not _CONTINENTS.isdisjoint(wholes[0].types):
        return True
    if not _COUNTRIES.isdisjoint(wholes[0].types):
        since = _SINCE.get(wholes[0].label, _SINCE_ANY)
        if not all(_lived_since(person, since) for person in people):
            return True
    return not (yield from _are_of_one_trade(people, knowledge))


def _lived_since(person: Entity, year: int) -> bool:
    life = life_of(person)
    return life is not None and life[0] >= year


def _are_of_one_trade(people: Sequence[Entity], knowledge: Knowledge) -> Asking[bool]:
    one, other = (yield from _trades(people[0], knowledge)), (yield from _trades(people[-1], knowledge))
    return not one.isdisjoint(other)


def _trades(person: Entity, knowledge: Knowledge) -> Asking[set[str]]:
    out, into = (yield from knowledge.out(person.id)), (yield from knowledge.into(person.id))
    return {r for r in _ACTIVE if out.ends(r)} | {r for r in _PASSIVE if into.ends(r)}


def _apart(towns: Sequence[str], knowledge: Knowledge) -> Asking[bool]:
    """Whether neither of two towns lies in the other or near it, as far as graph and names say where each is."""
    if len(set(towns)) != 2:
        return False
    regions: list[set[str]] = []
    for town in (yield from knowledge.entities(towns)):
        above = yield from knowledge.entities(sorted((yield from _above(town.id, knowledge))))
        name, _, region = town.label.partition(", ")
        if not (above or region):
            return False
        regions.append({e.label for e in above if _WIDE.isdisjoint(e.types)} | {name, region})
    return len(regions) == 2 and regions[0].isdisjoint(regions[1] - {""})


def _above(town: str, knowledge: Knowledge) -> Asking[set[str]]:
    """What a town lies in, in a step or two."""
    found: set[str] = set()
    frontier = [town]
    for _ in range(_STEPS):
        yield from knowledge.prefetch_out(frontier)
        wider: dict[str, None] = {}
        for place in frontier:
            out = yield from knowledge.out(place)
            wider.update(dict.fromkeys(out.ends(_WITHIN)))
        found.update(wider)
        frontier = list(wider)
    return found
