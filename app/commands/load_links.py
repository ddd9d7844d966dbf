"""``contragraph load links``: which entities of the loaded graphs are the same."""

from __future__ import annotations

from pathlib import Path

import click

from contragraph.app.runs.loading import FILE
from contragraph.app.terminal import options
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress


@click.command("links")
@click.argument("sources", type=FILE, nargs=-1, metavar="[FILE...|DIR]")
@click.option(
    "--predicate",
    metavar="ID",
    help="What says that two entities are the same, instead of owl:sameAs, schema:sameAs and skos:exactMatch.",
)
@click.option("--titles", is_flag=True, help="Link what DBpedia and YAGO 3 name by the same title of Wikipedia.")
@click.option("--lenient", is_flag=True, help="Skip and count what is no RDF, instead of refusing the file.")
@options.output_format
@options.store
def command(
    sources: tuple[Path, ...], predicate: str | None, titles: bool, lenient: bool, form: str, address: str
) -> None:
    """Link entities of loaded graphs that are the same, as files of sameAs links say.

    Files may be plain or packed (.gz, .bz2, .zip). Links with an end that is in no graph of the store are counted and
    left out. Loading links again changes nothing; they stay when one of their graphs is loaded again.

    \b
    Example:
      contragraph load links sameas-all-wikis_lang=en.ttl.bz2
      contragraph load links mapping.nt --predicate http://same_as
      contragraph load links --titles
    """
    from contragraph.graph.stores.open import open_store
    from contragraph.loaders.rdf.links import load_links

    if not sources and not titles:
        raise click.UsageError("Name files of links, or give --titles.")
    with progress() as bars, open_store(address) as store:
        report = load_links(store, sources, predicate, titles=titles, lenient=lenient, progress=bars)
    show_rows(({"what": what.strip(), "count": count, "remark": remark} for what, count, remark in report.rows()), form)
