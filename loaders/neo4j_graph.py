"""The graph of a Neo4j database that is not ours, read and not changed, as a property graph.

A node is known by the first of its properties ``id``, ``uuid``, ``key``, ``code``, ``name`` and ``title`` that all
nodes with its labels have, each with a value of its own; else by what the database calls it. Its name is its
``name``, ``title`` or ``label``. Labels are classes, relationship types relations, properties values; lists and
points are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from contragraph.graph.errors import InputError
from contragraph.graph.foreign import Foreign
from contragraph.graph.model import content_hash
from contragraph.graph.store import Staging
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.lines import Progress, silent
from contragraph.loaders.property_graph import Edge, Thing, add_property_graph, told
from contragraph.loaders.raw import RawTables
from contragraph.loaders.report import LoadReport
from contragraph.loaders.tables import TableSettings

KEYS = ("id", "uuid", "key", "code", "name", "title")
NAMES = ("name", "title", "label")
DESCRIPTIONS = ("description", "tagline")
FROM, TO = ("since", "valid_from", "from", "start"), ("until", "valid_to", "to", "end")
SCHEMES = ("bolt://", "bolt+s://", "neo4j://", "neo4j+s://")
_DATE = r"\d{4}(?:-\d\d(?:-\d\d)?)?"
Node = tuple[str, tuple[str, ...], Mapping[str, Any]]
"""What the database calls it, its labels and its properties."""


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
    things, edges = read_neo4j(address)
    raw = RawTables(folder)
    with raw.writing(address, content_hash("neo4j", name)) as out:
        out.tally.file = address
        add_property_graph(out, name, things, edges)
    progress("database", 1, 1)
    return raw


def read_neo4j(address: str) -> tuple[list[Thing], list[Edge]]:
    """The things and edges of the database at an address.

    :raises InputError: as :func:`stage_neo4j`
    """
    with Foreign(address) as database:
        rows = database.each("foreign.nodes")
        nodes: list[Node] = [
            (str(row["node"]), tuple(sorted(map(str, _listed(row["labels"])))), _table(row["properties"]))
            for row in rows
        ]
        joined = [
            (str(row["subject"]), str(row["relation"]), str(row["object"]), _table(row["properties"]))
            for row in database.each("foreign.edges")
        ]
    if not nodes:
        raise InputError(f"The database at {address} is empty: there is nothing to read.")
    keys = _keys(nodes)
    things = [_thing(keys[node], labels, properties) for node, labels, properties in nodes]
    edges = [
        Edge(keys[s], relation, keys[o], _when(properties, FROM), _when(properties, TO))
        for s, relation, o, properties in joined
    ]
    return sorted(things, key=lambda thing: thing.key), edges


def _keys(nodes: Sequence[Node]) -> dict[str, str]:
    """What each node is known by: the same in every copy of the database, where its properties allow it."""
    by_labels: dict[tuple[str, ...], list[Node]] = {}
    for node in nodes:
        by_labels.setdefault(node[1], []).append(node)
    found: dict[str, str] = {}
    for labels, some in by_labels.items():
        own = next((key for key in KEYS if _tells_apart(key, some)), None)
        for called, _, properties in some:
            found[called] = f"{'.'.join(labels)}/{told(properties[own]) if own else called}"
    return found


def _tells_apart(key: str, nodes: Sequence[Node]) -> bool:
    values = [told(properties[key]) for _, _, properties in nodes if properties.get(key) is not None]
    return len(values) == len(nodes) == len(set(values)) and all(values)


def _thing(key: str, labels: tuple[str, ...], properties: Mapping[str, Any]) -> Thing:
    name, text = _first(properties, NAMES), _first(properties, DESCRIPTIONS)
    values = {
        prop: told(value)
        for prop, value in sorted(properties.items())
        if prop not in (name, text) and prop not in KEYS and _plain(value)
    }
    label = told(properties[name]) if name else ""
    return Thing(key, label, labels, values, told(properties[text]) if text else "")


def _first(properties: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next((name for name in names if isinstance(properties.get(name), str) and properties[name].strip()), None)


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
