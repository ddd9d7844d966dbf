"""Names: what an entity is called in a text, and which pronoun may stand for it.

A name keeps the entity's label letter for letter, but for white space, underscores, a parenthesised qualifier
that no namesake needs, and anything beyond the length that still fits a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contragraph.generation.verbalise.articles import wants_the, with_article
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Literal, Statement

MAX_LABEL_WORDS = 16
"""Longer labels are cut, so that two of them and a phrase stay below the limit for sentences."""

_HUMAN = "wd:Q5"
_PERSONS = frozenset(
    f"wd:Q{n}"
    for n in (
        5, 15632617, 95074, 15773347, 15773317, 3658341, 1114461, 15711870, 1569167, 80447738, 87576284, 4271324,
        178885, 22989102, 22988604, 20643955, 3542731, 21070568, 1062345, 178342, 15632618, 28020127, 24199478,
        13002315, 190, 235113, 50386450, 15702752, 23015925,
    )
)  # fmt: skip
_GROUPS = frozenset(f"wd:Q{n}" for n in (215380, 5741069, 14073567, 31184558, 10648343, 9212979, 216337, 41710))
_TITLES = frozenset(
    f"wd:Q{n}"
    for n in (
        11424, 482994, 134556, 7366, 7725634, 571, 5398426, 7889, 506240, 229390, 24869, 29168811, 202866, 105543609,
        24862, 1259759, 21191270, 3305213, 860861, 25379, 2743, 1344, 47461344, 8261, 277759, 7058673, 15416, 1261214,
        20650540, 220898, 8274, 1667921, 3464665, 63952888, 581714, 117467246, 17517379, 11086742, 11879590, 734698,
        202444, 101352, 12308941, 11879590, 3409032,
    )
)  # fmt: skip
_PERSONAL = frozenset(
    f"wdt:P{n}" for n in (106, 27, 19, 20, 22, 25, 26, 40, 69, 21, 103, 1412, 39, 512, 551, 1399, 509, 735, 734, 1066)
)
"""Relations whose subject is a person, where no type says what it is."""
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
    """The label, with *the* where it wants it."""
    pronoun: str = ""
    person: bool = False
    past: bool = False
    """Whether the text or the description says that the person is dead."""
    plural: bool = False

    @property
    def indefinite(self) -> str:
        """With an indefinite article, as a class is named."""
        return self.said if self.said != self.label else with_article(self.label)

    @property
    def possessive(self) -> str:
        """The possessive of the name."""
        return f"{self.said}'s"

    @property
    def relative(self) -> str:
        """*who*, *which*, or nothing where neither is safe."""
        return "who" if self.person else "which" if self.pronoun == "it" else ""

    @property
    def shifty(self) -> bool:
        """Whether it would blur a list or a possessive: it holds a comma or ends with a mark."""
        return any(c in self.label for c in ",;") or self.label[-1] in "!?"


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
    return {
        key: _name(key, label if taken[label.casefold()] == 1 else _told_apart(key, label, entities), entities, stated)
        for key, label in named.items()
    }


@dataclass(slots=True)
class _Stated:
    """What the statements themselves say of their entities."""

    types: dict[str, set[str]] = field(default_factory=dict)
    genders: dict[str, set[str]] = field(default_factory=dict)
    dead: set[str] = field(default_factory=set)
    persons: set[str] = field(default_factory=set)
    things: set[str] = field(default_factory=set)
    works: set[str] = field(default_factory=set)


def _stated(statements: Iterable[Statement]) -> _Stated:
    found = _Stated()
    for s in statements:
        if s.negated:
            continue
        if s.relation == "wdt:P31":
            found.types.setdefault(s.subject, set()).add(s.object_id)
        elif s.relation == "wdt:P21":
            found.genders.setdefault(s.subject, set()).add(_GENDERS.get(s.object_id, ""))
        elif s.relation in _ROLES:
            found.genders.setdefault(s.object_id, set()).add(_ROLES[s.relation])
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
    return found


def _name(key: str, label: str, entities: Mapping[str, Entity], stated: _Stated) -> Name:
    entity = entities.get(key)
    if entity is None:
        return Name(label, label, "it")
    types = {*entity.types, *stated.types.get(key, ())}
    personal = key in stated.persons
    person = not types.isdisjoint(_PERSONS) or (not types and personal and key not in stated.things)
    group = not types.isdisjoint(_GROUPS)
    plural = group and label.endswith("s")
    if person:
        genders = stated.genders.get(key) or _described(entity) if _HUMAN in types or not types else {""}
        pronoun = next(iter(genders)) if len(genders) == 1 else ""
    else:
        thing = bool(types) or (key in stated.things and not personal)
        pronoun = "it" if thing and not group else ""
    proper = not person and not group and not personal and types.isdisjoint(_TITLES)
    proper = proper and key not in stated.works
    said = f"the {label}" if proper and wants_the(label) else label
    past = person and (key in stated.dead or _LIFETIME.search(entity.description) is not None)
    return Name(label, said, pronoun, person, past, plural)


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
