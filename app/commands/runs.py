"""``contragraph runs``: what was generated into the store."""

from __future__ import annotations

import click

from contragraph.app import options
from contragraph.app.output import show_rows

COLUMNS = ("id", "kg", "seed", "instances", "settings", "kg_snapshot")


@click.group()
def command() -> None:
    """List the generation runs in the store.

    \b
    Example:
      contragraph runs list
    """


@command.command("list")
@options.output_format
@options.store
def list_runs(form: str, address: str) -> None:
    """List the runs with their settings and the number of their pairs.

    \b
    Example:
      contragraph runs list --format json
    """
    from contragraph.graph import open_store

    with open_store(address, read_only=True) as store:
        rows = store.run("explore.runs")
    show_rows(({name: row[name] for name in COLUMNS} for row in rows), form, COLUMNS)
