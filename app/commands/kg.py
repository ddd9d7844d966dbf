"""``contragraph kg``: the folder that says what is known of a graph of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from contragraph.app.runs.loading import language_option
from contragraph.app.terminal import options
from contragraph.app.terminal.groups import CommandGroup
from contragraph.app.terminal.output import show_rows


@click.group(cls=CommandGroup)
def command() -> None:
    """Make the folder of a graph of one's own, for a person to look over.

    \b
    Example:
      contragraph kg new acme --from staff.ttl
    """


@command.command("example")
@click.argument("name", type=click.Choice(["company", "museum"]))
@options.no_store
def example(name: str) -> None:
    """Write the files of a small made-up graph into the current directory, to try all this with.

    company has the staff, sites, projects and products of a firm, as RDF; museum objects, artists and rooms, as tables.

    \b
    Example:
      contragraph kg example company
    """
    from contragraph.graph.errors import InputError
    from contragraph.samples import example_files

    for file in example_files(name):
        place = Path(file.name)
        if place.exists() and place.read_bytes() != file.read_bytes():
            raise InputError(f"{place} is there already and is another file; go to another directory.")
        place.write_bytes(file.read_bytes())
        click.echo(f"Wrote {place}.")


@command.command("new")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--from",
    "sources",
    multiple=True,
    required=True,
    metavar="FILE|ADDRESS",
    help="Files of RDF, tables (nodes.csv,edges.csv), or a Neo4j database (bolt://HOST), which is read alone.",
)
@click.option("--name", help="The name of the graph; that of the folder unless told.")
@click.option("--overwrite", is_flag=True, help="Replace the folder if it is there.")
@language_option
@options.output_format
@options.no_store
def new(folder: Path, sources: tuple[str, ...], name: str | None, overwrite: bool, language: str, form: str) -> None:
    """Read a graph and write the folder DIR: its relations, how each is said, and axioms that its facts suggest.

    graph.toml has roles and classes, lexicon.toml the words, ontology.ttl the axioms with the facts that speak for and
    against them, axioms.toml says which of them are on.

    \b
    Example:
      contragraph kg new acme --from staff.ttl
      contragraph kg new museum --from nodes.csv,edges.csv
      contragraph kg new movies --from bolt://localhost
    """
    from tempfile import TemporaryDirectory

    from contragraph.app.terminal.progress import progress
    from contragraph.loaders.own.folder import counted, write_folder
    from contragraph.loaders.own.reading import facts_of
    from contragraph.loaders.own.sources import read_graph, sort_of

    called = name or folder.resolve().name
    with TemporaryDirectory(prefix="contragraph-") as work, progress() as bars:
        facts = facts_of(read_graph(sources, Path(work), called, language, bars))
        written = write_folder(folder, called, facts, overwrite=overwrite)
    rows = (
        {"axioms": head, "on": on, "suggested": every} for head, (on, every) in counted(written.suggestions).items()
    )
    show_rows(rows, form, ("axioms", "on", "suggested"))
    if form == "table":
        every = [part for each in sources for part in each.split(",") if part]
        click.echo(
            f"\nWrote {folder}: {written.relations} relations. Look over lexicon.toml (how they are said)"
            f" and axioms.toml (what cannot be both), then:"
            f" contragraph load {sort_of(every)} {' '.join(every)} --kg {folder}"
        )
