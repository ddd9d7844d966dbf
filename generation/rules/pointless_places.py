"""What nobody denies of places: neighbors called by riddles, what any map shows, seats of what has none.

That Baltimore and Denver lie in different time zones nobody tells, since everybody knows; that a city on a lake has no
neighbor on it sounds odd, and "any place whose capital is Annapolis" is a riddle. What counties border in the next
state, and which towns are their seats, an encyclopedia tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.commonplace import in_one_country
from contragraph.generation.rules.lie import Lie, Rules, plainly
from contragraph.generation.rules.plausible import CONTINENT
from contragraph.generation.verbalise.kinds import PLACES
from contragraph.generation.verbalise.persons import over
from contragraph.graph.model import Statement

_KNOWN_ZONE = 60
"""Facts about a place, above which everybody knows its time zone."""
_WATERS, _BROOK = "wdt:P206", re.compile(r"\b(?:Creek|Brook|Run|Fork|Canal|Bay)$")
_KNOWN_SEAT = 25
"""Facts about a capital, above which its name is as good as that of the place that it governs."""
_COUNTY = re.compile(r"\b(?:County|Parish)$")
"""Places whose neighbors one may call by their seats."""
_REGION = re.compile(r"^(?:U\.S\. )?(?:state|province|canton|prefecture)\b")
"""In which parts of a country things are told to have no neighbor: in a whole country everybody knows."""
_SEAT, _STATE = frozenset({"wdt:P36", "dbo:countySeat", "wdt:P1376"}), "wd:Q35657"
_REGIONAL = re.compile(
    r"\b(?:Union|NATO|North Atlantic Treaty Organi[sz]ation|Commonwealth|Mercosur|Nordic Council|League)\b"
)
"""Bodies of states by which one tells neighbors; of others nobody says so."""
_COUNTRY, _STEPS = "wdt:P17", 3


def _of_incomparable_places(lie: Lie) -> Asking[bool]:
    """Whether nobody would ask if two places have one time: they are well known, or of different countries."""
    ends = (lie.one, lie.other)
    if any(PLACES.isdisjoint(e.types) or e.degree > _KNOWN_ZONE for e in ends):
        return True
    return not (yield from in_one_country(lie.one, lie.other, lie.knowledge))


def _on_a_brook_or_the_same_water(lie: Lie) -> Asking[bool]:
    """Whether a water is small, or the place that is said to have no neighbor on it lies on it too."""
    out = yield from lie.knowledge.out(lie.one.id)
    return _BROOK.search(lie.other.label) is not None or lie.other.id in out.ends(_WATERS)


def _on_this_side(lie: Lie) -> Asking[bool]:
    """Whether a place is not known to lie in another land of the kind of that in which it is said to have no neighbor.

    What has no neighboring county may have a neighbor that is none, so that a county is told of counties alone.
    """
    knowledge, land = lie.knowledge, lie.other
    if CONTINENT in land.types or land.id in knowledge.hidden:
        return True
    there = yield from knowledge.entities(e for e in lie.seed.entities if e != lie.one.id)
    if _COUNTY.search(lie.one.label) and not all(_COUNTY.search(e.label) for e in there):
        return True
    classes = yield from knowledge.entities(land.types)
    if not any(_REGION.search(c.label) for c in classes):
        return True
    around = yield from knowledge.entities((yield from wholes([lie.one.id], knowledge)))
    return land in around or all(set(land.types).isdisjoint(e.types) for e in around)


def _is_no_county_town(lie: Lie) -> Asking[bool]:
    """Whether a town is the seat of something else than a county of a state."""
    if _STATE not in lie.other.types or over(lie.one):
        return True
    return not (yield from seats_of_counties((lie.seed, *lie.supports), lie.knowledge))


def seats_of_counties(facts: Iterable[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether facts name a seat, and none but seats of counties."""
    seats = [s for s in facts if s.relation in _SEAT]
    governed = [str(s.object) if s.relation == "wdt:P1376" else s.subject for s in seats]
    places = yield from knowledge.entities(governed)
    return bool(places) and all(_COUNTY.search(e.label.partition(",")[0]) for e in places)


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


RULES: Rules = {
    "cg:noCommon_P421": (_of_incomparable_places,),
    "cg:noNeighbourOnWater": (_on_a_brook_or_the_same_water,),
    "cg:noNeighbourGovernedFrom": (
        plainly(lambda lie: lie.other.degree > _KNOWN_SEAT or not _COUNTY.search(lie.one.label)),
    ),
    "cg:noNeighbourWithin": (_on_this_side,),
    "cg:noNeighbourMemberOf": (plainly(lambda lie: not _REGIONAL.search(lie.other.label) or over(lie.other)),),
    "cg:neverSeatIn": (_is_no_county_town,),
}
"""Rules by the relation of the lie."""
