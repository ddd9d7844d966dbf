"""Slips of Wikidata: facts of which an end is of a kind that the relation cannot have."""

from __future__ import annotations

import re

from contragraph.dataset.naming import form_of
from contragraph.generation.rules.labels import WARS, is_small
from contragraph.generation.verbalise.forms import sort_of
from contragraph.generation.verbalise.kinds import ORGANISATIONS, PERSONS, PLACES, kind_of
from contragraph.graph.model import Entity

_HUMAN = "wd:Q5"
_SONGS = frozenset(("wd:Q7366", "wd:Q134556", "wd:Q482994", "wd:Q105543609", "wd:Q169930"))
_A_SONG = re.compile(r"\b(?:song|single|album) by\b|\bsong$")
_COUNTRIES = frozenset(("wd:Q6256", "wd:Q3624078"))
_TOWNS = frozenset(f"wd:Q{n}" for n in (515, 3957, 5119, 532, 174844, 200250, 486972, 1093829, 1549591, 1637706))
"""Kinds of cities, towns and villages."""
_STREETS = frozenset(f"wd:Q{n}" for n in (54114, 79007, 83620, 174782, 7543083))
"""Streets, roads, avenues, boulevards and squares."""
_OF_ARTS = re.compile(r"\bAcadem\w+ of (?:Fine )?Arts\b(?!.*\bSciences\b)")
_LANGUAGE = "wd:Q34770"
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
    "Alabama": ("Tuscaloosa",),
    "Australia": ("Melbourne",),
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
    "Lower Austria": ("Vienna",),
    "Long Island": ("Brooklyn",),
    "Madhya Pradesh": ("Nagpur",),
    "Middlesex County": ("Lowell",),
    "New Zealand": ("Auckland",),
    "Russia": ("Saint Petersburg",),
    "Sri Lanka": ("Colombo",),
    "Tokyo": ("Shinjuku",),
    "West Midlands": ("Birmingham",),
    "Brighton and Hove": ("Hove",),
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
    "wdt:P31": (
        *("company", "public company", "open joint-stock company", "joint-stock company"),
        *("state or insular area capital in the United States", "unincorporated community in the United States"),
        *("city under state jurisdiction in Latvia", "country for sports", "country for sport", "Naval", "imprint"),
        *("demonym", "type of inhabitant", "inhabitant", "national research and education network", "armed forces"),
        *(
            "organization established by the United Nations",
            "international sport governing body",
            "philosophical movement",
        ),
        *(
            "Awards and decorations of the United States military",
            "boardwalk",
            "historical period",
            "stand-up comedy",
            "electoral district",
            "trade name",
            "brand",
            "film based on literature",
        ),
        *("second-level administrative country subdivision", "administrative territorial entity", "border town"),
        *(
            "literary work",
            "creative work",
            "musical work",
            "audiovisual work",
            "release",
            "legal person",
            "continental area and surrounding islands",
        ),
    ),
    "wdt:P136": ("film based on literature", "film adaptation", "American television sitcom", "short story"),
    "wdt:P361": ("Awards and decorations of the United States military",),
    "wdt:P27": ("Scotland", "England", "Wales", "Northern Ireland", "British India", "Hong Kong"),
    "wdt:P101": ("legal regime", "short story"),
    "wdt:P437": ("theatrical release",),
    "wdt:P452": ("music",),
    "wdt:P512": ("doctor honoris causa",),
    "wdt:P1589": ("sea level",),
    "wdt:P414": ("Stock Exchange Council",),
    "wdt:P1657": ("Rated PG", "Rated G"),
    "wdt:P106": ("drawer", "novel", "book", "film", "song", "autobiographer", "statesperson"),
    "wdt:P1056": ("advertising",),
}
"""Objects that are none, or of which an editor would say nothing beside what else is known."""
_AWARD = re.compile(r"\b(?:Awards?|Prize)\b")
_TRADES = ("preneur", "writer", "actor", "actress", "singer", "director", "producer", "author", "ologist", "musician")
"""How trades end, which are no fields to work in."""
_NO_TEXT = frozenset(("wdt:P1382", "wdt:P2670", "wdt:P3818", "wdt:P553"))
"""Overlaps of notions, classes of parts, ratings by their codes and accounts: no text says so."""
_TOWNLESS = re.compile(r"\b(?:station|Station|Airport|University|College|F\.C\.)$")
_LABELS = re.compile(r"\b(?:Records|Recordings)$")
_FIRMS = re.compile(r"\b(?:Company|Group|Inc\.|Corporation)$")
_MUSICAL = re.compile(r"\b(?:Record\w*|Music|Entertainment|Motown|Sony BMG)\b")
_ROLES = re.compile(r"\bAct(?:or|ress)\b")
_MONARCH = re.compile(r"\b(?:[Kk]ing|[Qq]ueen|[Ee]mperor|[Ee]mpress|[Ss]ultan|[Mm]onarch) of\b")
_CONTEST = re.compile(r"^Games of |\b(?:Olympics|Olympic Games)$")
_WATER = re.compile(r"\b(?:Ocean|Sea|Gulf)$")
_NAMES_MANY = re.compile(r"\bAwards$|^[A-Z].* American$")
"""Names of which "is an award" and "is an ethnic community" would be wrong in number."""
_ISLES = re.compile(r"\b(?:Islands?|Isles?)$|^Isle ")
"""What lies in a sea, not on it."""
_OF_LIVES = frozenset({"wdt:P19", "wdt:P20", "wdt:P551", "wdt:P937"})
_IN_WATER = re.compile(r"^(?:Gulf|Bay|Strait|Lake) (?:of )?|\b(?:River|Ocean|Sea|Gulf|Bay)$")
_STATE_OF_THE_USA, _CURRENCY = "wd:Q35657", "wd:Q8142"
_RUNGS = frozenset(("Alberta", "British Columbia", "Nunavut", "Saskatchewan", "Yukon", "Canada"))
"""What lies beside the Northwest Territories of today, or around them."""


