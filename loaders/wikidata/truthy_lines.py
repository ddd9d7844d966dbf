"""The lines of a truthy dump of Wikidata, told apart by their bytes before any of them is parsed.

Of a dump most lines are names in other languages, pages and identifiers: how a line begins and ends says so, and it is
counted and forgotten. What is kept is facts between items, times and quantities, names and descriptions in one language
(and in ``mul``, which stands for all), and labels of properties. Facts are taken apart by a pattern; the other lines
that are kept go through the reader of N-Triples. A line that is left out is not looked at any further than that.
"""

from __future__ import annotations

from typing import NamedTuple

import polars as pl
import pyoxigraph as ox

from contragraph.loaders.archives import SourceFile
from contragraph.loaders.exact_values import exact_values
from contragraph.loaders.lines import Tally, compacted
from contragraph.loaders.raw import TABLES
from contragraph.loaders.rdf.lines import EMPTY, block_triples
from contragraph.loaders.rdf.tables import NAME_CHARACTERS
from contragraph.loaders.rdf.terms import STRING
from contragraph.loaders.texts import shortened
from contragraph.loaders.wikidata.terms import PROPERTY as PROPERTY_ID
from contragraph.ontology.namespaces import PREFIXES

MUL = "mul"
"""The language of names that are the same in all that write alike: an item may have no other."""
ENTITY, DIRECT = PREFIXES["wd"], PREFIXES["wdt"]
WIKIBASE, NORMALIZED = "http://wikiba.se/ontology#", "http://www.wikidata.org/prop/direct-normalized/"
TYPE, LABEL = PREFIXES["rdf"] + "type", PREFIXES["rdfs"] + "label"
SAME = PREFIXES["owl"] + "sameAs"
"""Says of an item that was merged which one it is now."""
ALIAS, DESCRIPTION = PREFIXES["skos"] + "altLabel", PREFIXES["schema"] + "description"
SAME_LABEL = (PREFIXES["skos"] + "prefLabel", PREFIXES["schema"] + "name")
NUMBER = r"[1-9][0-9]{0,8}"
_XSD = PREFIXES["xsd"]
VALUES = tuple(_XSD + name for name in ("dateTime", "decimal", "integer", "double"))
"""The datatypes of times and quantities."""

PAGES = "about a page: a link to Wikipedia, or an entry of Wikidata itself"
LANGUAGE = "text in another language"
STRINGS = "identifier or other string"
TEXTS = "text that is a value"
NAMED_AGAIN = "label given again (skos:prefLabel, schema:name)"
NORMAL = "identifier as a link (direct-normalized)"
ENTRY = "about an entry: its type, its version, how many statements it has"
PROPERTY = "about a property"
LEXEME = "about a lexeme, or something else that is no item"
UNKNOWN = "value that is not known, or none (blank node)"
LINKS = "link to a page, a file, a property or a lexeme"
PLACES = "coordinates, formulas and other values"
SAID = "other statement about an item"
TOO_LONG = "name that is too long"


class Block(NamedTuple):
    """What is kept of a block of lines, and how many bytes it had."""

    tables: dict[str, pl.DataFrame]
    size: int


def _begins(*iris: str) -> str:
    """Lines whose predicate begins like that."""
    return rf"^<[^> ]*> <(?:{'|'.join(each.replace('.', '[.]') for each in iris)})"


_ITEM, _RELATION = rf"<{ENTITY}Q{NUMBER}>", rf"<{DIRECT}P{NUMBER}>"
FACT = rf"^{_ITEM} {_RELATION} {_ITEM} [.]$"
_TAGGED = r'"@[A-Za-z0-9-]+ [.]$'


def left_out(language: str) -> tuple[tuple[str, pl.Expr], ...]:
    """Why lines are left out by how they begin and end, the commonest first; each looks at what the others left."""
    line = pl.col("line")
    begins, ends = line.str.starts_with, line.str.ends_with
    wanted = pl.any_horizontal([ends(f'"@{code} .') for code in dict.fromkeys((language, MUL))])
    other = ~begins(f"<{ENTITY}Q")
    label = begins(f"<{ENTITY}P") & wanted & line.str.contains(_begins(f"{LABEL}>"))
    return (
        (PAGES, ends(" .") & begins("<http") & ~begins(f"<{ENTITY}")),
        (LANGUAGE, ~ends("> .") & ~wanted & line.str.contains(_TAGGED)),
        (PROPERTY, begins(f"<{ENTITY}P") & ~label & ends(" .")),
        (LEXEME, begins(f"<{ENTITY}") & other & ~label & ends(" .")),
        (STRINGS, ends('" .') & line.str.contains(_begins(DIRECT, NORMALIZED))),
    )


def left_out_then() -> tuple[tuple[str, pl.Expr], ...]:
    """The same of the few lines that are no facts either."""
    line = pl.col("line")
    return (
        (NORMAL, line.str.contains(_begins(NORMALIZED))),
        (ENTRY, line.str.contains(_begins(f"{TYPE}>", WIKIBASE, PREFIXES["schema"] + "(?:version|dateModified)>"))),
        (NAMED_AGAIN, line.str.contains(_begins(*(f"{iri}>" for iri in SAME_LABEL)))),
        (TEXTS, line.str.contains(_begins(DIRECT)) & line.str.contains(_TAGGED)),
        (UNKNOWN, line.str.contains(_begins(DIRECT) + rf"P{NUMBER}> _:\S+ [.]$")),
    )


