"""Slips of DBpedia, whose infoboxes link whatever word stands in a field."""

from __future__ import annotations

import re
from collections.abc import Collection

from contragraph.dataset.naming import unqualified
from contragraph.generation.rules.labels import is_small, says_where
from contragraph.generation.verbalise.kinds import GROUPS, ORGANISATIONS, PERSONS, TITLES
from contragraph.graph.model import Entity


def _relations(numbers: Collection[int], names: str) -> frozenset[str]:
    return frozenset([*(f"wdt:P{n}" for n in numbers), *(f"dbo:{name}" for name in names.split())])


_BY_PEOPLE = _relations(
    (22, 25, 26, 40, 50, 57, 58, 86, 161, 162, 170, 344, 1040, 169, 488, 112, 737),
    "writer keyPerson chairman influenced parent relative creator bandMember formerBandMember",
)
_IN_PLACES = _relations(
    (17, 19, 20, 36, 119, 131, 159, 276, 551),
    "state city campus athletics county district region affiliation location locationCity headquarter isPartOf country "
    "hometown populationPlace foundationPlace",
)
_OF_BODIES = _relations(
    (127, 749, 355, 264, 750, 123, 178, 272, 1365, 1366, 1830),
    "parentCompany owningCompany subsidiary distributingLabel division distributingCompany company owner successor "
    "predecessor",
)
_MOVEMENT = re.compile(r"\b(?:Renaissance|Movement)$")
_STATE = re.compile(r"^(?:Republic|Kingdom) of |^Nazi |\b(?:Empire|Republic)$")
_OWNED = _relations((127, 749), "parentCompany owningCompany owner")
_MUSIC = frozenset(("dbo:associatedBand", "dbo:associatedMusicalArtist"))
_LABEL = re.compile(r"(?:Records|Music Group|Entertainment|BMG|Recordings)$")
_DBO_WORKS = frozenset(f"dbo:{name}" for name in ("Album", "Book", "Film", "Song", "TelevisionShow", "Work"))
_OF_A_LIFE = _relations((19, 20, 27, 69, 106, 108, 119, 551, 749), "almaMater education occupation parentCompany")
_LIES_IN = _relations((131, 159, 276), "location headquarter")
_OF_FIELDS = frozenset(("wdt:P136", "wdt:P101", "wdt:P921"))
_GOVERNMENT = re.compile(r"republic|monarch|govern|council|democra|federa|commission|mayor|dictator|parliament|state$")
_ZONE = re.compile(r"\b(?:[Tt]ime|UTC|Zone)\b")
_HOUSE = re.compile(r"\b(?:University|College|Tower|School|Museum)\b")
_AWARD = re.compile(r"\b(?:Awards?|Prize)\b")
_TOPIC = re.compile(r"(?:Geography|History|Music|Lists?|Economy|Politics|Demographics|Culture|Cinema) of ")
_POSTS = frozenset(("chairman", "president", "director", "ceo", "chief executive officer", "founder", "manager"))
_GRAVES = re.compile(r"\b(?:Cemetery|Memorial Park|Mausoleum)\b")
_TEAM = re.compile(r"\bnational .*team$|\bF\.C\.$", re.IGNORECASE)
_LEAGUE = re.compile(r"League|Liga|Division|Serie|Championship|Eredivisie|Conference")
_NO_PLACE = re.compile(r"\bRegister\b|Historic Places$|^Lists? of |^[A-Z]\w+ians$| (?:people|Americans)$|\bfilm$")
"""Names of what an infobox gives for a place, and is none: registers, peoples."""
_TYPES_OF_FIRMS = frozenset(("subsidiary", "division", "public company", "private company"))
_SOUNDS = frozenset(("dbo:MusicGenre", "dbo:Instrument"))
_KINDS = frozenset(("subsidiary", "division", "sea", "lake", "river", "island"))
_FIELDS = frozenset(
    ("finance", "finances", "entertainment", "research", "film", "television", "music", "education", "a cappella")
)


