"""What needs no model, beside which models must stand: each baseline answers all tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contragraph.evaluation.baselines.registry import BaselineRegistry
from contragraph.evaluation.contexts.ask import TYPES, asked_of
from contragraph.evaluation.contexts.records import NO, YES, SetItem, SetReply, Task
from contragraph.evaluation.graph_reader.reader import GraphReader
from contragraph.graph.model.sets import KINDS


@dataclass(frozen=True, slots=True)
class BaselineVerdict:
    """What a baseline says of a set."""

    documents: tuple[int, ...]
    """Empty where there is no contradiction."""
    found: bool

    @property
    def type(self) -> str:
        """The type that so many documents give; *self* for none and for all."""
        return KINDS.get(len(self.documents), TYPES[0])


SET_BASELINES: BaselineRegistry[SetItem, BaselineVerdict] = BaselineRegistry(__name__, " for sets")


def replies(
    items: Sequence[SetItem], tasks: Sequence[Task], names: Sequence[str], reader: GraphReader | None = None
) -> Iterator[SetReply]:
    """The answers of baselines to all tasks.

    Raises:
        InputError: if a name is not known, or it is the graph reader and there is no ontology to read with.
    """
    for name, item, verdict in SET_BASELINES.replies(names, items, reader):
        for task in tasks:
            if asked_of(item, task):
                yield SetReply(
                    item=item.id,
                    model=name,
                    task=task,
                    variant="plain",
                    rotation=0,
                    attempt=1,
                    text=_said(task, verdict),
                    failure=None,
                    made_by={"model": name},
                )


def _said(task: Task, verdict: BaselineVerdict) -> str:
    """The answer as a model would give it."""
    if task == "detect":
        return f"Answer: {YES if verdict.found else NO}"
    if task == "type":
        return f"<type>{verdict.type}</type>"
    named = verdict.documents[-1:] if task == "resolve" else verdict.documents
    return f"<documents>{', '.join(map(str, named))}</documents>"
