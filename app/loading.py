"""What the commands that load a graph share: options, and the way from files to the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

import click

from contragraph.app.output import show_rows
from contragraph.app.progress import progress
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.graph.store import KgInfo, Staging
    from contragraph.loaders import Cleaning, LoadReport, ProgressCallback, Ready

S = TypeVar("S")
FILE = click.Path(path_type=Path)

hubs_option = click.option(
    "--hubs",
    type=click.IntRange(min=0),
    default=30,
    show_default=True,
    help="How many of the most connected entities are hidden from the search.",
)
own_hubs_option = click.option(
    "--hubs",
    type=click.IntRange(min=0),
    help="How many of the most connected entities are hidden from the search; else one of a thousand, at most 30.",
)
work_option = click.option(
    "--work", type=FILE, metavar="DIR", help="Keep here what was read: a load that was stopped goes on there."
)
report_option = click.option("--report", "report_to", type=FILE, help="Write the whole report to this file, as JSON.")
language_option = click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="Of names, descriptions and strings."
)


def load_staged(
    stage: Callable[[Path, ProgressCallback, Ready | None], tuple[Staging, LoadReport]],
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
    from contragraph.graph.address import parse_address
    from contragraph.graph.receiving import Receiver

    offline = import_folder(address)
    if offline is None:
        parse_address(address)
    with nullcontext(work) if work else TemporaryDirectory(prefix="contragraph-") as folder, progress() as bars:
        if offline is not None:
            staging, report = stage(Path(folder), bars, None)
            bring(staging, address, bars)
        else:
            with Receiver(address) as store:
                staging, report = stage(Path(folder), bars, store.head_start)
                bars("store", 0, 1)
                store.load(staging)
            bars("store", 1, 1)
    if report_to is not None:
        _write(report, report_to)
    rows = [{"what": what.strip(), "count": count, "remark": remark} for what, count, remark in report.rows()]
    show_rows(rows, form)
    if form == "table":
        say_loaded(what, report.kg, report.snapshot, address)


def own_cleaning(hubs: int | None) -> Cleaning:
    """What is hidden of any graph: of small ones nothing for being well connected, unless so many are wanted."""
    from contragraph.loaders import Cleaning

    return Cleaning(share=0.001) if hubs is None else Cleaning(hubs=hubs)


def load_files(
    stage: Callable[[Iterable[Path], Path, S, ProgressCallback, Path], tuple[Staging, LoadReport]],
    sources: Sequence[Path],
    settings: S,
    address: str,
    report_to: Path | None,
    form: str,
    work: Path | None,
) -> None:
    """Load a graph that is read from any number of files through raw tables."""

    def staged(folder: Path, bars: ProgressCallback, ready: Ready | None) -> tuple[Staging, LoadReport]:
        del ready
        return stage(sources, folder / "staging", settings, bars, folder / "raw")

    load_staged(staged, address, report_to, form, str(sources[0]) if len(sources) == 1 else "the files", work)


def import_folder(address: str) -> Path | None:
    """The folder of an address ``import:DIR``, where files for Neo4j's own import are written instead of a store."""
    scheme, colon, folder = address.partition(":")
    if not colon or scheme != "import":
        return None
    if not folder:
        raise InputError("The address import: needs a new folder, as in import:./for-neo4j.")
    return Path(folder)


def bring(staging: Staging, address: str, bars: ProgressCallback) -> KgInfo:
    """Bring a staged graph into a store, or write the files of an import."""
    from contragraph.graph.neo4j_import import write_import
    from contragraph.graph.receiving import Receiver

    bars("store", 0, 1)
    folder = import_folder(address)
    if folder is not None:
        info = write_import(staging, folder)
    else:
        with Receiver(address) as store:
            info = store.load(staging)
    bars("store", 1, 1)
    return info


def say_loaded(what: str, kg: str, snapshot: str, address: str) -> None:
    """Say where a graph is now, and which way it took."""
    from contragraph.graph.neo4j_import import command_line

    folder = import_folder(address)
    if folder is None:
        click.echo(f"\nLoaded {what} as '{kg}' (snapshot {snapshot}) into {address}.")
        if not address.startswith("ladybug:"):
            click.echo("It was sent in batches; an empty database is filled faster with --store import:DIR.")
        return
    first, then = command_line(folder)
    click.echo(f"\nWrote {what} as '{kg}' (snapshot {snapshot}) into {folder} for Neo4j's own import.")
    click.echo(f"With the database stopped:  {first}")
    click.echo(f"When it has been started:   {then}")


def _write(report: LoadReport, path: Path) -> None:
    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_text(report.as_json(), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"Cannot write the report {path}: {error.strerror}; the graph itself is loaded.") from None
