"""Any RDF that pyoxigraph reads, from files, folders, archives or standard input, into raw tables."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import polars as pl
import pyoxigraph as ox

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import Staging
from contragraph.loaders.archives import STANDARD_INPUT, SourceFile, files_of, opened
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.lines import Tally
from contragraph.loaders.raw import RawSource, RawTables, fingerprint
from contragraph.loaders.rdf.documents import document_triples
from contragraph.loaders.rdf.lines import line_triples
from contragraph.loaders.rdf.tables import SCHEMA, VOCABULARY, DeclaredTerms, RdfVocabulary, add_triples
from contragraph.loaders.rdf.terms import RdfSyntaxError
from contragraph.loaders.report import LoadReport

F = ox.RdfFormat
FORMATS: dict[str, ox.RdfFormat] = {
    "nt": F.N_TRIPLES,
    "nq": F.N_QUADS,
    "ttl": F.TURTLE,
    "trig": F.TRIG,
    "rdf": F.RDF_XML,
    "jsonld": F.JSON_LD,
}
"""Formats by the name that an option gives them."""
SUFFIXES = {f".{name}": kind for name, kind in FORMATS.items()}
SUFFIXES |= {".owl": F.RDF_XML, ".xml": F.RDF_XML, ".ntriples": F.N_TRIPLES, ".nquads": F.N_QUADS, ".turtle": F.TURTLE}
BY_LINE = (F.N_TRIPLES, F.N_QUADS)
HEAD_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class RdfSettings:
    """How RDF is read.

    Strings in another language than ``language`` are left out, those without one kept. With ``lenient`` what cannot
    be parsed is skipped and counted. ``form`` is a key of ``FORMATS`` where the name of a file does not tell it;
    ``base`` is what relative IRIs are relative to.
    """

    kg: str = "rdf"
    cleaning: Cleaning = field(default_factory=Cleaning)
    language: str = "en"
    lenient: bool = False
    form: str | None = None
    base: str | None = None
    vocabulary: RdfVocabulary = VOCABULARY


def rdf_files(paths: Iterable[Path], form: str | None = None) -> tuple[SourceFile, ...]:
    """The files of RDF: those named, and of folders and archives those whose names say that they are RDF.

    :raises InputError: if there is no such file or folder, or none of its files is RDF
    """
    return files_of(
        paths,
        lambda part: bool(form) or PurePosixPath(part.plain_name).suffix.lower() in SUFFIXES,
        wanted="files of RDF, a folder that holds them, or - for standard input",
        lacking=f"RDF in it ({', '.join(SUFFIXES)}, plain or packed)",
    )


def stage_rdf(
    paths: Iterable[Path],
    folder: Path,
    settings: RdfSettings | None = None,
    progress: Progress = silent,
    raw_folder: Path | None = None,
) -> tuple[Staging, LoadReport]:
    """Read and clean RDF and write it as staging tables into ``folder``, replacing what is there.

    :param raw_folder: where what was read is kept, so that a load that was stopped goes on with the next file
    :raises InputError: if a file is missing, unreadable or no RDF, or there is no fact in any
    :raises StoreError: if the tables cannot be written
    """
    settings = settings or RdfSettings()
    raw = raw_rdf(paths, raw_folder or folder.with_name(folder.name + ".raw"), settings, progress)
    return assemble(raw, folder, assembling(settings), progress)


def raw_rdf(paths: Iterable[Path], folder: Path, settings: RdfSettings, progress: Progress = silent) -> RawTables:
    """The raw tables of RDF, in a folder.

    :raises InputError: as :func:`stage_rdf`
    """
    raw = RawTables(folder)
    files = rdf_files(paths, settings.form)
    for part in files:
        with_source(raw, part, settings, progress)
    demand_facts(raw, files)
    return raw


def assembling(settings: RdfSettings) -> KgSettings:
    """What assembling must know of RDF that is read with these settings."""
    return KgSettings(settings.kg, settings.cleaning, ("rdf:type",), settings.language)


def with_source(raw: RawTables, part: SourceFile, settings: RdfSettings, progress: Progress = silent) -> None:
    """Read one file into raw tables, unless it was read before with these settings."""
    source = part.source
    mark = mark_of(part, settings)
    if raw.finished(source, mark):
        return
    with raw.writing(source, mark) as out:
        out.tally.file = part.name
        declared = DeclaredTerms()
        try:
            for frame in triples(part, out.tally, settings, progress):
                add_triples(frame, out, settings.vocabulary, settings.language, declared)
        except RdfSyntaxError as error:
            named = settings.form or SUFFIXES.get(PurePosixPath(part.plain_name).suffix.lower()) in BY_LINE
            if named or format_of(part, None) not in BY_LINE:
                raise
            raise InputError(f"{error} It begins as N-Triples; if it is Turtle, say so with --form ttl.") from None
        close(out)


def mark_of(part: SourceFile, settings: RdfSettings, *more: object) -> str:
    """What tells whether a file has to be read again; standard input always has."""
    if part == STANDARD_INPUT:
        return f"standard input {os.urandom(8).hex()}"
    how = [settings.language, settings.lenient, settings.form, settings.base, repr(settings.vocabulary)]
    return fingerprint(part.path, "rdf", part.member, *how, *more)


def close(out: RawSource) -> None:
    """Count what was kept of a file, which must not be empty."""
    out.tally.kept = out.tally.lines - sum(out.tally.dropped.values())
    if not out.tally.lines:
        raise InputError(f"{out.tally.file} is empty or holds no triples; give the complete file.")


def demand_facts(raw: RawTables, files: tuple[SourceFile, ...]) -> None:
    """InputError if no file had any fact; it says so if they describe classes and properties alone."""
    facts = raw.scan("facts").filter(pl.col("relation") != "rdfs:subClassOf").head(1).collect(engine="streaming")
    if facts.height or raw.files("literal_facts"):
        return
    names = ", ".join(part.name for part in files[:3]) + (", …" if len(files) > 3 else "")
    if any(SCHEMA in tally.dropped for tally in raw.tallies()):
        raise InputError(
            f"{names} is a schema: it describes classes and properties and holds no facts; give the files of facts."
        )
    raise InputError(f"{names} has no facts that can be read here; check that it is the right file.")


def triples(
    part: SourceFile, tally: Tally, settings: RdfSettings, progress: Progress = silent
) -> Iterator[pl.DataFrame]:
    """The triples of a file in blocks (columns of ``terms.TRIPLES``); what is skipped is tallied.

    :raises InputError: if the file is unreadable or, unless ``lenient``, at the first place that is no RDF
    """
    kind = format_of(part, settings.form)
    if kind in BY_LINE:
        yield from line_triples(part, kind, tally, lenient=settings.lenient, progress=progress)
    else:
        yield from document_triples(part, kind, tally, base=settings.base, lenient=settings.lenient, progress=progress)


def format_of(part: SourceFile, form: str | None) -> ox.RdfFormat:
    """The format by option, by name, or else by the first bytes.

    A Turtle file that begins as N-Triples do is read as such, which is much faster: most dumps are like that.
    """
    if form:
        return FORMATS[form]
    kind = SUFFIXES.get(PurePosixPath(part.plain_name).suffix.lower())
    if part == STANDARD_INPUT:
        raise InputError("What standard input is cannot be told; name its format with --form, for example nt.")
    if kind is None or kind is F.TURTLE:
        with opened(part) as stream:
            kind = told_by(stream.read(HEAD_BYTES), kind)
    if kind is None:
        known = ", ".join(FORMATS)
        raise InputError(f"{part.name} does not say which RDF it is; name its format with --form ({known}).")
    return kind


def told_by(head: bytes, kind: ox.RdfFormat | None) -> ox.RdfFormat | None:
    """The format of a file that begins like that; ``kind`` is what its name says."""
    text = head.decode("utf-8-sig", errors="replace").lstrip()
    lines = [line for line in text.split("\n")[: None if len(head) < HEAD_BYTES else -1] if not is_empty(line)]
    try:
        if lines and len(list(ox.parse("\n".join(lines), F.N_TRIPLES))) == len(lines):
            return F.N_TRIPLES
        if lines and kind is None and list(ox.parse("\n".join(lines), F.N_QUADS)):
            return F.N_QUADS
    except (SyntaxError, MemoryError):
        pass
    if kind is None and text.startswith(("<?xml", "<rdf:")):
        return F.RDF_XML
    if kind is None and text.startswith(("{", "[")):
        return F.JSON_LD
    if kind is None and text.startswith(("@prefix", "@base", "PREFIX", "BASE")):
        return F.TURTLE
    return kind


def is_empty(line: str) -> bool:
    """Whether a line of N-Triples says nothing."""
    bare = line.strip()
    return not bare or bare.startswith("#")
