"""Facts that are slips of the extraction that a graph came from: an end is of a kind that the relation cannot have.

"Davidson College has athletics teams in private school", "Essen is a North Rhine-Westphalia", "the club owns Italy":
they stay in the graph, and no text tells them. Each rule was found by reading.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from contragraph.generation.verbalise.forms import form_of, sort_of
from contragraph.generation.verbalise.kinds import GROUPS, ORGANISATIONS, PERSONS, PLACES, TITLES
from contragraph.graph.model import Entity

WARS = re.compile(r"\b(?:[Ww]ars?|[Cc]onflict|[Ii]nvasion|[Cc]ampaign|Crusades?)\b|\bOlympi(?:ad|cs)\b")
_PLACES = frozenset(f"schema:{name}" for name in ("AdministrativeArea", "City", "Continent", "Country"))
"""Classes that the loader of YAGO infers; its facts about who owns, creates or joins a place are slips."""
_YAGO_WORKS = frozenset(f"schema:{name}" for name in ("Book", "CreativeWork", "Movie", "TVSeries"))
_TOPICS = re.compile(
    r"^(?:Lists? of|Islamic terrorism|Terrorism|Human rights|Politics|History) |^Settling Accounts$|"
    r"\(Harry Turtledove\)$"
)
"""Articles about more than one event, in which no state takes part, and events of novels."""
_GONE = re.compile(r"\b(?:dynasty|Empire|Soviet Union|Yugoslavia|Czechoslovakia)\b")
_QUALIFIER = re.compile(r" \([^)]*\)$")


def is_small(entity: Entity) -> bool:
    """Whether a label is written small throughout, as those of classes are."""
    return entity.label[:1].islower() and entity.label.islower()


def slipped(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether one end is of a kind that the relation cannot have."""
    if thing.id.startswith("dbr:"):
        return _of_dbpedia(relation, subject, thing)
    if thing.id.startswith("wd:"):
        return _of_wikidata(relation, subject, thing)
    return thing.id.startswith("yago:") and _of_yago(relation, subject, thing)


_HUMAN = "wd:Q5"
_SONGS = frozenset(("wd:Q7366", "wd:Q134556", "wd:Q482994", "wd:Q105543609", "wd:Q169930"))
_A_SONG = re.compile(r"\b(?:song|single|album) by\b|\bsong$")
_COUNTRIES = frozenset(("wd:Q6256", "wd:Q3624078"))
_TOWNS = frozenset(f"wd:Q{n}" for n in (515, 3957, 5119, 532, 174844, 200250, 486972, 1093829, 1549591, 1637706))
"""Kinds of cities, towns and villages."""
_STREETS = frozenset(f"wd:Q{n}" for n in (54114, 79007, 83620, 174782, 7543083))
"""Streets, roads, avenues, boulevards and squares."""
_OF_ARTS = re.compile(r"\bAcadem\w+ of (?:Fine )?Arts\b(?!.*\bSciences\b)")
_ISLANDS = "wd:Q112099"
_ON_ONE_ISLAND = tuple(
    frozenset(pair.split("/"))
    for pair in (
        *("Haiti/Dominican Republic", "Indonesia/Papua New Guinea", "Indonesia/Malaysia", "Indonesia/East Timor"),
        *("Ireland/United Kingdom", "Ireland/Northern Ireland", "Cyprus/Turkish Republic of Northern Cyprus"),
    )
)
"""The land borders of states on islands; the graph also has those at sea, and those of colonies of old."""
_CAPITALS_OF_OLD = {
    "Brazil": ("Rio de Janeiro",),
    "France": ("Versailles", "Algiers", "Bordeaux", "London", "Tours", "Vichy"),
    "Germany": ("Bonn",),
    "Greece": ("Thessaloniki", "Nafplio"),
    "Guinea": ("Vilanova y la Geltru",),
    "Indonesia": ("Yogyakarta",),
    "Italy": ("Turin", "Florence"),
    "Ivory Coast": ("Abidjan",),
    "Japan": ("Kyoto",),
    "Lithuania": ("Kaunas",),
    "Long Island": ("Brooklyn",),
    "Madhya Pradesh": ("Nagpur",),
    "Middlesex County": ("Lowell",),
    "New Zealand": ("Auckland",),
    "Russia": ("Saint Petersburg",),
    "Sri Lanka": ("Colombo",),
    "Taiwan": ("Jingzhao", "Chongqing", "Chengdu", "Nanjing"),
    "United States of America": ("New York City", "Philadelphia"),
    "Yemen": ("Aden",),
}
"""Capitals of former times, which the graph gives without dates, and two that never were."""


