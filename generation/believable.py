"""What a reader may believe of a made-up statement, and what is merely absurd: rules for the generator.

A lie that nobody would tell ("the only person who ever lived in Mississippi", "the father of Dominick Dunne is Carey
Lowell", "Cleveland is twinned with Ohio") makes a contradiction, but not one that is worth finding.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.plausible import Signatures, is_class, short_label
from contragraph.generation.standing import is_place
from contragraph.graph.model import Entity, Statement
from contragraph.ontology.axioms import Kind, Ontology
from contragraph.reasoning.ends import End

_FEW_VALUES = 3
"""Values that the KG may know where a made-up statement speaks of all of them."""
_FEW_POINTING = 2
"""The same where values point at the subject, of which the KG is sure to know only some."""
_FAMOUS = 25
"""Facts about an entity, above which everybody knows more of it than a few values."""
_WIDELY_KNOWN = 150
"""The same for what leaves the entity."""
_FAMILIAR = 8
"""Entities said to be of a class, at least, for a text to speak of it in a made-up statement."""
_MALE, _FEMALE = frozenset({"wd:Q6581097", "wd:Q2449503"}), frozenset({"wd:Q6581072", "wd:Q1052281"})
_PARENTS = {"wdt:P22": _MALE, "wdt:P25": _FEMALE}
_SEX = "wdt:P21"
_ONE_AT_A_TIME = ("wdt:P17", "wdt:P30", "wdt:P36", "wdt:P131")
"""Relations of places of which a second value is a matter of time, of dispute, or of another part of the place."""

_OF_A_VALUE = "cg:noneOfKind"
_OF_A_KIND = ("cg:noneOfKind", "cg:noOccupation", "cg:notInstanceOf", "cg:containsNo", "cg:hasNoPart", "cg:avoids")
_UPPER = re.compile(
    r"^(?:(?:artificial|natural|physical|abstract|concrete|geographic(?:al)?|territorial|political|social|temporal|"
    r"legal|human-geographic|human|cultural|intellectual|creative|information|collective|goods|fictional) )*"
    r"(?:entity|entities|object|being|thing|concept|unit|work|group|organi[sz]ation|person|human|people|individual|"
    r"agent|event|occurrence|process|activity|action|change|state|property|quality|class|type|kind|set|collection|"
    r"system|structure|location|place|position|region|area|space|point|part|product|resource|community|creator|"
    r"author|artist|performing artist|professional|specialist|worker|memory|knowledge|information|phenomenon|"
    r"interaction|relation|relationship|source|tertiary source|role|means|method|term|name|characteristic|ability|"
    r"skill|social issue|city|town|human settlement|settlement|facility|building)$|"
    r"-level|like a|/|\b(?:entity|subdivision|of a single country|metaclass|instance of|tourist)\b",
    re.IGNORECASE,
)
"""Labels of classes that stand so high that no reader would use them of a thing, or that are terms of the KG."""

_OF_INDIVIDUALS = frozenset({"cg:avoids", "cg:containsNo", "cg:only_P2283", "cg:sole_P2283"})
_OF_A_LIFE = frozenset({"cg:lifeIn", "cg:neverIn", "cg:neverLeft"})
_WHERE_PEOPLE_ARE = ("wdt:P19", "wdt:P20", "wdt:P551", "wdt:P937", "wdt:P27", "wdt:P17")
_OF_CLASSES = frozenset({"wdt:P279", "wdt:P460", "wdt:P461", "wdt:P1382", "cg:disjointClass", "cg:identicalTo"})
_WITHIN_A_COUNTRY = frozenset(
    {"wdt:P36", "wdt:P131", "wdt:P150", "wdt:P1376", "cg:only_P36", "cg:only_P150", "cg:sole_P36", "cg:sole_P150"}
)
_OF_KIN = frozenset({"cg:unrelatedTo", "cg:friendNotKin", "cg:cousinOf", "cg:nephewOrNieceOf"})
_COUNTRIES = frozenset({"wd:Q6256", "wd:Q3624078"})
_OF_MEMBERS = frozenset({"cg:onlyGuestOf", "cg:refusedToJoin", "cg:applicationRejectedBy"})
_TREATY = re.compile(r"\b(?:Treaty|Convention|Agreement|Pact|Protocol)\b")
_COUNTRY = "wdt:P17"
_SUCCESSION = frozenset({"wdt:P155", "wdt:P156", "wdt:P1365", "wdt:P1366"})
_SHARING = "cg:noCommon"
_NOT_FOR = {r: frozenset({"wdt:P178", "wdt:P287", "wdt:P144"}) for r in ("cg:noTiesWith", "cg:independentOf")}
"""Relations of the truth that some lies cannot answer."""
_NEVER_SAID = frozenset(
    {
        "cg:anotherNameFor",
        "cg:disjointClass",
        "cg:doesWithout",
        "cg:endedBefore",
        "cg:noCommon_P1344",
        "cg:noCommon_P2283",
        "cg:noneMadeWith_P155",
        "cg:noneMadeWith_inv_P155",
        "cg:noneOfKind_P155",
        "cg:noneOfKind_inv_P155",
        "cg:only_P1001",
        "cg:only_P2283",
        "cg:oppositeIsNoKindOf",
        "cg:predates",
        "cg:prevented",
        "cg:sole_P1344",
        "cg:sole_P361",
        "cg:unawareOf",
        "wdt:P30",
        "wdt:P461",
    }
)
"""Lies that never convinced a reader: opposites of one name, causes undone, finals of one team, other continents.

