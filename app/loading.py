"""What the commands that load a graph share: options, and the way from files to the store."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from contragraph.app.output import show_rows
from contragraph.app.progress import progress
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.graph.store import Staging
    from contragraph.loaders import LoadReport, Progress

FILE = click.Path(path_type=Path)

hubs_option = click.option(
    "--hubs",
    type=click.IntRange(min=0),
    default=30,
    show_default=True,
    help="How many of the most connected entities are hidden from the search.",
)
work_option = click.option(
    "--work", type=FILE, metavar="DIR", help="Keep here what was read: a load that was stopped goes on there."
)
report_option = click.option("--report", "report_to", type=FILE, help="Write the whole report to this file, as JSON.")
language_option = click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="Of names, descriptions and strings."
)


def load_staged(
    stage: Callable[[Path, Progress], tuple[Staging, LoadReport]],
    address: str,
    report_to: Path | None,
    form: str,
    what: str,
    work: Path | None = None,
) -> None:
    """Stage a graph in a folder to work in, bring it into the store and print the report.

    ``work`` is a folder that is kept, so that a load that was stopped goes on there; without it a temporary one is
    used.
    """
    from contragraph.graph import open_store
    from contragraph.graph.address import parse_address

    parse_address(address)
    with nullcontext(work) if work else TemporaryDirectory(prefix="contragraph-") as folder, progress() as bars:
        # The store is opened when the files have been read, so that bad files leave no empty store behind.
        staging, report = stage(Path(folder), bars)
        bars("store", 0, report.facts)
        with open_store(address, create=True) as store:
            store.load(staging)
        bars("store", report.facts, report.facts)
    if report_to is not None:
        _write(report, report_to)
    rows = [{"what": what.strip(), "count": count, "remark": remark} for what, count, remark in report.rows()]
    show_rows(rows, form)
    if form == "table":
        click.echo(f"\nLoaded {what} as '{report.kg}' (snapshot {report.snapshot}) into {address}.")


def _write(report: LoadReport, path: Path) -> None:
    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_text(report.as_json(), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"Cannot write the report {path}: {error.strerror}; the graph itself is loaded.") from None
