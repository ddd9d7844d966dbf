"""Options of runs that are made in shards, and who makes these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal.options import gathered

if TYPE_CHECKING:
    from contragraph.generation.executors import Executor

_MOST = 10_000


@dataclass(frozen=True, slots=True)
class ShardOptions:
    """What was given."""

    shards: int
    who: str
    ray_address: str | None

    def demand_sense(self, *, bank: bool) -> None:
        """Refuse what does not go together; a ``bank`` has shards of its own.

        Raises:
            UsageError: for an executor without shards, or an address without Ray.
        """
        if bank and self.shards > 1:
            raise click.UsageError("A bank has shards of its own: leave --shards out; --executor goes without it.")
        if self.who == "ray" and self.shards == 1 and not bank:
            raise click.UsageError("--executor ray makes shards: give --shards N as well, at least one for each node.")
        if self.ray_address and self.who != "ray":
            raise click.UsageError("--ray-address goes with --executor ray.")

    def executor(self, processes: int | None, shards: int | None = None) -> Executor:
        """Who makes the shards, by so many processes of this machine, or one for each core that we may use.

        ``shards`` is how many there are, where the settings say it and not ``--shards``.
        """
        from contragraph.generation.executors import Local, OnRay
        from contragraph.generation.executors.forking import cores

        count = min(processes or cores(), shards or self.shards)
        return OnRay(count, self.ray_address) if self.who == "ray" else Local(count)

    def tell(self, begun: int) -> None:
        """Say on stderr that shards were begun more often than there are."""
        if (again := begun - self.shards) > 0 and self.shards > 1:
            often = "once" if again == 1 else f"{again} times"
            click.echo(f"Shards were begun again {often}, since whoever made them was gone or stopped.", err=True)


shard_options = gathered(
    "sharding",
    ShardOptions,
    (
        click.option(
            "--shards",
            type=click.IntRange(1, _MOST),
            default=1,
            show_default=True,
            metavar="N",
            help="Divide plan and graph into so many parts, each made by itself; the number decides what comes out.",
        ),
        click.option(
            "--executor",
            "who",
            type=click.Choice(["local", "ray"]),
            default="local",
            show_default=True,
            help="Who makes shards, for speed alone: --processes of this machine, or Ray.",
        ),
        click.option(
            "--ray-address",
            metavar="HOST:PORT",
            help="The cluster for --executor ray; without it one of --processes begins and ends with the run.",
        ),
    ),
)
"""The options for shards; a command gets them as one argument ``sharding``."""
