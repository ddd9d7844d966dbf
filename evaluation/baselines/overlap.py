"""The baseline that takes the sentence of text B that has least in common with text A for changed."""

from __future__ import annotations

import re

from contragraph.evaluation.baselines import PAIR_BASELINES, PairAnswer
from contragraph.evaluation.records import Item

ALIKE = 0.4
"""``overlap`` takes a sentence for changed that shares less than this part of its words with any of the other text."""
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_SMALL = frozenset(
    re.findall(
        r"\w+",
        "a an the of in on at to by for from with as and or is was are were be been has have had it its he his she her "
        "they their that which who",
    )
)


@PAIR_BASELINES.register_simple("overlap")
def overlap(item: Item) -> PairAnswer:
    """A sentence of B that is like none of A was changed; the one of A that is most like it is its original."""
    share, mine, theirs = min(nearest(item), key=lambda p: p[0], default=(1.0, "", ""))
    return PairAnswer(True, [([theirs], [mine])]) if share < ALIKE else PairAnswer(False)


def nearest(item: Item) -> list[tuple[float, str, str]]:
    """For each sentence of B: the share of its words that the sentence of A most like it has, itself, and that one."""
    nearest = []
    for mine in item.sentences[1]:
        words = words_of(mine)
        shared = [(len(words & words_of(theirs)) / max(1, len(words)), theirs) for theirs in item.sentences[0]]
        share, theirs = max(shared, key=lambda s: s[0], default=(0.0, ""))
        nearest.append((share, mine, theirs))
    return nearest


def words_of(text: str, *, small: bool = False) -> frozenset[str]:
    """The words of a sentence; ``small`` ones, such as articles, only where they are wanted."""
    words = frozenset(w.casefold() for w in _WORD.findall(text))
    return words if small else words - _SMALL
