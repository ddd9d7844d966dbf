"""Leads: the conflicts with which pairs of a type are begun, rare kinds first and all kinds in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping

from contragraph.dataset.types import PairType
from contragraph.generation.assembly.pool import Cell, Pool, Pooled
from contragraph.generation.assembly.quotas import Ledger


def leads(
    pool: Pool, ledger: Ledger, pair_type: PairType, passed: Collection[int], about: Mapping[str, int]
) -> Iterator[Pooled]:
    """Conflicts that may begin a pair of the type, none of those passed over before.

    Each is asked for when the one before has become a pair or not. At each turn the kind of conflict is taken that the
    ledger prefers then; of several the one with the fewest conflicts left. Of a kind those about things with many
    conflicts come first (``about``): there is more to tell of them.
    """

    def in_order(some: Collection[Pooled]) -> deque[Pooled]:
        fitting = (p for p in some if p.number not in passed and not ledger.used(p))
        return deque(sorted(fitting, key=lambda p: -min(_MANY, max(about.get(t, 0) for t in p.topics))))

    waiting: dict[Cell, deque[Pooled]] = {
        cell: in_order(some) for cell, some in pool.cells().items() if (cell.hops > 1) == pair_type.multi
    }
    while waiting:
        cell = min(waiting, key=lambda c: (ledger.preference(c, pair_type), len(waiting[c]), c))
        some = waiting[cell]
        if not some or ledger.refuses_cell(cell, pair_type):
            del waiting[cell]
            continue
        lead = some.popleft()
        if not ledger.used(lead) and not ledger.refuses(lead, pair_type):
            yield lead


_MANY = 6
"""Conflicts about a thing beyond which more make no difference."""
