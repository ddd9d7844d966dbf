"""``contragraph load sparql``: a part of a graph from an endpoint."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.runs.loading import FILE, Destination, destination, language_option, load_staged

if TYPE_CHECKING:
    from contragraph.graph.progress import Progress
    from contragraph.graph.store import Staging
    from contragraph.loaders.report import LoadReport
    from contragraph.loaders.staging import Ready


@click.command("sparql")
@click.argument("endpoint", metavar="ENDPOINT")
@click.option("--seed", "seeds", multiple=True, metavar="ID", help="A thing to begin with; may be given several times.")
@click.option("--seeds", "listed", type=FILE, metavar="FILE", help="Things to begin with, one on each line.")
@click.option("--hops", type=click.IntRange(1, 5), default=1, show_default=True, help="Steps to go from the seeds.")
@click.option("--incoming", is_flag=True, help="Follow facts that point at a thing, too.")
@click.option("--relation", "relations", multiple=True, metavar="ID", help="Fetch all facts of this relation.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=10_000, show_default=True, help="Facts of each relation at most."
)
@click.option("--page", type=click.IntRange(1, 10_000), default=1_000, show_default=True, help="Rows in one answer.")
@click.option("--timeout", type=click.FloatRange(min=1), default=90, show_default=True, help="Seconds for one answer.")
@click.option("--contact", default="", metavar="TEXT", help="An address of yours, sent with every request.")
@click.option("--kg", metavar="NAME", help="The name of the graph; by default wikidata-sparql and the like.")
@click.option("--answers", type=FILE, metavar="FILE", help="Keep all answers in this file.")
@language_option
@destination()
def command(
    endpoint: str,
    seeds: tuple[str, ...],
    listed: Path | None,
    hops: int,
    incoming: bool,
    relations: tuple[str, ...],
    limit: int,
    page: int,
    timeout: float,
    contact: str,
    kg: str | None,
    answers: Path | None,
    language: str,
    to: Destination,
) -> None:
    """Load a part of a graph from ENDPOINT: wikidata, dbpedia, yago, or an address that begins with https://.

    Names and classes are fetched in the same run. Answers are kept in NAME.answers.jsonl until the graph is loaded: a
    run that was stopped goes on with them.

    \b
    Example:
      contragraph load sparql wikidata --seed wd:Q64 --seed wd:Q90 --hops 2
      contragraph load sparql dbpedia --relation dbo:capital --limit 500
    """
    from contragraph.loaders.sparql.client import Manners
    from contragraph.loaders.sparql.endpoint import PRESETS, SparqlSettings, endpoint_of, read_seeds, stage_sparql

    name = kg or (f"{endpoint}-sparql" if endpoint in PRESETS else "sparql")
    settings = SparqlSettings(
        kg=name,
        seeds=(*seeds, *(read_seeds(listed) if listed else ())),
        relations=relations,
        hops=hops,
        limit=limit,
        incoming=incoming,
        language=language,
        page=page,
        manners=Manners(timeout=timeout, contact=contact),
    )
    kept = answers or Path(f"{name}.answers.jsonl")

    def stage(folder: Path, bars: Progress, ready: Ready | None) -> tuple[Staging, LoadReport]:
        del ready  # what an endpoint sends is small
        return stage_sparql(endpoint_of(endpoint), settings, folder / "staging", kept, bars)

    load_staged(stage, to, endpoint)
    if answers is None:
        kept.unlink(missing_ok=True)
