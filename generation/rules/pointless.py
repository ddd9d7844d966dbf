"""Denials that nobody would make of Wikidata's things: riddles in place of names, and what is denied of a whole family.

Somebody denies what others believe. Nobody believes that a relative of an actor died in Maryland, or that a poet was
influenced by a winner of some prize, so to deny it is comic, though it contradicts what the other text says. That
Baltimore and Denver lie in different time zones nobody tells, since everybody knows; and that a city on a lake has no
neighbor on it sounds odd. Each rule was found by reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.commonplace import countries_of
from contragraph.generation.rules.plausible import CONTINENT
from contragraph.generation.rules.pointless_places import is_pointless_of_places, wholes
from contragraph.generation.rules.refused import comes_from, is_of_that_land
from contragraph.generation.verbalise.kinds import COUNTRIES, PLACES
from contragraph.generation.verbalise.persons import over
from contragraph.graph.model import Entity, Statement

WIKIDATA = "wd:"
POINTLESS = frozenset(
    {
        *(f"cg:none{what}_P1038" for what in ("Born", "Died", "Studied", "Awarded")),
        *(f"cg:none{what}_P737" for what in ("Born", "Awarded")),
        *(f"cg:none{what}_inv_P463" for what in ("Born", "Died", "Lived", "Citizen", "OfKind")),
        *(f"cg:none{what}_inv_P1066" for what in ("Died", "Lived", "Citizen")),
        *(f"cg:{what}_P{n}" for what in ("noneStudied", "noOccupation") for n in (22, 25)),
        "cg:nonePlays_P1038",
        "cg:noneDied_P1066",
        "cg:noCommon_P463",
        "cg:noOccupation_inv_P463",
        "cg:noneCitizen_P527",
        "cg:unusedInWorksOf",
    }
)
"""Relations by which no lie is told of Wikidata's things.

