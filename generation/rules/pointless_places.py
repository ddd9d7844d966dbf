"""What nobody denies of places: neighbors called by riddles, what any map shows, seats of what has none.

That Baltimore and Denver lie in different time zones nobody tells, since everybody knows; that a city on a lake has no
neighbor on it sounds odd, and "any place whose capital is Annapolis" is a riddle. What counties border in the next
state, and which towns are their seats, an encyclopedia tells. Each rule was found by reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.commonplace import in_one_country
from contragraph.generation.rules.plausible import CONTINENT
from contragraph.generation.verbalise.kinds import PLACES
from contragraph.generation.verbalise.persons import over
from contragraph.graph.model import Entity, Statement

_ZONES = "cg:noCommon_P421"
_KNOWN_ZONE = 60
"""Facts about a place, above which everybody knows its time zone."""
_ON_WATER, _WATERS = "cg:noNeighbourOnWater", "wdt:P206"
_BROOK = re.compile(r"\b(?:Creek|Brook|Run|Fork|Canal|Bay)$")
_GOVERNED, _KNOWN_SEAT = "cg:noNeighbourGovernedFrom", 25
"""Facts about a capital, above which its name is as good as that of the place that it governs."""
_COUNTY = re.compile(r"\b(?:County|Parish)$")
"""Places whose neighbors one may call by their seats; "any place whose capital is Annapolis" is a riddle."""
_ACROSS, _REGION = "cg:noNeighbourWithin", re.compile(r"^(?:U\.S\. )?(?:state|province|canton|prefecture)\b")
"""In which parts of a country things are told to have no neighbor: in a whole country everybody knows."""
_NO_SEAT, _SEAT, _STATE = "cg:neverSeatIn", frozenset({"wdt:P36", "wdt:P1376"}), "wd:Q35657"
_OF_MEMBERS = "cg:noNeighbourMemberOf"
_REGIONAL = re.compile(
    r"\b(?:Union|NATO|North Atlantic Treaty Organi[sz]ation|Commonwealth|Mercosur|Nordic Council|League)\b"
)
"""Bodies of states by which one tells neighbors; of others nobody says so."""
_COUNTRY, _STEPS = "wdt:P17", 3


def is_pointless_of_places(
    seed: Statement, made: Statement, supports: Sequence[Statement], one: Entity, other: Entity, knowledge: Knowledge
) -> Asking[bool]:
    """Whether a rule of this module forbids a made-up statement, of one end and the other, against a seed."""
    relation = made.relation
    if relation == _ZONES:
        return not (yield from _comparable_places(one, other, knowledge))
    if relation == _ON_WATER:
        return _BROOK.search(other.label) is not None or other.id in (yield from knowledge.out(one.id)).ends(_WATERS)
    if relation == _GOVERNED:
        return other.degree > _KNOWN_SEAT or not _COUNTY.search(one.label)
    if relation == _ACROSS:
        return (yield from _on_this_side(seed, one, other, knowledge))
    if relation == _NO_SEAT:
        return (yield from _is_no_county_town(seed, one, other, supports, knowledge))
    if relation == _OF_MEMBERS:
        return _REGIONAL.search(other.label) is None or over(other)
    return False


def _on_this_side(seed: Statement, one: Entity, land: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether a place is not known to lie in another land of the kind of that in which it is said to have no neighbor.

    What has no neighboring county may have a neighbor that is none, so that a county is told of counties alone.
    """
    if CONTINENT in land.types or land.id in knowledge.hidden:
        return True
    there = yield from knowledge.entities(e for e in seed.entities if e != one.id)
    if _COUNTY.search(one.label) and not all(_COUNTY.search(e.label) for e in there):
        return True
    classes = yield from knowledge.entities(land.types)
    if not any(_REGION.search(c.label) for c in classes):
        return True
    around = yield from knowledge.entities((yield from wholes([one.id], knowledge)))
    return land in around or all(set(land.types).isdisjoint(e.types) for e in around)


def _is_no_county_town(
    seed: Statement, one: Entity, land: Entity, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether a town is the seat of something else than a county of a state."""
    if _STATE not in land.types:
        return True
    governed = [
        s.subject if s.relation == "wdt:P36" else str(s.object) for s in (seed, *supports) if s.relation in _SEAT
    ]
    places = yield from knowledge.entities(governed)
    return not places or not all(_COUNTY.search(e.label) for e in places) or over(one)


def _comparable_places(one: Entity, other: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether anybody might ask if two places have one time: little-known places of one country."""
    if any(PLACES.isdisjoint(e.types) or e.degree > _KNOWN_ZONE for e in (one, other)):
        return False
    return (yield from in_one_country(one, other, knowledge))


def wholes(places: Iterable[str], knowledge: Knowledge) -> Asking[tuple[str, ...]]:
    """Some places, and what they lie in, up to a few steps."""
    frontier = list(places)
    found = dict.fromkeys(frontier)
    for _ in range(_STEPS):
        yield from knowledge.prefetch(frontier)
        wider: dict[str, None] = {}
        for each in frontier:
            out, into = (yield from knowledge.out(each)), (yield from knowledge.into(each))
            wider.update(dict.fromkeys((*out.ends("wdt:P131"), *out.ends(_COUNTRY), *into.ends("wdt:P150"))))
        frontier = [e for e in wider if e not in found]
        found.update(dict.fromkeys(frontier))
    return tuple(found)
