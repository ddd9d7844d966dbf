"""Terms as YAGO's files spell them, made CURIEs and literals, a column at a time.

YAGO 3 writes ``<Albert_Einstein>`` against one base, YAGO 4 whole IRIs, YAGO 4.5 prefixed names; strings carry a
language or a datatype, units are datatypes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote

import polars as pl

from contragraph.kgs import kg_of
from contragraph.ontology.namespaces import PREFIXES

BASE = PREFIXES["yago"]
GRAPH = kg_of("yago")
"""What is known of YAGO."""
THING, DBPEDIA, DBPEDIA_CLASS = "yago:", "dbr:", "dbo:"
"""How ids begin: of YAGO itself, and of things and classes of DBpedia that releases link to."""
FACT = rf"^{THING}id_[0-9a-z_]+$"
"""Ids of facts: no capitals, unlike ``yago:id_Software``."""
THEME = f"{THING}yagoTheme"
"""How ids of the files of a release begin."""
SPELLED = r"(?:wordnet_|wikicat(?:egory)?_|geoclass_|[a-z]{2,3}/)"
"""How ids begin, behind the prefix, that are more than a title: classes of WordNet, titles in other languages."""
NAMESPACES = {
    prefix: PREFIXES[prefix] for prefix in ("yago", "schema", "rdf", "rdfs", "owl", "skos", "xsd", "wd", "dbr", "dbo")
}
"""The namespaces that YAGO's facts use; what lies in no one of them is an address on the web."""
ILLEGAL = r'[\x00-\x20<>"{}|^`\\]'
"""Characters that no IRI may have: YAGO 3's ids have some of them, escaped."""
LITERAL = r'^"((?:[^"\\]|\\.)*)"(?:@([A-Za-z][\w-]*)|\^\^(.+))?$'
NUMBER = r"^[+-]?(?:\d+|(\d*\.\d+)|\d+\.)(?:[eE][+-]?\d+)?$"
DATE = r"^-?\d{4,}-(?:\d\d|##)-(?:\d\d|##)$"
LANGUAGES = {"eng": "en", "deu": "de", "fra": "fr", "spa": "es", "ita": "it", "nld": "nl", "pol": "pl"}
"""YAGO 3 writes languages with three letters; others keep theirs."""

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def unescaped(text: str) -> str:
    """The text without its backslash escapes; half a surrogate pair becomes the replacement character."""

    def character(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        if code is None:
            return _PLAIN.get(match[3], match[3])
        number = int(code, 16)
        return chr(number) if number < 0x110000 else "\ufffd"

    # Pairs of surrogates, each an escape of its own, are one character.
    spelled = _ESCAPE.sub(character, text).encode("utf-16-le", "surrogatepass")
    return spelled.decode("utf-16-le", "replace")


def without_escapes(texts: pl.Series) -> pl.Series:
    """``unescaped`` of each text."""
    escaped = texts.str.contains("\\", literal=True).fill_null(False).arg_true()
    return texts.scatter(escaped, [unescaped(text) for text in texts.gather(escaped)])


def safe(locals_: pl.Series) -> pl.Series:
    """Local names that an IRI may hold: escapes decoded, illegal characters written with percent signs."""
    odd = locals_.str.contains(ILLEGAL).fill_null(False).arg_true()
    mended = [re.sub(ILLEGAL, lambda match: quote(match[0]), unescaped(text)) for text in locals_.gather(odd)]
    return locals_.scatter(odd, mended)


def curies(terms: pl.Series, declared: Mapping[str, str] | None = None) -> pl.Series:
    """The CURIE of each IRI or prefixed name; null for literals, blank nodes and addresses on the web.

    :param declared: the prefixes that the file binds
    """
    name = terms.name
    term = pl.col(name)
    inner = term.str.slice(1, term.str.len_chars() - 2)
    whole = pl.lit(None, dtype=pl.String)
    for prefix, namespace in NAMESPACES.items():
        for spelled in (namespace, namespace.replace("http://", "https://", 1)):
            found = inner.str.starts_with(spelled) & (inner.str.len_bytes() > len(spelled))
            whole = (
                pl.when(found).then(pl.concat_str(pl.lit(prefix + ":"), inner.str.slice(len(spelled)))).otherwise(whole)
            )
    relative = pl.when(inner.str.len_bytes() > 0).then(pl.concat_str(pl.lit(THING), inner))
    bracketed = pl.when(inner.str.contains(r"^[A-Za-z][A-Za-z0-9+.-]*://")).then(whole).otherwise(relative)
    given: pl.Expr = pl.when(term.str.starts_with("<")).then(bracketed)
    for prefix in sorted({*NAMESPACES, *(declared or {})} - {"_"}):
        ours = known_prefix(prefix, declared)
        if ours is None:
            continue
        local = term.str.slice(len(prefix) + 1)
        fits = term.str.starts_with(prefix + ":") & (local.str.len_bytes() > 0)
        renamed = term if ours == prefix else pl.concat_str(pl.lit(ours + ":"), local)
        given = pl.when(fits).then(renamed).otherwise(given)
    return safe(pl.DataFrame([terms]).select(given.alias(name)).to_series())


def known_prefix(prefix: str, declared: Mapping[str, str] | None) -> str | None:
    """Our prefix for one that a file binds; null if we have none for its namespace.

    Files of YAGO bind some without the sign at the end ("http://www.w3.org/2002/07/owl").
    """
    if not declared or prefix not in declared:
        return prefix if prefix in NAMESPACES else None
    namespace = declared[prefix].replace("https://", "http://", 1).rstrip("/#")
    return next((ours for ours, known in NAMESPACES.items() if known.rstrip("/#") == namespace), None)


def literals(objects: pl.Series, declared: Mapping[str, str] | None = None) -> pl.DataFrame:
    """``value``, ``datatype`` and ``language`` of each object that is a literal or an address, else nulls."""
    parts = objects.str.extract_groups(LITERAL).struct.unnest()
    value, language, kind = parts.get_columns()
    date = objects.str.contains(DATE).fill_null(False)
    digits = objects.str.contains(NUMBER).fill_null(False) | date
    decimal = objects.str.contains(r"[.eE]").fill_null(False)
    address = objects.str.contains(r"^<[A-Za-z][A-Za-z0-9+.-]*:[^<>]*>$").fill_null(False)
    spelled = kind.unique().drop_nulls().sort()
    known = dict(zip(spelled, curies(spelled, declared)))
    datatype = kind.replace_strict(known, default=None, return_dtype=pl.String)
    frame = pl.DataFrame(
        {
            "object": objects,
            "value": without_escapes(value),
            "datatype": datatype,
            "language": language.str.to_lowercase().replace(LANGUAGES),
            "digits": digits,
            "date": date,
            "decimal": decimal,
            "address": address,
            "kind": kind,
        }
    )
    text = pl.when(pl.col("language").is_not_null()).then(pl.lit("rdf:langString")).otherwise(pl.lit("xsd:string"))
    number = pl.when("decimal").then(pl.lit("xsd:decimal")).otherwise(pl.lit("xsd:integer"))
    number = pl.when("date").then(pl.lit("xsd:date")).otherwise(number)
    return frame.select(
        pl.when("digits")
        .then("object")
        .when("address")
        .then(pl.col("object").str.strip_chars("<>"))
        .otherwise("value")
        .alias("value"),
        pl.when("digits")
        .then(number)
        .when("address")
        .then(pl.lit("xsd:anyURI"))
        .when(pl.col("value").is_not_null())
        .then(pl.coalesce("datatype", text))
        .alias("datatype"),
        "language",
    )
