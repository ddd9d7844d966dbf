"""What the commands that load a graph share: options, and the way from files to the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.graph.progress import Progress
    from contragraph.graph.store import KgInfo, Staging
    from contragraph.loaders.cleaning import Cleaning
    from contragraph.loaders.report import LoadReport
    from contragraph.loaders.staging import Ready

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., object])
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


def kg_option(name: str) -> Callable[[F], F]:
    """The option for what the graph is called: a name."""
    return click.option("--kg", default=name, show_default=True, metavar="NAME", help="The name of the graph.")


own_kg_option = click.option(
    "--kg", default="rdf", show_default=True, metavar="NAME|DIR", help="The name of the graph, or its folder (kg new)."
)
language_option = click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="Of names, descriptions and strings."
)
_work_option = click.option(
    "--work", type=FILE, metavar="DIR", help="Keep here what was read: a load that was stopped goes on there."
)
_report_option = click.option("--report", "report_to", type=FILE, help="Write the whole report to this file, as JSON.")


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a graph goes: the store, the folder that is kept, the file for the report, and how that is printed.

    ``work`` is a folder that is kept, so that a load that was stopped goes on there.
    """

    address: str
    form: str
    report_to: Path | None
    work: Path | None = None


def destination(*, kept: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options for where a graph goes, given to a command as ``to``; ``kept``: what was read may be kept."""

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def called(
            *, address: str, form: str, report_to: Path | None, work: Path | None = None, **given: object
        ) -> None:
            command(to=Destination(address, form, report_to, work), **given)

        with_options = _report_option(options.output_format(options.store(called)))
        return _work_option(with_options) if kept else with_options

    return decorated


def load_staged(
    stage: Callable[[Path, Progress, Ready | None], tuple[Staging, LoadReport]], to: Destination, what: str
) -> None:
    """Stage a graph in a folder to work in, a temporary one if none is kept, bring it in and print the report."""
    from contragraph.graph.engines.address import parse_address
    from contragraph.graph.stores.receiving import Receiver

    offline = import_folder(to.address)
    if offline is None:
        parse_address(to.address)
    with nullcontext(to.work) if to.work else TemporaryDirectory(prefix="contragraph-") as folder, progress() as bars:
        if offline is not None:
            staging, report = stage(Path(folder), bars, None)
            bring(staging, to.address, bars)
        else:
            with Receiver(to.address) as store:
                staging, report = stage(Path(folder), bars, store.head_start)
                bars("store", 0, 1)
                store.load(staging)
            bars("store", 1, 1)
    if to.report_to is not None:
        _write(report, to.report_to)
    rows = [{"what": what.strip(), "count": count, "remark": remark} for what, count, remark in report.rows()]
    show_rows(rows, to.form)
    if to.form == "table":
        say_loaded(what, report.kg, report.snapshot, to.address)


def own_cleaning(hubs: int | None) -> Cleaning:
    """What is hidden of any graph: of small ones nothing for being well connected, unless so many are wanted."""
    from contragraph.loaders.cleaning import Cleaning

    return Cleaning(share=0.001) if hubs is None else Cleaning(hubs=hubs)


def load_files(
    stage: Callable[[Iterable[Path], Path, S, Progress, Path], tuple[Staging, LoadReport]],
    sources: Sequence[Path],
    settings: S,
    to: Destination,
) -> None:
    """Load a graph that is read from any number of files through raw tables."""

    def staged(folder: Path, bars: Progress, ready: Ready | None) -> tuple[Staging, LoadReport]:
        del ready
        return stage(sources, folder / "staging", settings, bars, folder / "raw")

    load_staged(staged, to, named(sources))


def named(sources: Sequence[Path]) -> str:
    """What to call some files in a report."""
    return str(sources[0]) if len(sources) == 1 else "the files"


def import_folder(address: str) -> Path | None:
    """The folder of an address ``import:DIR``, where files for Neo4j's own import are written instead of a store."""
    scheme, colon, folder = address.partition(":")
    if not colon or scheme != "import":
        return None
    if not folder:
        raise InputError("The address import: needs a new folder, as in import:./for-neo4j.")
    return Path(folder)


def bring(staging: Staging, address: str, bars: Progress) -> KgInfo:
    """Bring a staged graph into a store, or write the files of an import."""
    from contragraph.graph.engines.neo4j.bulk import write_import
    from contragraph.graph.stores.receiving import Receiver

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
    from contragraph.graph.engines.neo4j.bulk import command_line

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
