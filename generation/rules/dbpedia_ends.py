"""What DBpedia's relations join, where a text may tell it: relation by relation, the kinds of both ends.

A graph that was cut from infoboxes puts labels into bands, companies into series and films into towns. Lists of slips
never end; so a fact is told only if its relation stands in the table below and all classes of both ends are of kinds
that the table gives. What has classes of two kinds (a band and a person) fits nowhere, and what has none only beside
what has none either, as in graphs that were loaded without classes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from contragraph.dataset.naming import unqualified
from contragraph.generation.rules.dbpedia_names import is_of_a_person, misnamed
from contragraph.generation.verbalise.kinds import EVENTS, GROUPS, ORGANISATIONS, PERSONS, PLACES, TITLES
from contragraph.graph.model import Entity
from contragraph.ontology.alignment import load_alignment

_NAMES = {
    "person": "Person Actor MusicalArtist Artist Writer Comedian OfficeHolder Athlete Philosopher MilitaryPerson "
    "Scientist Royalty ComicsCreator Architect President Economist Saint TennisPlayer Senator MemberOfParliament "
    "PokerPlayer AmericanFootballPlayer SoccerPlayer Astronaut MartialArtist Governor ScreenWriter PlayboyPlaymate "
    "Politician Swimmer PrimeMinister BaseballPlayer BasketballPlayer Cricketer Journalist Judge Monarch Cleric",
    "band": "Band Group",
    "work": "Film TelevisionShow Work MusicalWork VideoGame Book Album Song Single Musical Novel Play Manga Software",
    "firm": "Company RecordLabel Bank Airline Publisher",
    "channel": "Broadcaster BroadcastNetwork TelevisionStation RadioStation",
    "school": "University EducationalInstitution College School",
    "body": "Organisation GovernmentAgency Legislature Non-ProfitOrganisation FilmFestival SportsLeague",
    "team": "SoccerClub SportsTeam BasketballTeam AmericanFootballTeam HockeyTeam CanadianFootballTeam BaseballTeam",
    "country": "Country",
    "place": "Place City Settlement PopulatedPlace AdministrativeRegion Town Island Continent Province Village Region "
    "ArchitecturalStructure Building Stadium Airport Museum ProtectedArea HistoricPlace HistoricBuilding State "
    "Cemetery Country",
    "music": "MusicGenre",
    "style": "Genre",
    "instrument": "Instrument",
    "award": "Award",
    "illness": "Disease",
    "event": "MilitaryConflict Event FilmFestival",
    "trade": "PersonFunction Profession",
    "language": "Language",
    "people": "EthnicGroup",
    "party": "PoliticalParty",
    "unit": "MilitaryUnit",
    "money": "Currency",
    "government": "GovernmentType",
    "sport": "Sport",
}
_SEEN = {
    **dict.fromkeys(PERSONS, "person"),
    **dict.fromkeys(ORGANISATIONS - {"wd:Q15265344"}, "body"),
    **dict.fromkeys(GROUPS - {"wd:Q41710"}, "band"),
    **dict.fromkeys(TITLES, "work"),
    **dict.fromkeys(EVENTS, "event"),
    **dict.fromkeys(PLACES, "place"),
}
_ABOVE = frozenset({"dbo:Agent"})
"""Classes that leave the kind open."""

_TABLE = """
starring voice director producer executiveProducer writer cinematography editing narrator : work : named
creator author showJudge presenter : work : named
musicComposer : work : person band
openingTheme endingTheme lyrics : - : -
distributor company developer publisher productionCompany : work : firm channel
network channel : work : channel
basedOn previousWork subsequentWork : work : work
birthPlace deathPlace restingPlace residence : person : place
hometown : person band : place
nationality citizenship : person : country
occupation profession : person : trade
almaMater education : person : school
spouse partner child relative parent influencedBy influenced : person : person
academicAdvisor doctoralAdvisor doctoralStudent notableStudent : person : person
religion mainInterest field : person : idea
deathCause : person : illness idea
award : person : award
party : person : party
battle : soldier : event
commander notableCommander secondCommander : event : person
place : event : place
isPartOfMilitaryConflict : event : event
notableWork : person : work
employer : person : firm school channel body
team formerTeam : person : team
instrument : person music : instrument
genre : musician band firm : music
genre : work : style
recordLabel : person band : firm
associatedBand associatedMusicalArtist : person band : person band
bandMember formerBandMember : band : person
stylisticOrigin derivative musicFusionGenre musicSubgenre : music : music
country : place work school firm channel team : country
state city : school : place
affiliation : school : school
sisterCollege : school : school
type : school : sort
region isPartOf largestCity countySeat federalState : place : place
capital : land : place
timeZone : place : idea
location : firm body event channel : place
locationCity headquarter foundationPlace : firm channel body : place
locationCountry : firm channel : country
ground : team : place
league : team : body
language : work : language
spokenIn : language : country
languageFamily : language : language
currency : country place : money
governmentType : place : government
parentCompany owningCompany subsidiary : firm channel : firm
owner : firm channel : firm
foundedBy : firm : person
sisterStation : channel : channel
ideology : party : kind
"""
_NO_TYPES = frozenset({"idea", "kind", "sort"})
"""Objects without a class, or with one of no account, that are written small; an idea may have a capital."""
_SMALL = re.compile(r"^[a-z][^A-Z/;]*$")
_VAGUE = frozenset(
    (
        "video game",
        "film",
        "television",
        "software",
        "computer",
        "terrorism",
        "soapy",
        "statistics",
        "song",
        "lead vocalist",
        "vocalist",
        "lead vocals",
        "vocals",
        "singing",
        "master of ceremonies",
        "alzheimer's disease",
        "film score",
        "soundtrack",
        "voice acting",
    )
)
_NO_CLASS = re.compile(
    r"^(?:royalty|settlement|person|administrative region|populated place|musical artist|office ?holder|agent|"
    r"military (?:conflict|person)|organisation|place|work|species|athlete|city|country|award|university|movie|"
    r"[Bb]and|record label|artist|.* [Tt]eam|[^A-Z]*player|soccer club|educational institution|genre|music genre|"
    r"instrument|person function|disease|ethnic group|language|broadcaster|broadcast network|company|"
    r"television show|radio station|video game|film|album|song|software|book|college|school|town|island|legislature|"
    r"political party|military unit|sports team|airline|airport|stadium|building|mountain|river|state)$"
)
"""Classes that a text has no need of, beside the name and what else it tells."""
_SEATS = frozenset({"dbo:largestCity", "wdt:P36", "dbo:capital", "dbo:countySeat", "dbo:region", "wdt:P131"})
_INSIDE = frozenset({"dbo:region", "wdt:P131"})
_TOGETHER = frozenset({"dbo:associatedBand", "dbo:associatedMusicalArtist", "wdt:P264"})
_TRADES = frozenset({"dbo:occupation", "dbo:profession", "wdt:P106"})
_TRADE = re.compile(
    r"^[a-z].*(?:er|or|ist|ian|ant|man|woman|wright|model|poet|chef|judge|host|critic|coach|soldier|pilot|surgeon|"
    r"architect|athlete|diplomat)$"
)
"""What somebody is called by a trade: not "boxing", "martial arts" or "Voice acting in Japan"."""
_CITIZEN = frozenset({"dbo:nationality", "dbo:citizenship", "wdt:P27"})
_NO_STATES = frozenset(("England", "Scotland", "Wales", "Northern Ireland"))
_SOURCES = frozenset({"dbo:basedOn", "wdt:P144"})
_NOT_TOLD_OF = frozenset({"cinematographer", "businessperson", "executive producer", "officer"})
"""Trades that the sample gives to many who never had them, or that nobody is called by."""
_LANDS = frozenset(f"dbo:{name}" for name in ("Country", "AdministrativeRegion", "State", "Province"))
_SOLDIERS = frozenset(
    f"dbo:{name}" for name in ("MilitaryPerson", "OfficeHolder", "President", "Governor", "Monarch", "Royalty")
)
_LONG_DEAD = frozenset(
    ("Johann Sebastian Bach", "Ludwig van Beethoven", "Wolfgang Amadeus Mozart", "Giuseppe Verdi", "Richard Wagner")
)
"""Composers who played and recorded with nobody of today."""
_CLASSES = frozenset({"rdf:type", "wdt:P31", "wdt:P279", "rdfs:subClassOf"})


@cache
def _kinds() -> Mapping[str, str]:
    return {f"dbo:{name}": kind for kind, names in _NAMES.items() for name in names.split() if kind != "country"}


@cache
def _allowed() -> Mapping[str, tuple[tuple[frozenset[str], frozenset[str]], ...]]:
    """For each relation, as rules see it, the kinds that its two ends may have."""
    exact = load_alignment().exact
    found: dict[str, list[tuple[frozenset[str], frozenset[str]]]] = {}
    for line in _TABLE.strip().splitlines():
        names, *ends = (frozenset(part.split()) for part in line.split(" : "))
        for name in sorted(names):
            role = exact.get(f"dbo:{name}")
            found.setdefault(f"dbo:{name}", []).append((ends[0], ends[1]))
            if role is not None:
                turned = (ends[1], ends[0]) if role.inverse else (ends[0], ends[1])
                found.setdefault(role.relation, []).append(turned)
    return {name: tuple(pairs) for name, pairs in found.items()}


def fits(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether a text may tell a fact of this relation between these two, by the kinds and the names of both."""
    if any(is_misnamed(e) for e in (subject, thing)):
        return False
    if relation in _CLASSES:
        return _NO_CLASS.search(thing.label) is None
    if relation in _SEATS and _is_too_large(relation, subject, thing):
        return False
    if relation in _TRADES and (_TRADE.search(thing.label) is None or thing.label in _NOT_TOLD_OF):
        return False
    if relation in _CITIZEN and thing.label in _NO_STATES:
        return False
    if relation in _SOURCES and any(is_of_a_person(unqualified(e.label)) for e in (subject, thing)):
        return False
    if relation in _TOGETHER and any(e.label in _LONG_DEAD for e in (subject, thing)):
        return False
    if not any(t.startswith("dbo:") for e in (subject, thing) for t in e.types) and relation in _allowed():
        return True  # a graph without classes is judged by names alone
    return any(_is_one(subject, of) and _is_one(thing, to) for of, to in _allowed().get(relation, ()))


