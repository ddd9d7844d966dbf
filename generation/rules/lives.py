"""Facts of a life that are dated outside it, and ties of people who never met: wrong dates and namesakes.

That Marie Curie has worked for a university since 2017 is a slip of a date; that somebody influenced one who was dead
by then, a namesake. Years are those of descriptions, "(1867–1934)", which the loader makes of YAGO's dates.
"""

from __future__ import annotations

import re

from contragraph.graph.model import Entity, Statement

_LIFE = re.compile(r"^\((?:(\d{4})–(\d{4})|born (\d{4})|died (\d{4}))\)$")
_GRADUATION = "yago:graduatedFrom"
_AT_ONCE = frozenset({_GRADUATION, "wdt:P166", "yago:created"})
_GROWN = 14
"""Years before which nobody is a parent, a teacher or employed."""
_LONGEST = 100
_LONG_AGO = 1957
_GROWN_FOR = frozenset({"wdt:P108", "wdt:P26", "wdt:P54", _GRADUATION, "yago:isAffiliatedTo"})
_FOR_A_WHILE = frozenset({"wdt:P54", "wdt:P26", "yago:isAffiliatedTo"})
_MET = frozenset({"wdt:P26", "wdt:P1066", "wdt:P184", "yago:hasAcademicAdvisor"})
_CHILD, _MARRIED = "wdt:P40", "wdt:P26"
_INFLUENCED = "wdt:P737"


def within_lives(statement: Statement, subject: Entity, thing: Entity) -> bool:
    """Whether a fact may be so by the years of those it is about, as far as their descriptions tell them."""
    if statement.relation in _AT_ONCE and statement.valid_from != statement.valid_to:
        return False  # the years of study, or those between two prizes
    if statement.relation == _MARRIED and statement.valid_from is None:
        return False  # whoever is dead may not be told so
    if statement.relation in _FOR_A_WHILE and statement.valid_from is not None and statement.valid_to is None:
        return False  # nobody plays for a team of boys since 2004
    ours, theirs = life_of(subject), life_of(thing)
    if statement.relation in _GROWN_FOR and ours is None and _goes_on(statement):
        return False
    for life in (ours, theirs):
        if life is not None and not _is_dated_within(statement, *life):
            return False
    if ours is None or theirs is None:
        return True
    (born, died), (other_born, other_died) = ours, theirs
    if statement.relation in _MET:
        return born + _GROWN <= other_died and other_born + _GROWN <= died
    if statement.relation == _CHILD:
        return born + _GROWN <= other_born <= died + 1
    return statement.relation != _INFLUENCED or other_born + _GROWN <= died


def life_of(entity: Entity) -> tuple[int, int] | None:
    """The years of birth and death that a description tells; of one of them, the other is as far off as it can be."""
    match = _LIFE.match(entity.description)
    if match is None:
        return None
    born, died = match[1] or match[3], match[2] or match[4]
    return int(born or int(died) - _LONGEST), int(died or int(born) + _LONGEST)


def death_of(entity: Entity) -> int | None:
    """The year of death that a description tells."""
    match = _LIFE.match(entity.description)
    year = match and (match[2] or match[4])
    return int(year) if year else None


def _goes_on(statement: Statement) -> bool:
    """Whether it would be said to last to this day, since so long ago that it cannot."""
    since = (statement.valid_from or "")[:4]
    return statement.valid_to is None and since.isdecimal() and int(since) < _LONG_AGO


def _is_dated_within(statement: Statement, born: int, died: int) -> bool:
    years = [int(day[:4]) for day in (statement.valid_from, statement.valid_to) if day and day[:4].isdecimal()]
    first = born + (_GROWN if statement.relation in _GROWN_FOR else 0)
    return all(first <= year <= died + 1 for year in years)
