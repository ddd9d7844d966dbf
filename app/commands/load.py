"""``contragraph load``: a knowledge graph from files into the store."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from contragraph.app import options
from contragraph.app.output import show_rows
from contragraph.app.progress import progress
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.graph.store import Staging
    from contragraph.loaders import LoadReport, Progress, Wikidata5mFiles

_FILE = click.Path(path_type=Path)


@click.group()
def command() -> None:
    """Load a knowledge graph into the store.

    Loading a graph again replaces the graph of that name.

    \b
    Example:
      contragraph load sample
      contragraph load wikidata5m ~/Downloads/wikidata5m
    """


def _load(
    files: Wikidata5mFiles, address: str, kg: str, hubs: int, report_to: Path | None, form: str, what: str
) -> None:
    from contragraph.loaders import Cleaning, LoadSettings, stage_wikidata5m

    settings = LoadSettings(kg=kg, cleaning=Cleaning(hubs=hubs))

    def stage(work: Path, bars: Progress) -> tuple[Staging, LoadReport]:
        return stage_wikidata5m(files, work / "staging", settings, bars)

    load_staged(stage, address, report_to, form, what)


def load_staged(
    stage: Callable[[Path, Progress], tuple[Staging, LoadReport]],
    address: str,
    report_to: Path | None,
    form: str,
    what: str,
    work: Path | None = None,
) -> None:
    """Stage a graph in a folder to work in, bring it into the store and print the report.

    ``work`` is a folder that is kept, so that a load that was stopped goes on there; without it a temporary one is
    used.
    """
    from contragraph.graph import open_store
    from contragraph.graph.address import parse_address

    parse_address(address)
    with nullcontext(work) if work else TemporaryDirectory(prefix="contragraph-") as folder, progress() as bars:
        # The store is opened when the files have been read, so that bad files leave no empty store behind.
        staging, report = stage(Path(folder), bars)
        bars("store", 0, report.facts)
        with open_store(address, create=True) as store:
            store.load(staging)
        bars("store", report.facts, report.facts)
    if report_to is not None:
        _write(report, report_to)
    rows = [{"what": what.strip(), "count": count, "remark": remark} for what, count, remark in report.rows()]
    show_rows(rows, form)
    if form == "table":
        click.echo(f"\nLoaded {what} as '{report.kg}' (snapshot {report.snapshot}) into {address}.")


def _write(report: LoadReport, path: Path) -> None:
    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_text(report.as_json(), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"Cannot write the report {path}: {error.strerror}; the graph itself is loaded.") from None


_kg = click.option("--kg", default="wikidata5m", show_default=True, metavar="NAME", help="The name of the graph.")
_hubs = click.option(
    "--hubs",
    type=click.IntRange(min=0),
    default=30,
    show_default=True,
    help="How many of the most connected entities are hidden from the search.",
)
_work = click.option(
    "--work", type=_FILE, metavar="DIR", help="Keep here what was read: a load that was stopped goes on there."
)
_report = click.option("--report", "report_to", type=_FILE, help="Write the whole report to this file, as JSON.")


@command.command("wikidata5m")
@click.argument("folder", type=_FILE, required=False, metavar="[DIR]")
@click.option("--triples", type=_FILE, multiple=True, metavar="FILE", help="Facts; may be given several times.")
@click.option("--entities", type=_FILE, metavar="FILE", help="Names of the entities.")
@click.option("--relations", type=_FILE, metavar="FILE", help="Names of the relations.")
@click.option("--texts", type=_FILE, metavar="FILE", help="Descriptions of the entities.")
@_kg
@_hubs
@_report
@options.output_format
@options.store
def wikidata5m(
    folder: Path | None,
    triples: tuple[Path, ...],
    entities: Path | None,
    relations: Path | None,
    texts: Path | None,
    kg: str,
    hubs: int,
    report_to: Path | None,
    form: str,
    address: str,
) -> None:
    """Load Wikidata5M from the folder DIR of its release, or from single files.

    Files may be plain or gzipped. Options replace single files of DIR; without DIR, --triples, --entities and
    --relations are needed.

    \b
    Example:
      contragraph load wikidata5m ~/Downloads/wikidata5m
      contragraph load wikidata5m --triples facts.txt --entities names.txt.gz --relations relations.txt
    """
    from contragraph.loaders import Wikidata5mFiles, released_files

    if folder is not None:
        files = released_files(folder)
        files = replace(
            files,
            triples=triples or files.triples,
            entities=entities or files.entities,
            relations=relations or files.relations,
            texts=texts or files.texts,
        )
    elif triples and entities is not None and relations is not None:
        files = Wikidata5mFiles(triples, entities, relations, texts)
    else:
        raise click.UsageError(
            "Name the folder of the release, or give --triples, --entities and --relations"
            " (the sample that ships is loaded by: contragraph load sample)"
        )
    _load(files, address, kg, hubs, report_to, form, str(folder or "the files"))


@command.command("sample")
@_kg
@_hubs
@_report
@options.output_format
@options.store
def sample(kg: str, hubs: int, report_to: Path | None, form: str, address: str) -> None:
    """Load the sample that ships: 60,000 real Wikidata facts.

    \b
    Example:
      contragraph load sample
    """
    from contragraph.loaders import released_files
    from contragraph.samples import sample_files

    _load(released_files(sample_files()), address, kg, hubs, report_to, form, "the sample")


@command.command("yago")
@click.argument("sources", type=_FILE, nargs=-1, required=True, metavar="FILE...|DIR")
@click.option("--kg", default="yago", show_default=True, metavar="NAME", help="The name of the graph.")
@click.option("--language", default="en", show_default=True, metavar="CODE", help="Of names, descriptions and strings.")
@_hubs
@_work
@_report
@options.output_format
@options.store
def yago(
    sources: tuple[Path, ...],
    kg: str,
    language: str,
    hubs: int,
    work: Path | None,
    report_to: Path | None,
    form: str,
    address: str,
) -> None:
    """Load YAGO 3, 4 or 4.5 from files of its release, or from the folder that holds them.

    Files may be plain or packed (.gz, .bz2, .zip). Files of notes about facts ("meta", "annotated") give facts the
    times at which they hold. Schemas and shapes are left out.

    \b
    Example:
      contragraph load yago ~/Downloads/yago-4.5
      contragraph load yago yagoFacts.tsv yagoDateFacts.tsv yagoMetaFacts.tsv yagoTypes.tsv
    """
    from contragraph.loaders import Cleaning
    from contragraph.loaders.yago import YagoSettings, stage_yago

    settings = YagoSettings(kg, Cleaning(hubs=hubs), language)

    def stage(folder: Path, bars: Progress) -> tuple[Staging, LoadReport]:
        return stage_yago(sources, folder / "staging", settings, bars, raw_folder=folder / "raw")

    load_staged(stage, address, report_to, form, str(sources[0]) if len(sources) == 1 else "the files", work)


_language = click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="Of names, descriptions and strings."
)
_lenient = click.option("--lenient", is_flag=True, help="Skip and count what is no RDF, instead of refusing the file.")


@command.command("dbpedia")
@click.argument("sources", type=_FILE, nargs=-1, required=True, metavar="FILE...|DIR")
@click.option("--infobox", is_flag=True, help="Read raw infobox properties (dbp:) as facts too.")
@click.option("--kg", default="dbpedia", show_default=True, metavar="NAME", help="The name of the graph.")
@_language
@_lenient
@_hubs
@_work
@_report
@options.output_format
@options.store
def dbpedia(
    sources: tuple[Path, ...],
    infobox: bool,
    kg: str,
    language: str,
    lenient: bool,
    hubs: int,
    work: Path | None,
    report_to: Path | None,
    form: str,
    address: str,
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
    from contragraph.loaders import Cleaning
    from contragraph.loaders.dbpedia import DbpediaSettings, stage_dbpedia

    settings = DbpediaSettings(kg, Cleaning(hubs=hubs, lists=True), language, lenient, infobox)

    def stage(folder: Path, bars: Progress) -> tuple[Staging, LoadReport]:
        return stage_dbpedia(sources, folder / "staging", settings, bars, raw_folder=folder / "raw")

    load_staged(stage, address, report_to, form, str(sources[0]) if len(sources) == 1 else "the files", work)


@command.command("rdf")
@click.argument("sources", type=_FILE, nargs=-1, required=True, metavar="FILE...|DIR|-")
@click.option(
    "--form",
    "form_in",
    type=click.Choice(["nt", "nq", "ttl", "trig", "rdf", "jsonld"]),
    help="The format of the files, where their names do not tell; needed for standard input (-).",
)
@click.option("--base", metavar="IRI", help="What relative IRIs are relative to.")
@click.option("--kg", default="rdf", show_default=True, metavar="NAME", help="The name of the graph.")
@_language
@_lenient
@_hubs
@_work
@_report
@options.output_format
@options.store
def rdf(
    sources: tuple[Path, ...],
    form_in: str | None,
    base: str | None,
    kg: str,
    language: str,
    lenient: bool,
    hubs: int,
    work: Path | None,
    report_to: Path | None,
    form: str,
    address: str,
) -> None:
    """Load any RDF: N-Triples, N-Quads, Turtle, TriG, RDF/XML or JSON-LD, from files, folders or standard input (-).

    Files may be plain or packed (.gz, .bz2, .zip). Blank nodes and what describes classes and properties are left out
    and counted.

    \b
    Example:
      contragraph load rdf graph.ttl more.nt.gz --kg mine
      curl -s https://example.org/graph.nt | contragraph load rdf - --form nt --kg mine
    """
    from contragraph.loaders import Cleaning
    from contragraph.loaders.rdf import RdfSettings, stage_rdf

    settings = RdfSettings(kg, Cleaning(hubs=hubs), language, lenient, form_in, base)

    def stage(folder: Path, bars: Progress) -> tuple[Staging, LoadReport]:
        return stage_rdf(sources, folder / "staging", settings, bars, raw_folder=folder / "raw")

    load_staged(stage, address, report_to, form, str(sources[0]) if len(sources) == 1 else "the files", work)
