"""The baseline that reads statements back and proves contradictions from them: an upper bound on template texts."""

from __future__ import annotations

from collections.abc import Callable

from contragraph.evaluation.baselines import PAIR_BASELINES, PairAnswer
from contragraph.evaluation.baselines.registry import GRAPH_READER, Ground
from contragraph.evaluation.records import Item
from contragraph.graph.errors import InputError


@PAIR_BASELINES.register(GRAPH_READER)
def graph_reading(ground: Ground[Item]) -> Callable[[Item], PairAnswer]:
    """What the templates read back contradicts by the prover's word."""
    reader = ground.reader
    if reader is None:
        raise InputError(
            f"The baseline {GRAPH_READER} needs the ontology of a dataset made by contragraph generate; leave it out."
        )

    def read(item: Item) -> PairAnswer:
        found = reader.conflicts(item.sentences)
        sides = [
            tuple([item.sentences[text][n] for t, n in one.sentences if t == text] for text in (0, 1)) for one in found
        ]
        return PairAnswer(bool(found), [(a, b) for a, b in sides])

    return read
