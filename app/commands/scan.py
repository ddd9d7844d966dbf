"""``contragraph scan``: which documents contradict each other, where and why?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress

if TYPE_CHECKING:
    from contragraph.documents.scan import Scan

COLUMNS = ("first", "second", "cause", "hops", "score", "says", "but")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option(
    "--least",
    type=click.FloatRange(0, 1),
    default=0.55,
    show_default=True,
    help="Leave out clashes that are less sure than this.",
)
@options.known_ontology
@click.option("--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="How many processes compare.")
@click.option("--html", type=click.Path(path_type=Path), help="Also write a page that shows each contradiction.")
@click.option("--save", is_flag=True, help="Write documents, statements and contradictions into the store.")
@click.option("--name", help="What to call what is saved; without, it is called as FOLDER is.")
@options.output_format
@options.store
def command(
    folder: Path,
    least: float,
    ontology: str,
    jobs: int,
    html: Path | None,
    save: bool,
    name: str | None,
    form: str,
    address: str,
) -> None:
    """List which documents of a folder contradict each other, where and why.

    FOLDER holds text, Markdown and HTML files; or it is a JSONL file, each line a question with its retrieved passages,
    which are compared within each question. Only documents that speak of the same things are compared; how many pairs
    that left out is said at the end. No model is asked. The first sentence of the table stands in the first document.

    \b
    Example:
      contragraph scan notes --html contradictions.html
    """
    from contragraph.documents.documents import read_documents
    from contragraph.documents.scan import scan

    collection = read_documents(folder)
    for fault in collection.faults:
        click.echo(f"{folder}: {fault}.", err=True)
    with progress() as report:
        found = scan(collection.documents, least=least, ontology=ontology, workers=jobs, report=report)
    for document, text in zip(found.documents, found.texts):
        for note in text.notes:
            click.echo(f"{document.name}: {note}.", err=True)
    show_rows(scan_rows(found), form, COLUMNS, "No contradiction was found between the documents.")
    if save:
        from contragraph.documents.stored import store_scan
        from contragraph.graph.stores.open import open_store

        with open_store(address, create=True) as store:
            store_scan(store, name or _called(folder), found, f"least={least} ontology={ontology}")
    if html is not None:
        from contragraph.app.pages.findings import write_scan

        write_scan(found, html)
    click.echo(
        f"{len(found.found):,} of {found.compared:,} compared pairs of documents contradict each other;"
        f" {found.skipped:,} pairs were skipped because they share too little.",
        err=True,
    )


def _called(folder: Path) -> str:
    """What a folder or a trace is called."""
    path = folder.resolve()
    return path.name if path.is_dir() else path.stem


def scan_rows(found: Scan) -> list[dict[str, object]]:
    """One row for each contradiction, with the sentences of both documents."""
    rows: list[dict[str, object]] = []
    for each in found.found:
        for clash in each.clashes:
            sentences = [
                found.texts[number].sentences[its.sentence].body
                for number, its in ((each.first, clash.first), (each.second, clash.second))
            ]
            names = (found.documents[each.first].name, found.documents[each.second].name)
            rows.append(dict(zip(COLUMNS, (*names, clash.cause, clash.hops, clash.score, *sentences), strict=True)))
    return rows
