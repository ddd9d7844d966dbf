"""What whoever makes shards of a run is told of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from contragraph.generation.run.task import Task
from contragraph.generation.settings import Settings
from contragraph.generation.sharding.files import ShardFolder
from contragraph.graph.engines.address import parse_address
from contragraph.graph.errors import StoreError


@dataclass(frozen=True, slots=True)
class ShardJob:
    """All that somebody needs to know to make shards of a run, wherever they are."""

    address: str
    folder: ShardFolder
    settings: Settings
    run: str
    """The id of the run."""
    kg: str | None = None
    axioms: Path | None = None

    def demand_same(self, task: Task) -> None:
        """Refuse a store that is not that of the run, on whatever machine.

        Raises:
            StoreError: if it is another.
        """
        if task.run.id != self.run:
            raise StoreError(
                f"The store {self.address} is not the one that the run began with: give one address that leads all"
                " nodes to the same graph, and load nothing meanwhile."
            )


def elsewhere(address: str | None) -> str:
    """The address of a store as others may use it, who work in other folders."""
    parsed = parse_address(address)
    return f"ladybug:{parsed.path.absolute()}" if parsed.engine == "ladybug" else parsed.text
