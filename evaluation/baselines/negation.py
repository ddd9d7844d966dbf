"""The baseline that looks for words of denial that only one text has about the same names."""

from __future__ import annotations

import re

from contragraph.evaluation.baselines import PAIR_BASELINES, PairAnswer
from contragraph.evaluation.baselines.overlap import nearest, words_of
from contragraph.evaluation.records import Item

_DENIALS = frozenset(
    re.findall(
        r"\w+",
        "no not never none nobody nothing neither nor nowhere without refused rejected only outside unrelated "
        "different independently sole alone cut",
    )
)


@PAIR_BASELINES.register_simple("negation")
def negation(item: Item) -> PairAnswer:
    """A sentence of B with a word of denial that that of A most like it does not have."""
    found = [
        ([theirs], [mine])
        for share, mine, theirs in nearest(item)
        if share > 0 and (words_of(mine, small=True) - words_of(theirs, small=True)) & _DENIALS
    ]
    return PairAnswer(bool(found), found)
