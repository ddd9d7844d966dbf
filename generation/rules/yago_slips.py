"""Slips of YAGO: facts that its extraction from infoboxes got wrong, and that no text tells."""

from __future__ import annotations

import re

from contragraph.generation.rules.labels import WARS, says_where
from contragraph.graph.model import Entity

_PLACES = frozenset(f"schema:{name}" for name in ("AdministrativeArea", "City", "Continent", "Country"))
"""Classes that the loader of YAGO infers; its facts about who owns, creates or joins a place are slips."""
_WORKS = frozenset(f"schema:{name}" for name in ("Book", "CreativeWork", "Movie", "TVSeries"))
_NO_TEAM = re.compile(r"\bnational\b|\blyga\b|\bLeague\b|\bCollege\b|\bUniversity\b")
_ENTITY = re.compile(
    r"&\w+;|^Lists? of |^(?:Lieutenant )?(?:Governor|President|Prime Minister|Mayor|King|Queen) of | Fellows Program$"
)
_THE_TEAM = re.compile(
    r"^(?:[A-Z][\w.]+ )+(?:Suns|Bulls|Lakers|Celtics|Knicks|Pistons|Pacers|Bucks|Hawks|Hornets|Nets|Kings|Spurs|"
    r"Rockets|Mavericks|Grizzlies|Clippers|Warriors|Blazers|Nuggets|Timberwolves|Raptors|Wizards|Cavaliers|Bobcats|Canadiens|"
    r"Bruins|Blackhawks|Flyers|Penguins|Oilers|Flames|Canucks|Islanders|Devils|Sabres|Senators|Sharks|Ducks|76ers)$"
)
"""Teams that have an article, which only texts about players give them."""
_TROOPS = re.compile(r"\b(?:Force|Forces|Operation|Mission|Command)\b|^UN[A-Z]{2,}$")
_REGIONS = frozenset({"schema:AdministrativeArea", "schema:Country", "schema:Continent"})
_STATES = frozenset({"schema:Country", "schema:Continent"})
_OF_MANY_STATES = re.compile(r"\b(?:Antilles|Indies|Balkans|Alps|Sahara|Kurdistan)$")
_IS_REGION = re.compile(
    r"\b(?:County|Province(?! of)|District|Region|region|Oblast|State|Prefecture|Department|Governorate|Kingdom)\b|"
    r"shire$|^(?:England|Scotland|Wales|Northern Ireland|Bavaria|Hesse|Lower Saxony|Ontario|Quebec|"
    r"California|Texas|Florida|Ohio|Michigan|New Jersey|Massachusetts|Pennsylvania|Illinois|Kerala|Maharashtra|Gujarat|"
    r"Karnataka|Tamil Nadu|Punjab|Sindh|West Bengal|Catalonia|Andalusia|Lombardy|Tuscany|Piedmont|Sicily|"
    r"New South Wales|Queensland)$"
)
"""Names that are surely no town's."""
_DATED_WAR = re.compile(
    r"\bRevolution of \d{4}|^(?:First|Second|Third) War of |\b(?:War|Conflict|protests) of \d{4}|\d{4}.* protests$"
)
_TOPICS = re.compile(
    r"^(?:Lists? of|Islamic terrorism|Terrorism|Human rights|Politics|History) |^Settling Accounts$|"
    r"\(Harry Turtledove\)$"
)
"""Articles about more than one event, in which no state takes part, and events of novels."""
_GONE = re.compile(r"\b(?:dynasty|Empire|Soviet Union|Yugoslavia|Czechoslovakia)\b")
_NO_PLACE = re.compile(r"\bRegister\b|Historic Places$|^Lists? of |^[A-Z]\w+ians$| (?:people|Americans)$|\bfilm$")
"""Names of what an infobox gives for a place, and is none: registers, peoples."""


def is_slip(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether no text tells this fact of YAGO.

    A club does not own a country, no state takes part in another, only works are created, what a war's infobox lists
    as places are the states that fought, with an empire of the past nobody trades today, independence is no party, no
    list is a place, and who plays for a national team or a college is not its member. What "Gambell, Alaska" lies in,
    its name says.
    """
    ends = (subject, thing)
    if any(_ENTITY.search(e.label) or _DATED_WAR.search(e.label) or e.label.startswith("Independent") for e in ends):
        return True
    if relation != "wdt:P54" and any(_THE_TEAM.search(e.label) for e in ends):
        return True
    if relation in ("wdt:P131", "wdt:P276") and says_where(subject, thing):
        return True
    if relation == "wdt:P131":
        return _lies_nowhere(subject, thing)
    if relation in ("wdt:P19", "wdt:P20"):
        return _NO_PLACE.search(thing.label) is not None
    if relation == "wdt:P1344":
        return _TOPICS.search(thing.label) is not None or not _PLACES.isdisjoint(thing.types)
    if relation == "wdt:P127":
        return not _PLACES.isdisjoint(subject.types)
    if relation == "yago:created":
        return _WORKS.isdisjoint(thing.types) or not _PLACES.isdisjoint(thing.types)
    if relation == "wdt:P276":
        return "schema:Event" in thing.types or ("schema:Country" in thing.types and bool(WARS.search(subject.label)))
    if relation == "yago:dealsWith":
        return any(_GONE.search(e.label) for e in ends)
    return relation == "yago:isAffiliatedTo" and _NO_TEAM.search(thing.label) is not None


def _lies_nowhere(subject: Entity, thing: Entity) -> bool:
    """Whether nobody says of such a thing that it lies in the other: a state in a town, a film, a force, a person."""
    if "schema:City" in thing.types and ("schema:Country" in subject.types or " County" in subject.label):
        return True
    if not _WORKS.isdisjoint(subject.types) or _TROOPS.search(subject.label) or _is_within_itself(subject, thing):
        return True
    return "schema:Person" in (*subject.types, *thing.types) or "schema:Event" in thing.types


def _is_within_itself(place: Entity, around: Entity) -> bool:
    """Whether a region may be said to lie in a town, mostly its own capital, or islands in a state of a few of them."""
    if _REGIONS.isdisjoint(place.types):
        return False
    if not _STATES.isdisjoint(around.types):
        return _OF_MANY_STATES.search(place.label) is not None
    return "schema:City" in around.types or not (", " in place.label or _IS_REGION.search(around.label))
