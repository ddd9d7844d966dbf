"""``contragraph review``: people judge the pairs of a dataset on pages in their browser."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.output import show_rows
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.annotation.desk import Desk

FILE = click.Path(path_type=Path)


@click.command()
@options.dataset_argument
@click.option(
    "--reviewer", "reviewers", multiple=True, metavar="NAME", help="Who reviews here; give it again for further people."
)
@click.option(
    "--reviewers", "everybody", metavar="A,B", help="All among whom the work is divided, if they are not all here."
)
@click.option(
    "--overlap",
    default="all",
    show_default=True,
    metavar="SHARE",
    help="How much everybody judges: all, disjoint, or a share such as 0.2; the rest is divided.",
)
@click.option(
    "--port",
    type=click.IntRange(min=0, max=65535),
    default=0,
    show_default=True,
    help="Where to listen; 0 lets the system choose.",
)
@click.option("--progress", is_flag=True, help="List how far each reviewer is, and serve nothing.")
@click.option("--agreement", is_flag=True, help="List how far reviewers agree, and serve nothing.")
@click.option("--export", "out", type=FILE, metavar="FILE", help="Write all decisions on this dataset as JSON lines.")
@click.option("--import", "source", type=FILE, metavar="FILE", help="Take decisions over from such a file.")
@click.option(
    "--demonstrations", type=FILE, metavar="FILE", help="Write the chosen demonstrations as JSON lines for generate."
)
@options.output_format
@options.store
def command(
    dataset: Path,
    reviewers: tuple[str, ...],
    everybody: str | None,
    overlap: str,
    port: int,
    progress: bool,
    agreement: bool,
    out: Path | None,
    source: Path | None,
    demonstrations: Path | None,
    form: str,
    address: str,
) -> None:
    """Judge the pairs of a dataset in a browser on this machine.

    Prints a link for each reviewer and runs until Ctrl-C. Reviewers filter pairs, and the proposals of a model that
    could not be decided; rewrite texts; and choose three demonstrations for each relation. Decisions are kept in the
    store that the dataset was made into. Nobody sees what others said before having said something.

    \b
    Example:
      contragraph review dataset --reviewer ada --reviewer bob --overlap 0.2
      contragraph review dataset --progress
    """
    from contragraph.annotation.assignment import assignment
    from contragraph.annotation.desk import Desk

    wanted = [bool(each) for each in (progress, agreement, out, source, demonstrations)]
    if sum(wanted) > 1:
        raise InputError("Give one of --progress, --agreement, --export, --import and --demonstrations at a time.")
    if not any(wanted) and not reviewers:
        raise InputError("Say who reviews: --reviewer NAME.")
    desk = Desk(dataset, address, assignment(reviewers, everybody, overlap))
    if progress:
        _progress(desk, form)
    elif agreement:
        _agreement(desk, form)
    elif out is not None:
        click.echo(f"{desk.export_to(out):,} decisions are in {out}.")
    elif source is not None:
        _import(desk, source)
    elif demonstrations is not None:
        _demonstrations(desk, demonstrations)
    else:
        _serve(desk, reviewers, port)


def _progress(desk: Desk, form: str) -> None:
    from dataclasses import asdict

    from contragraph.annotation.progress import PROGRESS_COLUMNS

    show_rows((asdict(each) for each in desk.progress(desk.state())), form, PROGRESS_COLUMNS)


def _agreement(desk: Desk, form: str) -> None:
    from contragraph.annotation.agreement import review_agreements
    from contragraph.evaluation.agreement import AGREEMENT_COLUMNS

    show_rows((each.row() for each in review_agreements(desk.state().said)), form, AGREEMENT_COLUMNS)


def _import(desk: Desk, source: Path) -> None:
    taken = desk.import_from(source)
    click.echo(f"{taken.new:,} new decisions of {taken.given:,} are in {desk.address}.")
    if taken.unknown:
        click.echo(f"{taken.unknown:,} judge versions that this store does not have; they were left out.", err=True)


def _demonstrations(desk: Desk, out: Path) -> None:
    from contragraph.app.pages.rows import read_index
    from contragraph.app.review.demonstrating import write_demonstrations
    from contragraph.dataset.folder.content import PAIR_CONTENT

    written, short = write_demonstrations(desk, read_index(desk.dataset, PAIR_CONTENT), out)
    click.echo(f"{written:,} demonstrations are in {out}.")
    if short:
        click.echo(f"Fewer than are needed were chosen for {', '.join(short)}.", err=True)


def _serve(desk: Desk, reviewers: Sequence[str], port: int) -> None:
    from contragraph.app.pages.rows import read_index
    from contragraph.dataset.folder.content import PAIR_CONTENT

    try:
        from contragraph.app.review.application import application
        from contragraph.app.review.guard import Access
        from contragraph.app.review.server import listen, server_of
    except ImportError as error:
        raise InputError(
            f"Reviewing needs the package {error.name}: pip install 'contragraph[review]' brings it."
        ) from None
    index = read_index(desk.dataset, PAIR_CONTENT)
    with listen(port) as taken:
        access = Access.of(taken.getsockname()[1], reviewers)
        for name, url in access.urls().items():
            click.echo(f"{name}: {url}")
        click.echo("Each link is for its reviewer alone. Ctrl-C ends it; all decisions are kept.")
        with suppress(KeyboardInterrupt):
            server_of(application(desk, index, access)).run(sockets=[taken])
    click.echo("Ended.")
