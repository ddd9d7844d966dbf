"""Names: what an entity is called in a text, and which pronoun may stand for it.

A name keeps the entity's label letter for letter, but for white space, underscores, a parenthesised qualifier
that no namesake needs, and anything beyond the length that still fits a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from contragraph.generation.verbalise.articles import case_of, names_many, wants_the, with_article
from contragraph.generation.verbalise.kinds import TITLES, Kind, began, kind_of
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Literal, Statement

MAX_LABEL_WORDS = 16
"""Longer labels are cut, so that two of them and a phrase stay below the limit for sentences."""

_HUMAN = "wd:Q5"
_PERSONAL = frozenset(
    f"wdt:P{n}"
    for n in (
        106,
        27,
        19,
        20,
        22,
        25,
        26,
        40,
        69,
        21,
        103,
        1412,
        39,
        512,
        551,
        1399,
        509,
        735,
        734,
        1066,
        937,
        1038,
        3373,
        184,
        185,
        108,
        413,
        102,
        607,
    )
)
"""Relations whose subject is a person, where no type says what it is."""
_BORN = frozenset(f"wdt:P{n}" for n in (19, 22, 25, 26, 69, 735, 734, 21))
"""Relations whose subject is a person for certain."""
_THINGS = frozenset(
    f"wdt:P{n}"
    for n in (
        *(161, 57, 58, 162, 272, 364, 495, 840, 915, 750, 725, 1040, 86, 178, 287, 144, 1431, 344, 674, 921),
        *(36, 47, 150, 190, 421, 17, 131, 30, 37, 1376, 206, 974, 197, 81, 159, 749, 355, 127, 807, 1001, 2936),
        *(279, 461, 828, 1478, 1479, 1537, 1542, 425),
    )
)
"""Relations whose subject is no person."""
_WORKS = frozenset(f"wdt:P{n}" for n in (161, 57, 58, 86, 840, 915, 364, 750, 725, 1040, 344, 2554, 2515, 676))
"""Relations whose subject is a work: its title never takes an article."""
_PERSON_OBJECTS = frozenset(
    f"wdt:P{n}"
    for n in (22, 25, 26, 40, 451, 3373, 1038, 161, 57, 58, 1066, 802, 184, 185, 1431, 344, 725, 35, 6, 488, 169)
)
"""Relations whose object is a person."""
_COUNTED = frozenset({"wdt:P31", "wdt:P106"})
_COUNTED_FAMILIES = ("cg:noneOfKind_", "cg:noOccupation_", "cg:containsNo")
"""Relations whose object is a class of things that one counts: "a lawyer"."""
_COUNTABLE = re.compile(
    r"(?:(?<!wat)(?<!canc)(?<!weath)(?<!pow)(?<!matt)(?<!lab)(?<!hum)(?<!lit)(?<!hon)[eo]r|ist|[^s]ian|company|"
    r"organi[sz]ation|institution|nation|country|state|city|club|team|band|group|album|song|film|genre|language|game|"
    r"university|school|college|award|number|value|unit|business|corporation|agency|entity|subdivision|region|division|"
    r"territory|republic|county|province|district|party|office|station|network|event|person|character|vehicle|"
    r"building|structure|object|device|instrument|machine|system|concept|term|prize|association|settlement|area)$"
)
"""How classes end whose members one counts."""
_NAMED = frozenset(f"wdt:P{n}" for n in (54, 118, 127, 463, 647, 664, 1344))
"""Relations between things that have proper names."""
_NAMES = frozenset({"wdt:P735", "wdt:P734"})
"""Relations whose object is a name: it has a capital whatever its label says."""
_THING_OBJECTS = frozenset(
    f"wdt:P{n}"
    for n in (
        *(19, 20, 27, 551, 937, 17, 131, 30, 36, 47, 150, 190, 421, 159, 276, 840, 915, 495, 740, 119, 69, 463),
        *(102, 54, 264, 136, 106, 101, 279, 166, 1411, 1344, 607, 1303, 140, 364, 407, 1412, 103, 272, 750, 144),
        *(1399, 509, 1196, 641, 39),
    )
)
"""Relations whose object is no person."""
_DEATH = frozenset({"wdt:P20", "wdt:P119", "wdt:P509", "wdt:P1196", "wdt:P570", "cg:endedBefore"})
_GENDERS = {"wd:Q6581097": "he", "wd:Q6581072": "she", "wd:Q1052281": "she", "wd:Q2449503": "he"}
_ROLES = {"wdt:P22": "he", "wdt:P25": "she"}
_SHE = re.compile(
    r"\b(?:actress|queen|princess|empress|duchess|woman|female|wife|daughter|mother|nun)\b", re.IGNORECASE
)
_HE = re.compile(r"\b(?:king of|prince|emperor|duke|husband|son of|father|pope|male|monk)\b", re.IGNORECASE)
_DESCRIBED = (("she", _SHE), ("he", _HE))
_LIFETIME = re.compile(r"\(\D{0,12}\d{3,4}\D{0,20}[-–—]\D{0,20}\d{3,4}\)")
_PLURAL_NAME = re.compile(r"^the .*[^s]s$")
_SURNAMED = re.compile(
    r"(?:American|British|English|Scottish|Welsh|Irish|Canadian|Australian|German|Austrian|Swiss|French|Italian|Dutch|"
    r"Belgian|Swedish|Norwegian|Danish|Finnish|Polish|Czech)\b"
)
"""How descriptions begin of people whose last name can stand alone."""
_FULL_NAME = re.compile(r"[A-Z][\w'’-]+(?: (?:[A-Z]\.|[A-Z][\w'’-]+))? ([A-Z][\w'’-]{2,})$")
_NO_SURNAME = frozenset(("Jr", "Sr", "III", "Jr.", "Sr.", "Brothers", "Sisters"))
_NO_CAPITAL = frozenset(
    (
        *("of", "the", "and", "in", "on", "at", "for", "von", "van", "de", "der", "den", "la", "le", "du", "di", "da"),
        *(
            "do",
            "dos",
            "das",
            "del",
            "della",
            "el",
            "al",
            "bin",
            "ibn",
            "y",
            "e",
            "zu",
            "af",
            "av",
            "ter",
            "ten",
            "san",
        ),
    )
)
_QUALIFIER = re.compile(r"\s+\([^()]*\)$")
_DATE = re.compile(r"^(-?\d{1,4})-(\d\d)-(\d\d)(?:T.*)?$")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True)
class Name:
    """How one entity is named. ``pronoun`` is empty where none is known to be right."""

    label: str
    said: str
    """The label, with *the* or *a* where it wants it."""
    pronoun: str = ""
    kind: Kind = ""
    past: bool = False
    """Whether the text or the description says that the person is dead."""
    plural: bool = False
    short: str = ""
    """A person's surname, where it can stand alone after the full name."""

    @property
    def person(self) -> bool:
        """Whether it is a person's."""
        return self.kind == "person"

    @property
    def indefinite(self) -> str:
        """With an indefinite article, as a class is named."""
        one = with_article(self.label)
        if one.startswith("one of "):
            return one
        return self.said if self.said != self.label else with_article(self.label)

    @property
    def case(self) -> str:
        """As a case of something: "a stroke", but "cancer"."""
        return self.said if self.said != self.label else case_of(self.label)

    @property
    def possessive(self) -> str:
        """The possessive of the name."""
        return possessive(self.said)

    @property
    def their(self) -> str:
        """The possessive pronoun that follows the name in one sentence."""
        known = {"he": "his", "she": "her", "it": "its"}.get(self.pronoun)
        return known or ("their" if self.person or self.plural else "its")

    @property
    def relative(self) -> str:
        """*who*, *which*, or nothing where neither is safe."""
        return "who" if self.person else "which" if self.pronoun == "it" else ""

    @property
    def began(self) -> str:
        """The name with the verb of its beginning: "Ann was born"."""
        return began(self.said, self.kind, plural=self.plural)

    @property
    def shifty(self) -> bool:
        """Whether it would blur a list or a possessive: it holds a comma or ends with a mark."""
        return any(c in self.label for c in ",;") or self.label[-1] in "!?"