What relatives, idols, pupils or fellow members have in their lives nobody knows of all of them; two people who "never
belonged to the same organization" nobody would think of; no band is without songwriters.
"""
_COUNTRY, _CITIZEN = "wdt:P17", "wdt:P27"
_HELD = "cg:noneHeld_P1344"
_SEATED = "cg:noneSeated_P463"
_ABROAD = frozenset({_HELD, "cg:neverIn", _SEATED})
"""Lies about a place in which people of that country mostly have been, or have been members of something."""
_AT_GAMES, _TAKES_PART = frozenset({_HELD, "cg:neverIn"}), "wdt:P1344"
_FOOTBALL, _FOOTBALLER = frozenset({"wd:Q937857"}), re.compile(r"\b(?:footballer|soccer player|football player)\b")
"""Who plays at Olympic Games in other towns than their host."""
_OF_GENRE, _GENRE_OF_MUSIC = "cg:noneOfGenre_", "wd:Q188451"
_GENRE = "wdt:P136"
_ANY_MUSIC = frozenset({"music", "popular music", "pop music", "rock music", "pop rock"})
"""Genres so wide that nobody says of a label or an idol that they are of none of them."""
_NEVER_IN, _RESIDENT = "cg:neverIn", frozenset({"wdt:P551", "wdt:P937"})
"""Who lived somewhere is told never to have been there only if abroad, as far as the graph knows."""
_WORKED = frozenset({"cg:workedOutside", "cg:declinedWorkIn", "cg:neverIn", "cg:livedOutside"})
_STATESMAN, _KNOWN_CAPITAL = re.compile(r"\b(?:[Pp]resident|[Pp]rime [Mm]inister|politician|statesman)\b"), 150
"""Whose work and life in Washington or London everybody knows."""
_KIN_LIVED, _FAR = "cg:noneLived_P1038", 3
_KNOWN_LAND = 80
"""Facts about a place, from which on one may say that no relative of somebody lived there: a state, no borough."""
_OF_RELATIVES = re.compile(r"_P1038$")
_HUMAN = "wd:Q5"
_KIN = frozenset(f"wdt:P{n}" for n in (22, 25, 26, 40, 1038, 3373))
_KIN_LIES = frozenset(
    {"cg:unrelatedTo", "cg:friendNotKin", "cg:cousinOf", "cg:nephewOrNieceOf", "cg:stepchildOf", "cg:grandchildOf"}
)
_SIBLING = "wdt:P3373"
_LIVED_AT = ("wdt:P19", "wdt:P20", "wdt:P551", "wdt:P937")

_NO_KIN = frozenset({"cg:unrelatedTo", "cg:friendNotKin"})
_FRIEND = "cg:friendNotKin"
_DIED_AT = "wdt:P20"
_OUTSIDERS = ("cg:noneOfKind_P463", "cg:noneOfKind_P361")
_BODY_OF = ("wdt:P463", "wdt:P361")
_LEARNED = re.compile(r"\b(?:society|academy|academy of sciences)$")
_OF_LEARNING = re.compile(r"\b(?:Acad\w+|Accademia|Akademie|Soci\w+|Institut\w*|Leopoldina|College|Royal)\b")
_CAUSES, _EVENT = "cg:neverCauses", re.compile(r"\belection\b")
"""One event causes no kinds of things."""
_CLAIM = "cg:noneOfKind_P1336"
_TERRITORY = re.compile(r"\bterritory$")
_TAKEN_PART = "cg:noneOfKind_P1344"
_SHOW = re.compile(r"\b(?:series|program|show|film)$")
_STAYED_AWAY = frozenset({"cg:satOut", "cg:withdrewFrom", "cg:boycotted", "cg:onlyWatched"})
_FINAL = re.compile(r"\b(?:Final|Match|Bowl [IVXL]+)\b")
_TREATY = re.compile(r"\b(?:Treaty|Convention|Agreement|Pact|Protocol)\b")
_LEAGUE = re.compile(r"\b(?:[Ll]eague|Serie [A-D]|Bundesliga|Division|Liga|Ligue)\b")
"""Contests of two, and those that go on from year to year, from which nobody stays away."""
_LABEL_SEATED, _NATION = "cg:noneSeated_P264", "wd:Q3336843"
"""Labels are told by their country: of those of one state or town few speak, so that only long conflicts do."""
_OF_GROUP, _LABEL = "cg:noneOfGroup_P264", "wdt:P264"
_OWNED, _OWNS = ("wdt:P127", "wdt:P749", "wdt:P361"), ("wdt:P1830", "wdt:P355", "wdt:P527")
_SEATS = "cg:noneOfKind_inv_P36"
_OWNERS = "cg:noCommon_P127"
_TRADE = "cg:noOccupation"
_DULL_TRADE = re.compile(
    r"\b(?:producer|character actor|entrepreneur|dancer|model|teacher|writer|comedian|presenter|journalist|essayist|"
    r"critic|columnist|publisher|editor|activist|politician|autobiographer|lawyer|film score composer)$"
)
"""What many are besides, and few are known as: nobody asks if a philosopher taught one."""
_IDOLS = "cg:noOccupation_P737"
_ARTS = frozenset(
    (
        *("poet", "novelist", "playwright", "philosopher", "short story writer", "writer", "author", "translator"),
        *("composer", "guitarist", "pianist", "singer-songwriter", "rapper", "singer", "songwriter", "jazz musician"),
        *(
            "painter",
            "sculptor",
            "architect",
            "photographer",
            "film director",
            "screenwriter",
            "actor",
            "mathematician",
        ),
    )
)
"""Trades whose people look to each other: one asks if a novelist was influenced by a poet; of a ruler one does not."""
_OF_SCHOOLS = ("_P1066", "_P737")
_OCCUPATION = "wdt:P106"
_PLAYS = ("cg:nonePlays_P527", "cg:nonePlays_inv_P463")
_OF_EVERY_BAND = frozenset({"guitar", "drum kit", "bass guitar", "bass", "drum", "keyboard instrument"})
_APART = "cg:separateFrom"
_BAND = re.compile(r"\b(?:band|girl group|musical group|musical ensemble|duo|trio|supergroup)\b")
_LANGUAGE = re.compile(r"\blanguages?\b")
_ARCHIPELAGO, _STAR = re.compile(r"\b(?:archipelago|island group)$"), 25
"""Facts about a musician, above which everybody knows that there was a band."""
_FAMED = frozenset({"cg:satOut", "cg:onlyAssociatedWith"})
_WITHOUT, _MAKER = "cg:declinedToMake", 30
"""Facts about a work or its maker, above which everybody knows whose it is: Mac OS is Apple's."""
_FAME = 40
"""Facts about two things, above which everybody knows that the one has to do with the other."""


