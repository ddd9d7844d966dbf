"""Baselines that say the same of every set: the best that one can do without reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from contragraph.evaluation.baselines.registry import Ground
from contragraph.evaluation.contexts.ask import TYPES
from contragraph.evaluation.contexts.baselines import SET_BASELINES, BaselineVerdict
from contragraph.evaluation.contexts.records import SetItem


@SET_BASELINES.register_simple("always")
def always(item: SetItem) -> BaselineVerdict:
    """A contradiction everywhere, of all documents."""
    return BaselineVerdict(tuple(range(1, len(item.documents) + 1)), True)


@SET_BASELINES.register_simple("never")
def never(item: SetItem) -> BaselineVerdict:
    """A contradiction nowhere."""
    del item
    return BaselineVerdict((), False)


@SET_BASELINES.register("majority")
def majority(ground: Ground[SetItem]) -> Callable[[SetItem], BaselineVerdict]:
    """The most frequent type of the sets it is scored on, and whether most of them have a contradiction."""
    items = ground.items
    kinds = Counter(item.type for item in items if item.type in TYPES)
    kind = max(TYPES, key=lambda k: (kinds[k], -TYPES.index(k)))
    some = 2 * sum(item.conflict for item in items) >= len(items)
    return lambda _: BaselineVerdict(tuple(range(1, TYPES.index(kind) + 2)), some)
