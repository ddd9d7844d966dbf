"""Baselines that need no model. Each gives an answer in JSON, which is read and scored like a model's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from contragraph.evaluation.baselines.registry import BaselineRegistry
from contragraph.evaluation.graph_reader.reader import GraphReader
from contragraph.evaluation.records import Item, PairReply


class PairAnswer(NamedTuple):
    """What a baseline says of a pair: whether there is a conflict, and between which sentences of A and of B."""

    conflict: bool
    pairs: Sequence[tuple[Sequence[str], Sequence[str]]] = ()


PAIR_BASELINES: BaselineRegistry[Item, PairAnswer] = BaselineRegistry(__name__)


def replies(items: Sequence[Item], names: Sequence[str], reader: GraphReader | None = None) -> Iterator[PairReply]:
    """The answers of baselines to all items, as the prompt that asks for every conflict would have them.

    Raises:
        InputError: if a name is not known, or cannot be used with this dataset.
    """
    for name, item, answer in PAIR_BASELINES.replies(names, items, reader):
        conflicts = [{"text_a": a, "text_b": b} for a, b in answer.pairs]
        yield PairReply(
            item=item.id,
            model=name,
            prompt="steps",
            variant="plain",
            order="ab",
            attempt=1,
            text=json.dumps({"contradiction": answer.conflict, "conflicts": conflicts}, ensure_ascii=False),
            failure=None,
            made_by={"model": name},
        )
