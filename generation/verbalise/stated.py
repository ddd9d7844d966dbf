"""What statements give away about their ends: persons or things, classes or names, the living and the dead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from contragraph.graph.model import Statement
from contragraph.kgs import kg_of, shipped_kgs

_PERSONAL = frozenset(
    f"wdt:P{n}"
    for n in (
        *(106, 27, 19, 20, 22, 25, 26, 40, 69, 21, 103, 1412, 39, 512, 551, 1399, 509, 735, 734, 1066, 937, 1038),
        *(3373, 184, 185, 108, 413, 102, 607),
    )
)
"""Relations whose subject is a person, where no type says what it is."""
_BORN = frozenset(f"wdt:P{n}" for n in (19, 22, 25, 26, 69, 735, 734, 21, 569))
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
_WORKS = frozenset(
    f"wdt:P{n}"
    for n in (
        161,
        57,
        58,
        86,
        840,
        915,
        364,
        750,
        725,
        1040,
        344,
        2554,
        2515,
        676,
        178,
        404,
        400,
        123,
        1657,
        272,
        162,
        144,
        1877,
    )
)
"""Relations whose subject is a work: its title never takes an article."""
_PERSON_OBJECTS = frozenset(
    f"wdt:P{n}"
    for n in (22, 25, 26, 40, 451, 3373, 1038, 161, 57, 58, 1066, 802, 184, 185, 1431, 344, 725, 35, 6, 488, 169)
)
"""Relations whose object is a person."""
_COUNTED = frozenset({"wdt:P31", "wdt:P106"})
"""Relations whose object is a class of things that one counts: "a lawyer"."""
_OF_CLASSES = frozenset(
    f"wdt:P{n}" for n in (144, 279, 361, 366, 460, 461, 527, 921, 1011, 1056, 1535, 1889, 2283, 3095)
)
"""Relations that hold between classes too, which are named as such: "a coach is the opposite of a player"."""
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
_DEATH = frozenset({"wdt:P20", "wdt:P119", "wdt:P509", "wdt:P1196", "wdt:P570"})
_GENDERS = {"wd:Q6581097": "he", "wd:Q6581072": "she", "wd:Q1052281": "she", "wd:Q2449503": "he"}
_ROLES = {"wdt:P22": "he", "wdt:P25": "she"}


_PLACES = frozenset(f"wdt:P{n}" for n in (36, 47, 150, 190, 421, 1376, 131, 30, 206, 37, 610, 1589))
"""Relations whose subject is most probably a place, where nothing else says what it is."""
_PLACE_OBJECTS = frozenset(f"wdt:P{n}" for n in (19, 20, 551, 36, 150, 190, 131, 47, 840, 915, 159, 119))


@dataclass(slots=True)
class Stated:
    """What the statements themselves say of their entities, by id."""

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
    subjects: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    teams: set[str] = field(default_factory=set)
    honors: set[str] = field(default_factory=set)
    acts: set[str] = field(default_factory=set)
    """Who records music."""


_TELLING = _DEATH | {"wdt:P21", "wdt:P27"}
"""Relations of facts that tell grammar, whether or not the text states them: pronouns and tenses."""
_OF_THE_BORN = frozenset({"wdt:P20", "wdt:P119", "wdt:P509", "wdt:P1196", "wdt:P27"})
_LONG_GONE = frozenset(
    f"wd:Q{n}"
    for n in (179876, 161885, 2277, 70972, 148540, 27306, 43287, 131964, 28513, 34266, 12548, 12560, 1747689, 11772,
              844930, 174193, 215530, 154849, 165154, 154195, 153136, 230791, 8733, 4948, 71084, 170072, 153529, 41304,
              12544, 17167, 172579, 171150, 71092, 435583, 156199, 174306, 209857, 186320)
)  # fmt: skip
"""States that ended before the Second World War did, whose citizens are not spoken of as alive."""


def tells_grammar(relation: str) -> bool:
    """Whether facts of a relation help to word what is said of their subject: its sex, or that it is dead."""
    return relation in _telling()


@cache
def _telling() -> frozenset[str]:
    """Relations that tell grammar, by the names that they have in any graph that ships."""
    exact = {own: role for name in shipped_kgs() for own, role in kg_of(name).alignment.exact.items()}
    return _TELLING | {own for own, role in exact.items() if role.relation in _TELLING and not role.inverse}


def stated_in(statements: Sequence[Statement], background: Sequence[Statement] = ()) -> Stated:
    """What the statements let one conclude about how their ends are to be named.

    Of ``background`` facts, which the text does not state, only sex, death, and states long gone are taken: all of
    persons.
    """
    found = Stated()
    for s in background:
        found.persons.add(s.subject)
        if s.relation in _OF_THE_BORN:
            found.born.add(s.subject)
        if s.relation == "wdt:P21":
            found.genders.setdefault(s.subject, set()).add(_GENDERS.get(s.object_id, ""))
        elif s.relation in _DEATH or (s.relation == "wdt:P27" and s.object_id in _LONG_GONE):
            found.dead.add(s.subject)
    known = set(found.genders)
    wider: dict[str, list[str]] = {}
    for s in statements:
        found.subjects.add(s.subject)
        if s.relation in _COUNTED:
            found.counted.add(s.object_id)
        if s.relation.endswith(("P166", "P1411")):
            found.honors.add(s.object_id)
        if s.relation in _NAMES:
            found.names.add(s.object_id)
        if s.relation in _NAMED:
            found.members.update((s.subject, s.object_id))
        if s.relation in _OF_CLASSES:
            found.classes.update((s.subject, s.object_id))
        if s.relation == "wdt:P279":
            wider.setdefault(s.subject, []).append(s.object_id)
            wider.setdefault(s.object_id, []).append(s.subject)
        if s.negated:
            continue
        if s.relation == "wdt:P31":
            found.types.setdefault(s.subject, set()).add(s.object_id)
        elif s.relation == "wdt:P21":
            found.genders.setdefault(s.subject, set()).add(_GENDERS.get(s.object_id, ""))
        elif s.relation in _ROLES and s.object_id not in known:
            found.genders.setdefault(s.object_id, set()).add(_ROLES[s.relation])
        if s.relation in _PLACES:
            found.places.add(s.subject)
        if s.relation in _PLACE_OBJECTS:
            found.places.add(s.object_id)
        if s.relation == "wdt:P118":
            found.teams.add(s.subject)
        elif s.relation == "wdt:P54":
            found.teams.add(s.object_id)
        if s.relation == "wdt:P264":
            found.acts.add(s.subject)
        if s.relation in _BORN:
            found.born.add(s.subject)
        if s.relation in _DEATH or (s.relation == "wdt:P27" and s.object_id in _LONG_GONE):
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
