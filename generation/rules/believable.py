"""What a reader may believe of a made-up statement, and what is merely absurd: rules for the generator.

A lie that nobody would tell ("the only person who ever lived in Mississippi", "the father of Dominick Dunne is Carey
Lowell", "Cleveland is twinned with Ohio") makes a contradiction, but not one that is worth finding.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.commonplace import everybody_knows
from contragraph.generation.rules.placing import well_placed
from contragraph.generation.rules.plausible import (
    Signatures,
    is_class,
    is_historical,
    short_label,
)
from contragraph.generation.rules.pointless import POINTLESS, WIKIDATA, is_pointless
from contragraph.generation.rules.refused import UNTOLD, is_refused
from contragraph.generation.rules.sorts import OF_A_TRADE, OF_KINDS, PARENTS, sort_of_things
from contragraph.generation.rules.standing import is_place
from contragraph.generation.rules.strained import is_strained
from contragraph.generation.rules.unnatural import is_unnatural
from contragraph.graph.model import Entity, Statement
from contragraph.ontology.axioms import Kind, Ontology
from contragraph.reasoning.ends import End

_FEW_VALUES = 3
"""Values that the KG may know where a made-up statement speaks of all of them."""
_FEW_POINTING = 2
"""The same where values point at the subject, of which the KG is sure to know only some."""
_SOME_WORKS = 12
"""The same where they are works that a person had a part in, of which more can be surveyed."""
_OF_WORKS = re.compile(
    r"_(?:inv_P(?:161|57|86|1040)|created|actedUnder|actedToMusicBy|directedWithCast|scoredUnder|editedUnder)$"
)
_PARTS_IN_WORKS = ("wdt:P161", "wdt:P57", "wdt:P86", "wdt:P1040", "yago:created")
_FAMOUS = 25
"""Facts about an entity, above which everybody knows more of it than a few values."""
_WIDELY_KNOWN = 150
"""The same for what leaves the entity."""
_FAMILIAR = 8
"""Entities said to be of a class, at least, for a text to speak of it in a made-up statement."""
_SEX = "wdt:P21"
_COUNTRY = "wdt:P17"
_STATES_IN_TURN = 3
"""Countries of one place, above which the graph tells its history, and no text says which of them is meant."""
_ONE_AT_A_TIME = ("wdt:P17", "wdt:P30", "wdt:P36", "wdt:P131")
"""Relations of places of which a second value is a matter of time, of dispute, or of another part of the place."""

_OF_A_VALUE = "cg:noneOfKind"
_OF_A_KIND = (_OF_A_VALUE, OF_A_TRADE)
_UPPER = re.compile(
    r"^(?:(?:artificial|natural|physical|abstract|concrete|geographic(?:al)?|territorial|political|social|temporal|"
    r"legal|human-geographic|human|cultural|intellectual|creative|information|collective|goods|fictional) )*"
    r"(?:entity|entities|object|being|thing|concept|unit|work|group|organi[sz]ation|person|human|people|individual|"
    r"agent|event|occurrence|process|activity|action|change|state|property|quality|class|type|kind|set|collection|"
    r"system|structure|location|place|position|region|area|space|point|part|product|resource|community|creator|"
    r"author|artist|performing artist|professional|specialist|worker|memory|knowledge|information|phenomenon|"
    r"interaction|relation|relationship|source|tertiary source|role|means|method|term|name|characteristic|ability|"
    r"skill|social issue|business|businessperson|enterprise|company|corporation|holding company|research institute|"
    r"public research institution|academy|academic|researcher|educator|entrepreneur|lecturer|humanities scholar|"
    r"crime|violation of law|country|sovereign state|industry|model|city|town|human settlement|settlement|facility|"
    r"building)$|"
    r"-level|like a|/|\b(?:entity|subdivision|of a single country|metaclass|instance of|tourist)\b",
    re.IGNORECASE,
)
"""Labels of classes that stand so high that no reader would use them of a thing, or that are terms of the KG."""

_OF_CLASSES = OF_KINDS | {"wdt:P279", "wdt:P460", "wdt:P1382", "cg:identicalTo"}
_OF_GUILT = frozenset({"cg:acquittedOf", "cg:neverChargedWith"})
_SHARING = "cg:noCommon"
_NOT_FOR = {
    "cg:noTiesWith": frozenset({"wdt:P178", "wdt:P287", "wdt:P144", "wdt:P463"}),
    "cg:liesOutside": frozenset({"wdt:P36", "wdt:P1376"}),
}
"""Relations of the truth that some lies cannot answer: a few county seats lie elsewhere."""
_MOST_SUPPORTS = {
    "cg:mistakenForKindOf": 1,
    "cg:notAlwaysA": 1,
    "cg:noTiesWith": 1,
    "cg:refusedToJoin": 0,
    "cg:unrelatedTo": 0,
    "cg:noneOfKind_P361": 2,
    "cg:noOccupation": 2,
}
"""How many true facts a reader follows to such a lie: kinds become too wide, over several owners hardly anybody would
speak of ties, who belongs to a part need not have joined the whole, and kin of kin may be none."""


def is_kind(relation: str) -> bool:
    """Whether the object of an auxiliary relation is a class or an occupation ("has no member who is a …")."""
    return relation.startswith(_OF_A_KIND)


def is_sweeping(relation: str) -> bool:
    """Whether an auxiliary relation speaks of all values of a KG relation ("its only member is …")."""
    return relation.startswith("cg:") and "_" in relation


def never_said(seed: Statement, relation: str, supports: int) -> bool:
    """Whether no lie of a relation can answer such a truth, with so many other true facts between them."""
    if relation in UNTOLD or seed.relation in _NOT_FOR.get(relation, ()):
        return True
    if relation in POINTLESS and seed.subject.startswith(WIKIDATA):
        return True
    most = _MOST_SUPPORTS.get("cg:noOccupation" if relation.startswith(OF_A_TRADE) else relation)
    return most is not None and supports > most


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
    if never_said(seed, made.relation, len(supports)):
        return False
    # What is answered soonest and refuses most comes first.
    checks = (
        _few_values(made, signatures, knowledge),
        sort_of_things(seed, made, supports, knowledge),
        _not_in_the_names(seed, made, supports, knowledge),
        _classes_familiar(seed, made, supports, knowledge),
        _kind_stands_there(made, signatures, knowledge),
        _ends_alike(made, both_ways, knowledge),
        _parent_of_the_sex(made, knowledge),
        _settled(supports, knowledge),
        well_placed(seed, made, supports, knowledge),
    )
    for check in checks:
        if not (yield from check):
            return False
    forbidden = (
        everybody_knows(seed, made, supports, knowledge),
        is_unnatural(seed, made, supports, knowledge),
        is_refused(seed, made, supports, knowledge),
        is_strained(seed, made, supports, knowledge),
        is_pointless(seed, made, supports, knowledge),
    )
    for rule in forbidden:
        if (yield from rule):
            return False
    return True


def _not_in_the_names(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether the names do not tell the truth already.

    That a film called "Tom and Jerry: The Movie" owes nothing to "Tom and Jerry" is no lie that one could tell, nor
    that somebody born in "Butler, Pennsylvania" was born outside Pennsylvania.
    """
    beside = [s.object for s in supports if s.subject == made.subject and isinstance(s.object, str)]
    if beside and isinstance(made.object, str):
        denied, *told = yield from knowledge.entities([made.object, *beside])
        if any(denied.label.casefold() in e.label.casefold() for e in told if e.id != denied.id):
            return False
    ends = yield from knowledge.entities(made.entities)
    names = [short_label(e.label) for e in ends]
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
        elif said.relation in ("wdt:P31", "wdt:P106") or said.relation in _OF_GUILT or is_kind(said.relation):
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
    if _OF_WORKS.search(made.relation):
        out, into = (yield from knowledge.out(made.subject)), (yield from knowledge.into(made.subject))
        works = (len(around.ends(r)) for around in (out, into) for r in _PARTS_IN_WORKS)
        return max(works) <= _SOME_WORKS
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
    if made.relation not in both_ways and not made.relation.startswith(_SHARING):
        return True
    ends = yield from knowledge.entities(made.entities)
    one, other = (set(e.types) for e in ends)
    return not one or not other or not one.isdisjoint(other)