def is_pointless(seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether a rule of this module forbids a made-up statement against a seed and other true facts."""
    if not made.subject.startswith(WIKIDATA):
        return False
    relation = made.relation
    if relation in POINTLESS:
        return True
    ends = {e.id: e for e in (yield from knowledge.entities([*made.entities, *seed.entities]))}
    one, other = ends.get(made.subject, Entity("", "")), ends.get(str(made.object), Entity("", ""))
    if (yield from is_pointless_of_places(seed, made, supports, one, other, knowledge)):
        return True
    if relation.startswith(_OF_GENRE):
        return (yield from _of_own_style(one, other, knowledge))
    if relation == _SEATED and (over(one) or bool((yield from knowledge.out(one.id)).ends(_DIED_AT))):
        return True  # the seat may have been elsewhere in their time
    if relation in _WORKED and _STATESMAN.search(one.description) and other.degree > _KNOWN_CAPITAL:
        return True
    if (
        relation == _NEVER_IN
        and seed.relation in _RESIDENT
        and not (one.description or (yield from knowledge.out(one.id)).ends(_CITIZEN))
    ):
        return True
    if relation in _AT_GAMES and seed.relation == _TAKES_PART and (yield from _of_football(one, other, knowledge)):
        return True
    if relation in _ABROAD and (CONTINENT in other.types or (yield from _at_home(one, other, knowledge))):
        return True
    if relation.startswith(_TRADE):
        own = (yield from knowledge.out(one.id)).ends(_OCCUPATION)
        if other.id in own or (relation.endswith(_OF_SCHOOLS) and bool(_DULL_TRADE.search(other.label))):
            return True
        if relation != _IDOLS:
            return False
        trades = {e.label for e in (yield from knowledge.entities(own))}
        return _ARTS.isdisjoint(trades)
    if relation in _PLAYS:
        return other.label in _OF_EVERY_BAND
    if relation == _WITHOUT:
        return any(e.degree > _MAKER for e in (one, other))
    if relation == _LABEL_SEATED:
        return len(supports) < _FAR and COUNTRIES.isdisjoint(other.types) and _NATION not in other.types
    if relation == _OF_GROUP:
        return (yield from _on_another_label_of(seed, one, other, knowledge))
    if relation == _SEATS:
        return "county of England" in other.label  # which has a county town, and no capital
    if relation == _APART and not all(e.types or e.description for e in (one, other)):
        return True  # one may be a singer, the other the band
    if relation == _APART:
        classes = yield from knowledge.entities(other.types)
        if any(_BAND.search(text) for text in (other.description, *(c.label for c in classes))):
            return True  # its members are people, whether the graph knows it or not
        return _LANGUAGE.search(one.description) is not None and _LANGUAGE.search(other.description) is not None
    if relation in _FAMED and one.degree > _FAME and other.degree > _FAME:
        return True
    if _OF_RELATIVES.search(relation) and not (yield from _of_people(seed, made, supports, knowledge)):
        return True
    if relation == _KIN_LIVED and len(supports) < _FAR:
        return True
    if relation == _KIN_LIVED:
        known = other.degree >= _KNOWN_LAND and CONTINENT not in other.types
        return not known or (yield from _was_in(one.id, other.id, knowledge))
    if relation in _KIN_LIES:
        if relation == _FRIEND:
            here, there = (yield from knowledge.out(one.id)), (yield from knowledge.out(other.id))
            if (over(one) or bool(here.ends(_DIED_AT))) != (over(other) or bool(there.ends(_DIED_AT))):
                return True  # one tense fits the living, another the dead
        return (yield from _kin_by_others(made, knowledge))
    if relation in _OUTSIDERS and (
        _ARCHIPELAGO.search(other.label) or (_BAND.search(other.label) and one.degree > _STAR)
    ):
        return True
    if relation in _OUTSIDERS:
        return (yield from _of_that_kind_elsewhere(seed, one, other, knowledge))
    if relation == _CAUSES:
        return _EVENT.search(one.label) is not None
    if relation == _CLAIM:
        return _TERRITORY.search(other.label) is not None
    if relation == _TAKEN_PART:
        return _SHOW.search(other.label) is not None
    if relation in _STAYED_AWAY and _TREATY.search(other.label):
        return True
    if relation in _STAYED_AWAY:
        classes = yield from knowledge.entities(other.types)
        texts = [other.label, other.description, *other.aliases, *(c.label for c in classes)]
        return any(p.search(text) for text in texts for p in (_FINAL, _LEAGUE, _SHOW))
    return relation == _OWNERS and any(not e.types or not PLACES.isdisjoint(e.types) for e in (one, other))


def _on_another_label_of(seed: Statement, one: Entity, group: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether an artist recorded for another label that the group owns, in whatever words the graph says so."""
    artist = yield from knowledge.out(one.id)
    others = [e for e in artist.ends(_LABEL) if e not in seed.entities]
    yield from knowledge.prefetch(others)
    for label in others:
        out, into = (yield from knowledge.out(label)), (yield from knowledge.into(label))
        if any(group.id in out.ends(r) for r in _OWNED) or any(group.id in into.ends(r) for r in _OWNS):
            return True
    return False


def _at_home(one: Entity, place: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether somebody is of the country of a place, by citizenship or description."""
    own = (yield from knowledge.out(one.id)).ends(_CITIZEN)
    around = yield from countries_of(place, knowledge)
    if not around.isdisjoint(own) or is_of_that_land(one, place):
        return True
    lands = yield from knowledge.entities(sorted(around))
    return any(comes_from(one, land) for land in lands)


def _of_own_style(one: Entity, genre: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether a genre is none of music, of every kind of music, or one of those that somebody is known for."""
    if _GENRE_OF_MUSIC not in genre.types or genre.label in _ANY_MUSIC:
        return True
    own = (yield from knowledge.out(one.id)).ends(_GENRE)
    return genre.id in own or not own


def _of_football(one: Entity, place: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether a footballer took part in Games of a town, of which football is played in others of the country too."""
    if not COUNTRIES.isdisjoint(place.types):
        return False
    trades = (yield from knowledge.out(one.id)).ends(_OCCUPATION)
    return not _FOOTBALL.isdisjoint(trades) or _FOOTBALLER.search(one.description) is not None


def _of_people(seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether all who are said to be kin are people: a family is no relative of its members."""
    kin = dict.fromkeys([made.subject, *(e for s in (seed, *supports) if s.relation in _KIN for e in s.entities)])
    people = yield from knowledge.entities(kin)
    return all(not e.types or _HUMAN in e.types for e in people)


def _was_in(person: str, place: str, knowledge: Knowledge) -> Asking[bool]:
    """Whether somebody was born, lived, worked or died in a place, so that kin of theirs most likely did too."""
    life = yield from knowledge.out(person)
    return place in (yield from wholes([e for r in _LIVED_AT for e in life.ends(r)], knowledge))


def _kin_by_others(made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether brothers and sisters tell what two people are to each other: nobody is the grandson of their father."""
    one, other = made.entities
    for person, relative in ((one, other), (other, one)):
        out, into = (yield from knowledge.out(person)), (yield from knowledge.into(person))
        siblings = [e for e in dict.fromkeys((*out.ends(_SIBLING), *into.ends(_SIBLING))) if e != relative]
        yield from knowledge.prefetch(siblings)
        for sibling in siblings:
            of, to = (yield from knowledge.out(sibling)), (yield from knowledge.into(sibling))
            if any(relative in (*of.ends(r), *to.ends(r)) for r in _KIN):
                return True
    return False


def _of_that_kind_elsewhere(seed: Statement, one: Entity, kind: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether the graph knows another body of the kind that one is said to belong to none of."""
    out = yield from knowledge.out(one.id)
    others = [e for r in _BODY_OF for e in out.ends(r) if e not in seed.entities]
    head = kind.label.rpartition(" ")[2]
    for body in (yield from knowledge.entities(others)):
        classes = yield from knowledge.entities(body.types)
        if any(head in c.label for c in classes):
            return True
        if _LEARNED.search(kind.label) and _OF_LEARNING.search(body.label):
            return True
    return False
