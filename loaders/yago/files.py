"""YAGO 3, 4 and 4.5 from the files of their releases, or from collections made of them, into raw tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import Staging
from contragraph.loaders.archives import SourceFile, files_of
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.lines import Tally
from contragraph.loaders.raw import RawSource, RawTables, fingerprint
from contragraph.loaders.rdf.tables import LITERAL_CHARACTERS, NUL, TOO_LONG
from contragraph.loaders.report import LoadReport
from contragraph.loaders.yago.classes import add_classes
from contragraph.loaders.yago.lines import FileLayout, read_lines
from contragraph.loaders.yago.lives import add_lives
from contragraph.loaders.yago.moments import split_moments
from contragraph.loaders.yago.terms import DBPEDIA, DBPEDIA_CLASS, FACT, GRAPH, SPELLED, THEME, THING, curies, literals
from contragraph.loaders.yago.times import SIDES, add_times, dates, ended, ordered

SUFFIXES = (".tsv", ".ttl", ".nt", ".ntx", ".txt")
SCHEMA = ("schema", "shapes", "bioschemas")
"""Parts of a file's name that say that it describes relations and classes, and holds no facts."""
META = ("meta", "annotated")
"""Parts of the name of a file of notes about facts."""
PREFERRED = GRAPH.loading.role("preferred_name")
LABELS = ("rdfs:label",)
OTHER_NAMES, DESCRIPTIONS = GRAPH.loading.role("other_name"), GRAPH.loading.role("description")


@dataclass(frozen=True, slots=True)
class YagoSettings:
    """The name that the KG gets, what is hidden in it, and the language of names and strings."""

    kg: str = "yago"
    cleaning: Cleaning = field(default_factory=Cleaning)
    language: str = "en"


def yago_files(paths: Iterable[Path]) -> tuple[SourceFile, ...]:
    """The files of a release, plain or packed: those named, and of folders and archives those that may hold facts.

    :raises InputError: if there is no such file or folder, or nothing in it looks like facts
    """
    return files_of(
        paths,
        lambda part: part.plain_name.lower().endswith(SUFFIXES),
        wanted="the files of YAGO, or the folder that holds them",
        lacking="YAGO in it (.tsv, .ttl, .nt, .ntx); unpack .7z first",
    )


def stage_yago(
    paths: Iterable[Path],
    folder: Path,
    settings: YagoSettings | None = None,
    progress: Progress = silent,
    raw_folder: Path | None = None,
) -> tuple[Staging, LoadReport]:
    """Read and clean files of YAGO and write them as staging tables into ``folder``, replacing what is there.

    :param raw_folder: where what was read is kept, so that a load that was stopped goes on with the next file
    :raises InputError: if a file is missing, unreadable, or holds no facts of YAGO
    :raises StoreError: if the tables cannot be written
    """
    settings = settings or YagoSettings()
    raw = RawTables(raw_folder or folder.with_name(folder.name + ".raw"))
    read_yago(raw, yago_files(paths), settings, progress)
    known = KgSettings(settings.kg, settings.cleaning, ("rdf:type",), settings.language)
    return assemble(raw, folder, known, progress)


def read_yago(
    raw: RawTables, files: tuple[SourceFile, ...], settings: YagoSettings, progress: Progress = silent
) -> None:
    """Read the files into raw tables, those that were read before left out; then times and classes.

    :raises InputError: as ``stage_yago``
    """
    facts = [part for part in files if not any(word in part.plain_name.lower() for word in SCHEMA)]
    if not facts:
        raise InputError(
            f"{files[0].name} describes relations and classes (a schema) and holds no facts; "
            "give the files of facts, for example yago-facts.ttl."
        )
    identified = any(word in part.plain_name.lower() for part in facts for word in META)
    for part in facts:
        source = part.source
        mark = fingerprint(part.path, "yago", part.member, settings.language, identified)
        if raw.finished(source, mark):
            continue
        with raw.writing(source, mark) as out:
            out.tally.file = part.name
            _read_file(part, out, settings.language, identified, progress)
            out.tally.demand_lines("YAGO")
    add_times(raw)
    if not raw.files("facts") and not raw.files("literal_facts"):
        raise InputError(f"The files hold no facts of YAGO ({facts[0].name}); give those of facts as well.")
    add_classes(raw)
    add_lives(raw)


def _read_file(part: SourceFile, out: RawSource, language: str, identified: bool, progress: Progress) -> None:
    """Read one file of facts, labels or notes."""
    for block, reading in read_lines(part, out.tally, progress):
        rows = _resolved(block, reading, out.tally, language)
        notes = rows.filter(pl.col("note").is_not_null())
        _add_notes(notes, out)
        _add_facts(rows.filter(pl.col("note").is_null()), out, identified)
    out.tally.kept = out.tally.lines - sum(out.tally.dropped.values())


