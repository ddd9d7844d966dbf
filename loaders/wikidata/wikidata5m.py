"""Wikidata5M in its released layout: tab separated facts, names and texts of entities, names of relations."""

from __future__ import annotations

import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from contragraph.graph.errors import InputError
from contragraph.graph.given import AnyPath, made_forgiving, path_of
from contragraph.graph.model import Literal
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import GraphStore, KgInfo, Staging
from contragraph.loaders.cleaning import Cleaning, hidden_list, hidden_reasons
from contragraph.loaders.lines import Tally
from contragraph.loaders.numbers import counted, distinct_numbers, found_at, positions, without_repeats
from contragraph.loaders.report import LoadReport
from contragraph.loaders.spans import with_spans
from contragraph.loaders.staging import INDICES, NODES, Ready, StagedGraph, degrees, types, write_staging
from contragraph.loaders.wikidata.claims import VALID, Claims, property_labels, read_claims
from contragraph.loaders.wikidata.repair import repaired
from contragraph.loaders.wikidata.terms import INSTANCE_OF, ITEM, PROPERTY
from contragraph.loaders.wikidata.wikidata5m_lines import (
    NO_TEXTS,
    read_entities,
    read_relations,
    read_texts,
    read_triples,
    text_of,
)

TRIPLES_IN_ONE = "wikidata5m_all_triplet.txt"
TRIPLES_IN_THREE, INDUCTIVE = (
    tuple(f"wikidata5m_{split}_{part}.txt" for part in ("train", "valid", "test"))
    for split in ("transductive", "inductive")
)
PACKED = ("", ".gz", ".bz2", ".zip")
CLAIMS = "wikidata5m_claims.txt"
"""A file that no release has: dates of the entities, as the sample that ships has them."""
NAMES = {key: f"wikidata5m_{key}.txt" for key in ("entity", "relation", "text")}


@dataclass(frozen=True, slots=True)
class Wikidata5mFiles:
    """The files of a release, plain or packed. Without ``texts`` no entity has a description.

    ``claims`` give dates, quantities and times of validity, which no release has.
    """

    triples: tuple[Path, ...]
    """The facts, in one file or several."""
    entities: Path
    """The names of entities."""
    relations: Path
    """The names of relations."""
    texts: Path | None = None
    """The descriptions of entities, if they are given."""
    claims: tuple[Path, ...] = ()
    """Files of dates, quantities and times of validity."""


@made_forgiving
@dataclass(frozen=True, slots=True)
class LoadSettings:
    """The name that the KG gets, and what is hidden in it."""

    kg: str = "wikidata5m"
    """The name that the graph gets in the store."""
    cleaning: Cleaning = field(default_factory=Cleaning)
    """Which of its entities are hidden."""


def released_files(folder: AnyPath) -> Wikidata5mFiles:
    """The files of a release in a folder, each plain or packed (.gz, .bz2, .zip); plain ones come first.

    Facts are those of ``wikidata5m_all_triplet.txt``, or else of the three parts of the transductive split, or else of
    the inductive one. A file ``wikidata5m_claims.txt`` is read too, if there is one.

    :raises InputError: if the folder, the facts or the names are not there; it says what was looked for
    """
    folder = path_of(folder)
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}; give the folder that holds the files of Wikidata5M.")
    everything = present(folder, TRIPLES_IN_ONE)
    splits = [[path for name in split if (path := present(folder, name))] for split in (TRIPLES_IN_THREE, INDUCTIVE)]
    parts = splits[0] or splits[1]
    triples = (everything,) if everything else tuple(parts)
    entities, relations, texts = (present(folder, name) for name in NAMES.values())
    missing = [] if triples else [f"{TRIPLES_IN_ONE} or {TRIPLES_IN_THREE[0]}"]
    missing += [NAMES[key] for key, path in (("entity", entities), ("relation", relations)) if path is None]
    if missing or entities is None or relations is None:
        raise InputError(
            f"The folder {folder} has no {', no '.join(missing)} (plain, .gz, .bz2 or .zip); "
            "add the files of the release, or name yours with --triples, --entities, --relations and --texts."
        )
    claims = present(folder, CLAIMS)
    return Wikidata5mFiles(triples, entities, relations, texts, (claims,) if claims else ())