def _is_too_large(relation: str, place: Entity, seat: Entity) -> bool:
    """Whether a name says already where a place is, or a country or state is said to be a capital or a largest city."""
    if f", {seat.label}" in place.label:
        return True
    return relation not in _INSIDE and "dbo:Country" in seat.types


def is_misnamed(entity: Entity) -> bool:
    """Whether the name is none that an editor would print of such a thing."""
    return misnamed(entity, kinds_of(entity))


def kinds_of(entity: Entity) -> frozenset[str]:
    """The kinds of an entity's classes; what is of no kind that is known here is "other"."""
    known = _kinds()
    own = [t for t in entity.types if t.startswith("dbo:")]
    found = {known.get(t, "other") for t in own if t not in _ABOVE}
    if not own:
        found = {_SEEN[t] for t in entity.types if t in _SEEN}
    return frozenset(found)


def _is_one(entity: Entity, wanted: frozenset[str]) -> bool:
    kinds = kinds_of(entity)
    if kinds and kinds <= wanted:
        return True
    if "musician" in wanted and kinds == {"person"}:
        return "dbo:MusicalArtist" in entity.types
    if "named" in wanted and kinds == {"person"}:
        return " " in unqualified(entity.label)
    if "soldier" in wanted and kinds == {"person"}:
        return not _SOLDIERS.isdisjoint(entity.types)
    if "land" in wanted and kinds == {"place"} and not _LANDS.isdisjoint(entity.types):
        return True
    if "country" in wanted and kinds == {"place"}:
        return "dbo:Country" in entity.types or "wd:Q6256" in entity.types
    if wanted.isdisjoint(_NO_TYPES):
        return False
    name = unqualified(entity.label)
    if name in _VAGUE:
        return False
    if "sort" in wanted:
        return name.endswith((" university", " college", " school"))
    return kinds <= {"other", "style", "music", "trade"}
