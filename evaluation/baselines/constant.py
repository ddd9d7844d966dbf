"""Baselines that say the same of every pair."""

from __future__ import annotations

from contragraph.evaluation.baselines import PAIR_BASELINES, PairAnswer
from contragraph.evaluation.records import Item


@PAIR_BASELINES.register_simple("always")
def always(item: Item) -> PairAnswer:
    """Every pair is a conflict."""
    del item
    return PairAnswer(True)


@PAIR_BASELINES.register_simple("never")
def never(item: Item) -> PairAnswer:
    """No pair is a conflict."""
    del item
    return PairAnswer(False)