def present(folder: Path, name: str) -> Path | None:
    """The file of that name, plain or packed, if there is one; else what is in its place, which opening it names."""
    paths = [folder / f"{name}{suffix}" for suffix in PACKED]
    there = (path for path in paths if path.is_symlink() or path.exists())
    return next((path for path in paths if path.is_file()), next(there, None))


def read_wikidata5m(
    files: Wikidata5mFiles, settings: LoadSettings | None = None, progress: Progress = silent
) -> tuple[StagedGraph, LoadReport]:
    """Read, clean and number a release; the report still lacks the snapshot.

    :raises InputError: if a file is missing, unreadable, empty, or has no line that can be read
    """
    settings = settings or LoadSettings()
    if not files.triples:
        raise InputError("No file of facts was named; name at least one.")
    tallies = [Tally(path.name) for path in files.triples]
    triples = pl.concat([read_triples(path, tally, progress) for path, tally in zip(files.triples, tallies)])
    numbers = distinct_numbers(triples["subject"], triples["object"])
    names_tally, relations_tally, texts_tally = (
        Tally(path.name if path else "") for path in (files.entities, files.relations, files.texts)
    )
    claims, claims_tallies = read_claims(files.claims, numbers, progress)
    every = (triples["relation"], claims.values["relation"], claims.timed["relation"])
    by_id, of_relations = ordered(numbers), ordered(distinct_numbers(*every))
    del every
    ids = pl.select(pl.concat_str(pl.lit(ITEM), by_id).alias("id")).to_series()
    with ThreadPoolExecutor(1) as pool:
        # One thread sorts the facts and counts what it can, while the others read names.
        sorting = pool.submit(fact_table, triples, claims, by_id, of_relations, ids)
        del triples, claims
        texts = read_texts(files.texts, numbers, texts_tally, progress) if files.texts else NO_TEXTS
        used: Counter[str] = Counter()
        named, unused = read_entities(files.entities, numbers, texts, names_tally, used, progress)
        relation_names = read_relations(files.relations, relations_tally, progress)
        # One column after the other, and what is used is let go: here a load has most in memory.
        places, columns = found_at(named["number"], by_id), {"description": text_of(by_id, texts).alias("description")}
        del texts, numbers
        for name in ("label", "first", "aliases"):
            columns[name] = named[name].gather(places)
            named = named.drop(name)
        entities = entity_table(by_id, ids, columns)
        del named, places
        table = sorting.result()
        del sorting
    facts = table.facts
    relations = relation_table(of_relations, relation_names).with_columns(table.of_relations)
    entities = entities.with_columns(table.degree, table.types)
    entities, repairs = repaired(entities, facts, relations, used)
    entities = entities.with_columns(hidden_reasons(entities, settings.cleaning))
    report = LoadReport(
        kg=settings.kg,
        snapshot="",
        files=(*tallies, names_tally, relations_tally, *([texts_tally] if files.texts else []), *claims_tallies),
        facts=facts.height + table.literal_facts.height,
        duplicates=sum(tally.kept for tally in (*tallies, *claims_tallies)) - facts.height - table.literal_facts.height,
        literal_facts=table.literal_facts.height,
        timed_facts=facts.height - int(facts["valid"].null_count()) if "valid" in facts.columns else 0,
        entities=entities.height,
        relations=relations.height,
        unlabelled=int(entities["labelled"].not_().sum()),
        unlabelled_relations=tuple(relations.filter(~pl.col("labelled"))["id"]),
        unused_entities=unused,
        relabelled=int((entities["label"] != entities["first"]).filter(entities["labelled"]).sum()),
        untyped=int((entities["types"].list.len() == 0).sum()),
        repairs=repairs,
        hidden=hidden_list(entities),
    )
    entities = entities.with_columns(pl.col("reason").is_not_null().alias("hidden")).drop(
        "number", "labelled", "first", "reason"
    )
    relations = relations.drop("number", "labelled")
    graph = StagedGraph(settings.kg, entities, relations, facts, table.validity, table.literals, table.literal_facts)
    return with_spans(graph, report)


