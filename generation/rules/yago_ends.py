"""What YAGO's relations join, where a text may tell it: relation by relation, the kinds of both ends, and their names.

YAGO 3 was cut from infoboxes, and its kinds of things are inferred from the relations they stand in: a musical is a
film where it has a director, successors in office are children, and any town that an infobox calls so is a capital.
So a fact is told only if the kinds and the names of both ends stand in the table below. What a relation of another
release joins, or things of classes that are not known here, is judged by :mod:`contragraph.generation.rules.yago_slips`
alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from contragraph.generation.rules.placing import OF_OLD
from contragraph.graph.model import Entity
from contragraph.ontology.alignment import load_alignment

_CLASSES = {
    "Person": "person",
    "MusicGroup": "band",
    "Movie": "film",
    "TVSeries": "film",
    "MusicComposition": "song",
    "MusicAlbum": "song",
    "Book": "book",
    "VideoGame": "game",
    "Newspaper": "paper",
    "CreativeWork": "work",
    "Country": "country",
    "Continent": "continent",
    "City": "place",
    "AdministrativeArea": "place",
    "Place": "state",
    "BodyOfWater": "water",
    "Airport": "airport",
    "SportsTeam": "team",
    "CollegeOrUniversity": "school",
    "PoliticalParty": "party",
    "Organization": "body",
    "Corporation": "firm",
    "Event": "event",
    "Language": "language",
}
_KINDS = {f"schema:{name}": kind for name, kind in _CLASSES.items()} | {
    "yago:Award": "award",
    "yago:HumanMadeGeographicalEntity": "building",
    "yago:Gender": "sex",
}
_TABLE = """
actedIn directed edited wroteMusicFor : person : film
created : person band : film song book game
wasBornIn diedIn livesIn : person : place country
isMarriedTo hasChild influences hasAcademicAdvisor : person : person
graduatedFrom worksAt : person : school
playsFor : person : team
isAffiliatedTo : person : party
isPoliticianOf : person : country
hasWonPrize : person : award
hasMusicalRole : person : instrument
participatedIn : country state : event
happenedIn : event : place
hasCapital : country place : place
hasNeighbor dealsWith : country : country
hasOfficialLanguage : country : language
isConnectedTo : airport : airport
isLocatedIn : team school airport place : place country
owns : firm : firm
isLeaderOf isCitizenOf isInterestedIn hasCurrency imports exports : - : -
"""
"""The last line is told of nothing: a queen as a leader, citizenship by ancestry, fields of study with a capital."""
_BY_NAME = frozenset({"firm", "instrument"})
"""Kinds of things that have no class, and are known by their names."""

_PLACED = "wdt:P131"
_HELD, _TOOK_PART = "wdt:P276", "wdt:P1344"
_HELD_SOMEWHERE = re.compile(r"^(?:Battle|Siege) of (?!the Atlantic)|\b(?:Awards|Olympics)$")
"""Names of events that have one place; of wars infoboxes list those who fought."""
_INSTRUMENTS = re.compile(
    r"(?:(?:bass|acoustic|electric) )?guitar|piano|harmonica|drum|banjo|accordion|mandolin|clarinet|cello|flute|viola|"
    r"violin|cornet|sitar|trumpet|saxophone|trombone|harp"
)
_AWARD = re.compile(
    r"(?<!Rookie of the Year )(?<!Coach of the Year )\b(?:Prize|Medal|Award|Fellowship)$|"
    r"\b(?:Prize|Medal|Award) (?:in|for) [A-Z][\w -]+$|^Presidential Medal of Freedom$|^National Medal of Science$|"
    r"^Order of (?:the British Empire|the Bath|Merit|Australia|Canada|Culture|Lenin)$|^Legion of (?:Honour|Merit)$"
)
_EVENT = re.compile(
    r"^(?:Battle|Siege|Invasion) of |\b(?:War|Wars|Crusade|Campaign|Offensive)$|\bWar (?:of|in|I+$)|"
    r"^Operation (?:Barbarossa|Torch|Serval|Atalanta)$|^(?:French invasion of Russia|2003 invasion of Iraq)$|"
    r"^\d+(?:st|nd|rd|th) (?:Academy|Golden Globe|Primetime Emmy) Awards$|^\d{4} (?:Summer|Winter) Olympics$"
)
_NO_EVENT = re.compile(
    r"\((?:series|Harry Turtledove)\)|^Great War\b|^War on |\bDrug War$|^(?:Italian|Ottoman) |^Battles |^Burma |"
    r"World War|Russian Civil War|War of Independence$"
)
_FILM = re.compile(r"^(?!Motifs in )[^()]+$|\((?:[^()]* )?(?:film|serial|miniseries|[Ss]eries|show)\)$")
_SONG = re.compile(r"^[^()]+$|\([^()]*(?:song|single|album|EP|novel|book|video game)\)$")
_NO_PERSON = re.compile(
    r"^(?:The|Independent) |&|–|\bCalcio$|graphy$| (?:Sisters|Brothers)$|^Allahabad$|^(?:Univision|Mushroom Records)$"
)
_PLURAL_CODE = re.compile(r"^[A-Z.]{2,} .*[^sui]s$| (?:Motors|Team)$")
"""Teams whose last word would be taken for a plural: "G.D. Chaves"."""
_NO_SCHOOL = re.compile(
    r"^Open University$|^College [A-Z][a-z]+, |^C\.D\. |^Club |"
    r"\b(?:Press|Chapel|Campus|system|University System|Postgraduate School)$"
)
_NO_PLACE = re.compile(
    r"&|\b(?:Inc|Jr|Sr)\.|\b(?:Church|Airport|Register|postcode|Line|Palace|Railway|Theatre|Auditorium|Hotel)\b"
)
_CONTINENT = re.compile(r"(?:Africa|Asia|Europe|Oceania|(?:North|South) America)$")
_GONE = re.compile(r"\bPeople's Republic$|^Republic of Macedonia$|^Union of South Africa$|^British Raj$|Commonwealth$")
_NO_LANGUAGE = frozenset(("American English", "Arabic language", "Mandarin Chinese", "Latin", "Yiddish"))
_BORDERLESS = re.compile(r"^(?:Saint Barthélemy|(?:Collectivity of )?Saint Martin|Cabeça do Cachorro|Zanzibar)\b")
_SEATS = frozenset({"wdt:P36", "yago:capital"})
_NO_CAPITALS = frozenset(
    (
        "Osijek",
        "Bruges",
        "Salvador",
        "Recife",
        "Tartu",
        "Marseille",
        "Düsseldorf",
        "Geneva",
        "Douala",
        "Detroit",
        "Milwaukee",
        "Limerick",
        "Cambridge",
        "Plymouth",
        "Smolensk",
        "Sarajevo",
        "Los Angeles",
        "The Hague",
        "Wilmington, Delaware",
        "Versailles, Yvelines",
    )
)
"""Towns that YAGO has as capitals, beside the true one or in its stead."""
_NO_SEAT = re.compile(
    rf"{OF_OLD.pattern}|\(region\)$|England$|Midlands\b|Commonwealth$|^Roman |^Republika |"
    r"^(?:Central Bohemian Region|Moscow Oblast)$"
)
"""States of old, which had more than one capital, and regions, which have none, or one outside."""
_SIDES = re.compile(r"^(?:Axis|Allied)\b|^Nazi Germany$|^Empire of Japan$|^French Indochina$")
"""Those without whom there would have been no war."""
_STEM = 5
_REGION = re.compile(
    r"\b(?:County|Province(?! of)|District|Oblast|Prefecture|Department|Governorate|Voivodeship|Canton)\b|shire$|"
    r"^Province of |"
    r"^(?:England|Scotland|Wales|Northern Ireland|Bavaria|Hesse|Lower Saxony|Thuringia|Ontario|Quebec|Alberta|"
    r"California|Texas|Florida|Ohio|Michigan|New Jersey|Massachusetts|Pennsylvania|Illinois|Kerala|Maharashtra|Gujarat|"
    r"Karnataka|Tamil Nadu|Punjab|Sindh|West Bengal|Catalonia|Andalusia|Lombardy|Tuscany|Piedmont|Sicily|"
    r"Emilia-Romagna|New South Wales|Queensland)$"
)
"""Names that are surely no town's."""
_PART = re.compile(
    r"^(?:Western|Eastern|Northern|Southern|Central|Greater|Upper|Lower|Metro|West Midlands|Lesser|Long Island)\b|"
    r"\barea$"
)
_LEFT = frozenset({("Lahore", "India")})
"""Towns, and states that they were in once."""
_FIRM = re.compile(r"^[A-Z\d][\w.'&-]*(?: [A-Z\d&][\w.'&-]*)*$")
_NO_FIRM = re.compile(
    r"^(?:The|Government|Ministry|Independent|Corporation|State) |\b(?:Government|Fund|Ministry|Railways?|Line|Region|"
    r"Authority|Commission|County|Municipality|Army|Force|Council|Agency|Department|Office|Party|Party|Association|"
    r"Society|Service|Board|Committee|Club|Stadium|Arena|Station|Church|House|Hall|Farm|Park|Building|Theatre)\b"
)
_CHILD, _SHOWN = "wdt:P40", 3
_CROWNED = re.compile(r" of |\b[IVX]+$|\b(?:Duke|Prince|Princess|Queen|King)\b")