def read_block(chunk_lines: pl.DataFrame, part: SourceFile, language: str, tally: Tally) -> dict[str, pl.DataFrame]:
    """What is kept of numbered lines, in their order; the others are tallied with their kind.

    What is no RDF, among the lines that are not left out by their kind, is tallied with what is wrong with it.
    """
    lines = parted(chunk_lines, left_out(language), tally)
    is_fact = lines["line"].str.contains(FACT)
    tables = {"item_facts": facts(lines["line"].filter(is_fact))}
    rest = parted(lines.filter(~is_fact), left_out_then(), tally)
    rest = rest.filter(~rest["line"].str.contains(EMPTY))
    triples = block_triples(part, ox.RdfFormat.N_TRIPLES, rest, tally, lenient=True)
    more = rows_of(triples, language, tally)
    tables["item_facts"] = pl.concat([tables["item_facts"], more.pop("item_facts")])
    tables |= more
    tally.kept += sum(table.height for table in tables.values())
    return {name: compacted(table) for name, table in tables.items() if table.height}


def parted(lines: pl.DataFrame, kinds: tuple[tuple[str, pl.Expr], ...], tally: Tally) -> pl.DataFrame:
    """The lines that are of none of these kinds; the others are tallied."""
    for reason, holds in kinds:
        found = lines.select(holds.alias("found"))["found"]
        if found.any():
            tally.drop_all(reason, lines["number"].filter(found))
            lines = lines.filter(~found)
    return lines


def facts(lines: pl.Series) -> pl.DataFrame:
    """The numbers of lines that are facts."""
    fields = lines.str.split_exact("> <", 2).struct.unnest()
    starts = (f"<{ENTITY}Q", f"{DIRECT}P", f"{ENTITY}Q")
    named = zip(TABLES["item_facts"], fields.columns, starts)
    return fields.select(
        pl.col(field).str.strip_prefix(start).str.strip_suffix("> .").cast(pl.UInt32).alias(name)
        for name, field, start in named
    )


def numbered(column: str, start: str) -> pl.Expr:
    """The number in an IRI that begins like that, or null."""
    return pl.col(column).str.extract(rf"^{start}({NUMBER})$").cast(pl.UInt32)


def rows_of(triples: pl.DataFrame, language: str, tally: Tally) -> dict[str, pl.DataFrame]:
    """What is kept of parsed triples; the rest is tallied.

    Lines that are written in an unusual way get here whatever they say, so all kinds are asked for once more.
    """
    predicate, kind, tag = pl.col("predicate"), pl.col("datatype"), pl.col("language")
    rows = triples.with_columns(
        numbered("subject", f"{ENTITY}Q").alias("item"),
        numbered("subject", f"{ENTITY}P").alias("property"),
        numbered("predicate", f"{DIRECT}P").alias("relation"),
        numbered("object", f"{ENTITY}Q").alias("other"),
    )
    item, relation, is_iri = pl.col("item").is_not_null(), pl.col("relation").is_not_null(), kind.is_null()
    name, text = predicate.is_in([LABEL, ALIAS]) & tag.is_not_null(), predicate == DESCRIPTION
    wanted = tag.is_in([language, MUL])
    of_property = pl.col("property").is_not_null()
    label = of_property & (predicate == LABEL) & tag.is_not_null()
    value, link = item & relation & kind.is_in(VALUES), item & relation & is_iri
    merged = item & (predicate == SAME) & pl.col("other").is_not_null()
    reasons = (
        (LANGUAGE, tag.is_not_null() & ~wanted),
        (PROPERTY, pl.col("subject").str.starts_with(f"{ENTITY}P") & ~label),
        (LEXEME, pl.col("subject").str.starts_with(ENTITY) & ~item & ~of_property),
        (PAGES, ~item & ~of_property),
        (TOO_LONG, (label | name) & (pl.col("object").str.len_chars() > NAME_CHARACTERS)),
        (NORMAL, predicate.str.starts_with(NORMALIZED)),
        (STRINGS, relation & (kind == STRING)),
        (TEXTS, relation & tag.is_not_null()),
        (LINKS, link & pl.col("other").is_null()),
        (PLACES, relation & ~is_iri & ~value),
        (NAMED_AGAIN, predicate.is_in(SAME_LABEL)),
        (ENTRY, predicate.str.starts_with(WIKIBASE) | (predicate == TYPE)),
        (SAID, ~(relation | name | label | merged | text & tag.is_not_null())),
    )
    for reason, holds in reasons:
        found = rows.select(holds.fill_null(False).alias("found"))["found"]
        tally.drop_all(reason, rows["line"].filter(found))
        rows = rows.filter(~found)
    named = rows.filter(name).with_columns(
        (pl.when(predicate == LABEL).then(0).otherwise(2) + pl.when(tag == language).then(0).otherwise(1)).alias(
            "order"
        )
    )
    values = rows.filter(value).select(
        "line",
        subject="item",
        relation=pl.concat_str(pl.lit(PROPERTY_ID), "relation"),
        object="object",
        datatype=pl.concat_str(pl.lit("xsd:"), kind.str.strip_prefix(_XSD)),
    )
    values = exact_values(values, tally)
    told = rows.filter(item & text)
    return {
        "item_facts": rows.filter(link).select(subject="item", relation="relation", object="other"),
        "item_values": values.select(
            "subject", pl.col("relation").str.slice(5).cast(pl.UInt32), value="object", datatype="datatype"
        ),
        "item_redirects": rows.filter(merged).select(number="item", target="other"),
        "item_names": named.filter(item).select(number="item", name="object", order=pl.col("order").cast(pl.UInt8)),
        "item_texts": told.select(number="item", text=shortened(told["object"])),
        "property_names": named.filter(of_property).select(
            number="property", name="object", order=pl.col("order").cast(pl.UInt8)
        ),
    }
