"""``contragraph info``: versions, the store and what it holds."""

from __future__ import annotations

import platform
from importlib.metadata import version

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.output import show_rows
from contragraph.graph.secrets import redact


@click.command()
@options.output_format
@options.store
def command(form: str, address: str) -> None:
    """Say what is installed and what the store holds.

    \b
    Example:
      contragraph info
    """
    from contragraph.graph.stores.open import open_store

    rows = [
        ("contragraph", version("contragraph")),
        ("python", platform.python_version()),
        ("ladybug", version("ladybug")),
        ("neo4j driver", version("neo4j")),
        ("store", redact(address)),
    ]
    with open_store(address, read_only=True) as store:
        for kg in store.kgs():
            holds = f"{kg.entities:,} entities ({kg.hidden:,} hidden), {kg.relations:,} relations, {kg.facts:,} facts"
            rows.append((f"graph {kg.kg}", f"{holds}, snapshot {kg.snapshot}"))
        for run in store.run("explore.runs"):
            rows.append((f"run {run['id']}", f"{run['instances']} pairs from {run['kg']}, seed {run['seed']}"))
    show_rows(({"what": what, "value": value} for what, value in rows), form)