def fits(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether a text may tell a fact of this relation between these two, by the kinds and the names of both."""
    pairs = _allowed().get(relation)
    if pairs is None:
        return True  # of a later release
    if (
        not subject.types
        and not thing.types
        and not any(kind in _BY_NAME for pair in pairs for end in pair for kind in end)
    ):
        return relation != "yago:created"  # loaded without classes
    if not any(_is_one(subject, of) and _is_one(thing, to) for of, to in pairs):
        return False
    if relation in _SEATS:
        return thing.label not in _NO_CAPITALS and _NO_SEAT.search(subject.label) is None
    if relation == "wdt:P47":
        return not any(_BORDERLESS.search(e.label) for e in (subject, thing))
    if relation == _CHILD:
        return _are_kin(subject.label, thing.label)
    if relation == _TOOK_PART:
        return not _names_itself(subject.label, thing.label)
    if relation == _HELD:
        return _HELD_SOMEWHERE.search(subject.label) is not None
    return relation != _PLACED or _is_within(subject, thing)


def kinds_of(entity: Entity) -> frozenset[str]:
    """The kinds of an entity, by its classes and its name; empty where no class is known here."""
    found = {_KINDS[t] for t in entity.types if t in _KINDS}
    if "airport" in found or "Airport" in entity.label:
        found = {"airport"} if "Airport" in entity.label else found - {"airport"}
    if "continent" in found:
        found = {"continent"} if _CONTINENT.match(entity.label) else {"state"}
    if "school" in found:
        found.discard("team")
    if found & {"country", "place"} and (_GONE.search(entity.label) or OF_OLD.search(entity.label)):
        found = {"state"}
    return frozenset(found)


@cache
def _allowed() -> Mapping[str, tuple[tuple[frozenset[str], frozenset[str]], ...]]:
    """For each relation, as rules see it, the kinds that its two ends may have."""
    exact = load_alignment().exact
    found: dict[str, list[tuple[frozenset[str], frozenset[str]]]] = {}
    for line in _TABLE.strip().splitlines():
        names, *ends = (part.split() for part in line.split(" : "))
        for name in names:
            role = exact.get(f"yago:{name}")
            pair = (frozenset(ends[0]), frozenset(ends[1]))
            found.setdefault(f"yago:{name}", []).append(pair)
            if role is not None:
                found.setdefault(role.relation, []).append(pair[::-1] if role.inverse else pair)
    return {name: tuple(pairs) for name, pairs in found.items()}


def _is_one(entity: Entity, wanted: frozenset[str]) -> bool:
    """Whether an entity is of one of the kinds, by its classes and its name."""
    name = entity.label
    if not entity.types:
        if "instrument" in wanted:
            return _INSTRUMENTS.fullmatch(name) is not None
        return "firm" in wanted and _FIRM.match(name) is not None and _NO_FIRM.search(name) is None
    kinds = kinds_of(entity)
    if not kinds:
        return not any(t in _KINDS for t in entity.types)  # a class of another release
    return kinds <= wanted and all(_is_named_so(name, kind) for kind in kinds)


def _is_named_so(name: str, kind: str) -> bool:
    """Whether a thing of a kind may have such a name."""
    if kind == "person":
        return _NO_PERSON.search(name) is None
    if kind == "film":
        return _FILM.search(name) is not None
    if kind in ("song", "book", "game"):
        return _SONG.search(name) is not None
    if kind == "award":
        return _AWARD.search(name) is not None
    if kind == "event":
        return _EVENT.search(name) is not None and _NO_EVENT.search(name) is None
    if kind == "school":
        return _NO_SCHOOL.search(name) is None
    if kind == "team":
        return _PLURAL_CODE.search(name) is None
    if kind == "place":
        return _NO_PLACE.search(name) is None
    return kind != "language" or name not in _NO_LANGUAGE


def _are_kin(parent: str, child: str) -> bool:
    """Whether names let two be parent and child: a name in common, or crowned heads; else one came after the other."""
    ours, theirs = ({w for w in re.findall(r"\w+", name) if len(w) > _SHOWN} for name in (parent, child))
    return not ours.isdisjoint(theirs) or all(_CROWNED.search(name) for name in (parent, child))


def _names_itself(state: str, war: str) -> bool:
    """Whether a war is by its name that of a state, or the state began it: it was neutral in it for nobody."""
    return _SIDES.search(state) is not None or any(
        word[:_STEM] in war for word in re.findall(r"[A-Z]\w+", state) if len(word) >= _STEM and word != "Republic"
    )


def _is_within(place: Entity, around: Entity) -> bool:
    """Whether something may be said to lie in a place: a region or a town only in a land, or in what is named so."""
    if (place.label, around.label) in _LEFT:
        return False
    if kinds_of(place).isdisjoint({"place", "country"}) or not kinds_of(around).isdisjoint({"country", "continent"}):
        return True
    return _REGION.search(around.label) is not None and _PART.search(place.label) is None
