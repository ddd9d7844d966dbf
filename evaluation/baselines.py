"""Baselines that need no model. Each gives an answer in JSON, which is read and scored like a model's.

``always`` and ``never`` say the same of every pair. ``overlap`` takes the sentence of text B that has least in common
with text A for changed; ``negation`` looks for words of denial that only one text has about the same names.
``graph-reader`` is an upper bound on template texts (:mod:`.graph_reader`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from contragraph.evaluation.graph_reader import GraphReader
from contragraph.evaluation.records import Item, PairReply
from contragraph.graph.errors import InputError

PREFIX = "baseline:"
GRAPH_READER = "graph-reader"
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
_DENIALS = frozenset(
    re.findall(
        r"\w+",
        "no not never none nobody nothing neither nor nowhere without refused rejected only outside unrelated "
        "different independently sole alone cut",
    )
)
Pairs = list[tuple[list[str], list[str]]]
"""Reported conflicts: sentences of text A, sentences of text B."""
Baseline = Callable[[Item], tuple[bool, Pairs]]


def always(item: Item) -> tuple[bool, Pairs]:
    """Every pair is a conflict."""
    return True, []


def never(item: Item) -> tuple[bool, Pairs]:
    """No pair is a conflict."""
    return False, []


def overlap(item: Item) -> tuple[bool, Pairs]:
    """A sentence of B that is like none of A was changed; the one of A that is most like it is its original."""
    pairs = _nearest(item)
    share, mine, theirs = min(pairs, key=lambda p: p[0], default=(1.0, "", ""))
    return (True, [([theirs], [mine])]) if share < ALIKE else (False, [])


def negation(item: Item) -> tuple[bool, Pairs]:
    """A sentence of B with a word of denial that that of A most like it does not have."""
    found: Pairs = []
    for share, mine, theirs in _nearest(item):
        if share > 0 and (_words(mine, small=True) - _words(theirs, small=True)) & _DENIALS:
            found.append(([theirs], [mine]))
    return bool(found), found


def _nearest(item: Item) -> list[tuple[float, str, str]]:
    """For each sentence of B: the share of its words that the sentence of A most like it has, itself, and that one."""
    nearest = []
    for mine in item.sentences[1]:
        words = _words(mine)
        shared = [(len(words & _words(theirs)) / max(1, len(words)), theirs) for theirs in item.sentences[0]]
        share, theirs = max(shared, key=lambda s: s[0], default=(0.0, ""))
        nearest.append((share, mine, theirs))
    return nearest


def _words(text: str, *, small: bool = False) -> frozenset[str]:
    words = frozenset(w.casefold() for w in _WORD.findall(text))
    return words if small else words - _SMALL


def graph_reading(reader: GraphReader) -> Baseline:
    """The baseline that reads statements back and proves contradictions from them."""

    def read(item: Item) -> tuple[bool, Pairs]:
        found = reader.conflicts(item.sentences)
        pairs = [
            tuple([item.sentences[text][n] for t, n in one.sentences if t == text] for text in (0, 1)) for one in found
        ]
        return bool(found), [(a, b) for a, b in pairs]

    return read


SIMPLE: Mapping[str, Baseline] = {"always": always, "never": never, "overlap": overlap, "negation": negation}
NAMES = (*SIMPLE, GRAPH_READER)
"""The baselines by name."""


def baseline_of(name: str, reader: GraphReader | None = None) -> Baseline:
    """The baseline of a name.

    Raises:
        InputError: if there is none, or it is the graph reader and the dataset has no ontology to read with.
    """
    if name in SIMPLE:
        return SIMPLE[name]
    if name != GRAPH_READER:
        raise InputError(f"There is no baseline {name!r}; take some of {', '.join(NAMES)}.")
    if reader is None:
        raise InputError(
            f"The baseline {GRAPH_READER} needs the ontology of a dataset made by contragraph generate; leave it out."
        )
    return graph_reading(reader)


def replies(items: Sequence[Item], names: Sequence[str], reader: GraphReader | None = None) -> Iterator[PairReply]:
    """The answers of baselines to all items, as the prompt that asks for every conflict would have them.

    Raises:
        InputError: if a name is not known, or cannot be used with this dataset.
    """
    chosen = [(name, baseline_of(name, reader)) for name in names]
    for name, baseline in chosen:
        for item in items:
            said, pairs = baseline(item)
            conflicts = [{"text_a": a, "text_b": b} for a, b in pairs]
            yield PairReply(
                item=item.id,
                model=f"{PREFIX}{name}",
                prompt="steps",
                variant="plain",
                order="ab",
                attempt=1,
                text=json.dumps({"contradiction": said, "conflicts": conflicts}, ensure_ascii=False),
                failure=None,
                made_by={"model": f"{PREFIX}{name}"},
            )