def possessive(name: str) -> str:
    """The possessive of a name: "Ann's", "the Netherlands'"."""
    return f"{name}'" if _PLURAL_NAME.search(name) else f"{name}'s"


def names_of(statements: Sequence[Statement], entities: Mapping[str, Entity]) -> dict[str, Name]:
    """The names of all ends of the statements, by entity or literal id.

    :raises InputError: if an entity is not among ``entities`` or has no label
    """
    labels: dict[str, str] = {}
    for statement in statements:
        for end in (statement.subject, statement.object):
            if isinstance(end, Literal):
                labels.setdefault(end.id, _literal(end))
            elif end not in labels:
                labels[end] = _label(end, entities)
    short = {key: _QUALIFIER.sub("", label) or label for key, label in labels.items()}
    taken = Counter(s.casefold() for s in short.values())
    named = {key: short[key] if taken[short[key].casefold()] == 1 else label for key, label in labels.items()}
    taken = Counter(n.casefold() for n in named.values())
    stated = _stated(statements)
    names = {
        key: _name(key, label if taken[label.casefold()] == 1 else _told_apart(key, label, entities), entities, stated)
        for key, label in named.items()
    }
    words = Counter(w for n in names.values() for w in set(n.label.split()))
    return {key: n if not n.short or words[n.short] == 1 else replace(n, short="") for key, n in names.items()}


