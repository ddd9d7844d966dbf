"""What DBpedia's own triples mean: redirects, disambiguations, classes, raw infobox properties, helper nodes."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from contragraph.loaders.dbpedia.sentences import first_sentence
from contragraph.loaders.dbpedia.terms import ONTOLOGY, PROPERTY, RESOURCE, role
from contragraph.loaders.raw import RawSource
from contragraph.loaders.rdf.tables import META_CLASSES, VOCABULARY, DeclaredTerms, add_rows, kept

DBPEDIA = replace(
    VOCABULARY,
    labels=("rdfs:label",),
    aliases=("foaf:name", "foaf:nick", "skos:prefLabel", "skos:altLabel", *role("alias")),
    descriptions=("rdfs:comment", *role("abstract")),
    pages=(*VOCABULARY.pages, *role("of_pages")),
)
INFOBOX = "raw infobox property: read with --infobox"
OTHER_CLASS = "class that is none of DBpedia's ontology"
HELPER = "helper node (a station of a career, a term of office)"
OUTSIDE = "link out of DBpedia"
HELPER_NODE = r"__(?:\w+__)?\d+$"
NODE = rf"^(?:{RESOURCE}|{ONTOLOGY}|https?://[a-z_-]+\.dbpedia\.org/resource/)"


def add_dbpedia(rows: pl.DataFrame, out: RawSource, language: str, declared: DeclaredTerms, *, infobox: bool) -> None:
    """Put a block of DBpedia's resolved triples into the raw tables."""
    relation, subject, thing = pl.col("relation"), pl.col("subject"), pl.col("object")
    moved = relation.is_in(role("redirect"))
    unclear = relation.is_in(role("disambiguation"))
    out.add("redirects", rows.filter(moved).select(id="subject", target="object"))
    out.add("left_out", rows.filter(unclear).select(id="subject"))
    rows = rows.filter(~moved & ~unclear)
    _add_schema(rows, out)
    rows = kept(
        rows,
        out.tally,
        (INFOBOX, pl.lit(not infobox) & relation.str.starts_with(PROPERTY)),
        (OTHER_CLASS, (relation == "rdf:type") & ~thing.str.contains(f"^(?:{ONTOLOGY}|(?:owl|rdf|rdfs):)")),
        (HELPER, subject.str.contains(HELPER_NODE) | ~pl.col("is_value") & thing.str.contains(HELPER_NODE)),
    )
    linked = ~pl.col("is_value") & ~relation.str.contains("^(?:rdf|rdfs|owl):") & ~thing.str.contains(NODE)
    rows = kept(rows, out.tally, (OUTSIDE, linked & ~relation.is_in(DBPEDIA.pages)))
    text = pl.when(relation.is_in(DBPEDIA.descriptions)).then(first_sentence(thing)).otherwise(thing)
    add_rows(rows.with_columns(text.alias("object")), out, DBPEDIA, language, declared)


def _add_schema(rows: pl.DataFrame, out: RawSource) -> None:
    """Keep what the ontology declares, and its domains and ranges: no facts, but classes are inferred from them."""
    domain_or_range = pl.col("relation").is_in(["rdfs:domain", "rdfs:range", "rdfs:subClassOf"])
    declared = (pl.col("relation") == "rdf:type") & pl.col("object").str.contains(META_CLASSES)
    of_dbpedia = pl.col("subject").str.starts_with(ONTOLOGY)
    out.add("schema", rows.filter(of_dbpedia & (domain_or_range | declared)).select("subject", "relation", "object"))
