"""Lies that two, or the directors of two films, were born or died in the same town, or that two clubs share nobody.

Of towns neither may lie in the other or beside it. Nobody compares people of different trades, or clubs that one
player alone joins, mostly a namesake of another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.placing import regions_of
from contragraph.graph.model import Entity, Statement

_SAME_TOWN = re.compile(r"^cg:\w*(?:Born|Died|born|died)(?:With|Together)$")
_OF_PEOPLE = frozenset({"cg:bornWith", "cg:diedWith"})
_OF_CLUBS = frozenset({"cg:noneTeam_inv_P54", "cg:noneTeam_inv_playsFor"})
_PLAYS = "wdt:P54"
_TOWNS_OF = frozenset({"wdt:P19", "wdt:P20"})
_WIDE = frozenset(f"{prefix}:{kind}" for prefix in ("schema", "dbo") for kind in ("Country", "Continent"))
_ACTIVE = ("wdt:P54", "wdt:P108", "yago:isAffiliatedTo", "yago:created")
_PASSIVE = ("wdt:P161", "wdt:P57", "wdt:P86", "wdt:P1040")
"""Relations that tell the trade of their subjects, and those that tell that of their objects."""


def is_no_comparison(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether a lie compares two that have nothing in common, or towns that may be one."""
    if made.relation in _OF_CLUBS:
        return not (yield from _share_players(made.entities, knowledge))
    if not _SAME_TOWN.match(made.relation):
        return False
    people = yield from knowledge.entities(made.entities)
    if made.relation in _OF_PEOPLE and not (yield from _are_of_one_trade(people, knowledge)):
        return True
    towns = [str(s.object) for s in (seed, *supports) if s.relation in _TOWNS_OF]
    return not (yield from _apart(towns, knowledge))


def _share_players(clubs: Sequence[str], knowledge: Knowledge) -> Asking[bool]:
    """Whether two clubs have two players in common at least."""
    players = []
    for club in clubs:
        into = yield from knowledge.into(club)
        players.append(set(into.ends(_PLAYS)))
    return len(set.intersection(*players)) > 1


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
    names: list[set[str]] = []
    regions: list[set[str]] = []
    countries: list[set[str]] = []
    for town in (yield from knowledge.entities(towns)):
        above = yield from knowledge.entities(sorted((yield from regions_of(town.id, knowledge))))
        name, _, region = town.label.partition(", ")
        names.append(set(name.split()))
        regions.append({e.label for e in above if _WIDE.isdisjoint(e.types)} | {name, region} - {""})
        countries.append({e.label for e in above if not _WIDE.isdisjoint(e.types)})
    if len(regions) < 2 or not regions[0].isdisjoint(regions[1]):
        return False
    if names[0] <= names[1] or names[1] <= names[0]:
        return False  # West Perth is a part of Perth
    if all(countries) and countries[0].isdisjoint(countries[1]):
        return True
    return all(len(known) > 1 for known in regions)  # Burbank, California, may lie beside Los Angeles
