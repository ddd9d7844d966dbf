"""The baseline that takes the two documents that have most in common for contradicting each other."""

from __future__ import annotations

import re
from itertools import combinations

from contragraph.evaluation.contexts.baselines import SET_BASELINES, BaselineVerdict
from contragraph.evaluation.contexts.records import SetItem

_ALIKE = 0.35
"""``overlap`` takes two documents for contradicting that share so much of their words."""
_WORD = re.compile(r"\w+(?:['’]\w+)?")


@SET_BASELINES.register_simple("overlap")
def overlap(item: SetItem) -> BaselineVerdict:
    """The two documents that share most words, if these are many."""
    words = [frozenset(w.casefold() for w in _WORD.findall(text)) for _, text in item.documents]
    best, share = (1, 2), 0.0
    for a, b in combinations(range(len(words)), 2):
        common = len(words[a] & words[b]) / max(1, len(words[a] | words[b]))
        if common > share:
            best, share = (a + 1, b + 1), common
    return BaselineVerdict(best, share >= _ALIKE)
