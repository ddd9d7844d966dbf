"""``contragraph find``: entities by name."""

from __future__ import annotations

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.failures import NO
from contragraph.app.terminal.output import show_rows

COLUMNS = ("id", "label", "description", "degree", "hidden", "kg", "name", "how", "similarity")


@click.command()
@click.argument("label")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many at most.")
@click.option("--kg", help="Only entities of this graph.")
@click.option("--exact", is_flag=True, help="Only entities that have this very name, letter case aside.")
@options.output_format
@options.store
@click.pass_context
def command(
    context: click.Context, label: str, limit: int, kg: str | None, exact: bool, form: str, address: str
) -> None:
    """Find entities by their label or alias.

    Names that are that text come first, then those with the same words, those that begin so, those that hold all words,
    and those that are spelled like it; within each, the best connected. NAME and HOW say which name fits, and in what
    way. Exits with 1 if there is none.

    \b
    Example:
      contragraph find "New York"
      contragraph find "Alber Einstien" --limit 3
    """
    from contragraph.graph.lookup.search import find_names
    from contragraph.graph.stores.open import open_store

    with open_store(address, read_only=True) as store:
        hits = find_names(store, label, limit, kg)
    rows = [
        {**{column: getattr(hit.entity, column) for column in COLUMNS[:6]}, **{c: getattr(hit, c) for c in COLUMNS[6:]}}
        for hit in hits
        if hit.how == "exact" or not exact
    ]
    show_rows(rows, form, COLUMNS, f"No entity has {'this very name' if exact else 'a name like that'}.")
    if not rows:
        context.exit(NO)
