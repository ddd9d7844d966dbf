"""What can be said of which sorts of things at all: no county boycotts its state, and no album signs a contract.

The rules go by class, kind of relation and what the KG knows; each was found by reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.labels import is_small
from contragraph.generation.rules.plausible import CONTINENT, COUNTRIES, WIDE, short_label
from contragraph.generation.verbalise.kinds import PLACES
from contragraph.graph.model import Entity, Statement

_USUAL_KIND = 10
"""Facts about a kind, at least, for a text to say that something is mistaken for one."""
_COMMON_TRADE = 150
"""Facts about a trade, at least, for a text to speak of it so: no autobiographers."""
_MANY_MEMBERS = 48
"""Facts about a body, above which nobody says that a state borders none of its members."""
_UNKNOWN_ZONE = 60
"""Facts about a place, above which everybody knows its time zone."""
_MALE, _FEMALE = frozenset({"wd:Q6581097", "wd:Q2449503"}), frozenset({"wd:Q6581072", "wd:Q1052281"})
PARENTS = {"wdt:P22": _MALE, "wdt:P25": _FEMALE}
OF_A_TRADE = "cg:noOccupation"
_OF_A_LIFE = frozenset({"cg:neverIn"})
_WHERE_PEOPLE_ARE = ("wdt:P19", "wdt:P20", "wdt:P551", "wdt:P937", "wdt:P27", "wdt:P17")
OF_KINDS = frozenset({"cg:mistakenForKindOf", "cg:notAlwaysA"})
_WITHIN_A_COUNTRY = frozenset({"wdt:P36", "wdt:P131", "wdt:P150", "wdt:P1376"})
_OF_KIN = frozenset(
    {"cg:unrelatedTo", "cg:friendNotKin", "cg:cousinOf", "cg:nephewOrNieceOf", "cg:stepchildOf", "cg:grandchildOf"}
)
_OF_MEMBERS = frozenset({"cg:onlyGuestOf", "cg:refusedToJoin", "cg:applicationRejectedBy"})
_SPREAD = WIDE | {"wd:Q35657"}
"""Kinds of places that may have several time zones: countries, continents, states of the USA."""
_OF_A_PARENT = frozenset({"cg:fatherBornIn", "cg:fatherDiedIn", "cg:motherBornIn", "cg:motherDiedIn"})
_CITIZEN = "wdt:P27"
_LABEL = re.compile(r"\b(?:label|record|music)", re.IGNORECASE)
_TREATY = re.compile(r"\b(?:Treaty|Convention|Agreement|Pact|Protocol)\b")
_COUNTRY = "wdt:P17"
_OF_BODIES = frozenset({"cg:onlyAssociatedWith", "cg:noTiesWith"})
_LIVED = frozenset({"cg:livedOutside", "cg:refusedToLiveIn", "cg:onlyVisited", "cg:workedOutside", "cg:neverIn"})
_APART = "cg:separateFrom"
_OF_PARTS = frozenset({"cg:onlyAssociatedWith", _APART})
_OF_ARTISTS = frozenset({"cg:independentlyOf", "cg:owesNothingTo"})
_HUMAN = "wd:Q5"
_OF_PEOPLE = ("wdt:P106", "wdt:P19", "wdt:P27", "wdt:P21", "wdt:P551", "wdt:P69")
"""Relations that only people have: occupation, birthplace, citizenship, sex, residence, school."""
_WORK = re.compile(
    r"\b(?:album|song|single|film|series|season|episode|game|novel|book|poem|play|opera|work|musical|software|text)\b",
    re.IGNORECASE,
)
_BODY = re.compile(
    r"\b(?:band|group|duo|trio|ensemble|orchestra|team|club|organi[sz]ation|association|society|agency|company|"
    r"enterprise|business|corporation|label|developer|publisher|studio|producer|university|college|school|institute|"
    r"academy|party|council|committee|commission|union|bank|service|network|station|newspaper)\b",
    re.IGNORECASE,
)
_INVESTOR = re.compile(r"\b(?:Vanguard|BlackRock|Capital Group|State Street|Berkshire Hathaway)\b")
_NO_BASIS = re.compile(r"\b(?:character|language)$")
_OWNING = frozenset({"wdt:P127", "wdt:P1830", "wdt:P749", "wdt:P355"})
"""Who owns a company, or what it owns."""
_OF_RECORDINGS = ("wdt:P162", "wdt:P175", "wdt:P658")
"""Relations that only recordings have: producer, performer, tracks."""
_MAKERS = frozenset({"wdt:P178", "wdt:P287"})
_SOLE_MAKERS = frozenset({"cg:only_P178", "cg:only_P287", "wdt:P178", "wdt:P287"})
_NAMED_FOR = re.compile(r"['’]s ")
_FIRST_OF_ITS_NAME = re.compile(r"\bOriginal\b|\bThe First\b|\bOne$|\bI$")
_ROYAL = re.compile(r" of [A-Z]| of the [A-Z]|\b(?:[IVX]+|King|Queen|Prince|Princess|Duke|Duchess|Emperor|Empress)\b")
_RANK = re.compile(
    r"\bHall of Fame\b|^honorary doctor|^(?:Companion|Chevalier|Knight|Dame|Officer|Commander|Fellow|Member)\b"
)
"""Honors that nobody receives like a prize."""
_WHOLE = re.compile(
    r"\b(?:group|band|duo|trio|quartet|ensemble|orchestra|series|trilogy|tetralogy|franchise|range|archipelago|"
    r"constellation|alliance|coalition|family|dynasty)$"
)
"""Kinds of wholes of which a reader would say that something belongs to none; of a war nobody says so of a conflict."""
_JOINED = re.compile(
    r"\b(?:society|academy|academy of sciences|organi[sz]ation|group|band|duo|trio|quartet|orchestra|party|union|"
    r"alliance|league|club|fraternity|sorority|federation|association|guild|team|consortium|choir|order|church|movement)$"
)
"""Kinds of bodies of which a reader would say that somebody belongs to none."""
_VOICES = frozenset({"voice", "vocals", "vocalist", "singer", "singing"})
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_WORK_BY = re.compile(r"\b(?:album|song|single|film|novel|game|series) (?:by|directed|written|from|developed)\b")
EVERYWHERE = frozenset({"wd:Q2", "wd:Q544", "wd:Q715269"})
"""The Earth, the Solar System, the World Ocean: nothing lies outside of them."""
_WAR = re.compile(r"\b(?:war|battle|conflict|front|theat(?:er|re)|campaign|siege|invasion|revolution)\b", re.IGNORECASE)


def share_a_word(one: str, other: str) -> bool:
    """Whether two names have a word of four letters or more in common, be it once in the plural."""
    return bool(_shared_words(one, other))


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper())


def _names_alike(one: Entity, other: Entity) -> bool:
    """Whether two things share a word of their names, or of what else they are called."""
    return share_a_word(" ".join((one.label, *one.aliases)), " ".join((other.label, *other.aliases)))


def _shared_words(one: str, other: str) -> set[str]:
    found = [{w.removesuffix("s") for w in _LONG_WORD.findall(name.casefold())} for name in (one, other)]
    return found[0] & found[1]


def sort_of_things(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether such a thing can be said of these things at all.

    No class avoids a thing, no county is an associate of its state, nobody boycotts a war, a game has no ties to cut,
    a continent keeps no time, and an album signs no contract.
    """
    entities = yield from knowledge.entities(made.entities)
    one, other = ends = entities if len(entities) == 2 else [Entity("", ""), Entity("", "")]
    if seed.relation == "wdt:P264" and (yield from _performed(seed.subject, knowledge)):
        return False  # an album records for nobody
    if made.relation in _SOLE_MAKERS and _HUMAN in other.types and _NAMED_FOR.search(one.label):
        return False  # "Michael Jackson's Moonwalker was designed by Prince"
    if seed.relation in _MAKERS and (yield from _describes_its_maker(seed, knowledge)):
        return False  # a version of Microsoft Windows, made without Microsoft
    if made.relation == "wdt:P144" and _FIRST_OF_ITS_NAME.search(one.label):
        return False
    if made.relation == "cg:cousinOf" and seed.relation in PARENTS and any(_ROYAL.search(e.label) for e in ends):
        return False  # among princes a mother may be a cousin too
    if made.relation in _OF_BODIES and not (yield from _is_body(one, knowledge)):
        return False
    if made.relation == "cg:noTiesWith" and (
        (yield from _is_person(other, knowledge))
        or (seed.relation == "wdt:P127" and not (yield from _is_body(other, knowledge)))
    ):
        return False  # nobody belongs to a person
    if made.relation == _APART:
        for end in (one, other):
            if (yield from _is_person(end, knowledge)):
                return False
    if made.relation.startswith("cg:noneAwarded") and _RANK.search(other.label):
        return False
    if made.relation in _LIVED and _HUMAN not in one.types and (one.types or not one.id.startswith("wd:")):
        return False
    if made.relation in _OF_PARTS and (share_a_word(one.label, other.label) or (is_small(one) and is_small(other))):
        return False  # "the Third Crusade is no part of the Crusades", "the guitar is none of the chordophones"
    if made.relation == "cg:noneOfKind_P361" and (is_small(one) or not _WHOLE.search(other.label)):
        return False
    if seed.relation != "wdt:P144" and made.relation in _OF_ARTISTS and _HUMAN not in one.types:
        return (yield from _is_body(one, knowledge))  # what languages and genres owe to others, everybody knows
    if made.relation in _OF_KIN and not (_HUMAN in one.types and _HUMAN in other.types):
        return False
    if made.relation in ("cg:liesOutside", "cg:neverPartOf") and not WIDE.isdisjoint(other.types):
        return False  # everybody knows in which country and on which continent a place lies
    if made.relation == f"cg:only_{seed.relation.partition(':')[2]}":
        true = yield from knowledge.entities([str(seed.object)])
        for end in true:
            if (yield from _is_person(end, knowledge)) != (yield from _is_person(other, knowledge)):
                return False  # what a studio developed was not made by one man
    if made.relation == "cg:only_P264" and not (yield from _is_label(other, knowledge)):
        return False
    if made.relation == "cg:noNeighbourMemberOf":
        return other.degree <= _MANY_MEMBERS
    if made.relation == "wdt:P144":
        return (yield from is_work(one, knowledge)) and (yield from is_work(other, knowledge))
    if made.relation in ("wdt:P131", "wdt:P150") and not set(one.types).isdisjoint(other.types):
        return False  # no prefecture contains another, and no town lies in the next
    if made.relation in ("cg:failedBidFor", "cg:noTiesWith") and (
        share_a_word(one.label, other.label) or _initials(other.label) in one.label.split()
    ):
        return False  # "Disney has never owned any part of Disneyland", EA Canada and Electronic Arts
    if made.relation.startswith("cg:noneOfKind_P144") and _NO_BASIS.search(other.label):
        return False
    if made.relation.startswith("cg:noneOfKind_P1001"):
        return other.label != "continent" and not (yield from _names_each_other(seed, knowledge))
    if made.relation == "cg:noCommon_P421" and not _SPREAD.isdisjoint({*one.types, *other.types}):
        return False
    if made.relation == "cg:noCommon_P421" and any(e.types and PLACES.isdisjoint(e.types) for e in (one, other)):
        return False
    if made.relation == "wdt:P159" and not PLACES.isdisjoint(one.types):
        return False
    if made.relation == "cg:endsShortOf" and any("metropolitan" in e.label for e in (one, other)):
        return False
    if made.relation == "cg:noneOfKind_P463" and (
        other.label == "nonprofit organization" or not _JOINED.search(other.label)
    ):
        return False
    if made.relation.startswith(OF_A_TRADE) and other.label == "military personnel":
        return False
    if made.relation == "cg:onlyWatched" and _WAR.search(other.label):
        return False
    if made.relation == "cg:noCommon_P127" and _INVESTOR.search(" ".join((yield from _labels(seed, knowledge)))):
        return False  # everybody holds shares of everything
    if made.relation == "cg:heldOutside":
        into = yield from knowledge.into(one.id)
        return bool(into.ends("wdt:P1344"))
    if made.relation == "cg:noTiesWith" and supports and seed.relation == "wdt:P127":
        return False  # by a share hardly anybody would speak of ties
    if made.relation in _OF_A_PARENT:
        (place,) = yield from knowledge.entities([str(supports[-1].object)])
        return (yield from _one_country(place, other, knowledge))
    if made.relation in PARENTS and not set(made.entities) <= set(seed.entities):
        here = yield from knowledge.out(one.id)
        there = yield from knowledge.out(other.id)
        citizens = set(here.ends(_CITIZEN)), set(there.ends(_CITIZEN))
        if all(citizens) and citizens[0].isdisjoint(citizens[1]):
            return False
    if made.relation == "cg:onlyAssociatedWith" and not PLACES.isdisjoint(other.types):
        return False
    if made.relation in OF_KINDS and (share_a_word(one.label, other.label) or not (is_small(one) and is_small(other))):
        return False  # no people is "a kind of inhabitant", not even wrongly
    if made.relation in OF_KINDS:
        kinds = yield from knowledge.entities(sorted({e for s in (made, *supports) for e in s.entities}))
        # Few speak of kinds that the KG hardly uses.
        return all(k.degree >= _USUAL_KIND for k in kinds)
    if made.relation.startswith(OF_A_TRADE) and other.degree < _COMMON_TRADE:
        return False
    if made.relation == "wdt:P17" and not COUNTRIES.isdisjoint(one.types):
        return False
    if "Plays" in made.relation and other.label in _VOICES:
        return False  # an instrument in the graph, and none to a reader
    if made.relation in _OF_MEMBERS and _TREATY.search(other.label):
        return False
    if seed.relation == "wdt:P461" and made.relation == "cg:identicalTo":
        return False
    if made.relation in ("cg:onlyTitleInCommon", "cg:otherSeriesThan") and not (yield from is_work(one, knowledge)):
        return False
    if (
        made.relation == "cg:owesNothingTo"
        and seed.relation == "wdt:P144"
        and (_names_alike(one, other) or not (yield from is_work(other, knowledge)))
    ):
        return False  # a film owes at least its hero to what it is based on
    if made.relation == "cg:onlyTitleInCommon" and not 1 <= len(_shared_words(one.label, other.label)) <= 2:
        return False  # no title in common, or much the same
    if made.relation == "cg:onlyTitleInCommon" and one.label.split(": ")[0] == other.label.split(": ")[0]:
        return False  # everybody knows that one "Star Trek" goes back to the other
    if made.relation in _OF_A_LIFE:
        into = yield from knowledge.into(other.id)
        return other.id in knowledge.hidden or any(into.ends(r) for r in _WHERE_PEOPLE_ARE)
    if "Zone" in made.relation:
        if one.types and PLACES.isdisjoint(one.types):
            return False
        return CONTINENT not in one.types and _SPREAD.isdisjoint(one.types) and one.degree <= _UNKNOWN_ZONE
    if made.relation == "cg:doesNotObserve" and (one.degree > _UNKNOWN_ZONE or COUNTRIES & set(one.types)):
        return False
    if made.relation == "cg:notInForceIn" and "Government" in other.label:
        return False  # what applies to a government is no matter of where
    if made.relation == _APART and not EVERYWHERE.isdisjoint(made.entities):
        return False
    if made.relation == "cg:claimsNothingIn":
        return CONTINENT not in other.types
    if made.relation == "cg:noTiesWith" and any(s.relation in _OWNING for s in supports):
        return False  # who owns a label today says nothing of the day of the recording
    if made.relation in ("cg:boycotted", "cg:withdrewFrom"):
        classes = yield from knowledge.entities(other.types)
        into = yield from knowledge.into(other.id)
        return bool(into.ends("wdt:P1344")) and not any(_WAR.search(e.label) for e in (other, *classes))
    if made.relation == "wdt:P150":
        around = yield from knowledge.out(one.id)
        divisions = yield from knowledge.entities(around.ends("wdt:P150"))
        if any(short_label(d.label) == short_label(other.label) for d in divisions):
            return False  # another state has a Wayne County too
    if made.relation in _WITHIN_A_COUNTRY:
        return (yield from _one_country(one, other, knowledge))
    return True


