"""Property graphs: things with classes and values, and what joins them, as tables and other databases have them.

Ids are made IRIs, ``urn:NAME:…`` with what no IRI may hold percent-encoded, so that each leads back to what it was; an
id that is an IRI of the web stays one. Relations are ``urn:NAME:relation:…``, classes ``urn:NAME:class:…``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from urllib.parse import quote, unquote

import polars as pl

from contragraph.loaders.own.hints import hints
from contragraph.loaders.raw import RawSource
from contragraph.ontology.namespaces import PREFIXES, expand, is_iri, named

TYPE = "rdf:type"
DAY, MONTH, YEAR = r"\d{4}-\d\d-\d\d", r"\d{4}-\d\d", r"\d{4}"
_KINDS = ((DAY, "xsd:date"), (MONTH, "xsd:gYearMonth"))
_FITS = re.compile(r"[^\x00-\x20<>\"{}|^`\\]+")


@dataclass(frozen=True, slots=True)
class Thing:
    """A node: its id, its name (empty where it has none), classes, and values by the name of the property."""

    key: str
    label: str = ""
    classes: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    description: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """What joins two things, and when it did, where that is known."""

    subject: str
    relation: str
    object: str
    valid_from: str | None = None
    valid_to: str | None = None


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


def add_property_graph(out: RawSource, name: str, things: Iterable[Thing], edges: Iterable[Edge]) -> None:
    """Put a property graph into raw tables."""
    ids, every = Ids(name), list(things)
    joined = list(edges)
    kinds = value_kinds(every)
    names: list[tuple[str, str]] = []
    facts: list[tuple[str, str, str, str | None, str | None]] = []
    values: list[tuple[str, str, str, str]] = []
    classes: dict[str, str] = {}
    relations: dict[str, str] = {}
    for thing in every:
        own = ids.thing(thing.key)
        if thing.label:
            names.append((own, thing.label))
        for kind in thing.classes:
            classes[ids.kind(kind)] = kind
            facts.append((own, TYPE, ids.kind(kind), None, None))
        for prop, value in thing.values.items():
            relations[ids.relation(prop)] = prop
            values.append((own, ids.relation(prop), value, kinds[prop]))
    for edge in joined:
        relations[ids.relation(edge.relation)] = edge.relation
        ends = (ids.thing(edge.subject), ids.relation(edge.relation), ids.thing(edge.object))
        facts.append((*ends, edge.valid_from, edge.valid_to))
    s = pl.String()
    names += [(kind, spoken(label)) for kind, label in classes.items() if not is_iri(label)]
    told = [(r, spoken(label)) for r, label in relations.items() if not is_iri(label)]
    texts = [(ids.thing(t.key), t.description) for t in every if t.description]
    out.add("names", pl.DataFrame(names, schema={"id": s, "name": s}, orient="row"))
    out.add("descriptions", pl.DataFrame(texts, schema={"id": s, "text": s}, orient="row"))
    out.add("relation_names", pl.DataFrame(told, schema={"id": s, "label": s}, orient="row"))
    columns = dict.fromkeys(("subject", "relation", "object", "valid_from", "valid_to"), s)
    out.add("facts", pl.DataFrame(facts, schema=columns, orient="row"))
    columns = dict.fromkeys(("subject", "relation", "value", "datatype"), s)
    out.add("literal_facts", pl.DataFrame(values, schema=columns, orient="row"))
    out.tally.lines = out.tally.kept = len(every) + len(joined)


def value_kinds(things: Iterable[Thing]) -> dict[str, str]:
    """The datatype of each property, by all its values: dates, numbers or texts."""
    every: dict[str, list[str]] = {}
    for thing in things:
        for prop, value in thing.values.items():
            every.setdefault(prop, []).append(value)
    return {prop: _kind(prop, values) for prop, values in every.items()}


def _kind(prop: str, values: list[str]) -> str:
    for form, datatype in _KINDS:
        if all(re.fullmatch(form, value) and _is_day(value) for value in values):
            return datatype
    if hints().dates(prop) and all(re.fullmatch(YEAR, value) for value in values):
        return "xsd:gYear"
    if all(re.fullmatch(r"[+-]?\d+", value) for value in values):
        return "xsd:integer"
    if all(re.fullmatch(r"[+-]?\d*\.?\d+", value) for value in values):
        return "xsd:decimal"
    return "xsd:string"


def _is_day(value: str) -> bool:
    try:
        date.fromisoformat(value if len(value) > 7 else f"{value}-01")
    except ValueError:
        return False
    return True


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