_KNOWN_SLIPS = frozenset(
    (
        ("wdt:P17", "Island Records", "Jamaica"),
        ("wdt:P17", "British India", "United Kingdom of Great Britain and Ireland"),
        ("wdt:P31", "History", "television program"),
    )
)
"""Facts that are odd beside what else is known: a label's seat is elsewhere, a colony lies in no kingdom overseas."""
_ODD = {
    "wdt:P31": ("international organization",),
    "wdt:P106": ("novel", "book", "film", "song", "autobiographer", "statesperson"),
    "wdt:P1056": ("advertising",),
}
"""Objects that are none, or of which an editor would say nothing beside what else is known."""


_TRADES = ("preneur", "writer", "actor", "actress", "singer", "director", "producer", "author", "ologist", "musician")
"""How trades end, which are no fields to work in."""


def _of_wikidata(relation: str, subject: Entity, thing: Entity) -> bool:
    """Slips of Wikidata.

    No country has a seat, no state of the United States a head of state, and of a place nobody says that it saw a war.
    A sea is no border that a reader knows, a former capital is none, no song records for a label, no college has a
    university among its parts, no country hangs in a gallery, and of a person nobody says that it is a novel. No town
    borders a country, no label has its seat in a street, no body has a trade, no state wins a prize, and no academy of
    arts is one of sciences.
    """
    if relation == "wdt:P47":
        lands = [not _COUNTRIES.isdisjoint(e.types) for e in (subject, thing)]
        if lands[0] != lands[1] and any(not _TOWNS.isdisjoint(e.types) for e in (subject, thing)):
            return True
        islands = any(_ISLANDS in e.types for e in (subject, thing))
        return islands and frozenset((subject.label, thing.label)) not in _ON_ONE_ISLAND
    if relation in ("wdt:P36", "wdt:P1376"):
        place, capital = (subject, thing) if relation == "wdt:P36" else (thing, subject)
        return capital.label in _CAPITALS_OF_OLD.get(place.label, ())
    if relation == "wdt:P31":
        if thing.label == "academy of sciences" and _OF_ARTS.search(subject.label):
            return True
        return _HUMAN in subject.types and thing.id != _HUMAN
    if relation == "wdt:P112" and not PLACES.isdisjoint(thing.types):
        return True
    if relation == "wdt:P740":
        return _HUMAN in subject.types
    if relation == "wdt:P2936":
        return (PLACES | ORGANISATIONS).isdisjoint(subject.types)
    if relation == "wdt:P264":
        return (
            _HUMAN in thing.types
            or not _SONGS.isdisjoint(subject.types)
            or _A_SONG.search(subject.description) is not None
            or not (subject.types or subject.description)
        )
    if relation in ("wdt:P361", "wdt:P527"):
        whole, part = (subject, thing) if relation == "wdt:P527" else (thing, subject)
        if any(form_of(e.label) == "believer" and not e.label.endswith("s") for e in (whole, part)):
            return True
        return whole.label.endswith(" College") and re.search(r"\b(?:University|College)\b", part.label) is not None
    if relation == "wdt:P6379":
        a_place = not (PLACES | ORGANISATIONS).isdisjoint(subject.types)
        return a_place or any(e.label.endswith("Records") for e in (subject, thing))
    if relation == "wdt:P144":
        return is_small(thing)
    if relation == "wdt:P106" and (sort_of(subject.label) or (subject.types and PERSONS.isdisjoint(subject.types))):
        return True
    if relation == "wdt:P166" and not PLACES.isdisjoint(subject.types):
        return True
    if (relation, subject.label, thing.label) in _KNOWN_SLIPS:
        return True
    if relation == "wdt:P793":
        war = _HUMAN not in subject.types and WARS.search(thing.label) is not None
        return war or subject.label in thing.label  # Lincoln saw the assassination of Lincoln
    if relation == "wdt:P159":
        return not _COUNTRIES.isdisjoint(subject.types) or not _STREETS.isdisjoint(thing.types)
    if relation == "wdt:P35":
        return bool(subject.types) and _COUNTRIES.isdisjoint(subject.types)
    if relation == "wdt:P1336":
        return thing.label.startswith("Autonomous ")
    if relation == "wdt:P1411":
        return "wd:Q11424" in subject.types and re.search(r"\bAct(?:or|ress)\b", thing.label) is not None
    if relation in ("wdt:P17", "wdt:P131", "wdt:P276"):
        return _AWARD.search(subject.label) is not None
    if relation == "wdt:P101":
        return thing.label.endswith(_TRADES)
    return thing.label in _ODD.get(relation, ())


