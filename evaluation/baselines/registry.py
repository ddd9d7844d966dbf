"""The registry of baselines, for each kind of item that is asked about.

A baseline is a function that is given all items and, where the dataset has an ontology, what reads statements back, and
returns what answers one item. It stands in a module of its own beside the registry, which is found by being there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from contragraph.evaluation.graph_reader.reader import GraphReader
from contragraph.graph.registry import Registry

I = TypeVar("I")  # noqa: E741
A = TypeVar("A")
GRAPH_READER = "graph-reader"
"""The baseline that needs the ontology of the dataset."""
PREFIX = "baseline:"
"""What the names of baselines begin with where those of models stand."""


@dataclass(frozen=True, slots=True)
class Ground(Generic[I]):
    """What a baseline may look at before it answers."""

    items: Sequence[I]
    reader: GraphReader | None = None
    """What reads statements back; None where the dataset has no ontology, or nobody asked for it."""


Make = Callable[[Ground[I]], Callable[[I], A]]


class BaselineRegistry(Registry[Make[I, A]], Generic[I, A]):
    """The baselines of one kind of item, in the modules of a package."""

    def __init__(self, package: str, of: str = "") -> None:
        super().__init__("baseline", package, of)

    def register_simple(self, name: str) -> Callable[[Callable[[I], A]], Callable[[I], A]]:
        """Register a baseline that sees nothing but the item that it answers."""

        def keep(answer: Callable[[I], A]) -> Callable[[I], A]:
            self.put(name, lambda _: answer)
            return answer

        return keep

    def replies(
        self, names: Sequence[str], items: Sequence[I], reader: GraphReader | None = None
    ) -> Iterator[tuple[str, I, A]]:
        """What baselines answer to all items, each with the name by which results know it.

        Raises:
            InputError: if a name is not known, or cannot be used with this dataset.
        """
        ground = Ground(items, reader)
        chosen = [(f"{PREFIX}{name}", self.named(name)(ground)) for name in names]
        for name, answer in chosen:
            for item in items:
                yield name, item, answer(item)
