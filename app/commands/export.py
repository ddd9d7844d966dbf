"""``contragraph export``: a dataset in the layout of another one."""

from __future__ import annotations

from pathlib import Path

import click

from contragraph.app import options
from contragraph.app.output import show_rows


@click.command()
@options.dataset_argument
@click.option("--to", "layout", type=click.Choice(["magic"]), required=True, help="The layout to write.")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="PATH", help="A new folder.")
@options.output_format
@options.no_store
def command(dataset: Path, layout: str, out: Path, form: str) -> None:
    """Write a dataset in the layout of another one.

    magic: the folders single-hop and multi-hop with one JSON list for each type, as the MAGIC dataset has them.

    \b
    Example:
      contragraph export dataset --to magic --out magic
    """
    from contragraph.generation.magic import export_magic

    del layout  # there is one
    counts = export_magic(dataset, out)
    show_rows(({"file": name, "pairs": count} for name, count in counts.items()), form)