def _of_yago(relation: str, subject: Entity, thing: Entity) -> bool:
    """Slips of YAGO.

    A club does not own a country, no state takes part in another, nobody created a town, what a war's infobox lists as
    places are the states that fought, with an empire of the past nobody trades today, and independence is no party.
    No state or county lies in a town, nor a film anywhere. What "Gambell, Alaska" lies in, its name says.
    """
    if any(e.label.startswith("Independent") for e in (subject, thing)):
        return True
    if relation in ("wdt:P131", "wdt:P276") and _says_it(subject, thing):
        return True
    if relation in ("wdt:P19", "wdt:P20") and _NO_PLACE.search(thing.label):
        return True
    if relation == "wdt:P1344" and _TOPICS.search(thing.label):
        return True
    if relation == "wdt:P127":
        return not _PLACES.isdisjoint(subject.types)
    if relation in ("yago:created", "wdt:P1344"):
        return not _PLACES.isdisjoint(thing.types)
    if relation == "wdt:P276":
        return "schema:Event" in thing.types or ("schema:Country" in thing.types and bool(WARS.search(subject.label)))
    if relation == "yago:dealsWith":
        return any(_GONE.search(e.label) for e in (subject, thing))
    if relation == "wdt:P131":
        if "schema:City" in thing.types and ("schema:Country" in subject.types or " County" in subject.label):
            return True
        if not _YAGO_WORKS.isdisjoint(subject.types):
            return True
        return "schema:Person" in subject.types or "schema:Event" in thing.types or "schema:Person" in thing.types
    return False


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
_OWNED = _relations((127, 749), "parentCompany owningCompany owner")
_MUSIC = frozenset(("dbo:associatedBand", "dbo:associatedMusicalArtist"))
_LABEL = re.compile(r"(?:Records|Music Group|Entertainment|BMG|Recordings)$")
_DBO_WORKS = frozenset(f"dbo:{name}" for name in ("Album", "Book", "Film", "Song", "TelevisionShow", "Work"))
_OF_A_LIFE = _relations((19, 20, 27, 69, 106, 108, 119, 551, 749), "almaMater education occupation parentCompany")
_LIES_IN = _relations((131, 159, 276), "location headquarter")
_OF_FIELDS = frozenset(("wdt:P136", "wdt:P101", "wdt:P921"))
_GOVERNMENT = re.compile(r"republic|monarch|govern|council|democra|federa|commission|mayor|dictator|parliament|state")
_ZONE = re.compile(r"\b(?:[Tt]ime|UTC|Zone)\b")
_HOUSE = re.compile(r"\b(?:University|College|Tower|School|Museum)\b")
_AWARD = re.compile(r"\b(?:Awards?|Prize)\b")
_TOPIC = re.compile(r"(?:Geography|History|Music|Lists?|Economy|Politics|Demographics|Culture|Cinema) of ")
_POSTS = frozenset(("chairman", "president", "director", "ceo", "chief executive officer", "founder", "manager"))
_TEAM = re.compile(r"\bnational .*team$|\bF\.C\.$", re.IGNORECASE)
_LEAGUE = re.compile(r"League|Liga|Division|Serie|Championship|Eredivisie|Conference")
_NO_PLACE = re.compile(r"\bRegister\b|Historic Places$|^Lists? of |^[A-Z]\w+ians$| (?:people|Americans)$|\bfilm$")
"""Names of what an infobox gives for a place, and is none: registers, peoples."""
_TYPES_OF_FIRMS = frozenset(("subsidiary", "division", "public company", "private company"))
_SOUNDS = frozenset(("dbo:MusicGenre", "dbo:Instrument"))
_KINDS = frozenset(("subsidiary", "division", "sea", "lake", "river", "island"))
_FIELDS = frozenset(("finance", "finances", "entertainment", "research", "film", "television", "music", "education"))


