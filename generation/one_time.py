"""Whether a made-up statement is about things of one time, as far as it must be."""

from __future__ import annotations

from contragraph.generation.period import Periods
from contragraph.generation.quotas import family
from contragraph.graph.model import Statement

_ORDER = frozenset({"cg:endedBefore", "cg:predates"})
"""Kinds of lies about which was first."""
_PARENT, _YOUNGEST = ("wdt:P22", "wdt:P25"), 15
"""Relations to a parent, and the years that one is older than a child, at least."""
_GENERATIONS = 45
"""Years between two beginnings, at most, for a lie about which was first."""
_ACROSS_TIMES = ("P737", "P144", "P155", "P1542", "P828")
"""Ends of the names of relations whose ends may be of different times: influence, basis, order, cause."""


def of_one_time(made: Statement, seed: Statement, periods: Periods) -> bool:
    """Whether a lie is about things of one time, as far as it must be.

    That one was gone before the other began is worth saying only of things known to have begun within a generation or
    so. Other lies must not join things known to be of different times, unless the truth does so too.
    """
    one, other = periods.of(made.subject), periods.of(str(made.object))
    if made.relation in _PARENT and one and other and other.first > one.first - _YOUNGEST:
        return False
    if made.relation == "wdt:P40" and one and other and one.first > other.first - _YOUNGEST:
        return False
    if family(made) in _ORDER:
        return one is not None and other is not None and abs(one.first - other.first) <= _GENERATIONS
    if set(made.entities) == set(seed.entities) or made.relation.endswith(_ACROSS_TIMES):
        return True
    return periods.together(made.subject, str(made.object)) is not False
