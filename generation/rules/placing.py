"""Where things lie, in graphs that place more than places: rules for lies that use one place within another.

Wikidata says of places where they lie; YAGO says it of clubs, wars and films too, sometimes of a region that it lies in
its own capital, and of states of all times alike. A war that took place in two countries makes neither a part of the
other, and Milan was the capital of more than one state.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.graph.model import Entity, Statement

_LOOSE = "yago:"
"""The prefix of things of a graph that places anything."""
_WITHIN = "wdt:P131"
_CONTAINING = frozenset({_WITHIN, "wdt:P36"})
_OUTSIDE = "cg:liesOutside"
_PLACES = frozenset(
    f"schema:{name}" for name in ("AdministrativeArea", "BodyOfWater", "City", "Continent", "Country", "Place")
)
_ALL_OF_THEM = "cg:none"
"""Lies about all values of a relation: nobody in a cast, no team."""
_WIDE = frozenset({"schema:Continent", "schema:BodyOfWater", "dbo:Continent", "dbo:Sea", "wd:Q5107"})
_COUNTRIES = frozenset({"schema:Country", "dbo:Country", "wd:Q6256", "wd:Q3624078"})
_TOWNS = frozenset({"schema:City"})
_MANY = 300
"""Facts about a country, above which nobody believes that it has none of somebody's."""
_STEPS = 2
OF_OLD = re.compile(
    r"^(?:Grand Principality|Socialist Republic|Kingdom|Duchy|Grand Duchy|Archduchy|Tsardom|Khanate|"
    r"Landgraviate|Electorate|Margraviate|Principality|Emirate|"
    r"Sultanate|Crown|County Palatine|Free State|March) of (?!the Netherlands$|Denmark$)|"
    r"^Republic of (?:Venice|Genoa|Florence|Pisa|Lucca|Siena|Ragusa|Texas|Hawaii|Vermont)$|"
    r"\b(?:Empire|Confederacy|Khanate|Caliphate|Sultanate|Raj|Soviet|Reich|Union of Soviet|Habsburg|Ottoman|Prussia|"
    r"(?:First|Second|Third|Fourth) Republic|Dutch Republic|Social Republic|Confederate States|Papal States|"
    r"(?:East|West|Nazi|Vichy|Imperial) (?:Germany|France)|Vichy France|Austria-Hungary|Yugoslavia|Czechoslovakia|"
    r"Confederation of the Rhine|German Confederation|Denmark–Norway|New Spain|New France|Indochina|Colony|Dynasty)\b|"
    r" dynasty$|\(\d{4}[–-]\d{2,4}\)$",
)


def well_placed(seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether what a conflict says of places within places is so: of places of today, and one way only."""
    placed = [s for s in (seed, *supports) if s.relation in _CONTAINING and _of_loose(s)]
    if made.relation == _OUTSIDE and _of_loose(made):
        ends = [e for s in (made, *placed) for e in s.entities]
        entities = yield from knowledge.entities(dict.fromkeys(ends))
        if any(_PLACES.isdisjoint(e.types) for e in entities):
            return False
    if not supports:
        return (yield from _of_one_size(seed, made, knowledge))
    if made.relation.startswith(_ALL_OF_THEM) and _of_loose(made):
        (place,) = yield from knowledge.entities([str(made.object)])
        if not _WIDE.isdisjoint(place.types) or ("schema:Country" in place.types and place.degree > _MANY):
            return False
    entities = yield from knowledge.entities(dict.fromkeys(e for s in placed for e in s.entities))
    if any(map(_of_old, entities)):
        return False
    for statement in placed:
        if statement.relation == _WITHIN and (yield from _lies_in(str(statement.object), statement.subject, knowledge)):
            return False
    return True


def _of_one_size(seed: Statement, made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether a place that takes another's stead may be as large: no continent for a town, no state for a town.

    Such a place may hold the true one without the graph's saying so: who was born in Toronto was born in North America.
    """
    if made.relation != seed.relation or made.subject != seed.subject:
        return True
    entities = yield from knowledge.entities([s.object for s in (seed, made) if isinstance(s.object, str)])
    if len(entities) != 2:
        return True  # values, not things
    one, other = entities
    if not _WIDE.isdisjoint(other.types) or _of_old(one) or _of_old(other):
        return False
    return all(kind.isdisjoint(one.types) == kind.isdisjoint(other.types) for kind in (_COUNTRIES, _TOWNS))


def _of_loose(statement: Statement) -> bool:
    return statement.subject.startswith(_LOOSE)


def _of_old(entity: Entity) -> bool:
    return OF_OLD.search(entity.label) is not None


def _lies_in(inner: str, outer: str, knowledge: Knowledge) -> Asking[bool]:
    return outer in (yield from regions_of(inner, knowledge))


def regions_of(place: str, knowledge: Knowledge) -> Asking[set[str]]:
    """What the graph says, in a step or two, that a place lies in."""
    regions: set[str] = set()
    frontier = [place]
    for _ in range(_STEPS):
        yield from knowledge.prefetch_out(frontier)
        found: dict[str, None] = {}
        for each in frontier:
            around = yield from knowledge.out(each)
            found.update(dict.fromkeys(around.ends(_WITHIN)))
        regions.update(found)
        frontier = list(found)
    return regions