To have taken part in the Games, but in no event with another, may well be true.
"""
_OF_BODIES = frozenset({"cg:onlyAssociatedWith", "cg:noTiesWith", "cg:independentOf", "cg:unawareOf"})
_HUMAN = "wd:Q5"
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
_WORK_BY = re.compile(r"\b(?:album|song|single|film|novel|game|series) (?:by|directed|written|from|developed)\b")
EVERYWHERE = frozenset({"wd:Q2", "wd:Q544", "wd:Q715269"})
"""The Earth, the Solar System, the World Ocean: nothing lies outside of them."""
_CONTINENT = "wd:Q5107"
_ORDER = _SUCCESSION | {"cg:otherSeriesThan", "cg:predates", "cg:endedBefore"}
_NUMBER = re.compile(r"\d+(?:st|nd|rd|th)?|\b[ivxlc]+\b")
_WAR = re.compile(r"\b(?:war|battle|conflict|front|theat(?:er|re)|campaign|siege|invasion|revolution)\b", re.IGNORECASE)


def is_kind(relation: str) -> bool:
    """Whether the object of an auxiliary relation is a class or an occupation ("has no member who is a …")."""
    return relation.startswith(_OF_A_KIND)


def is_sweeping(relation: str) -> bool:
    """Whether an auxiliary relation speaks of all values of a KG relation ("its only member is …")."""
    return relation.startswith("cg:") and "_P" in relation


def never_said(seed: Statement, relation: str) -> bool:
    """Whether no lie of a relation convinces, or none against such a truth."""
    return relation in _NEVER_SAID or seed.relation in _NOT_FOR.get(relation, ())


def is_believable(
    seed: Statement,
    made: Statement,
    supports: Sequence[Statement],
    both_ways: frozenset[str],
    signatures: Signatures,
    knowledge: Knowledge,
) -> Asking[bool]:
    """Whether every rule of this module admits a made-up statement against a seed and other true facts.

    ``both_ways`` are the relations that :func:`symmetric` finds.
    """
    if never_said(seed, made.relation):
        return False
    checks = (
        _sort_of_things(seed, made, supports, knowledge),
        _not_in_the_names(seed, made, knowledge),
        _classes_familiar(seed, made, supports, knowledge),
        _few_values(made, signatures, knowledge),
        _kind_stands_there(made, signatures, knowledge),
        _ends_alike(made, both_ways, knowledge),
        _parent_of_the_sex(made, knowledge),
        _settled(supports, knowledge),
    )
    for check in checks:
        if not (yield from check):
            return False
    return True


def _sort_of_things(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether such a thing can be said of these things at all.

    No class avoids a thing, no county is an associate of its state, nobody boycotts a war, a game has no ties to cut,
    a continent keeps no time, and an album signs no contract.
    """
    entities = yield from knowledge.entities(made.entities)
    one, other = entities if len(entities) == 2 else (Entity("", ""), Entity("", ""))
    if made.relation in _OF_INDIVIDUALS and (yield from is_class(one.id, knowledge)):
        return False
    if made.relation in _OF_BODIES and not (yield from _is_body(one, knowledge)):
        return False
    if made.relation == "cg:noTiesWith" and _HUMAN in other.types:
        return False
    if made.relation == "cg:separateFrom" and _HUMAN in {*one.types, *other.types}:
        return False
    if made.relation in _OF_KIN and not (_HUMAN in one.types and _HUMAN in other.types):
        return False
    if made.relation == "wdt:P17" and not _COUNTRIES.isdisjoint(one.types):
        return False
    if "Plays" in made.relation and other.label == "voice":
        return False  # an instrument in the graph, and none to a reader
    if made.relation in _OF_MEMBERS and _TREATY.search(other.label):
        return False
    if seed.relation == "wdt:P461" and made.relation == "cg:identicalTo":
        return False
    if made.relation in ("cg:onlyTitleInCommon", "cg:otherSeriesThan") and not (yield from is_work(one, knowledge)):
        return False
    if made.relation in _OF_A_LIFE:
        into = yield from knowledge.into(other.id)
        return other.id in knowledge.hidden or any(into.ends(r) for r in _WHERE_PEOPLE_ARE)
    if "Zone" in made.relation:
        return _CONTINENT not in one.types
    if made.relation == "cg:separateFrom" and not EVERYWHERE.isdisjoint(made.entities):
        return False
    if made.relation == "cg:claimsNothingIn":
        return _CONTINENT not in other.types
    if made.relation == "cg:noTiesWith" and any(s.relation in ("wdt:P127", "wdt:P1830") for s in supports):
        return False  # who owns a label today says nothing of the day of the contract
    if made.relation == "cg:boycotted":
        classes = yield from knowledge.entities(other.types)
        into = yield from knowledge.into(other.id)
        return bool(into.ends("wdt:P1344")) and not any(_WAR.search(e.label) for e in (other, *classes))
    if made.relation in _WITHIN_A_COUNTRY:
        return (yield from _one_country(one, other, knowledge))
    return True