def _resolved(block: pl.DataFrame, reading: FileLayout, tally: Tally, language: str) -> pl.DataFrame:
    """The lines of a block with CURIEs and values for their terms, without those that are no use."""
    values = literals(block["object"], reading.prefixes)
    spelled = block["relation"].unique().drop_nulls().sort()
    known = dict(zip(spelled, curies(spelled, reading.prefixes)))
    noted = block["note"].unique().drop_nulls().sort()
    notes = dict(zip(noted, curies(noted, reading.prefixes)))
    rows = block.select(
        "number",
        "fact",
        curies(block["subject"], reading.prefixes),
        pl.col("relation").replace_strict(known, default=None, return_dtype=pl.String),
        curies(block["object"], reading.prefixes),
        pl.when(pl.col("note").is_not_null())
        .then(pl.col("note").replace_strict(notes, default=None, return_dtype=pl.String).fill_null("?"))
        .alias("note"),
        dates(pl.col("date").str.strip_chars('"')).alias("date"),
        dates(pl.col("start").str.strip_chars('"')).alias("start"),
        dates(pl.col("end").str.strip_chars('"')).alias("end"),
    ).hstack(values)
    # An address that is an id of ours is that id.
    rows = rows.with_columns(pl.when(pl.col("object").is_null()).then("value").alias("value"))
    return _cleaned(rows, tally, language)


def _cleaned(rows: pl.DataFrame, tally: Tally, language: str) -> pl.DataFrame:
    """Without lines that are no facts, each counted by its reason; padded dates made exact."""
    padded = pl.col("value").str.contains("#", literal=True) & pl.col("datatype").is_in(["xsd:date", "xsd:dateTime"])
    rows = rows.with_columns(padded.fill_null(False).alias("padded")).with_columns(
        pl.when("padded").then(dates(pl.col("value"))).otherwise("value").alias("value")
    )
    length = pl.col("value").str.strip_prefix("-").str.len_bytes()
    exact = pl.when(length > 7).then(pl.lit("xsd:date")).when(length > 4).then(pl.lit("xsd:gYearMonth"))
    rows = rows.with_columns(
        pl.when("padded").then(exact.otherwise(pl.lit("xsd:gYear"))).otherwise("datatype").alias("datatype")
    )
    spoken = pl.col("language").str.replace("-.*", "")
    noting = pl.col("subject").str.contains(FACT)
    long = pl.col("value").str.len_bytes() > LITERAL_CHARACTERS
    foreign = pl.col("subject").str.starts_with(DBPEDIA) & (pl.col("relation") != "rdf:type") & ~linking()
    reasons = (
        (
            "link, or note about a source",
            pl.col("relation").is_in(GRAPH.loading.role("aside")) & ~linking()
            | pl.col("subject").str.starts_with(THEME),
        ),
        ("in another language", spoken != language),
        ("date without a year", pl.col("padded") & pl.col("value").is_null()),
        ("id that is none of YAGO's", pl.col("subject").is_null() | pl.col("relation").is_null()),
        ("object that cannot be read", pl.col("object").is_null() & pl.col("value").is_null()),
        ("about a thing of another graph", foreign),
        (TOO_LONG, long & ~pl.col("relation").is_in(DESCRIPTIONS)),
        (NUL, pl.col("value").str.contains("\x00", literal=True)),
        ("note on a fact other than its time", noting & ~pl.col("relation").is_in(list(SIDES))),
        ("note on a fact other than its time", pl.col("note").is_not_null() & ~pl.col("note").is_in(list(SIDES))),
        ("note without a year", pl.col("note").is_not_null() & pl.col("date").is_null()),
    )
    for reason, holds in reasons:
        bad = rows.select(holds.fill_null(False)).to_series()
        tally.drop_all(reason, rows["number"].filter(bad))
        rows = rows.filter(~bad)
    return rows


def linking() -> pl.Expr:
    """Whether a line says that a thing of YAGO and one of DBpedia are the same."""
    ours, theirs = (
        [pl.col(name).str.starts_with(prefix) for name in ("subject", "object")] for prefix in (THING, DBPEDIA)
    )
    pairs = ours[0] & theirs[1] | theirs[0] & ours[1]
    return ((pl.col("relation") == "owl:sameAs") & pairs).fill_null(False)


def _add_links(rows: pl.DataFrame, out: RawSource) -> pl.DataFrame:
    """Write links to DBpedia and the classes that things have there; the other rows."""
    linked = rows.select(linking()).to_series()
    first = pl.col("subject").str.starts_with(THING)
    ours, theirs = (
        pl.when(first).then("subject").otherwise("object"),
        pl.when(first).then("object").otherwise("subject"),
    )
    out.add("links", rows.filter(linked).select(id=ours, other=theirs))
    rows = rows.filter(~linked)
    there = rows["subject"].str.starts_with(DBPEDIA)
    kinds = rows.filter(there).filter(pl.col("object").str.starts_with(DBPEDIA_CLASS))
    out.add("classes", kinds.select(pl.col("subject").alias("id"), pl.col("object").alias("class")))
    return rows.filter(~there)