def stage_wikidata5m(
    source: Wikidata5mFiles,
    folder: Path,
    settings: LoadSettings | None = None,
    progress: Progress = silent,
    ready: Ready | None = None,
) -> tuple[Staging, LoadReport]:
    """Read and clean Wikidata5M and write it as staging tables into ``folder``, replacing what is there.

    ``ready`` may begin with the table of entities while those of facts are being written.

    :raises InputError: if a file is missing, unreadable, empty, damaged, or has no line that can be read
    """
    graph, report = read_wikidata5m(source, settings, progress)
    staging = write_staging(graph, folder, progress, ready)
    return staging, replace(report, snapshot=staging.snapshot)


def load_wikidata5m(
    store: GraphStore,
    source: Wikidata5mFiles,
    settings: LoadSettings | None = None,
    progress: Progress = silent,
) -> tuple[KgInfo, LoadReport]:
    """Stage Wikidata5M in a temporary folder and bring it into a store, replacing the KG of that name.

    :raises InputError: as ``stage_wikidata5m``
    :raises StoreError: if the store cannot be written
    """
    with tempfile.TemporaryDirectory(prefix="contragraph-") as folder:
        staging, report = stage_wikidata5m(source, Path(folder) / "staging", settings, progress, store.head_start)
        return store.load(staging), report


def ordered(numbers: pl.Series) -> pl.Series:
    """Numbers in the order of their ids."""
    return numbers.gather(as_texts(numbers).arg_sort()).alias("number")


def entity_table(number: pl.Series, ids: pl.Series, columns: dict[str, pl.Series]) -> pl.DataFrame:
    """All entities with these numbers and ids, from ``label``, ``first``, ``aliases`` and ``description``.

    The columns are used up. Those without names have their id for a label, and no description.
    """
    label, first, aliases, description = (columns.pop(name) for name in ("label", "first", "aliases", "description"))
    labelled = label.is_not_null().alias("labelled")
    if not labelled.all():
        label = label.zip_with(labelled, pl.select(pl.concat_str(pl.lit("Q"), number)).to_series())
        first, aliases = first.fill_null(""), aliases.fill_null(pl.lit([], dtype=pl.List(pl.String)))
        description = description.set(~labelled, None)
    description = description.fill_null("")
    return pl.DataFrame([number, ids, labelled, label, description, aliases, first])


def as_texts(numbers: pl.Series) -> pl.Series:
    """Numbers in the order of which those of up to nine digits are as texts: 10 comes before 9."""
    digits = sum(((numbers >= 10**power).cast(pl.Int64) for power in range(1, 9)), numbers.cast(pl.Int64) * 0 + 1)
    filled = pl.DataFrame({"number": numbers.cast(pl.Int64), "digits": digits}).select(
        pl.col("number") * pl.lit(10, dtype=pl.Int64).pow(9 - pl.col("digits")) * 10 + pl.col("digits")
    )
    return filled.to_series()


def relation_table(number: pl.Series, named: pl.DataFrame) -> pl.DataFrame:
    """The relations with these numbers; those that the release does not name may be properties of known label."""
    known = pl.concat([named, property_labels().join(named, on="number", how="anti")])
    every = number.to_frame().join(known, on="number", how="left", maintain_order="left")
    return every.with_columns(
        pl.concat_str(pl.lit(PROPERTY), pl.col("number")).alias("id"),
        pl.col("label").is_not_null().alias("labelled"),
        pl.col("label").fill_null(pl.concat_str(pl.lit("P"), pl.col("number"))),
    )


