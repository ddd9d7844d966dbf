"""``contragraph serve``: a dataset as pages in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from contragraph.app.terminal import options

PORT = 8421


@click.command()
@options.dataset_argument
@click.option(
    "--port",
    type=click.IntRange(min=0, max=65535),
    default=PORT,
    show_default=True,
    help="Where to listen; 0 lets the system choose.",
)
@options.no_store
def command(dataset: Path, port: int) -> None:
    """Show a dataset as pages in a browser on this machine.

    Lists with filters, and one page for each pair: both texts with the conflicts marked, the graphs drawn, the proofs,
    the versions; for each set of documents: what contradicts what in which of them, and the proofs; for each fact of a
    bank: its question, the claims against it with their texts, and the proofs. Prints the address; only this machine
    can reach it. Ctrl-C ends it. The same pages as files are written by contragraph export --to html.

    \b
    Example:
      contragraph serve dataset --port 8421
    """
    from contragraph.app.pages.server import PageServer
    from contragraph.app.pages.site import open_site
    from contragraph.dataset.files.reading import file_faults, read_manifest
    from contragraph.graph.errors import InputError

    for name, what in file_faults(dataset, read_manifest(dataset)):
        raise InputError(f"{dataset / name} {what}; see all that is wrong with contragraph check.")
    with PageServer(open_site(dataset), port) as server:
        click.echo(
            f"{dataset}: {len(server.site.index.rows)} {server.site.index.content} at {server.url} (Ctrl-C ends it)"
        )
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("Ended.")
