"""What everybody knows: lies that no reader would take for more than a slip, whatever a text says beside them.

"No part of Minneapolis lies in Minnesota" is a contradiction that nobody would write. Nor would anybody leave out
that Sofia is the capital of Bulgaria and then say that the brother of Boris, who lived in Sofia, had no relative who
ever lived in Bulgaria: the text refutes itself, since the fact left out is known to all. So facts of geography are
denied of little-known places only, and no other lie rests on them. Each rule was found by reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.plausible import COUNTRIES, short_label
from contragraph.generation.verbalise.kinds import BANDS, PERSONS
from contragraph.graph.model import Entity, Statement

_LITTLE_KNOWN = 12
"""Facts about a place, above which a reader may know in which state it lies."""
_WELL_KNOWN = 150
"""Facts about a country, above which every reader knows its neighbours and its capital."""
_OUTSIDE = frozenset({"cg:liesOutside", "cg:neverPartOf"})
_OWNED = "wdt:P127"
_TIES = frozenset({"wdt:P463", "wdt:P527", _OWNED})
"""Members, parts and owners."""
_STAR = 15
"""Facts about a musician and the band, or an owner and the company, from which on everybody has heard of both."""
_HOUSEHOLD_NAME = 25
"""The same of two companies."""
_CAPITALS = frozenset({"wdt:P36", "wdt:P1376"})
_MAPS = _CAPITALS | {"wdt:P150"}
"""Seeds that any map tells: capitals and divisions."""
_BORDER = "wdt:P47"
_OF_NEIGHBOURS = frozenset(f"cg:noNeighbour{what}" for what in ("GovernedFrom", "MemberOf", "OnWater", "Within"))
_BESIDE, _NEVER_IN = "cg:endsShortOf", "cg:neverIn"
_FREQUENTED = 50
"""Facts about a place, above which everybody of its country has been there, or may have been."""
_INSIDE = frozenset({"wdt:P131", "wdt:P150"})
_LANDS = COUNTRIES | {"wd:Q3336843", "dbo:Country", "schema:Country"}
"""Countries, and those of which the United Kingdom is made."""
_DIVISION = re.compile(r"\b(?:state|province|department|county|prefecture|region|district)\b")
_VALUES = frozenset({"wdt:P36", "wdt:P131", "wdt:P150", "wdt:P159", "wdt:P276", "wdt:P1376"})
"""Relations of which a made-up value must lie in the true one's country; another country is told by plain lies alone,
which have rules of their own."""
_UP = ("wdt:P131", "wdt:P276", "wdt:P159")
_COUNTRY = "wdt:P17"
_STEPS = 3


def everybody_knows(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether a lie denies what every reader knows, or rests on it alone."""
    of_neighbours = made.relation in _OF_NEIGHBOURS
    about_place = of_neighbours or made.relation in _OUTSIDE or made.subject in seed.entities
    if supports and seed.relation in _MAPS and not about_place:
        return True
    entities = yield from knowledge.entities(made.entities)
    if len(entities) < 2:
        return False
    one, other = entities
    if not supports and seed.relation in _TIES and set(made.entities) == set(seed.entities):
        return _are_known_together(seed, one, other)
    if made.relation in _OUTSIDE:
        return one.degree > _LITTLE_KNOWN
    if (seed.relation in _CAPITALS and made.relation not in _CAPITALS) or (of_neighbours and seed.relation == _BORDER):
        lands = [e for e in (yield from knowledge.entities(seed.entities)) if _is_land(e)]
        known = [e for e in lands if not of_neighbours or e.degree > _WELL_KNOWN]
        if known and len(known) == len(lands):
            return True
    if made.relation == _BESIDE:
        return one.degree > _WELL_KNOWN and other.degree > _WELL_KNOWN
    if made.relation == _NEVER_IN and other.degree > _FREQUENTED:
        citizen = yield from knowledge.out(one.id)
        around = yield from countries_of(other, knowledge)
        return not around.isdisjoint(citizen.ends("wdt:P27"))
    if made.relation in _INSIDE and (yield from _named_for_it(seed, made, knowledge)):
        return True
    if made.relation in _CAPITALS and (yield from _of_unknown_country(entities, knowledge)):
        return True
    if made.relation in _VALUES:
        return not (yield from in_one_country(one, other, knowledge))
    return False


def _are_known_together(seed: Statement, one: Entity, other: Entity) -> bool:
    """Whether everybody knows of a member, or of an owner: of James Hetfield and Metallica, of Japan and the UN."""
    known = min(one.degree, other.degree)
    if known > _WELL_KNOWN:
        return True
    somebody = not PERSONS.isdisjoint((*one.types, *other.types))
    if seed.relation == _OWNED:
        return known >= (_STAR if somebody else _HOUSEHOLD_NAME)
    return known >= _STAR and somebody and not BANDS.isdisjoint((*one.types, *other.types))


def _of_unknown_country(places: Sequence[Entity], knowledge: Knowledge) -> Asking[bool]:
    """Whether the graph does not know in which country a division and its capital lie: Verona, of Rajasthan."""
    for place in places:
        if (yield from countries_of(place, knowledge)):
            return False
    classes = yield from knowledge.entities(dict.fromkeys(kind for place in places for kind in place.types))
    return any(_DIVISION.search(c.label) for c in classes)


def _named_for_it(seed: Statement, made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether a part that is told to lie elsewhere says by its name where it lies: Virginia Beach, a part of Paris."""
    (part,) = yield from knowledge.entities([str(made.object) if made.relation == "wdt:P150" else made.subject])
    others = yield from knowledge.entities(e for e in seed.entities if e != part.id)
    names = "|".join(re.escape(short_label(e.label)) for e in others)
    return " of " in part.label or re.search(rf"\b(?:{names})\b", part.label, re.IGNORECASE) is not None


def _is_land(entity: Entity) -> bool:
    return not _LANDS.isdisjoint(entity.types)


def in_one_country(one: Entity, other: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether the graph knows a country in which both lie, or that one of them is; if it knows any of either."""
    here = yield from countries_of(one, knowledge)
    there = yield from countries_of(other, knowledge)
    return not here.isdisjoint(there) or not (here or there)


def countries_of(entity: Entity, knowledge: Knowledge) -> Asking[frozenset[str]]:
    """The countries of a thing, or of what it lies in."""
    return (yield from knowledge.remember(("countries", entity.id), lambda: _countries_of(entity, knowledge)))


def _countries_of(entity: Entity, knowledge: Knowledge) -> Asking[frozenset[str]]:
    if _is_land(entity):
        return frozenset({entity.id})
    frontier = [entity.id]
    for _ in range(_STEPS):
        found: dict[str, None] = {}
        yield from knowledge.prefetch(frontier)
        for place in frontier:
            out = yield from knowledge.out(place)
            if out.ends(_COUNTRY):
                return frozenset(out.ends(_COUNTRY))
            into = yield from knowledge.into(place)
            found.update(dict.fromkeys([*(e for r in _UP for e in out.ends(r)), *into.ends("wdt:P150")]))
        wider = yield from knowledge.entities(found)
        lands = frozenset(e.id for e in wider if _is_land(e))
        if lands:
            return lands
        frontier = list(found)
    return frozenset()
