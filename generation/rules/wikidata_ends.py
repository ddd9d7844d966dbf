"""What Wikidata's relations join, where a text may tell it: relation by relation, the kinds of both ends.

Anybody may write a fact into Wikidata, so that each relation joins a few things that it cannot: a city has an
occupation, a stadium a sport, a state works in Bonn. A fact is told only if its relation stands in the table below with
the kinds of both ends, and if its object, where that is a word and no name, is one that an editor would use so.
What such a table lets pass and is odd all the same is judged by :mod:`contragraph.generation.rules.wikidata_slips`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from contragraph.generation.verbalise.kinds import kind_of
from contragraph.graph.model import Entity
from contragraph.ontology.words import usual_words

_TABLE = """
P31 : - : -
P279 : noun named : noun named
P106 : person named : noun
P161 : work named : person named
P136 : work named person group organisation : noun named
P166 : person work named group organisation : named
P1411 : person work named group organisation : named
P69 : person named : organisation named
P463 : place organisation person named : organisation named
P463 : person named : group
P19 P20 P551 : person named : place named
P119 : person named : place named
P530 : place : place
P190 : place named : place named
P27 : person named : place
P47 P150 P131 P36 P1376 P206 P706 : place named : place named
P131 : organisation : place named
P974 P403 : place named : place named
P30 : place : place
P17 : organisation place named event : place
P205 : place named : place
P276 : event organisation named : place
P1346 : named : person named group organisation
P1412 P103 P6886 : person named : named
P140 : person named : named noun organisation group
P140 : organisation place : named
P509 P1050 : person named : noun named
P840 : work named : place
P915 : work named : place organisation
P1303 P412 P413 P101 P1196 P1399 P1576 : person named : noun
P264 : person group named : organisation
P750 P449 P272 P195 : work named : organisation
P750 P449 P123 P178 : work named : named
P123 P178 : work named : organisation
P86 P57 P58 P162 P725 P1040 P2554 P344 P1431 P2515 P3275 P2438 P3092 P6942 : work named : person named
P4805 P3300 P3174 P170 P50 P676 P1877 P674 P655 : work named : person named
P371 : event work named : person
P102 P54 P108 : person named : organisation named
P172 : person named : group named
P421 : place named : named
P737 : person named group : person named group
P159 : organisation named : place named
P740 : organisation group named : place
P26 P451 P3373 P40 P22 P25 P1038 P1327 P1290 P1066 P802 P184 P185 : person named : person named
P495 : work named group noun : place
P361 P527 : place : place named
P361 P527 : organisation : organisation
P361 P527 : event : event named
P361 P527 : work : work
P361 P527 : noun : noun
P361 P527 : named : named place event
P361 : person named group place : group
P361 : group : named
P361 : place named : organisation
P527 : group : person named
P527 : noun : place
P2936 P37 P2852 P2853 P1657 : place work : named
P921 : work named : noun event named person place
P39 : person named : named noun
P364 P407 P1434 P2408 : work named : named
P607 : person named : event
P138 : place organisation : person place named
P138 : named : person place
P641 : person organisation named : noun named
P155 P156 P179 : work : work named
P155 P156 P179 : event : event named
P155 P156 P179 : named : named work
P6379 : person : organisation
P175 : named work : person group named
P800 : person named : work named
P749 P355 P414 : organisation named : organisation named
P6364 : organisation : noun
P1454 P452 P1056 P1142 : organisation named : noun
P710 : event named : place person organisation named
P937 : person named : place
P1344 : person organisation place named : event named
P241 P410 P97 P512 : person named : named
P410 P97 P512 : person named : noun
P1830 P127 : organisation named : organisation named
P127 : organisation : person
P1830 : person : organisation
P6 P35 : place : person named
P1622 P5658 P122 : place : noun
P112 P488 P169 P1037 P1075 P3975 P286 P3320 : organisation named group : person named
P1589 P610 : place : place named
P1365 P1366 P807 : place : place
P1365 P1366 P807 : organisation : organisation
P1365 P1366 P807 : named : named
P807 : place group : named
P2341 : named group : place
P1532 : organisation person named : place
P135 : person work group named : noun named
P832 : place : named event
P1313 P1906 P38 : place : named noun
P1995 P780 P5642 P461 P1542 P2283 : noun : noun
P1542 : person : event
P404 : named : noun
P485 : person : organisation named
P1416 P2652 P199 : organisation : organisation
P144 P4969 P2512 : work named : work named
P144 : work : person
P53 : person named : named
P118 : organisation named : organisation named
P3450 : event named : event named
P113 P115 P5460 P2522 : organisation named : named
P149 P282 P197 : named : named
P1001 : named organisation person noun : place
P1441 : person named : work
P828 P1478 P1479 P1537 : event named : event named
P828 P1479 P1537 : noun : noun
P1027 P137 : named : organisation named
P1308 : named : person named
P6275 P1875 : person group named : organisation
P647 P6087 : person named : organisation
P84 P61 : named : person named
P287 : named : person named organisation
P194 P208 : place : named organisation
P945 : person : place
P3075 : place : named
P1336 : place named : place named
P793 : person place event : event
P417 : place : person
P177 : named : place
P189 : noun : place
P541 : event named : named
P3602 : person named : event
P2789 : place named : named
P634 : organisation : person named
P726 P991 P3342 : event : person
P501 : place : place
P3179 : place named : place named
P2632 : person : named
P611 : person : group
P3461 : organisation : place
P664 : named : named
"""
"""Relations, and the kinds of their subjects and objects.

A kind is that of :mod:`contragraph.generation.verbalise.kinds`; what has none there is "named" or a "noun", by its
first letter. "-" stands for every kind: classes are judged by their words alone.
"""

_SUBCLASS = "wdt:P279"


@cache
def _allowed() -> Mapping[str, frozenset[tuple[str, str]]]:
    """For each relation the kinds that its two ends may have."""
    found: dict[str, set[tuple[str, str]]] = {}
    for line in _TABLE.strip().splitlines():
        names, subjects, things = (part.split() for part in line.split(" : "))
        for name in names:
            found.setdefault(f"wdt:{name}", set()).update((a, b) for a in subjects for b in things)
    return {name: frozenset(pairs) for name, pairs in found.items()}


@cache
def _nouns() -> frozenset[str]:
    """All words that texts use of things."""
    return frozenset[str]().union(*usual_words().values())


def fits(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether a text may tell a fact of this relation between these two, by the kinds of both and the object's word."""
    pairs = _allowed().get(relation)
    words = usual_words().get(relation)
    if pairs is None or not (words is None or thing.label in words):
        return False
    if relation == _SUBCLASS and subject.label not in _nouns():
        return False
    return ("-", "-") in pairs or (_kind(subject), _kind(thing)) in pairs


@lru_cache(maxsize=1 << 17)
def _kind(entity: Entity) -> str:
    """The kind of an entity; what has none is a noun if it is written small, and named else."""
    return kind_of(entity, frozenset()) or ("noun" if entity.label[:1].islower() else "named")
