"""Which conflicts may stand in one pair, so that each is a conflict by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from contragraph.generation.pool.conflicts import Ends, Pooled


def withheld(items: Iterable[Pooled]) -> frozenset[Ends]:
    """Between what nothing else may be told: what each conflict of a pair withholds."""
    return frozenset[Ends]().union(*(item.withheld for item in items))


def compatible(one: Pooled, others: Sequence[Pooled]) -> bool:
    """Whether a conflict goes with all others of a pair.

    Two perturbed statements are not of one subject and relation and have not one object; two conflicts share at most
    one true statement, and that supports both; no statement of one is told that another withholds or makes up.
    """
    for other in others:
        same = (one.made.subject, one.made.relation) == (other.made.subject, other.made.relation)
        if same or one.replacement == other.replacement:
            return False
        if not (one.withheld.isdisjoint(other.tells) and other.withheld.isdisjoint(one.tells)):
            return False
        if len(frozenset(one.truths).intersection(other.truths)) > 1:
            return False
    return True