def _of_dbpedia(relation: str, subject: Entity, thing: Entity) -> bool:
    """Slips of DBpedia, whose infoboxes link whatever word stands in a field.

    A kind of school is no place and a post no person; what something *is* has no name of its own, nor is a county a
    form of government; a festival or a film is no prize, no team makes a film, nobody owns a person, and no label
    plays in a band, nor does a style of music. A film has no parent company, a club plays in no position, and a
    register, a people and a list are no places. What "Denton County, Texas" lies in, its name says; a "division" says
    not of what.
    """
    kind, other = (_QUALIFIER.sub("", e.label).casefold() for e in (thing, subject))
    if _TOPIC.match(thing.label) or _TOPIC.match(subject.label):
        return True
    if kind in _POSTS or (kind in _FIELDS and relation not in _OF_FIELDS):
        return True
    if _AWARD.search(subject.label) and relation in _OF_A_LIFE:
        return True
    if relation in _LIES_IN and (not TITLES.isdisjoint(subject.types) or subject.label.endswith(" area")):
        return True
    if relation in _IN_PLACES and _NO_PLACE.search(thing.label):
        return True
    if relation in ("wdt:P118", "dbo:league"):
        return _LEAGUE.search(thing.label) is None
    if relation in ("wdt:P452", "dbo:industry"):
        return kind in _TYPES_OF_FIRMS
    if relation in ("wdt:P1056", "dbo:product"):
        return any(t in ORGANISATIONS for t in thing.types)
    if relation == "dbo:position":
        return not _is_person(subject.types)
    if relation in _IN_PLACES:
        return is_small(thing) or thing.label.endswith(".com") or _says_it(subject, thing) or kind in _KINDS
    if relation in _BY_PEOPLE:
        if relation == "wdt:P161" and subject.types and TITLES.isdisjoint(subject.types):
            return True
        return is_small(thing) or _is_no_person(thing.types) or any(p.search(thing.label) for p in (_TEAM, _AWARD))
    if relation == "dbo:type":
        return not (is_small(thing) or kind in _KINDS) or kind in _FIELDS or kind in _TYPES_OF_FIRMS
    if kind in _KINDS or other in _KINDS:
        return True
    if relation in _OF_BODIES and (is_small(thing) or is_small(subject)):
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


def _says_it(subject: Entity, thing: Entity) -> bool:
    """Whether a name ends with the place that the thing is in."""
    return subject.label.endswith(f", {_QUALIFIER.sub('', thing.label)}")


def _is_person(types: Collection[str]) -> bool:
    return not PERSONS.isdisjoint(types)


def _is_no_person(types: Collection[str]) -> bool:
    """Whether classes are known, and none is of people, bands or companies."""
    return bool(types) and not any(t in PERSONS or t in GROUPS or t in ORGANISATIONS for t in types)