@dataclass(slots=True)
class _Stated:
    """What the statements themselves say of their entities."""

    types: dict[str, set[str]] = field(default_factory=dict)
    genders: dict[str, set[str]] = field(default_factory=dict)
    dead: set[str] = field(default_factory=set)
    persons: set[str] = field(default_factory=set)
    things: set[str] = field(default_factory=set)
    works: set[str] = field(default_factory=set)
    counted: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    born: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)
    members: set[str] = field(default_factory=set)


def _stated(statements: Sequence[Statement]) -> _Stated:
    found = _Stated()
    wider: dict[str, list[str]] = {}
    for s in statements:
        if s.relation == "cg:disjointClass":
            found.counted.update((s.subject, s.object_id))
        elif s.relation in _COUNTED or s.relation.startswith(_COUNTED_FAMILIES):
            found.counted.add(s.object_id)
        if s.relation in _NAMES:
            found.names.add(s.object_id)
        if s.relation in _NAMED:
            found.members.update((s.subject, s.object_id))
        if s.relation == "wdt:P279":
            found.classes.update((s.subject, s.object_id))
            wider.setdefault(s.subject, []).append(s.object_id)
            wider.setdefault(s.object_id, []).append(s.subject)
        if s.negated:
            continue
        if s.relation == "wdt:P31":
            found.types.setdefault(s.subject, set()).add(s.object_id)
        elif s.relation == "wdt:P21":
            found.genders.setdefault(s.subject, set()).add(_GENDERS.get(s.object_id, ""))
        elif s.relation in _ROLES:
            found.genders.setdefault(s.object_id, set()).add(_ROLES[s.relation])
        if s.relation in _BORN:
            found.born.add(s.subject)
        if s.relation in _DEATH:
            found.dead.add(s.subject)
        if s.relation in _PERSONAL:
            found.persons.add(s.subject)
        elif s.relation in _THINGS:
            found.things.add(s.subject)
        if s.relation in _WORKS:
            found.works.add(s.subject)
        if s.relation in _THING_OBJECTS:
            found.things.add(s.object_id)
        elif s.relation in _PERSON_OBJECTS:
            found.persons.add(s.object_id)
    left = sorted(found.counted)
    while left:
        near = [c for c in wider.get(left.pop(), ()) if c not in found.counted]
        found.counted.update(near)
        left += near
    return found


