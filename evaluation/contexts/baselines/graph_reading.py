"""The baseline that reads statements back by the templates: an upper bound on texts that the templates wrote."""

from __future__ import annotations

import re
from collections.abc import Callable

from contragraph.evaluation.baselines.registry import GRAPH_READER, Ground
from contragraph.evaluation.contexts.baselines import SET_BASELINES, BaselineVerdict
from contragraph.evaluation.contexts.records import SetItem
from contragraph.evaluation.graph_reader.sets import contradictions_across
from contragraph.graph.errors import InputError

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


@SET_BASELINES.register(GRAPH_READER)
def graph_reading(ground: Ground[SetItem]) -> Callable[[SetItem], BaselineVerdict]:
    """What the templates read back contradicts by the prover's word: the contradiction of fewest documents."""
    reader = ground.reader
    if reader is None:
        raise InputError(f"The baseline {GRAPH_READER} needs the ontology of the dataset; leave it out.")

    def read(item: SetItem) -> BaselineVerdict:
        found = contradictions_across([_SENTENCE.split(text) for _, text in item.documents], reader).found
        return BaselineVerdict(tuple(n + 1 for n in found[0].texts) if found else (), bool(found))

    return read
