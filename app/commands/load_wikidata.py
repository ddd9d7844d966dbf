"""``contragraph load wikidata``: Wikidata whole, from its truthy dump."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.runs.loading import (
    FILE,
    Destination,
    destination,
    hubs_option,
    kg_option,
    load_staged,
    named,
)

if TYPE_CHECKING:
    from contragraph.graph.progress import Progress
    from contragraph.graph.store import Staging
    from contragraph.loaders.report import LoadReport
    from contragraph.loaders.staging import Ready


@click.command()
@click.argument("sources", type=FILE, nargs=-1, required=True, metavar="FILE...|DIR|-")
@kg_option("wikidata")
@click.option("--language", default="en", show_default=True, metavar="CODE", help="Of names and descriptions.")
@hubs_option
@destination(kept=True)
def command(
    sources: tuple[Path, ...],
    kg: str,
    language: str,
    hubs: int,
    to: Destination,
) -> None:
    """Load Wikidata from its truthy dump in N-Triples, of any size, plain or packed (.gz, .bz2).

    Facts between items, dates and quantities are kept, with names and descriptions in one language; identifiers, pages
    and names in other languages are counted and left out. With --work a load that was stopped goes on where it was.

    \b
    Example:
      contragraph load wikidata latest-truthy.nt.gz --work wikidata-work
      contragraph load wikidata latest-truthy.nt.bz2 --language de --kg wikidata-de
    """
    from contragraph.loaders.cleaning import Cleaning
    from contragraph.loaders.wikidata.truthy import TruthySettings, stage_truthy

    settings = TruthySettings(kg, Cleaning(hubs=hubs), language)

    def stage(folder: Path, bars: Progress, ready: Ready | None) -> tuple[Staging, LoadReport]:
        return stage_truthy(sources, folder / "staging", settings, bars, ready, folder / "raw")

    load_staged(stage, to, named(sources))