@dataclass(frozen=True, slots=True)
class FactTable:
    """The ``facts`` as indices, and what is counted of them: ``facts`` of relations, ``degree`` and ``types``.

    ``validity``, ``literals`` and ``literal_facts`` are those of the staged graph.
    """

    facts: pl.DataFrame
    of_relations: pl.Series
    degree: pl.Series
    types: pl.Series
    validity: pl.DataFrame
    literals: pl.DataFrame
    literal_facts: pl.DataFrame


def fact_table(
    triples: pl.DataFrame, claims: Claims, entities: pl.Series, relations: pl.Series, ids: pl.Series
) -> FactTable:
    """The facts between entities and by relations with these numbers; their tables, and ``ids``, are in this order."""
    facts = indexed(triples, entities, relations)
    validity = claims.timed.select(VALID).filter(pl.any_horizontal(pl.all().is_not_null())).unique().sort(VALID)
    if claims.timed.height:
        facts = with_times(facts, claims.timed, validity, entities, relations)
    literals, literal_facts = literal_table(claims.values, entities, relations)
    if validity.height:
        literal_facts = literal_facts.with_columns(pl.lit(None, dtype=pl.UInt32).alias("valid"))
    instance_of = relations.index_of(INSTANCE_OF)
    used = pl.concat([facts["relation"], literal_facts["relation"]])
    return FactTable(
        facts,
        counted(used, len(relations)).alias("facts"),
        degrees(facts, len(entities)).alias("degree"),
        types(facts, ids, *([] if instance_of is None else [instance_of])).alias("types"),
        validity,
        literals,
        literal_facts,
    )


def with_times(
    facts: pl.DataFrame, timed: pl.DataFrame, validity: pl.DataFrame, entities: pl.Series, relations: pl.Series
) -> pl.DataFrame:
    """The facts and those that claims add; of one that is given with a time and without, only the former is kept."""
    places = validity.with_row_index("valid")
    more = pl.DataFrame(
        {
            "subject": positions(entities, timed["subject"]),
            "relation": positions(relations, timed["relation"]),
            "object": positions(entities, timed["object"]),
        }
    )
    if not validity.height:
        return without_repeats(pl.concat([facts, more]))
    times = timed.select(VALID).join(places, on=VALID, how="left", nulls_equal=True, maintain_order="left")
    more = more.with_columns(times["valid"])
    # What has a time takes the place of what has none before all are sorted: few rows are looked at twice.
    facts = facts.join(more, on=list(INDICES), how="anti").with_columns(pl.lit(None, dtype=pl.UInt32).alias("valid"))
    return without_repeats(pl.concat([facts, more]), list(INDICES))


def literal_table(values: pl.DataFrame, entities: pl.Series, relations: pl.Series) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The literals by id, and the facts about them as indices, sorted, without repeats."""
    if values.is_empty():
        return pl.DataFrame(schema=NODES), pl.DataFrame(schema=INDICES)
    distinct = values.select("value", "datatype").unique()
    ids = [Literal(value, datatype).id for value, datatype in distinct.iter_rows()]
    nodes = distinct.with_columns(pl.Series("id", ids), pl.col("value").alias("label")).select(list(NODES)).sort("id")
    places = nodes.select("value", "datatype", pl.int_range(pl.len(), dtype=pl.UInt32).alias("object"))
    found = values.select("value", "datatype").join(places, on=["value", "datatype"], how="left", maintain_order="left")
    facts = pl.DataFrame(
        {
            "subject": positions(entities, values["subject"]),
            "relation": positions(relations, values["relation"]),
            "object": found["object"],
        }
    )
    return nodes, without_repeats(facts)


def indexed(triples: pl.DataFrame, entities: pl.Series, relations: pl.Series) -> pl.DataFrame:
    """The facts as indices into the tables, sorted, without repeats."""
    tables = {"subject": entities, "relation": relations, "object": entities}
    return without_repeats(pl.DataFrame({key: positions(table, triples[key]) for key, table in tables.items()}))