def _name(key: str, label: str, entities: Mapping[str, Entity], stated: _Stated) -> Name:
    entity = entities.get(key)
    if entity is None:
        return Name(label, label, "it")
    types = frozenset({*entity.types, *stated.types.get(key, ())})
    personal = key in stated.persons
    kind = kind_of(entity, types)
    if personal and key not in stated.things and (kind == "" or (kind == "organisation" and not types)):
        kind = "person"
    kind = "person" if key in stated.born and kind != "group" else kind
    person, group = kind == "person", kind == "group"
    unknown = not types and not entity.description and " " in label
    label = _with_capitals(label, person=person, proper=key in stated.names or (unknown and key in stated.members))
    plural = (group and label.endswith("s")) or (not person and names_many(label))
    if person:
        genders = stated.genders.get(key) or _described(entity) if _HUMAN in types or not types else {""}
        pronoun = next(iter(genders)) if len(genders) == 1 else ""
    else:
        thing = bool(types) or kind != "" or (key in stated.things and not personal)
        pronoun = "it" if thing and not group and not plural else ""
    proper = kind not in ("person", "work") and not personal and types.isdisjoint(TITLES) and key not in stated.works
    counted = key in stated.counted or (key in stated.classes and _COUNTABLE.search(label) is not None)
    small = label[:1].islower() and not proper_name(label)
    if counted and small:
        said = with_article(label)
    elif proper and wants_the(label, plural=plural):
        said = f"the {label}"
    else:
        like_class = counted and key in stated.classes and " " in label and label.split()[-1].islower()
        said = with_article(label) if like_class else label
    past = person and (key in stated.dead or _LIFETIME.search(entity.description) is not None)
    return Name(label, said, pronoun, kind, past, plural, _surname(label, entity) if person else "")


def proper_name(label: str) -> bool:
    """Whether a label that begins with a small letter is a name all the same, such as "eBay"."""
    return any(c.isupper() for c in label.split(maxsplit=1)[0])


def _surname(label: str, entity: Entity) -> str:
    """The last name, where the description speaks for a people whose last names stand alone."""
    match = _FULL_NAME.match(label)
    plain = match is not None and match[1] not in _NO_SURNAME and _SURNAMED.match(entity.description) is not None
    return match[1] if match and plain else ""


def _with_capitals(label: str, *, person: bool, proper: bool) -> str:
    """A proper name with the capitals that it wants, where its label has small letters."""
    small = label.islower() and (proper or " " in label)
    if not (person or proper) or not (small or (person and 1 < len(label.split()) < 5)):
        return label
    words = label.split()
    return " ".join(w if w in _NO_CAPITAL and i else w[:1].upper() + w[1:] for i, w in enumerate(words))


def _described(entity: Entity) -> set[str]:
    """The pronouns that a description allows for."""
    return {pronoun for pronoun, pattern in _DESCRIBED if pattern.search(entity.description)}


def _label(key: str, entities: Mapping[str, Entity]) -> str:
    entity = entities.get(key)
    label = _clean(entity.label) if entity else ""
    if not label:
        raise InputError(f"The entity {key} has no label, so it cannot be put into words; leave it out.")
    return label


def _clean(text: str) -> str:
    words = text.replace("_", " ").split()
    return " ".join(words[:MAX_LABEL_WORDS])


def _literal(literal: Literal) -> str:
    date = _DATE.match(literal.value)
    if not literal.label and date and literal.datatype.endswith("date") and 1 <= int(date[2]) <= 12:
        return f"{int(date[3])} {_MONTHS[int(date[2]) - 1]} {int(date[1])}"
    return _clean(literal.label) or _clean(literal.value) or "an empty value"


def _told_apart(key: str, label: str, entities: Mapping[str, Entity]) -> str:
    """A namesake with its description or a class behind it."""
    entity = entities.get(key)
    if entity is None:
        return label
    room = max(4, MAX_LABEL_WORDS - len(label.split()))
    label = " ".join(label.split()[: MAX_LABEL_WORDS - room])
    hint = _clean(_QUALIFIER.sub("", entity.description))
    if not hint:
        hint = next((_clean(entities[t].label) for t in entity.types if t in entities), "")
    return f"{label} ({' '.join(hint.split()[:room])})" if hint else label