def is_slip(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether no text tells this fact of Wikidata.

    No country has a seat, no state of the United States a head of state, and of a place nobody says that it saw a war.
    A sea is no border that a reader knows, a former capital is none, no song records for a label, no college has a
    university among its parts, no country hangs in a gallery, and of a person nobody says that it is a novel. No town
    borders a country, no label has its seat in a street, no body has a trade, no state wins a prize, and no academy of
    arts is one of sciences.
    """
    if relation in _NO_TEXT or thing.label in _ODD.get(relation, ()):
        return True
    if subject.label.startswith("Awards and decorations") or (
        relation == "wdt:P937" and not PLACES.isdisjoint(subject.types)
    ):
        return True
    if _says_it_itself(relation, subject, thing) or _of_other_kind(relation, subject, thing):
        return True
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
        if thing.label.startswith("award for best ") or "largest" in thing.label:
            return True
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
    if relation in ("wdt:P144", "wdt:P170"):
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
    return False


def _says_it_itself(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether the fact says over again what a name or a description says.

    The 8th arrondissement of Paris is in Paris, and a football team has to do with football.
    """
    if relation in ("wdt:P131", "wdt:P150"):
        part, whole = (subject, thing) if relation == "wdt:P131" else (thing, subject)
        road = sort_of(part.label) == "road" and part.label.startswith(f"{whole.label} ")
        return (
            road
            or re.search(rf"\b(?:arrondissement|district|borough) of {re.escape(whole.label)}$", part.label) is not None
        )
    if thing.label == "Earth" and relation in ("wdt:P131", "wdt:P276", "wdt:P361", "wdt:P706"):
        return True
    if relation == "wdt:P206":
        return thing.label == f"{subject.label} River"
    if relation == "wdt:P641":
        return thing.label.casefold() in f"{subject.label} {subject.description}".casefold()
    return False


def _of_other_kind(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether the relation asks for another kind of thing than an end is.

    Stations and clubs keep no time, artists are not employed by their labels nor politicians by their states, a
    conglomerate makes no records, an academy of sciences has no pupils, no family is somebody's cousin, no state runs
    in an election, and no land is part of an ocean.
    """
    if relation == "wdt:P136":
        return not (PLACES | PERSONS).isdisjoint(thing.types)
    if relation == "wdt:P27":
        return _MONARCH.search(subject.description) is not None
    if relation == "wdt:P115":
        return _CONTEST.search(subject.label) is not None
    if relation == "wdt:P641":
        apart = "football" in subject.description and "football" not in thing.label
        return apart or _CONTEST.search(subject.label) is not None or not PLACES.isdisjoint(subject.types)
    if relation == "wdt:P1344":
        return not PLACES.isdisjoint(subject.types) and "election" in thing.label
    if relation in ("wdt:P361", "wdt:P527") and _in_water(subject) != _in_water(thing):
        return True
    if relation == "wdt:P150":
        return is_small(thing)
    if relation == "wdt:P31":
        return _NAMES_MANY.search(subject.label) is not None
    if relation == "wdt:P206":
        return _ISLES.search(subject.label) is not None
    if relation in _OF_LIVES:
        return _IN_WATER.search(thing.label) is not None
    if relation == "wdt:P463" and _STATE_OF_THE_USA in subject.types:
        return True
    if relation == "wdt:P1001":
        return _CURRENCY in subject.types
    if relation in ("wdt:P361", "wdt:P463") and "stock exchange" in thing.description:
        return True
    if relation == "wdt:P421":
        return _TOWNLESS.search(subject.label) is not None or kind_of(subject, frozenset()) not in ("", "place")
    if relation == "wdt:P108":
        return _LABELS.search(thing.label) is not None or not PLACES.isdisjoint(thing.types)
    if relation == "wdt:P264":
        return _FIRMS.search(thing.label) is not None and _MUSICAL.search(thing.label) is None
    if relation == "wdt:P69":
        return thing.label.endswith("Academy of Sciences")
    if relation == "wdt:P1038":
        return any(e.label.casefold().endswith((" family", " dynasty")) for e in (subject, thing))
    if relation == "wdt:P461":
        return not (is_small(subject) and is_small(thing))
    if relation == "wdt:P2341":
        a_language = "language" in subject.description or _LANGUAGE in subject.types
        return not a_language or form_of(thing.label) in ("descent", "demonym", "believer")
    if relation == "wdt:P6379":
        return subject.label.endswith(("Observatory", "Laboratory", "Corporation", "Company"))
    if relation == "wdt:P97":
        return "Baronet" in thing.label
    if relation == "wdt:P166":
        return "wd:Q11424" in subject.types and _ROLES.search(thing.label) is not None
    if relation in ("wdt:P276", "wdt:P131"):
        return "Olympiad" in subject.label and thing.label.endswith("Stadium")
    if relation in ("wdt:P47", "wdt:P131", "wdt:P150") and "Northwest Territories" in (subject.label, thing.label):
        other = thing if subject.label == "Northwest Territories" else subject
        return other.label not in _RUNGS
    return False


def _in_water(entity: Entity) -> bool:
    """Whether a name is of an ocean or a sea."""
    return _WATER.search(entity.label) is not None
