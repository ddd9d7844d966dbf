"""Which file of a DBpedia release is what: by its old or new name, or else by what it holds.

``mappingbased_properties_en.nt.bz2`` (until 2014), ``mappingbased_objects_en.ttl.bz2`` (2015 and 2016) and
``mappingbased-objects_lang=en.ttl.bz2`` (since) are told alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import polars as pl

from contragraph.loaders.archives import SourceFile
from contragraph.loaders.dbpedia.terms import ONTOLOGY, PROPERTY, role

KINDS = (
    "ontology",
    "redirects",
    "disambiguations",
    "labels",
    "abstracts",
    "types",
    "facts",
    "webnlg",
    "infobox",
    "typed table",
)
"""In the order in which files are read: of several names or texts the first holds."""

_WRONG = "facts that DBpedia itself found to break domain or range"
_LINKS = "pages and links between them"
_KNOWN: tuple[tuple[str, str], ...] = (
    (r"disjoint_?(?:domain|range)", f"not read: {_WRONG}"),
    (r"redirects", "redirects"),
    (r"disambiguations", "disambiguations"),
    (
        r"^(?:category_labels|skos_categories|article_categories|page_|pagelinks|wiki_?links|wikipedia_links|out_degree|"
        r"external_links|interlanguage_links|images?_|homepages|revision_|anchor_text|commons_|nif_|links_|uri_|equations|"
        r"citation|topical_concepts|genders|freebase_links|infobox_test|raw_tables|surface_forms|.*_links_)",
        f"not read: {_LINKS}",
    ),
    (r"infobox_property_definitions", "labels"),
    (r"infobox_properties|infoboxproperties", "infobox"),
    (r"instance_?types|instance_type", "types"),
    (r"^labels|_labels", "labels"),
    (r"abstracts", "abstracts"),
    (r"mappingbased|mapping_based|persondata|geo_coordinates|specific_mapping", "facts"),
    (r"^ontology|^dbpedia_(?:\d{4}|\d\.\d).*\.(?:owl|nt|ttl)$|^dbo_|dbpedia_ontology", "ontology"),
)


@dataclass(frozen=True, slots=True)
class Sorted:
    """The files to read with what they are, in reading order, and those left out with the reason."""

    files: tuple[tuple[SourceFile, str], ...]
    left_out: tuple[tuple[str, str], ...]


def kind_by_name(part: SourceFile) -> str | None:
    """A kind, ``not read: …``, or None where the name does not tell."""
    name = part.plain_name.lower().replace("-", "_")
    return next((kind for pattern, kind in _KNOWN if re.search(pattern, name)), None)


def kind_by_content(rows: pl.DataFrame) -> str:
    """What a file is that begins with these triples (``subject``, ``relation``, ``object``)."""
    if not rows.height:
        return "facts"
    relation = pl.col("relation")
    shares = rows.select(
        ontology=(
            relation.is_in(["rdfs:domain", "rdfs:range", "rdfs:subClassOf", "rdfs:subPropertyOf"])
            | (relation == "rdf:type") & pl.col("object").str.starts_with("owl:")
            | pl.col("subject").str.starts_with(ONTOLOGY)
        ).mean(),
        redirects=relation.is_in(role("redirect")).mean(),
        disambiguations=relation.is_in(role("disambiguation")).mean(),
        infobox=relation.str.starts_with(PROPERTY).mean(),
        types=(relation == "rdf:type").mean(),
        labels=(relation == "rdfs:label").mean(),
        abstracts=relation.is_in(["rdfs:comment", *role("abstract")]).mean(),
    ).row(0, named=True)
    return next((kind for kind, share in shares.items() if share > 0.5), "facts")


def without_doubles(files: Iterable[tuple[SourceFile, str]]) -> Sorted:
    """The files in reading order, without those of which a better one is there.

    Specific types stand before transitive ones, which name every class above as well; cleaned facts before uncleaned
    ones; short abstracts before long ones; redirects as they are before those made transitive.
    """
    files = list(files)
    names = {part: part.plain_name.lower().replace("-", "_") for part, _ in files}
    kept: list[tuple[SourceFile, str]] = []
    left_out: list[tuple[str, str]] = []
    for part, kind in files:
        name = names[part]
        rivals = [
            other
            for other_part, other in files
            if other == kind and other_part != part
            for other in [names[other_part]]
        ]
        if kind.startswith("not read: "):
            left_out.append((part.name, kind.removeprefix("not read: ")))
        elif "transitive" in name and any("transitive" not in rival for rival in rivals):
            left_out.append((part.name, "the same without what follows from it is there"))
        elif "uncleaned" in name and any("uncleaned" not in rival for rival in rivals):
            left_out.append((part.name, "a cleaned one is there"))
        elif "long" in name and kind == "abstracts" and any("short" in rival for rival in rivals):
            left_out.append((part.name, "short abstracts are there"))
        else:
            kept.append((part, kind))
    kept.sort(key=lambda item: (KINDS.index(item[1]), item[0].name))
    return Sorted(tuple(kept), tuple(left_out))
