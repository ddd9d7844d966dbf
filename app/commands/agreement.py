"""``contragraph agreement``: how often two linked graphs say the same, by relation."""

from __future__ import annotations

import click

from contragraph.app import options


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
    del one, other, form, address
    raise click.UsageError("Not yet: the comparison of two graphs is being made anew.")
