"""``contragraph doctor``: is everything in the store whole?"""

from __future__ import annotations

from dataclasses import asdict

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.failures import NO
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress

COLUMNS = ("check", "kind", "id", "problem")
SOUND = "All is well: everything in the store is whole and where it belongs."
"""What is said where nothing was found."""


@click.command()
@options.output_format
@options.store
@click.pass_context
def command(context: click.Context, form: str, address: str) -> None:
    """Audit the store: find damage, repair nothing.

    Content hashes of versions, texts and statements are computed again; nothing made may belong to nothing; every
    conflict stands in the versions of its pair, with its proof; every text states its version; every pair has one
    lineage; graphs and runs hold what they are noted to hold. Exits with 1 if anything is found.

    \b
    Example:
      contragraph doctor --format json
    """
    from contragraph.graph.doctor.audit import audit
    from contragraph.graph.stores.open import open_store

    with open_store(address, read_only=True) as store, progress() as report:
        found = audit(store, report)
    show_rows(map(asdict, found), form, COLUMNS, SOUND)
    if found:
        context.exit(NO)
