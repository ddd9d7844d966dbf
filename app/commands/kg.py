"""``contragraph kg``: the folder that says what is known of a graph of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from contragraph.app import options
from contragraph.app.loading import language_option
from contragraph.app.output import show_rows


@click.group()
def command() -> None:
    """Make the folder of a graph of one's own, for a person to look over.

    \b
    Example:
      contragraph kg new acme --from staff.ttl
    """


@command.command("new")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--from",
    "sources",
    multiple=True,
    required=True,
    metavar="FILE",
    help="Files of RDF; may be given several times.",
)
@click.option("--name", help="The name of the graph; that of the folder unless told.")
@click.option("--overwrite", is_flag=True, help="Replace the folder if it is there.")
@language_option
@options.output_format
@options.no_store
def new(
    folder: Path, sources: tuple[str, ...], name: str | None, overwrite: bool, language: str, form: str
) -> None:
    """Read a graph and write the folder DIR: its relations, how each is said, and axioms that its facts suggest.

    graph.toml has roles and classes, lexicon.toml the words, ontology.ttl the axioms with the facts that speak for and
    against them, axioms.toml says which of them are on.

    \b
    Example:
      contragraph kg new acme --from staff.ttl
    """
    from tempfile import TemporaryDirectory

    from contragraph.app.progress import progress
    from contragraph.loaders.own.folder import counted, write_folder
    from contragraph.loaders.own.reading import facts_of
    from contragraph.loaders.own.sources import read_graph

    called = name or folder.resolve().name
    with TemporaryDirectory(prefix="contragraph-") as work, progress() as bars:
        facts = facts_of(read_graph(sources, Path(work), called, language, bars))
        written = write_folder(folder, called, facts, overwrite=overwrite)
    rows = ({"axioms": head, "on": on, "suggested": every} for head, (on, every) in counted(written.suggestions).items())
    show_rows(rows, form, ("axioms", "on", "suggested"))
    if form == "table":
        click.echo(
            f"\nWrote {folder}: {written.relations} relations. Look over lexicon.toml (how they are said) and axioms.toml"
            f" (what cannot be both), then: contragraph load rdf {' '.join(sources)} --kg {folder}"
        )