def is_slip(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether an end is of a kind that the relation cannot have.

    A kind of school is no place and a post no person; what something *is* has no name of its own, nor is a county a
    form of government; a festival or a film is no prize, no team makes a film, nobody owns a person, and no label
    plays in a band, nor does a style of music. A film has no parent company, a club plays in no position, and a
    register, a people and a list are no places. A movement owns no label, and nobody lives in a cemetery. What "Denton
    County, Texas" lies in, its name says, and no infobox ("Minato, Tokyo", in Ireland); a "division" says not of what.
    """
    kind, other = (unqualified(e.label).casefold() for e in (thing, subject))
    if _TOPIC.match(thing.label) or _TOPIC.match(subject.label):
        return True
    if kind in _POSTS or (kind in _FIELDS and relation not in _OF_FIELDS):
        return True
    if _AWARD.search(subject.label) and relation in _OF_A_LIFE:
        return True
    if relation in _LIES_IN and (not TITLES.isdisjoint(subject.types) or subject.label.endswith(" area")):
        return True
    if relation == "wdt:P551" and _GRAVES.search(thing.label):
        return True
    if relation in _IN_PLACES and _NO_PLACE.search(thing.label):
        return True
    if relation in ("wdt:P118", "dbo:league"):
        return _LEAGUE.search(thing.label) is None
    if relation in ("wdt:P452", "dbo:industry"):
        return kind in _TYPES_OF_FIRMS
    if relation in ("wdt:P1056", "dbo:product"):
        return any(t in ORGANISATIONS for t in thing.types)
    if relation == "dbo:region" and ", " in subject.label and _is_state(thing):
        return True
    if relation == "dbo:position":
        return not _is_person(subject.types)
    if relation in _IN_PLACES:
        return is_small(thing) or thing.label.endswith(".com") or says_where(subject, thing) or kind in _KINDS
    if relation in _BY_PEOPLE:
        if relation == "wdt:P161" and subject.types and TITLES.isdisjoint(subject.types):
            return True
        return is_small(thing) or _is_no_person(thing.types) or any(p.search(thing.label) for p in (_TEAM, _AWARD))
    if relation == "dbo:type":
        return not (is_small(thing) or kind in _KINDS) or kind in _FIELDS or kind in _TYPES_OF_FIRMS
    if kind in _KINDS or other in _KINDS:
        return True
    if relation in _OF_BODIES and (is_small(thing) or is_small(subject) or _MOVEMENT.search(thing.label)):
        return True
    if relation in _OWNED and not (PERSONS | TITLES | _DBO_WORKS).isdisjoint(subject.types):
        return True
    if relation in _OWNED and not (TITLES | _DBO_WORKS).isdisjoint(thing.types):
        return True
    if relation in _MUSIC:
        no_player = _SOUNDS | _DBO_WORKS | TITLES
        return any(_LABEL.search(e.label) or not no_player.isdisjoint(e.types) for e in (subject, thing))
    if relation in ("wdt:P122", "dbo:governmentType"):
        return _GOVERNMENT.search(kind) is None
    if relation == "wdt:P421":
        return _ZONE.search(thing.label) is None
    if relation == "wdt:P136":
        body = any(t in ORGANISATIONS for t in subject.types) and not any(t in GROUPS for t in subject.types)
        return _HOUSE.search(subject.label) is not None or (body and _LABEL.search(subject.label) is None)
    if relation == "dbo:service":
        return not _is_person(subject.types)
    if relation in ("wdt:P166", "dbo:award"):
        return thing.label.endswith("Festival") or not _DBO_WORKS.isdisjoint(thing.types)
    if relation in ("wdt:P115", "dbo:ground"):
        return thing.label.startswith("Greater ") or "dbo:Country" in thing.types
    return False


def _is_state(thing: Entity) -> bool:
    return "dbo:Country" in thing.types or _STATE.search(thing.label) is not None


def _is_person(types: Collection[str]) -> bool:
    return not PERSONS.isdisjoint(types)


def _is_no_person(types: Collection[str]) -> bool:
    """Whether classes are known, and none is of people, bands or companies."""
    return bool(types) and not any(t in PERSONS or t in GROUPS or t in ORGANISATIONS for t in types)
