"""``contragraph load``: a knowledge graph from files into the store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.commands import load_links, load_sparql, load_wikidata
from contragraph.app.runs.loading import (
    FILE,
    Destination,
    bring,
    destination,
    hubs_option,
    kg_option,
    language_option,
    load_files,
    load_staged,
    own_cleaning,
    own_hubs_option,
    own_kg_option,
    say_loaded,
)
from contragraph.app.terminal import options
from contragraph.app.terminal.groups import CommandGroup

if TYPE_CHECKING:
    from contragraph.graph.progress import Progress
    from contragraph.graph.store import Staging
    from contragraph.loaders.report import LoadReport
    from contragraph.loaders.staging import Ready
    from contragraph.loaders.wikidata.wikidata5m import Wikidata5mFiles


@click.group(cls=CommandGroup)
def command() -> None:
    """Load a knowledge graph into the store.

    Loading a graph again replaces the graph of that name.

    \b
    Example:
      contragraph load sample
      contragraph load wikidata5m ~/Downloads/wikidata5m
    """


def _load(files: Wikidata5mFiles, kg: str, hubs: int, to: Destination, what: str) -> None:
    from contragraph.loaders.cleaning import Cleaning
    from contragraph.loaders.wikidata.wikidata5m import LoadSettings, stage_wikidata5m

    settings = LoadSettings(kg=kg, cleaning=Cleaning(hubs=hubs))

    def stage(work: Path, bars: Progress, ready: Ready | None) -> tuple[Staging, LoadReport]:
        return stage_wikidata5m(files, work / "staging", settings, bars, ready)

    load_staged(stage, to, what)


@command.command("wikidata5m")
@click.argument("folder", type=FILE, required=False, metavar="[DIR]")
@click.option("--triples", type=FILE, multiple=True, metavar="FILE", help="Facts; may be given several times.")
@click.option("--entities", type=FILE, metavar="FILE", help="Names of the entities.")
@click.option("--relations", type=FILE, metavar="FILE", help="Names of the relations.")
@click.option("--texts", type=FILE, metavar="FILE", help="Descriptions of the entities.")
@click.option(
    "--claims",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Dates, quantities, times of facts; may be given several times.",
)
@kg_option("wikidata5m")
@hubs_option
@destination(kept=True)
def wikidata5m(
    folder: Path | None,
    triples: tuple[Path, ...],
    entities: Path | None,
    relations: Path | None,
    texts: Path | None,
    claims: tuple[Path, ...],
    kg: str,
    hubs: int,
    to: Destination,
) -> None:
    """Load Wikidata5M from the folder DIR of its release, or from single files.

    Files may be plain or gzipped. Options replace single files of DIR; without DIR, --triples, --entities and
    --relations are needed. --claims reads what no release has: KGTK edges (node1, label, node2) with dates and
    quantities, and timed facts (head, relation, tail, start, end).

    \b
    Example:
      contragraph load wikidata5m ~/Downloads/wikidata5m
      contragraph load wikidata5m ~/Downloads/wikidata5m --claims claims.time.kgtk.tsv.gz
      contragraph load wikidata5m --triples facts.txt --entities names.txt.gz --relations relations.txt
    """
    from contragraph.loaders.wikidata.wikidata5m import Wikidata5mFiles, released_files

    if folder is not None:
        files = released_files(folder)
        files = replace(
            files,
            triples=triples or files.triples,
            entities=entities or files.entities,
            relations=relations or files.relations,
            texts=texts or files.texts,
            claims=claims or files.claims,
        )
    elif triples and entities is not None and relations is not None:
        files = Wikidata5mFiles(triples, entities, relations, texts, claims)
    else:
        raise click.UsageError(
            "Name the folder of the release, or give --triples, --entities and --relations"
            " (the sample that ships is loaded by: contragraph load sample)"
        )
    _load(files, kg, hubs, to, str(folder or "the files"))


@command.command("sample")
@kg_option("wikidata5m")
@hubs_option
@destination()
def sample(kg: str, hubs: int, to: Destination) -> None:
    """Load the sample that ships: 60,000 real Wikidata facts.

    \b
    Example:
      contragraph load sample
    """
    from contragraph.loaders.wikidata.wikidata5m import released_files
    from contragraph.samples import sample_files

    _load(released_files(sample_files()), kg, hubs, to, "the sample")


@command.command("staged")
@click.argument("folder", type=FILE, metavar="DIR")
@options.store
def staged(folder: Path, address: str) -> None:
    """Load a graph that was staged before: the folder DIR of its Parquet tables.

    `--work DIR` of another load leaves them in DIR/staging. With `--store import:DIR` every load writes files for
    Neo4j's own import instead of loading.

    \b
    Example:
      contragraph load staged work/staging
      contragraph load staged work/staging --store import:for-neo4j
    """
    from contragraph.app.terminal.progress import progress
    from contragraph.graph.loading.staged import find_staging

    staging = find_staging(folder)
    with progress() as bars:
        info = bring(staging, address, bars)
    say_loaded(f"{info.facts:,} facts", info.kg, info.snapshot, address)


@command.command("yago")
@click.argument("sources", type=FILE, nargs=-1, required=True, metavar="FILE...|DIR")
@kg_option("yago")
@language_option
@hubs_option
@destination(kept=True)
def yago(
    sources: tuple[Path, ...],
    kg: str,
    language: str,
    hubs: int,
    to: Destination,
) -> None:
    """Load YAGO 3, 4 or 4.5 from files of its release, or from the folder that holds them.

    Files may be plain or packed (.gz, .bz2, .zip). Files of notes about facts ("meta", "annotated") give facts the
    times at which they hold. Schemas and shapes are left out.

    \b
    Example:
      contragraph load yago ~/Downloads/yago-4.5
      contragraph load yago yagoFacts.tsv yagoDateFacts.tsv yagoMetaFacts.tsv yagoTypes.tsv
    """
    from contragraph.loaders.cleaning import Cleaning
    from contragraph.loaders.yago.files import YagoSettings, stage_yago

    settings = YagoSettings(kg, Cleaning(hubs=hubs), language)

    load_files(stage_yago, sources, settings, to)


_lenient = click.option("--lenient", is_flag=True, help="Skip and count what is no RDF, instead of refusing the file.")


@command.command("dbpedia")
@click.argument("sources", type=FILE, nargs=-1, required=True, metavar="FILE...|DIR")
@click.option("--infobox", is_flag=True, help="Read raw infobox properties (dbp:) as facts too.")
@kg_option("dbpedia")
@language_option
@_lenient
@hubs_option
@destination(kept=True)
def dbpedia(
    sources: tuple[Path, ...],
    infobox: bool,
    kg: str,
    language: str,
    lenient: bool,
    hubs: int,
    to: Destination,
) -> None:
    """Load DBpedia from files of a release, or from the folder that holds them.

    Old and new names of files are known (mappingbased_objects_en.ttl.bz2, mappingbased-objects_lang=en.ttl.bz2); others
    are told by what they hold. Files may be plain or packed (.gz, .bz2, .zip). Redirects are followed, disambiguation
    pages left out. The ontology names relations and classes, and gives classes to what has none.

    \b
    Example:
      contragraph load dbpedia ~/Downloads/dbpedia
      contragraph load dbpedia mappingbased-objects_lang=en.ttl.bz2 labels_lang=en.ttl.bz2 ontology.owl
    """
    from contragraph.loaders.cleaning import Cleaning
    from contragraph.loaders.dbpedia.files import DbpediaSettings, stage_dbpedia

    settings = DbpediaSettings(kg, Cleaning(hubs=hubs, lists=True), language, lenient, infobox)

    load_files(stage_dbpedia, sources, settings, to)


@command.command("rdf")
@click.argument("sources", type=FILE, nargs=-1, required=True, metavar="FILE...|DIR|-")
@click.option(
    "--form",
    "form_in",
    type=click.Choice(["nt", "nq", "ttl", "trig", "rdf", "jsonld"]),
    help="The format of the files, where their names do not tell; needed for standard input (-).",
)
@click.option("--base", metavar="IRI", help="What relative IRIs are relative to.")
@own_kg_option
@language_option
@_lenient
@own_hubs_option
@destination(kept=True)
def rdf(
    sources: tuple[Path, ...],
    form_in: str | None,
    base: str | None,
    kg: str,
    language: str,
    lenient: bool,
    hubs: int | None,
    to: Destination,
) -> None:
    """Load any RDF: N-Triples, N-Quads, Turtle, TriG, RDF/XML or JSON-LD, from files, folders or standard input (-).

    Files may be plain or packed (.gz, .bz2, .zip). Blank nodes and what describes classes and properties are left out
    and counted.

    \b
    Example:
      contragraph load rdf graph.ttl more.nt.gz --kg mine
      contragraph load rdf - --form nt --kg mine
      contragraph load rdf staff.ttl --kg acme
    """
    from contragraph.kgs import chosen
    from contragraph.loaders.rdf.files import RdfSettings, stage_rdf

    settings = RdfSettings(chosen(kg) or kg, own_cleaning(hubs), language, lenient, form_in, base)

    load_files(stage_rdf, sources, settings, to)


@command.command("table")
@click.argument("sources", type=FILE, nargs=-1, required=True, metavar="FILE...")
@own_kg_option
@own_hubs_option
@destination()
def table(sources: tuple[Path, ...], kg: str, hubs: int | None, to: Destination) -> None:
    """Load tables of nodes and edges, as spreadsheets and exports of graphs are (CSV, TSV).

    A table with columns source and target is one of edges (and may have relation, since, until); any other is one of
    nodes, with a column id, mostly name and type, and a column for each property.

    \b
    Example:
      contragraph load table nodes.csv edges.csv --kg museum
    """
    from contragraph.kgs import chosen
    from contragraph.loaders.tables.files import TableSettings, stage_tables

    settings = TableSettings(chosen(kg) or kg, own_cleaning(hubs))
    load_files(stage_tables, sources, settings, to)


@command.command("neo4j")
@click.argument("database", metavar="ADDRESS")
@own_kg_option
@own_hubs_option
@destination()
def neo4j(database: str, kg: str, hubs: int | None, to: Destination) -> None:
    """Load what a Neo4j database holds that is not ours: nodes, relationships, properties. It is read, never changed.

    NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE say how to get in.

    \b
    Example:
      contragraph load neo4j bolt://localhost --kg movies
    """
    from contragraph.kgs import chosen
    from contragraph.loaders.tables.files import TableSettings
    from contragraph.loaders.tables.neo4j_graph import stage_neo4j

    settings = TableSettings(chosen(kg) or kg, own_cleaning(hubs))

    def stage(work: Path, bars: Progress, ready: Ready | None) -> tuple[Staging, LoadReport]:
        del ready
        return stage_neo4j(database, work / "staging", settings, bars)

    load_staged(stage, to, database)


command.add_command(load_sparql.command, "sparql")
command.add_command(load_links.command, "links")
command.add_command(load_wikidata.command, "wikidata")