def symmetric(ontology: Ontology) -> frozenset[str]:
    """Relations that hold both ways."""
    return frozenset(a.roles[0].relation for a in ontology.axioms if a.kind is Kind.SYMMETRIC)


def _parent_of_the_sex(made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether a made-up father is known as a man, or as a father, and a mother as a woman, or as a mother."""
    sexes = PARENTS.get(made.relation)
    if sexes is None:
        return True
    parent = str(made.object)
    out = yield from knowledge.out(parent)
    if out.ends(_SEX):
        return not sexes.isdisjoint(out.ends(_SEX))
    into = yield from knowledge.into(parent)
    return bool(into.ends(made.relation))


def _settled(supports: Sequence[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether the facts about where places lie are the only ones of their kind that the KG has.

    A second value that lies in the first, or the first in it, is no other place: a town is in its county and its state.
    Nor do states of the past count.
    """
    for support in supports:
        if support.relation in _ONE_AT_A_TIME:
            out = yield from knowledge.out(support.subject)
            if support.relation == _COUNTRY and len(out.ends(_COUNTRY)) > _STATES_IN_TURN:
                return False  # the one of today may be the one that is missing: Bonn was French once
            for other in (yield from knowledge.entities(out.ends(support.relation))):
                if other.id == support.object or (yield from is_historical(other, knowledge)):
                    continue
                if not (yield from _nested(str(support.object), other.id, knowledge)):
                    return False
    return True


def _nested(one: str, other: str, knowledge: Knowledge) -> Asking[bool]:
    """Whether one place is said to lie in the other, or in a division of it."""
    for inner, outer in ((one, other), (other, one)):
        out = yield from knowledge.out(inner)
        into = yield from knowledge.into(inner)
        above = (*out.ends("wdt:P131"), *into.ends("wdt:P150"))
        if outer in above:
            return True
        for place in above:
            further = yield from knowledge.out(place)
            if outer in further.ends("wdt:P131"):
                return True
    return False
