"""``contragraph runs``: what was generated into the store."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.groups import CommandGroup
from contragraph.app.terminal.output import show_rows
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.graph.store import GraphStore

COLUMNS = ("id", "kg", "seed", "instances", "state", "settings", "kg_snapshot")


@click.group(cls=CommandGroup)
def command() -> None:
    """List, move and delete the generation runs in the store.

    \b
    Example:
      contragraph runs list
    """


@command.command("list")
@options.output_format
@options.store
def list_runs(form: str, address: str) -> None:
    """List the runs with their settings and the number of their pairs.

    A run that was stopped while it stored its pairs is unfinished: resume it, or delete it.

    \b
    Example:
      contragraph runs list --format json
    """
    from contragraph.graph.stores.open import open_store

    with open_store(address, read_only=True) as store:
        rows = store.run("explore.runs")
        pairs = {row["id"]: row["pairs"] for row in store.run("doctor.runs")}
    states = ("unfinished" if pairs[row["id"]] is None else "finished" for row in rows)
    listed = [{**row, "state": state} for row, state in zip(rows, states, strict=True)]
    show_rows(({name: row[name] for name in COLUMNS} for row in listed), form, COLUMNS)


@command.command("delete")
@click.argument("run")
@click.option("--yes", is_flag=True, help="Do not ask.")
@options.store
def delete_run(run: str, yes: bool, address: str) -> None:
    """Delete a run with all that nothing else uses.

    Its pairs, versions with their edits, texts, conflicts and reviews go in one transaction; what other runs use, and
    the graph, stay. Asks first, on a terminal.

    \b
    Example:
      contragraph runs delete 4f2a --yes
    """
    from contragraph.graph.stores.open import open_store

    with open_store(address) as store:
        its = _find(store, run)
        if not yes:
            if not sys.stdin.isatty():
                raise InputError(f"Deleting the run {its} needs --yes where nobody can be asked.")
            pairs = len(store.instance_ids(its))
            click.confirm(f"Delete the run {its} with its {pairs:,} pairs and their edits?", abort=True, err=True)
        gone = store.delete_run(its)
    click.echo(f"The run {its} is deleted: {_counted(gone)}.")


@command.command("dump")
@click.argument("run")
@click.argument("folder", type=click.Path(path_type=Path))
@options.store
def dump_run(run: str, folder: Path, address: str) -> None:
    """Write a run into a new folder, to be loaded into another store.

    Parquet tables of everything that was made for it, with edits and reviews; the graph is not among them. The folder
    is the same whichever engine it comes from.

    \b
    Example:
      contragraph runs dump 4f2a run-4f2a
    """
    from contragraph.graph.stores.open import open_store
    from contragraph.graph.stores.transfer import dump_run as write

    with open_store(address, read_only=True) as store:
        its = _find(store, run)
        counts = write(store, its, folder)
    click.echo(f"The run {its} is in {folder}: {_counted(counts)}.")


@command.command("load")
@click.argument("folder", type=click.Path(path_type=Path))
@options.store
def load_run(folder: Path, address: str) -> None:
    """Bring a run that was dumped into the store; what is there already stays as it is.

    \b
    Example:
      contragraph runs load run-4f2a --store bolt://localhost:7687
    """
    from contragraph.graph.stores.open import open_store
    from contragraph.graph.stores.transfer import load_run as read

    with open_store(address) as store:
        counts = read(store, folder)
    click.echo(f"The run in {folder} is in the store: {_counted(counts)}.")


@command.command("migrate")
@options.store
def migrate(address: str) -> None:
    """Bring a store of an older layout to that of this version.

    Any command that writes does so too. Copy the file of an embedded store first, if you may want to go back.

    \b
    Example:
      contragraph runs migrate
    """
    from contragraph.graph.store import LAYOUT_VERSION
    from contragraph.graph.stores.open import open_store

    with open_store(address):
        click.echo(f"The store has layout {LAYOUT_VERSION}.")


def _find(store: GraphStore, beginning: str) -> str:
    """The run whose id begins so."""
    from contragraph.graph.versions.history import one_of

    wanted = beginning.strip().lower()
    found = [str(row["id"]) for row in store.run("explore.runs") if wanted and str(row["id"]).startswith(wanted)]
    return one_of(found, "run", beginning, store.address)


def _counted(nodes: Mapping[str, int]) -> str:
    """How many nodes of each kind, as in ``3 Version``."""
    return ", ".join(f"{number:,} {label}" for label, number in sorted(nodes.items()))
