"""A shard of a graph: one of several classes of its things, so that several searches share no work."""

from __future__ import annotations

from dataclasses import dataclass

from contragraph.graph.model import id_number


@dataclass(frozen=True, slots=True)
class Shard:
    """The things whose hash, divided by the number of shards, leaves this number.

    In a shard something is made up of them alone, so that no two shards find the same.
    """

    number: int
    of: int

    def has(self, thing: str) -> bool:
        """Whether a thing belongs to it."""
        return id_number(thing) % self.of == self.number
