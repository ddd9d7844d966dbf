"""From raw tables to a cleaned, numbered graph: the same steps for every KG that is read into raw tables.

Repeated facts are dropped, redirected ids followed, names chosen, degrees counted, classes collected and entities
that cannot be told about hidden. Ids are numbered first, and what is sorted are numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import Staging
from contragraph.loaders.cleaning import Cleaning, hidden_list, hidden_reasons
from contragraph.loaders.encoding import distinct_of, encoded_facts, encoded_literals, times
from contragraph.loaders.inferred import with_inferred
from contragraph.loaders.naming import chosen_names, relation_labels
from contragraph.loaders.raw import RawTables
from contragraph.loaders.redirects import resolved
from contragraph.loaders.report import LoadReport, Repair
from contragraph.loaders.spans import with_spans
from contragraph.loaders.staging import StagedGraph, degrees, types, write_staging


@dataclass(frozen=True, slots=True)
class KgSettings:
    """What assembling must know of a KG.

    ``type_relations`` are those whose objects are an entity's classes. Of names in several languages those in
    ``language`` come first, then those without one.
    """

    kg: str
    cleaning: Cleaning = field(default_factory=Cleaning)
    type_relations: tuple[str, ...] = ("rdf:type",)
    language: str = "en"


def assemble(
    raw: RawTables, folder: Path, settings: KgSettings, progress: Progress = silent
) -> tuple[Staging, LoadReport]:
    """Clean and number what the sources of ``raw`` hold, and write it as staging tables into ``folder``.

    :raises StoreError: if the tables cannot be written
    """
    graph, report = assembled(raw, settings, progress)
    staging = write_staging(graph, folder, progress)
    return staging, replace(report, snapshot=staging.snapshot)


def assembled(raw: RawTables, settings: KgSettings, progress: Progress = silent) -> tuple[StagedGraph, LoadReport]:
    """The graph that the raw tables hold, and the report, which still lacks the snapshot."""
    progress("assembling", 0, 4)
    known = resolved(raw)
    ids = known.ids
    relation_ids = distinct_of(raw, "relation", "facts", "literal_facts")
    validity = times(raw)
    facts, repeated = encoded_facts(raw, known, relation_ids, validity)
    progress("assembling", 1, 4)
    literal_facts, literals, again = encoded_literals(raw, known, relation_ids, validity)
    progress("assembling", 2, 4)
    names = chosen_names(raw, ids, settings.language)
    entities = names.table
    places = [place for each in settings.type_relations if (place := relation_ids.index_of(each)) is not None]
    entities = entities.with_columns(
        degrees(facts, len(ids)).alias("degree"),
        types(facts, ids, *places).alias("types"),
    )
    entities = with_inferred(entities, raw)
    entities = entities.with_columns(hidden_reasons(entities, settings.cleaning))
    relations, nameless = relation_labels(raw, relation_ids, facts["relation"], literal_facts["relation"])
    progress("assembling", 3, 4)

    report = LoadReport(
        kg=settings.kg,
        snapshot="",
        files=raw.tallies(),
        facts=facts.height + literal_facts.height,
        duplicates=repeated + again,
        entities=len(ids),
        relations=relations.height,
        unlabelled=int(entities["labelled"].not_().sum()),
        unlabelled_relations=nameless,
        unused_entities=names.unused,
        relabelled=0,
        untyped=int((entities["types"].list.len() == 0).sum()),
        repairs=tuple(Repair(rule, count) for rule, count in (*known.remarks, *doubts(raw), *names.remarks) if count),
        hidden=hidden_list(entities),
        literal_facts=literal_facts.height,
        timed_facts=facts.height - int(facts["valid"].null_count()) if "valid" in facts.columns else 0,
    )
    graph = StagedGraph(
        settings.kg,
        entities.with_columns(pl.col("reason").is_not_null().alias("hidden")).drop("labelled", "reason"),
        relations,
        facts,
        validity=validity,
        literals=literals,
        literal_facts=literal_facts,
    )
    graph, report = with_spans(graph, report)
    progress("assembling", 4, 4)
    return graph, report


def doubts(raw: RawTables) -> tuple[tuple[str, int], ...]:
    """How many facts the readers set aside, with why."""
    found = raw.scan("doubted").unique().select(pl.len()).collect(engine="streaming").item()
    return (("fact whose end is of a kind that does not stand there (a film that was born): left out", found),)
