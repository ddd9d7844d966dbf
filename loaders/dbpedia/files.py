"""DBpedia from the files of its releases, old and new, or from collections made of them, into raw tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

import polars as pl

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import Staging
from contragraph.loaders.archives import SourceFile, files_of, opened
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.dbpedia.classes import TYPED_LINE, add_classes, read_typed_table
from contragraph.loaders.dbpedia.kinds import Sorted, kind_by_content, kind_by_name, without_doubles
from contragraph.loaders.dbpedia.nouns import add_nouns
from contragraph.loaders.dbpedia.rows import DBPEDIA, INFOBOX, add_dbpedia
from contragraph.loaders.dbpedia.sense import add_doubted
from contragraph.loaders.dbpedia.webnlg import ROOT, webnlg_rows
from contragraph.loaders.lines import Tally
from contragraph.loaders.raw import RawSource, RawTables
from contragraph.loaders.rdf.files import HEAD_BYTES, SUFFIXES, RdfSettings, close, demand_facts, mark_of, triples
from contragraph.loaders.rdf.tables import DeclaredTerms, resolved
from contragraph.loaders.report import LoadReport

TABLES = (".txt", ".tsv")


@dataclass(frozen=True, slots=True)
class DbpediaSettings:
    """How DBpedia is read: as ``RdfSettings``; with ``infobox`` raw infobox properties (``dbp:``) are facts too."""

    kg: str = "dbpedia"
    cleaning: Cleaning = field(default_factory=lambda: Cleaning(lists=True))
    language: str = "en"
    lenient: bool = False
    infobox: bool = False

    @property
    def rdf(self) -> RdfSettings:
        """The same for the reader of RDF."""
        return RdfSettings(self.kg, self.cleaning, self.language, self.lenient, vocabulary=DBPEDIA)


def dbpedia_files(paths: Iterable[Path], settings: DbpediaSettings | None = None) -> Sorted:
    """The files of a release, plain or packed, each with what it is, in reading order.

    :raises InputError: if there is no such file or folder, or none is of DBpedia
    """
    settings = settings or DbpediaSettings()
    found = files_of(
        paths,
        lambda part: PurePosixPath(part.plain_name).suffix.lower() in {*SUFFIXES, *TABLES},
        wanted="the files of DBpedia, or the folder that holds them",
        lacking="DBpedia in it (.ttl, .nt or .owl, plain or packed)",
    )
    kinds = list(kinds_of(found, settings))
    if not settings.infobox and any(kind != "infobox" for _, kind in kinds):
        kinds = [(part, f"not read: {INFOBOX}" if kind == "infobox" else kind) for part, kind in kinds]
    listed = without_doubles(kinds)
    if not listed.files:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in listed.left_out[:3])
        raise InputError(f"No file holds facts of DBpedia ({reasons}); give mapping-based objects, for example.")
    return listed


def kinds_of(found: Iterable[SourceFile], settings: DbpediaSettings) -> Iterator[tuple[SourceFile, str]]:
    """The files with what they are; the many files of WebNLG in one archive are one."""
    texts: set[Path] = set()
    for part in found:
        is_xml = part.plain_name.lower().endswith(".xml")
        if is_xml and part.path not in texts and begins(part, ROOT):
            texts.add(part.path)
            yield SourceFile(part.path), "webnlg"
        elif not (is_xml and part.path in texts):
            yield part, kind_of(part, settings)


def begins(part: SourceFile, mark: bytes) -> bool:
    """Whether the mark stands near the beginning of a file."""
    with opened(part) as stream:
        return mark in stream.read(1000)


def kind_of(part: SourceFile, settings: DbpediaSettings) -> str:
    """What a file is, by its name or else by its beginning."""
    if known := kind_by_name(part):
        return known
    if PurePosixPath(part.plain_name).suffix.lower() in TABLES:
        with opened(part) as stream:
            lines = stream.read(HEAD_BYTES).decode("utf-8", errors="replace").split("\n")[:100]
        if pl.Series(lines[:-1] or lines).str.contains(TYPED_LINE).all():
            return "typed table"
    scratch = Tally(part.name)
    first = next(triples(part, scratch, replace(settings.rdf, lenient=True)), None)
    return kind_by_content(resolved(first.head(2000), scratch)) if first is not None else "facts"


def stage_dbpedia(
    paths: Iterable[Path],
    folder: Path,
    settings: DbpediaSettings | None = None,
    progress: Progress = silent,
    raw_folder: Path | None = None,
) -> tuple[Staging, LoadReport]:
    """Read and clean files of DBpedia and write them as staging tables into ``folder``, replacing what is there.

    :param raw_folder: where what was read is kept, so that a load that was stopped goes on with the next file
    :raises InputError: if a file is missing, unreadable or no RDF, or there are no facts
    :raises StoreError: if the tables cannot be written
    """
    settings = settings or DbpediaSettings()
    raw = RawTables(raw_folder or folder.with_name(folder.name + ".raw"))
    listed = dbpedia_files(paths, settings)
    read_dbpedia(raw, listed, settings, progress)
    known = KgSettings(settings.kg, settings.cleaning, ("rdf:type",), settings.language)
    staging, report = assemble(raw, folder, known, progress)
    return staging, replace(report, unread=listed.left_out)


def read_dbpedia(raw: RawTables, listed: Sorted, settings: DbpediaSettings, progress: Progress = silent) -> None:
    """Read the files into raw tables, those that were read before left out; then infer classes.

    :raises InputError: as ``stage_dbpedia``
    """
    others = [mark_of(part, settings.rdf) for part, kind in listed.files if kind not in ("typed table", "webnlg")]
    for part, kind in listed.files:
        source = part.source
        mark = mark_of(
            part, settings.rdf, "dbpedia", settings.infobox, others if kind in ("typed table", "webnlg") else []
        )
        if raw.finished(source, mark):
            continue
        with raw.writing(source, mark) as out:
            out.tally.file = part.name
            _read_file(part, kind, out, raw, settings, progress)
            close(out)
    _demand_facts(raw, listed)
    add_doubted(raw)
    add_nouns(raw, settings.language)
    add_classes(raw)


def _read_file(
    part: SourceFile, kind: str, out: RawSource, raw: RawTables, settings: DbpediaSettings, progress: Progress
) -> None:
    if kind == "typed table":
        read_typed_table(part, out, raw, progress)
        return
    declared = DeclaredTerms()
    if kind == "webnlg":
        rows = webnlg_rows(part, out, raw, progress)
        add_dbpedia(rows, out, settings.language, declared, infobox=settings.infobox)
        return
    for frame in triples(part, out.tally, settings.rdf, progress):
        rows = resolved(frame, out.tally)
        add_dbpedia(rows, out, settings.language, declared, infobox=settings.infobox)


def _demand_facts(raw: RawTables, listed: Sorted) -> None:
    """InputError if there is no fact, with what to do."""
    raw_only = any(INFOBOX in tally.dropped for tally in raw.tallies())
    if raw_only and not raw.files("facts") and not raw.files("literal_facts"):
        raise InputError(
            f"{listed.files[0][0].name} has raw infobox properties (dbp:) alone; add --infobox to read them as facts."
        )
    demand_facts(raw, tuple(part for part, _ in listed.files))