def _describes_its_maker(seed: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether the description of a thing names who made it."""
    ends = yield from knowledge.entities(seed.entities)
    return len(ends) == 2 and share_a_word(ends[0].description, ends[1].label)


def _one_country(one: Entity, other: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether two places may lie in one country, as far as the KG knows theirs."""
    here = yield from knowledge.out(one.id)
    there = yield from knowledge.out(other.id)
    countries = set(here.ends(_COUNTRY)), set(there.ends(_COUNTRY))
    if not COUNTRIES.isdisjoint(one.types):
        countries[0].add(one.id)
    return not all(countries) or not countries[0].isdisjoint(countries[1])


def _names_each_other(said: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether the name of one end holds that of the other: the Senate of Virginia."""
    names = [short_label(label) for label in (yield from _labels(said, knowledge))]
    return len(names) == 2 and (names[0] in names[1] or names[1] in names[0])


def _labels(said: Statement, knowledge: Knowledge) -> Asking[list[str]]:
    return [e.label for e in (yield from knowledge.entities(said.entities))]


def _is_person(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether an entity is a person, by its class or, where the KG has none, by what only people have."""
    if entity.types:
        return _HUMAN in entity.types
    out = yield from knowledge.out(entity.id)
    return any(out.ends(r) for r in _OF_PEOPLE)


def _is_body(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether an entity is a person, a group or an organisation, by the labels of its classes."""
    classes = yield from knowledge.entities(entity.types)
    return _HUMAN in entity.types or any(_BODY.search(c.label) for c in classes)


def _performed(entity: str, knowledge: Knowledge) -> Asking[bool]:
    """Whether what a graph puts on a label is a recording: it has a performer, a producer or tracks."""
    out = yield from knowledge.out(entity)
    return any(out.ends(r) for r in _OF_RECORDINGS)


def _is_label(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether an entity is a record label, by the labels of its classes or its own."""
    classes = yield from knowledge.entities(entity.types)
    return any(_LABEL.search(label) for label in (entity.label, *(c.label for c in classes)))


def is_work(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether an entity is a work, by the labels of its classes, the qualifier of its own, or its description."""
    if _HUMAN in entity.types:
        return False
    if _WORK_BY.search(entity.description):
        return True
    classes = yield from knowledge.entities(entity.types)
    qualifier = entity.label.partition("(")[2]
    return any(_WORK.search(label) for label in (qualifier, *(c.label for c in classes)))