def _one_country(one: Entity, other: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether two places may lie in one country, as far as the KG knows theirs."""
    here = yield from knowledge.out(one.id)
    there = yield from knowledge.out(other.id)
    countries = set(here.ends(_COUNTRY)), set(there.ends(_COUNTRY))
    return not all(countries) or not countries[0].isdisjoint(countries[1])


def _is_body(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether an entity is a person, a group or an organisation, by the labels of its classes."""
    classes = yield from knowledge.entities(entity.types)
    return _HUMAN in entity.types or any(_BODY.search(c.label) for c in classes)


def is_work(entity: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether an entity is a work, by the labels of its classes, the qualifier of its own, or its description."""
    if _HUMAN in entity.types:
        return False
    if _WORK_BY.search(entity.description):
        return True
    classes = yield from knowledge.entities(entity.types)
    qualifier = entity.label.partition("(")[2]
    return any(_WORK.search(label) for label in (qualifier, *(c.label for c in classes)))


def _not_in_the_names(seed: Statement, made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether the names do not tell the truth already, and numbers in them not the order.

    That a film called "Tom and Jerry: The Movie" owes nothing to "Tom and Jerry" is no lie that one could tell, nor
    that the 60th awards came before the 56th.
    """
    ends = yield from knowledge.entities(made.entities)
    names = [short_label(e.label) for e in ends]
    if made.relation in _ORDER and len({_NUMBER.sub("", n) for n in names}) < len(names):
        return False
    if len(names) < 2 or (set(made.entities) != set(seed.entities) and made.relation not in _OF_CLASSES):
        return True
    one, other = names
    return one not in other and other not in one


def _classes_familiar(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether the classes spoken of are ones that a reader would use: neither too high, nor terms of the KG."""
    kinds: set[str] = set()
    for said in (seed, made, *supports):
        if said.relation in _OF_CLASSES:
            kinds.update(said.entities)
        elif said.relation in ("wdt:P31", "wdt:P106") or is_kind(said.relation):
            kinds.add(str(said.object))
    if is_kind(made.relation) and str(made.object) in knowledge.hidden:
        return False
    classes = yield from knowledge.entities(sorted(kinds))
    (subject,) = (yield from knowledge.entities([made.subject])) or [Entity("", "?")]
    # "Maine contains no county of Maine" cannot be meant.
    if is_kind(made.relation) and any(subject.label.casefold() in c.label.casefold() for c in classes):
        return False
    return not any(_UPPER.search(c.label) for c in classes)


def _kind_stands_there(made: Statement, signatures: Signatures, knowledge: Knowledge) -> Asking[bool]:
    """Whether things are said to be of a kind that a made-up statement excludes, some of them as values there.

    "Has never lived in any organization" is nobody's way to speak of a city.
    """
    if not is_kind(made.relation):
        return True
    kind = str(made.object)
    into = yield from knowledge.into(kind)
    if sum(len(into.ends(r)) for r in ("wdt:P31", "wdt:P106")) < _FAMILIAR:
        return False
    if not made.relation.startswith(_OF_A_VALUE):
        return True
    for end in signatures.like.get(End(made.relation, True), ()):
        members, counts = yield from signatures.profile(End(end.relation, not end.subject), knowledge)
        if counts[kind] * 100 >= len(members) > 0:
            return True
    return False


def _few_values(made: Statement, signatures: Signatures, knowledge: Knowledge) -> Asking[bool]:
    """Whether what a sweeping statement says of all values could be so: the KG knows few values there.

    Where values point at the subject the KG may know few of many, so that the subject must be a single thing that is
    not widely known, and no place, where more people have lived than any graph knows.
    """
    if not is_sweeping(made.relation) and not is_kind(made.relation):
        return True
    if made.subject in knowledge.hidden:
        return False
    (entity,) = (yield from knowledge.entities([made.subject])) or [Entity(made.subject, made.subject)]
    if entity.degree > _WIDELY_KNOWN:
        return False
    for end in signatures.like.get(End(made.relation, True), ()):
        if end.subject:
            around = yield from knowledge.out(made.subject)
        else:
            if entity.degree > _FAMOUS or (yield from is_class(made.subject, knowledge)):
                return False
            if end.relation not in ("wdt:P36", "wdt:P150") and (yield from is_place(entity, knowledge)):
                return False
            around = yield from knowledge.into(made.subject)
        if len(around.ends(end.relation)) > (_FEW_VALUES if end.subject else _FEW_POINTING):
            return False
    return True


def _ends_alike(made: Statement, both_ways: frozenset[str], knowledge: Knowledge) -> Asking[bool]:
    """Whether the ends of a statement that holds both ways are of one class: a city is no twin of a state."""
    if made.relation not in both_ways and made.relation not in _SUCCESSION and not made.relation.startswith(_SHARING):
        return True
    ends = yield from knowledge.entities(made.entities)
    one, other = (set(e.types) for e in ends)
    return not one or not other or not one.isdisjoint(other)


def symmetric(ontology: Ontology) -> frozenset[str]:
    """Relations that hold both ways, and those of one place all around another."""
    both_ways = {a.roles[0].relation for a in ontology.axioms if a.kind is Kind.SYMMETRIC}
    return frozenset(both_ways | {"cg:surrounds"})


def _parent_of_the_sex(made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether a made-up father is known as a man, or as a father, and a mother as a woman, or as a mother."""
    sexes = _PARENTS.get(made.relation)
    if sexes is None:
        return True
    parent = str(made.object)
    out = yield from knowledge.out(parent)
    if out.ends(_SEX):
        return not sexes.isdisjoint(out.ends(_SEX))
    into = yield from knowledge.into(parent)
    return bool(into.ends(made.relation))


def _settled(supports: Sequence[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether the facts about where places lie are the only ones of their kind that the KG has."""
    for support in supports:
        if support.relation in _ONE_AT_A_TIME:
            out = yield from knowledge.out(support.subject)
            if len(out.ends(support.relation)) > 1:
                return False
    return True
