"""Whether a made-up statement is about things of one time, as far as it must be."""

from __future__ import annotations

from contragraph.generation.period import Periods
from contragraph.graph.model import Statement

_PARENT, _CHILD = ("wdt:P22", "wdt:P25"), "wdt:P40"
"""Relations to a parent, and to a child."""
_YOUNGEST = 15
"""The years that a parent is older than a child, at least."""
_OLDEST = 60
"""The same, at most."""
_ACROSS_TIMES = ("P737", "P144", "P155", "P1542", "P828")
"""Ends of the names of relations whose ends may be of different times: influence, basis, order, cause."""


def of_one_time(made: Statement, seed: Statement, periods: Periods) -> bool:
    """Whether a lie is about things of one time, as far as it must be.

    A parent must be of the right age, where both ages are known. Other lies must not join things known to be of
    different times, unless the truth does so too.
    """
    one, other = periods.of(made.subject), periods.of(str(made.object))
    older, younger = (other, one) if made.relation in _PARENT else (one, other)
    if made.relation in (*_PARENT, _CHILD) and older and younger:
        return _YOUNGEST <= younger.first - older.first <= _OLDEST
    if set(made.entities) == set(seed.entities) or made.relation.endswith(_ACROSS_TIMES):
        return True
    return periods.together(made.subject, str(made.object)) is not False