def _add_notes(notes: pl.DataFrame, out: RawSource) -> None:
    """Notes that spell the fact that they are about."""
    out.add(
        "fact_times",
        notes.select(
            pl.lit(None, dtype=pl.String).alias("fact"),
            "subject",
            "relation",
            pl.coalesce("object", "value").alias("object"),
            pl.col("note").replace_strict(SIDES, default=None, return_dtype=pl.String).alias("side"),
            "date",
        ),
    )


def _add_facts(rows: pl.DataFrame, out: RawSource, identified: bool) -> None:
    """Facts, names and descriptions; and notes on facts that name them by an id."""
    rows = _add_links(rows, out)
    about = rows["subject"].str.contains(FACT)
    told = rows.filter(about)
    if told.height:
        side = pl.col("relation").replace_strict(SIDES, default=None, return_dtype=pl.String)
        date = dates(pl.col("value"))
        fact = pl.concat_str(pl.lit("<"), pl.col("subject").str.strip_prefix(THING), pl.lit(">"))
        nulls = [pl.lit(None, dtype=pl.String).alias(name) for name in ("object",)]
        noted = told.select(fact.alias("fact"), side.alias("side"), date.alias("date"), *nulls)
        noted = noted.with_columns(
            pl.lit(None, dtype=pl.String).alias("subject"), pl.lit(None, dtype=pl.String).alias("relation")
        )
        out.add("fact_times", noted.filter(pl.col("date").is_not_null()))
    rows = rows.filter(~about)
    numbered = rows["fact"].is_not_null().any()
    relation = pl.col("relation")
    named = relation.is_in([*PREFERRED, *LABELS, *OTHER_NAMES]) & pl.col("value").is_not_null()
    described = relation.is_in(DESCRIPTIONS) & pl.col("value").is_not_null()
    # YAGO 3, whose facts have ids, gives all names as rdfs:label and the best as skos:prefLabel.
    first = relation.is_in([*PREFERRED, *(() if numbered else LABELS)])
    place = pl.when(first).then(0).otherwise(1)
    out.add("names", rows.filter(named).select(id="subject", name="value", position=place, language="language"))
    out.add("descriptions", rows.filter(described).select(id="subject", text="value"))
    rows = rows.filter(~(named | described))
    possible = ordered(pl.col("start"), pl.col("end"))
    rows = rows.with_columns(
        pl.when(possible).then("start").alias("valid_from"), pl.when(possible).then("end").alias("valid_to")
    )
    end = ended(relation, pl.col("valid_from"), pl.col("valid_to"))
    rows = rows.with_columns(end.alias("valid_to"))
    between = rows.filter(pl.col("object").is_not_null())
    facts, dated = split_moments(between, GRAPH.moments, GRAPH.object_moments)
    out.add("facts", facts)
    out.add("literal_facts", dated)
    if identified:
        spelled = rows.filter(pl.col("fact").is_not_null())
        out.add("fact_ids", spelled.select("subject", "relation", id="fact", object=pl.coalesce("object", "value")))
    valued = rows.filter(pl.col("object").is_null())
    out.add(
        "literal_facts", valued.select("subject", "relation", "value", "datatype", "language", "valid_from", "valid_to")
    )
    out.add("names", _spelled_names(between))


def _spelled_names(facts: pl.DataFrame) -> pl.DataFrame:
    """Names of ids that are more than a title: ``wordnet_guitar_103467517``, ``de/Köln``, ``It_u0028_film_u0029_``."""
    ids = pl.concat([facts["subject"], facts["object"]]).unique().sort().alias("id")
    odd = ids.filter(
        ids.str.contains(
            rf"^{THING}(?:wordnet_.+_\d{{9}}$|wikicat(?:egory)?_|[a-z]{{2,3}}/|geoclass_)|_u[0-9A-F]{{4}}_"
        )
    )
    name = odd.str.replace(rf"^{THING}{SPELLED}?", "").str.replace(r"_\d{9}$", "")
    coded = name.str.contains(r"_u[0-9A-F]{4}_").arg_true()
    name = name.scatter(coded, [_decoded(each) for each in name.gather(coded)])
    return pl.DataFrame(
        {"id": odd, "name": name.str.replace_all("_", " "), "position": pl.Series([9] * odd.len(), dtype=pl.Int64)}
    )


def _decoded(name: str) -> str:
    """YAGO 4 writes characters that a name may not have as ``_u0028_``."""
    return re.sub(r"_u([0-9A-F]{4})_", lambda match: chr(int(match[1], 16)), name)
