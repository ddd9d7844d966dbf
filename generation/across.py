"""Runs over several graphs of a store: each has its share of the plan, and the report is of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from contragraph.dataset.types import PairType
from contragraph.generation.assembly.pool import Pool
from contragraph.generation.assembly.quotas import Ledger, Shares
from contragraph.generation.assembly.rounds import State

ALL = "all"
"""The name that stands for all graphs of a store."""


def shared_out(plan: Mapping[PairType, int], parts: int) -> list[dict[PairType, int]]:
    """An even share of every type for each of some graphs; they take turns at what is left over."""
    shares: list[dict[PairType, int]] = []
    for place in range(parts):
        some = {t: (n + (place + turn) % parts) // parts for turn, (t, n) in enumerate(plan.items())}
        shares.append({t: n for t, n in some.items() if n})
    return shares


def together(states: Iterable[State], shares: Shares, plan: Mapping[PairType, int]) -> State:
    """The states of all graphs of a run as one, for its report."""
    whole = State(Pool(ALL), Ledger(shares, plan))
    for state in states:
        whole.pool.everything += state.pool.everything
        whole.kept += state.kept
        whole.ledger.add(state.ledger)
        for mine, its in ((whole.reasons, state.reasons), (whole.refused, state.refused)):
            for pair_type, counts in its.items():
                mine.setdefault(pair_type, Counter()).update(counts)
    return whole
