"""Property graphs: things with classes and values, and what joins them, as tables and other databases have them.

Ids are made IRIs, ``urn:NAME:…`` with what no IRI may hold percent-encoded, so that each leads back to what it was; an
id that is an IRI of the web stays one. Relations are ``urn:NAME:relation:…``, classes ``urn:NAME:class:…``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from urllib.parse import quote, unquote

import polars as pl

from contragraph.loaders.hints import hints
from contragraph.loaders.raw import RawSource
from contragraph.ontology.namespaces import PREFIXES, expand, is_iri, named

TYPE = "rdf:type"
DAY, MONTH, YEAR = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "^[0-9]{4}-[0-9]{2}$", "^[0-9]{4}$"
_INTEGER, _DECIMAL = "^[+-]?[0-9]+$", r"^[+-]?[0-9]*\.?[0-9]+$"
_FITS = re.compile(r"[^\x00-\x20<>\"{}|^`\\]+")
_PLAIN = "^[A-Za-z0-9_.~-]+$"
"""Keys that stand in an IRI as they are."""
_ROWS = 1 << 20
"""Rows that are turned into facts at a time."""
_S = pl.String()
THINGS = {"key": _S, "label": _S, "description": _S}
CLASSES = {"key": _S, "class": _S}
VALUES = {"key": _S, "property": _S, "value": _S}
EDGES = {"subject": _S, "relation": _S, "object": _S, "valid_from": _S, "valid_to": _S}


@dataclass(frozen=True, slots=True)
class PropertyGraph:
    """Nodes, what is said of them, and what joins them, as tables.

    ``things``: a row a node, its key, its label and its description (empty where it has none); ``classes`` and
    ``values``: a row for each of a node; ``edges``: what joins two, and when it did, where that is known (else null).
    """

    things: pl.DataFrame
    classes: pl.DataFrame
    values: pl.DataFrame
    edges: pl.DataFrame


class Ids:
    """Ids of a graph by its name, and the way back."""

    def __init__(self, name: str) -> None:
        self._base = f"urn:{quote(name, safe='')}:"

    def thing(self, key: str) -> str:
        """The id of a thing."""
        if is_iri(key) and _FITS.fullmatch(key) and not key.startswith(self._base):
            return named(key)
        if key.partition(":")[0] in PREFIXES and _FITS.fullmatch(key) and key.partition(":")[2]:
            return named(expand(key))
        return self._base + quote(key, safe="")

    def things(self, keys: pl.Series) -> pl.Series:
        """The ids of many things: of keys that are plain words at once, of others each by itself."""
        made = (self._base + keys).rename("id")
        plain = keys.str.contains(_PLAIN)
        if plain.all():
            return made
        return made.zip_with(plain, _each(keys, self.thing))

    def relation(self, name: str) -> str:
        """The id of a relation."""
        return self.thing(name) if self._known(name) else f"{self._base}relation:{quote(name, safe='')}"

    def kind(self, name: str) -> str:
        """The id of a class."""
        return self.thing(name) if self._known(name) else f"{self._base}class:{quote(name, safe='')}"

    def key(self, identifier: str) -> str:
        """What an id was made from."""
        if not identifier.startswith(self._base):
            return identifier
        return unquote(identifier.removeprefix(self._base).removeprefix("relation:").removeprefix("class:"))

    def _known(self, name: str) -> bool:
        return is_iri(name) or (name.partition(":")[0] in PREFIXES and bool(name.partition(":")[2]))


def _each(names: pl.Series, change: Callable[[str], str]) -> pl.Series:
    """Texts changed one by one, each different one once."""
    different = names.unique()
    changed = pl.Series("id", [change(name) for name in different], dtype=_S)
    return names.replace_strict(different, changed, return_dtype=_S).rename("id")


def add_property_graph(out: RawSource, name: str, graph: PropertyGraph) -> None:
    """Put a property graph into raw tables."""
    ids = Ids(name)
    things = graph.things.with_columns(ids.things(graph.things["key"]))
    out.add("names", things.filter(pl.col("label") != "").select("id", name="label"))
    out.add("descriptions", things.filter(pl.col("description") != "").select("id", text="description"))
    for some in graph.classes.iter_slices(_ROWS):
        kinds = _each(some["class"], ids.kind).alias("object")
        out.add(
            "facts", pl.DataFrame([ids.things(some["key"]).alias("subject"), kinds]).with_columns(relation=pl.lit(TYPE))
        )
    for some in graph.edges.iter_slices(_ROWS):
        ends = [ids.things(some[end]).alias(end) for end in ("subject", "object")]
        out.add("facts", some.with_columns(*ends, _each(some["relation"], ids.relation).alias("relation")))
    values = graph.values.join(value_kinds(graph.values), on="property", maintain_order="left")
    for some in values.iter_slices(_ROWS):
        own = ids.things(some["key"]).alias("subject"), _each(some["property"], ids.relation).alias("relation")
        out.add("literal_facts", some.select("value", "datatype").with_columns(*own))
    relations = pl.concat([graph.values["property"].unique(), graph.edges["relation"].rename("property").unique()])
    out.add("names", _spoken(graph.classes["class"].unique(), ids.kind, "name"))
    out.add("relation_names", _spoken(relations.unique(), ids.relation, "label"))
    out.tally.lines = out.tally.kept = graph.things.height + graph.edges.height


def _spoken(names: pl.Series, id_of: Callable[[str], str], column: str) -> pl.DataFrame:
    """How classes or relations are said, by their ids; an IRI is no word."""
    rows = [(id_of(name), spoken(name)) for name in names.sort() if not is_iri(name)]
    return pl.DataFrame(rows, schema={"id": _S, column: _S}, orient="row")


def value_kinds(values: pl.DataFrame) -> pl.DataFrame:
    """The datatype of each property, by all its values: dates, numbers or texts."""
    value = pl.col("value")
    months = value.str.contains(MONTH) & _is_day(value + "-01")
    forms = {
        "xsd:date": value.str.contains(DAY) & _is_day(value),
        "xsd:gYearMonth": months,
        "xsd:gYear": value.str.contains(YEAR),
        "xsd:integer": value.str.contains(_INTEGER),
        "xsd:decimal": value.str.contains(_DECIMAL),
    }
    every = values.group_by("property").agg(form.all().alias(kind) for kind, form in forms.items()).sort("property")
    found = []
    for row in every.iter_rows(named=True):
        fits = [kind for kind in forms if row[kind] and (kind != "xsd:gYear" or hints().dates(row["property"]))]
        found.append((row["property"], fits[0] if fits else "xsd:string"))
    return pl.DataFrame(found, schema={"property": _S, "datatype": _S}, orient="row")


def _is_day(text: pl.Expr) -> pl.Expr:
    return text.str.to_date("%Y-%m-%d", strict=False).is_not_null() & ~text.str.starts_with("0000")


def spoken(name: str) -> str:
    """The name of a relation or a class as words: "WORKS_AT" and "worksAt" are "works at"."""
    text = name.lower() if name.isupper() and len(name) > 4 else name
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", re.sub(r"[_\s]+", " ", text)).strip()
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in text.split()) or name


def told(value: object) -> str:
    """A value of a database as a text: dates as they are written in RDF, whole moments as their day."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if hasattr(value, "iso_format"):  # of the driver
        return str(value.iso_format()).partition("T")[0]
    return str(value).strip()
