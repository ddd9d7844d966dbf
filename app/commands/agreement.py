"""``contragraph agreement``: how often two linked graphs say the same, by relation."""

from __future__ import annotations

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.output import show_rows


@click.command()
@click.argument("one", metavar="KG")
@click.argument("other", metavar="KG")
@options.output_format
@options.store
def command(one: str, other: str, form: str, address: str) -> None:
    """Count how often two linked graphs say the same, by relation.

    Relations are those that the alignment matches exactly, things those that links join one to one, directly or through
    a third graph. "unlinked" are values under different names of which no link tells whether they are one.

    \b
    Example:
      contragraph agreement wikidata5m dbpedia
      contragraph agreement dbpedia yago --format csv
    """
    from contragraph.generation.linking.agreement import agreement
    from contragraph.graph.stores.open import open_store

    with open_store(address, read_only=True) as store:
        links, found = agreement(store, one, other)
    rows = (
        {
            "relation": r.relation,
            "other": r.other,
            "label": r.label,
            "same": r.same,
            "same name": r.same_name,
            "differ": r.differ,
            "unlinked": r.unlinked,
            f"only {one}": r.only_one,
            f"only {other}": r.only_other,
            "agree": None if r.agree is None else f"{r.agree:.1%}" if form == "table" else round(r.agree, 4),
        }
        for r in found
    )
    show_rows(rows, form)
    if form == "table":
        click.echo(f"\n{links:,} things of {one} and {other} are linked, one to one.")
