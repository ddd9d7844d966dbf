"""Where each triple goes: facts, names, descriptions, or nowhere, counted with the reason."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from contragraph.loaders.exact_values import exact_values
from contragraph.loaders.lines import Tally
from contragraph.loaders.raw import RawSource
from contragraph.loaders.rdf.terms import identifiers

LITERAL_CHARACTERS = 4_000
"""A longer value is no fact that a sentence can tell."""
NAME_CHARACTERS = 500
DESCRIPTION_CHARACTERS = 20_000

OTHER_LANGUAGE = "in another language"
TOO_LONG = "literal that is too long"
NUL = "literal with a null character"
NO_ID = "IRI that is no address of the web"
SCHEMA = "schema: describes classes or properties"
PAGE = "about a page, or a link to another collection"
NO_CLASS = "class that all things have"


@dataclass(frozen=True, slots=True)
class RdfVocabulary:
    """What the properties of a graph mean, as ids.

    ``labels`` give the preferred name, ``aliases`` others, ``descriptions`` a text about the thing. ``schema`` says
    how classes and properties are meant, ``pages`` links pages and collections: neither tells a fact.
    """

    labels: tuple[str, ...]
    aliases: tuple[str, ...]
    descriptions: tuple[str, ...]
    schema: tuple[str, ...]
    pages: tuple[str, ...]
    no_classes: tuple[str, ...] = ("owl:Thing", "owl:NamedIndividual", "rdfs:Resource", "skos:Concept")

    @property
    def names(self) -> tuple[str, ...]:
        """Properties that give a name of either kind."""
        return (*self.labels, *self.aliases)


VOCABULARY = RdfVocabulary(
    labels=("rdfs:label", "skos:prefLabel", "schema:name"),
    aliases=("skos:altLabel", "skos:hiddenLabel", "schema:alternateName", "foaf:name", "foaf:nick"),
    descriptions=("rdfs:comment", "schema:description", "dcterms:description", "dc:description", "skos:definition"),
    schema=(
        "rdfs:domain",
        "rdfs:range",
        "rdfs:subPropertyOf",
        "rdfs:isDefinedBy",
        "owl:disjointWith",
        "owl:equivalentClass",
        "owl:equivalentProperty",
        "owl:inverseOf",
        "owl:imports",
        "owl:onProperty",
        "owl:propertyDisjointWith",
        "owl:versionIRI",
        "owl:versionInfo",
    ),
    pages=(
        "rdfs:seeAlso",
        "owl:sameAs",
        "owl:differentFrom",
        "foaf:homepage",
        "foaf:page",
        "foaf:isPrimaryTopicOf",
        "foaf:primaryTopic",
        "foaf:depiction",
        "foaf:thumbnail",
        "dc:rights",
        "dc:language",
        "dcterms:license",
        "schema:sameAs",
        "schema:mainEntityOfPage",
        "schema:url",
        "schema:image",
    ),
)
"""What is common; the readers of known graphs add theirs."""
META_CLASSES = r"^(?:rdf|rdfs|owl):(?:Property|Class|Datatype|Ontology|Restriction|\w+Property)$"


def kept(rows: pl.DataFrame, tally: Tally, *reasons: tuple[str, pl.Expr]) -> pl.DataFrame:
    """The rows for which no reason holds; each other is tallied with the first that does."""
    for reason, holds in reasons:
        bad = rows.select(holds.fill_null(False)).to_series()
        tally.drop_all(reason, rows["line"].filter(bad))
        rows = rows.filter(~bad)
    return rows


def resolved(frame: pl.DataFrame, tally: Tally) -> pl.DataFrame:
    """Triples with ids for IRIs, without those that have none; ``is_value`` tells a literal object."""
    is_value = pl.col("datatype").is_not_null()
    rows = frame.select(
        "line",
        identifiers("subject"),
        identifiers("predicate").alias("relation"),
        pl.when(is_value).then("object").otherwise(identifiers("object")).alias("object"),
        identifiers("datatype"),
        "language",
        is_value.alias("is_value"),
    )
    no_id = pl.any_horizontal(pl.col("subject", "relation", "object").is_null())
    no_type = pl.col("is_value") & pl.col("datatype").is_null()
    return kept(rows, tally, (NO_ID, no_id | no_type), (NUL, pl.col("object").str.contains("\0", literal=True)))


class DeclaredTerms:
    """The classes and properties that a file declares, of which it tells no facts about the world."""

    def __init__(self) -> None:
        self._ids = pl.Series("subject", [], dtype=pl.String)

    def subjects(self, rows: pl.DataFrame) -> pl.Expr:
        """Whether the subject of a row was declared, in these rows or before; facts about classes are their tree."""
        found = rows.filter((pl.col("relation") == "rdf:type") & pl.col("object").str.contains(META_CLASSES))
        if found.height:
            self._ids = pl.concat([self._ids, found["subject"]]).unique()
        return pl.col("subject").is_in(self._ids.implode())


def add_triples(
    frame: pl.DataFrame, out: RawSource, vocabulary: RdfVocabulary, language: str, declared: DeclaredTerms
) -> None:
    """Put a block of triples into the raw tables."""
    add_rows(resolved(frame, out.tally), out, vocabulary, language, declared)


def add_rows(
    rows: pl.DataFrame, out: RawSource, vocabulary: RdfVocabulary, language: str, declared: DeclaredTerms
) -> None:
    """Put a block of resolved triples into the raw tables."""
    relation, value = pl.col("relation"), pl.col("is_value")
    named, told = relation.is_in(vocabulary.names) & value, relation.is_in(vocabulary.descriptions) & value
    length = pl.col("object").str.len_chars()
    limit = pl.when(named).then(NAME_CHARACTERS).when(told).then(DESCRIPTION_CHARACTERS).otherwise(LITERAL_CHARACTERS)
    a_class = relation == "rdf:type"
    about_schema = declared.subjects(rows) & ~(named | told | (relation == "rdfs:subClassOf"))
    rows = kept(
        rows,
        out.tally,
        (OTHER_LANGUAGE, pl.col("language").str.replace("-.*", "") != language),
        (
            TOO_LONG,
            value & (length > limit) & (length > 4 * limit) | value & (pl.col("object").str.len_chars() > limit),
        ),
        (SCHEMA, about_schema | relation.is_in(vocabulary.schema)),
        (PAGE, relation.is_in(vocabulary.pages)),
        (NO_CLASS, (a_class | (relation == "rdfs:subClassOf")) & pl.col("object").is_in(vocabulary.no_classes)),
    )
    position = pl.when(relation.is_in(vocabulary.labels)).then(0).otherwise(1)
    out.add("names", rows.filter(named).select("language", id="subject", name="object", position=position))
    out.add("descriptions", rows.filter(told).select(id="subject", text="object"))
    out.add("facts", rows.filter(~value).select("subject", "relation", "object"))
    values = exact_values(rows.filter(value & ~named & ~told), out.tally)
    datatype = pl.when(pl.col("datatype") == "rdf:langString").then(pl.lit("xsd:string")).otherwise("datatype")
    out.add(
        "literal_facts",
        values.select("subject", "relation", "language", value="object", datatype=datatype),
    )
