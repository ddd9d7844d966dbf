"""The graph of a Neo4j database that is not ours, read and not changed, as a property graph.

A node is known by the first of its properties ``id``, ``uuid``, ``key``, ``code``, ``name`` and ``title`` that all
nodes with its labels have, each with a value of its own; else by what the database calls it. Its name is its
``name``, ``title`` or ``label``. Labels are classes, relationship types relations, properties values; lists and
points are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl

from contragraph.cypher import Row
from contragraph.graph.engines.neo4j.foreign import Foreign
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import Staging
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.raw import RawTables
from contragraph.loaders.report import LoadReport
from contragraph.loaders.tables.files import TableSettings
from contragraph.loaders.tables.property_graph import EDGES, PropertyGraph, add_property_graph, told

KEYS = ("id", "uuid", "key", "code", "name", "title")
NAMES = ("name", "title", "label")
DESCRIPTIONS = ("description", "tagline")
FROM, TO = ("since", "valid_from", "from", "start"), ("until", "valid_to", "to", "end")
SCHEMES = ("bolt://", "bolt+s://", "neo4j://", "neo4j+s://")
_DATE = r"\d{4}(?:-\d\d(?:-\d\d)?)?"
BATCH = 50_000
"""Nodes or edges that are held as the driver gives them; the rest are tables."""
_S = pl.String()
_NODES = {"node": _S, "labels": pl.List(_S)}
_PROPERTIES = {"node": _S, "name": _S, "value": _S, "text": pl.Boolean(), "plain": pl.Boolean()}


def stage_neo4j(
    address: str, folder: Path, settings: TableSettings | None = None, progress: Progress = silent
) -> tuple[Staging, LoadReport]:
    """Read the database at an address and write it as staging tables into ``folder``, replacing what is there.

    :raises InputError: if it is no address of Neo4j, no password is set, or the database is empty
    :raises StoreError: if the server is not there, or the tables cannot be written
    """
    settings = settings or TableSettings()
    raw = raw_neo4j(address, folder.with_name(folder.name + ".raw"), settings.kg, progress)
    return assemble(raw, folder, KgSettings(settings.kg, settings.cleaning), progress)


def raw_neo4j(address: str, folder: Path, name: str, progress: Progress = silent) -> RawTables:
    """The raw tables of the database at an address, in a folder.

    :raises InputError: as :func:`stage_neo4j`
    """
    progress("database", 0, 1)
    graph = read_neo4j(address)
    raw = RawTables(folder)
    with raw.writing(address, content_hash("neo4j", name)) as out:
        out.tally.file = address
        add_property_graph(out, name, graph)
    progress("database", 1, 1)
    return raw


def read_neo4j(address: str) -> PropertyGraph:
    """The property graph of the database at an address.

    :raises InputError: as :func:`stage_neo4j`
    """
    with Foreign(address) as database:
        parts = [_nodes(some) for some in _batched(database.each("foreign.nodes"), BATCH)]
        if not parts:
            raise InputError(f"The database at {address} is empty: there is nothing to read.")
        nodes, properties = (pl.concat(some) for some in zip(*parts, strict=True))
        keyed = _keys(nodes, properties)
        edges = [_edges(some, keyed) for some in _batched(database.each("foreign.edges"), BATCH)]
    return PropertyGraph(*_things(keyed, properties), pl.concat([pl.DataFrame(schema=EDGES), *edges]))


def _batched(rows: Iterator[Row], size: int) -> Iterator[list[Row]]:
    """Rows so many at a time."""
    while some := list(islice(rows, size)):
        yield some


def _nodes(rows: Sequence[Row]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Some nodes with their labels, and the properties of all of them."""
    nodes = [(str(row["node"]), sorted(map(str, _listed(row["labels"])))) for row in rows]
    properties = [
        (str(row["node"]), name, told(value), isinstance(value, str) and bool(value.strip()), _plain(value))
        for row in rows
        for name, value in sorted(_table(row["properties"]).items())
    ]
    return pl.DataFrame(nodes, schema=_NODES, orient="row"), pl.DataFrame(properties, schema=_PROPERTIES, orient="row")


def _keys(nodes: pl.DataFrame, properties: pl.DataFrame) -> pl.DataFrame:
    """The nodes by what they are known by: the same in every copy of the database, where its properties allow it."""
    nodes = nodes.with_columns(kind=pl.col("labels").list.join("."))
    asked = properties.join(_in_order(KEYS), on="name").join(nodes.select("node", "kind"), on="node")
    value = pl.col("value")
    tells = (
        asked.group_by("kind", "name", "place")
        .agg(pl.len().alias("has"), ((value.n_unique() == pl.len()) & (value != "").all()).alias("apart"))
        .join(nodes.group_by("kind").agg(pl.len().alias("size")), on="kind")
        .filter("apart", pl.col("has") == pl.col("size"))
        .sort("place")
        .unique("kind", keep="first", maintain_order=True)
    )
    own = asked.join(tells.select("kind", "name"), on=["kind", "name"]).select("node", own="value")
    called = pl.concat_str("kind", pl.lit("/"), pl.coalesce("own", "node"))
    return nodes.join(own, on="node", how="left").select("node", "labels", key=called).sort("key")


def _things(keyed: pl.DataFrame, properties: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The tables of things, classes and values."""
    texts = properties.filter("text")
    label, description = _first(texts, NAMES, "label"), _first(texts, DESCRIPTIONS, "description")
    used = pl.concat([some.select("node", name="used") for some in (label, description)])
    values = (
        properties.filter("plain", ~pl.col("name").is_in(KEYS))
        .join(used, on=["node", "name"], how="anti")
        .join(keyed.select("node", "key"), on="node")
        .select("key", property="name", value="value")
        .sort("key", "property")
    )
    things = keyed.join(label, on="node", how="left").join(description, on="node", how="left", suffix="_too")
    classes = keyed.select("key", pl.col("labels").alias("class")).explode("class").drop_nulls()
    told_of = things.select("key", pl.col("label", "description").fill_null("")).sort("key")
    return told_of, classes, values


def _first(texts: pl.DataFrame, names: Sequence[str], column: str) -> pl.DataFrame:
    """The first of some properties that a node has a text by, and which it is."""
    found = texts.join(_in_order(names), on="name").sort("place").unique("node", keep="first", maintain_order=True)
    return found.select("node", pl.col("value").alias(column), used="name")


def _in_order(names: Sequence[str]) -> pl.DataFrame:
    return pl.DataFrame({"name": list(names), "place": range(len(names))})


def _edges(rows: Sequence[Row], keyed: pl.DataFrame) -> pl.DataFrame:
    """Some edges between nodes, by the keys of these."""
    given = [
        (str(row["subject"]), str(row["relation"]), str(row["object"]), _when(each, FROM), _when(each, TO))
        for row in rows
        for each in [_table(row["properties"])]
    ]
    edges = pl.DataFrame(given, schema=EDGES, orient="row")
    for end in ("subject", "object"):
        edges = edges.with_columns(edges[end].replace_strict(keyed["node"], keyed["key"], return_dtype=pl.String()))
    return edges


def _plain(value: object) -> bool:
    """Whether it is a number, a text or a date that is not empty."""
    if isinstance(value, str):
        return bool(value.strip())
    return isinstance(value, int | float) or hasattr(value, "iso_format")


def _when(properties: Mapping[str, Any], names: Sequence[str]) -> str | None:
    found = (told(properties[name]) for name in names if properties.get(name) is not None)
    return next((text for text in found if re.fullmatch(_DATE, text)), None)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
