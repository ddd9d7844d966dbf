"""Whether a made-up statement is about things of one time, as far as it must be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking
from contragraph.generation.periods.estimate import Periods
from contragraph.generation.rules.plausible import COUNTRIES
from contragraph.graph.model import Entity, Statement

_PARENT, _CHILD = ("wdt:P22", "wdt:P25"), "wdt:P40"
"""Relations to a parent, and to a child."""
_YOUNGEST = 15
"""The years that a parent is older than a child, at least."""
_OLDEST = 60
"""The same, at most."""
_TOGETHER = frozenset(f"cg:noCommon_{r}" for r in ("P463", "P264", "P1066", "inv_P1066", "P108", "P737"))
"""Lies about what two people or bands had in common; to deny it of people of different times says nothing."""
_SURELY = "cg:noCommon_P463"
"""The same of societies, which outlive their members: they must have met even if the guesses at their times are off."""
_MET = 25
"""The years that two lives must have in common for that."""
_BASED_ON = "wdt:P144"
_SOON = 10
"""The years by which a work may be older than what a lie says that it is based on."""
_ACROSS_TIMES = ("P737", "P144", "P155", "P1542", "P828")
"""Ends of the names of relations whose ends may be of different times: influence, basis, order, cause."""

_OF_LIVES = frozenset(
    {f"cg:{what}Outside" for what in ("born", "died", "lived", "worked")}
    | {"cg:neverIn", "cg:onlyVisited", "cg:refusedToLiveIn", "cg:declinedWorkIn"}
)
_OF_OTHERS = ("cg:noneBorn", "cg:noneDied", "cg:noneLived")
"""Lies about a place in somebody's life, and in the lives of all relatives, teachers or members."""
_IN_A_LIFE = frozenset(f"wdt:P{n}" for n in (19, 20, 551, 937))
_STATES_OF_TODAY = 1900
"""The first year of birth from which a text may use the states of today; Mach was not born in the Czech Republic."""
_OF_LATE = frozenset(
    f"wd:Q{n}" for n in (1221156, 16110, 36784, 150093, 835714, 831740, 41162, 261543, 10742, 38911, 12443800, 134626)
)
"""Divisions younger than many lives: states of Germany, Austria and India, regions of Italy, France and Bohemia,
voivodeships, oblasts, krais and republics of Russia, autonomous communities, provinces of South Africa."""
_LATE_NAMES = re.compile(
    r"^(?:Maharashtra|Gujarat|Haryana|West Bengal|Karnataka|Kerala|Tamil Nadu|Telangana|Odisha|Jharkhand|Chhattisgarh|"
    r"Uttarakhand|Nagaland|Punjab, India|(?:Andhra|Arunachal|Himachal|Madhya|Uttar) Pradesh)$|"
    r"^\w+[sc]kie$|\b(?:Voivodeship|Oblast|Krai)$"
)
"""Divisions that are young by their names, in graphs that do not say of what kind they are."""
_SINCE_THEN = 1960
"""The first year of birth from which a text may use those."""
_SINCE_LONG = {"wd:Q30": 1780}
"""States that are older; elsewhere borders and names have moved."""


def carried_back(
    seed: Statement, made: Statement, supports: Sequence[Statement], place: Entity, periods: Periods
) -> Asking[bool]:
    """Whether a lie about a state of today is about people who lived, or may have lived, before there was one."""
    late = _LATE_NAMES.search(place.label) is not None
    if (COUNTRIES | _OF_LATE).isdisjoint(place.types) and not late:
        return False
    if made.relation in _OF_LIVES:
        people = [made.subject]
    elif made.relation.startswith(_OF_OTHERS):
        people = [s.subject for s in (seed, *supports) if s.relation in _IN_A_LIFE]
    else:
        return False
    yield from periods.prepare(people)
    since = _SINCE_THEN if late else _SINCE_LONG.get(place.id, _STATES_OF_TODAY)
    return any((life := periods.of(each)) is None or life.first < since for each in people)


def of_one_time(made: Statement, seed: Statement, periods: Periods) -> bool:
    """Whether a lie is about things of one time, as far as it must be.

    A parent must be of the right age by what is said of both themselves, for a guess may be off by a generation. Those
    said to have had nothing in common must have lived at one time, if the time of either is known. Other lies must not
    join things known to be of different times, unless the truth does so too.
    """
    one, other = periods.of(made.subject), periods.of(str(made.object))
    if made.relation in (*_PARENT, _CHILD):
        older, younger = (other, one) if made.relation in _PARENT else (one, other)
        if older is None or younger is None or not (older.sure and younger.sure):
            return False
        return _YOUNGEST + older.error + younger.error <= younger.first - older.first <= _OLDEST
    if made.relation == _BASED_ON and one and other and other.first > one.first + _SOON:
        return False
    if made.relation == _SURELY:
        if one is None or other is None:
            return False
        return min(one.last, other.last) - max(one.first, other.first) >= _MET + one.error + other.error
    met = periods.together(made.subject, str(made.object))
    if made.relation in _TOGETHER and (one or other):
        return met is True
    if made.relation.startswith("cg:noCommon") and one and other:
        return met is True
    if set(made.entities) == set(seed.entities) or made.relation.endswith(_ACROSS_TIMES):
        return True
    return met is not False
