"""The registry of proposers, and what each of them is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from contragraph.generation.llm.running import Models
from contragraph.generation.pool.source import Source
from contragraph.generation.run.graphs import SourceGraph
from contragraph.generation.search.grounds import Grounds
from contragraph.generation.search.searching import Searcher
from contragraph.generation.search.shard import Shard
from contragraph.generation.settings import Settings
from contragraph.graph.model import Order
from contragraph.graph.registry import Registry
from contragraph.graph.store import GraphStore


@dataclass(frozen=True)
class Commission:
    """What a proposer is given: a graph, and what is wanted of it."""

    store: GraphStore
    graph: SourceGraph
    grounds: Grounds
    settings: Settings
    processes: int = 1
    """So many search; what they find is the same with any number."""
    models: Models | None = None
    shard: Shard | None = None
    """The part of the graph in which conflicts are looked for, where it is not the whole."""

    def searcher(self, salt: str) -> Searcher:
        """A search of the graph, in the order of a salt."""
        settings = self.settings
        order = Order.of_seed(salt)
        return Searcher(self.store, self.grounds, order, settings.seed, settings.strict, shard=self.shard)


Propose = Callable[[Commission, str], Source]
"""The source of conflicts for a salt, which stands for seed and graph."""


PROPOSERS: Registry[Propose] = Registry("generator")
"""All proposers by name: the generators of a run."""
