"""Leads: the conflicts with which pairs of a type are begun, those first that need fewest things beside them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator

from contragraph.dataset.types import PairType
from contragraph.generation.pool.conflicts import Cell, Pool, Pooled
from contragraph.generation.pool.quotas import QuotaLedger


def leads(
    pool: Pool,
    ledger: QuotaLedger,
    pair_type: PairType,
    passed: Collection[int],
    worth: Callable[[Pooled], tuple[int, int]],
) -> Iterator[Pooled]:
    """Conflicts that may begin a pair of the type, none of those passed over before.

    Each is asked for when the one before has become a pair or not. First come those of which a pair speaks of fewest
    things (the first number of ``worth``), of them the kind that the ledger prefers then, of several the one with the
    fewest conflicts left; of a kind those of whose topic there is most to tell (the second number).
    """
    waiting: dict[Cell, deque[tuple[tuple[int, int], Pooled]]] = {}
    for cell, some in pool.cells().items():
        fitting = [p for p in some if p.number not in passed and not ledger.used(p)]
        if (cell.hops > 1) == pair_type.multi and fitting:
            waiting[cell] = deque(sorted(((worth(p), p) for p in fitting), key=lambda each: each[0]))
    while waiting:
        cell = min(waiting, key=lambda c: (waiting[c][0][0][0], ledger.preference(c, pair_type), len(waiting[c]), c))
        refused = ledger.refuses_cell(cell, pair_type)
        _, lead = waiting[cell].popleft()
        if refused or not waiting[cell]:
            del waiting[cell]
        if not refused and not ledger.used(lead) and not ledger.refuses(lead, pair_type):
            yield lead
