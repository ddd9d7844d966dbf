"""``contragraph find``: entities by name."""

from __future__ import annotations

import click

from contragraph.app import options
from contragraph.app.failures import NO
from contragraph.app.output import show_rows

COLUMNS = ("id", "label", "description", "degree", "hidden", "kg")


@click.command()
@click.argument("label")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many at most.")
@options.output_format
@options.store
@click.pass_context
def command(context: click.Context, label: str, limit: int, form: str, address: str) -> None:
    """Find entities by their label or alias.

    Letter case aside; the best connected come first. Exits with 1 if there is none.

    \b
    Example:
      contragraph find "New York"
    """
    from contragraph.graph import open_store

    with open_store(address, read_only=True) as store:
        found = store.find(label, limit)
    show_rows(({name: getattr(entity, name) for name in COLUMNS} for entity in found), form, COLUMNS)
    if not found:
        context.exit(NO)
