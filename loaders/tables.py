"""Tables of nodes and edges (CSV, TSV): any graph that a spreadsheet or an export holds, into raw tables.

A table with a column for the id is one of nodes, a table with columns for two ends is one of edges; columns are told
by their names (:data:`ID`, :data:`SOURCE` and so on). Any other column of nodes is a property; one whose values are
all ids of nodes joins things. A table of edges without a column for the relation has it in its name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from contragraph.graph.errors import InputError
from contragraph.graph.store import Staging
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.lines import Progress, silent
from contragraph.loaders.property_graph import Edge, Thing, add_property_graph
from contragraph.loaders.raw import RawTables, fingerprint
from contragraph.loaders.report import LoadReport

ID = ("id", ":id", "node", "key", "identifier", "uri", "iri")
LABEL = ("label", "name", "title", ":name")
CLASS = ("type", "class", "kind", ":label", "types")
DESCRIPTION = ("description", "comment")
SOURCE = ("source", "from", "subject", "start", ":start_id", "head", "source_id", "from_id")
TARGET = ("target", "to", "object", "end", ":end_id", "tail", "target_id", "to_id")
RELATION = ("relation", "type", "predicate", ":type", "property", "edge", "relationship", "label")
FROM, TO = ("valid_from", "since", "start_date"), ("valid_to", "until", "end_date")
SUFFIXES = (".csv", ".tsv", ".tab")
"""Names of files that are tables."""
Rows = list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How tables are read: ``kg`` names the graph, and so its ids."""

    kg: str = "tables"
    cleaning: Cleaning = field(default_factory=lambda: Cleaning(share=0.001))


def stage_tables(
    paths: Iterable[Path],
    folder: Path,
    settings: TableSettings | None = None,
    progress: Progress = silent,
    raw_folder: Path | None = None,
) -> tuple[Staging, LoadReport]:
    """Read and clean tables and write them as staging tables into ``folder``, replacing what is there.

    :raises InputError: if a file is missing, no table of nodes or edges, or names a thing that no table has
    :raises StoreError: if the tables cannot be written
    """
    settings = settings or TableSettings()
    raw = raw_tables(list(paths), raw_folder or folder.with_name(folder.name + ".raw"), settings.kg, progress)
    return assemble(raw, folder, KgSettings(settings.kg, settings.cleaning), progress)


def raw_tables(paths: Sequence[Path], folder: Path, name: str, progress: Progress = silent) -> RawTables:
    """The raw tables of some files of nodes and edges, in a folder.

    :raises InputError: as :func:`stage_tables`
    """
    if not paths:
        raise InputError("No file was named; give tables of nodes and edges, as in nodes.csv edges.csv.")
    raw = RawTables(folder)
    progress("tables", 0, len(paths))
    things, edges = read_tables(paths)
    with raw.writing(str(paths[0]), fingerprint(paths[0], "tables", name)) as out:
        out.tally.file = ", ".join(path.name for path in paths)
        add_property_graph(out, name, things, edges)
    progress("tables", len(paths), len(paths))
    return raw


def read_tables(paths: Sequence[Path]) -> tuple[list[Thing], list[Edge]]:
    """The things and edges that some files tell.

    :raises InputError: as :func:`stage_tables`
    """
    tables = [(path, *_read(path)) for path in paths]
    things: dict[str, Thing] = {}
    edges: list[Edge] = []
    nodes = [(path, names, rows) for path, names, rows in tables if not _is_edges(names)]
    known = {row[_one_of(names, ID, path)] for path, names, rows in nodes for row in rows}
    for path, names, rows in nodes:
        _take_nodes(path, names, rows, known, things, edges)
    for path, names, rows in tables:
        if _is_edges(names):
            edges += _edges(path, names, rows, known)
    if not edges and not any(thing.values for thing in things.values()):
        raise InputError(f"{paths[0].name} tells no facts: give a table of edges (source, relation, target) as well.")
    return list(things.values()), edges


def _is_edges(names: Sequence[str]) -> bool:
    return _column(names, SOURCE) is not None and _column(names, TARGET) is not None


def _take_nodes(
    path: Path, names: Sequence[str], rows: Rows, known: set[str], things: dict[str, Thing], edges: list[Edge]
) -> None:
    key, label, kind, text = _one_of(names, ID, path), *(_column(names, some) for some in (LABEL, CLASS, DESCRIPTION))
    others = [name for name in names if name not in (key, label, kind, text)]
    joining = {n for n in others if (some := [row[n] for row in rows if row[n]]) and _refer(some, known)}
    for row in rows:
        own = row[key]
        if own in things:
            raise InputError(f"{path.name} has the id {own!r} twice: every row of nodes needs its own.")
        values = {name: row[name] for name in others if row[name] and name not in joining}
        classes = tuple(_parts(row[kind])) if kind else (path.stem,)
        things[own] = Thing(own, row[label] if label else "", classes, values, row[text] if text else "")
        edges += [Edge(own, name, each) for name in sorted(joining) for each in _parts(row[name])]


def _refer(values: Iterable[str], known: set[str]) -> bool:
    return all(part in known for value in values for part in _parts(value))


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(";") if part.strip()]


def _edges(path: Path, names: Sequence[str], rows: Rows, known: set[str]) -> list[Edge]:
    source, target = _one_of(names, SOURCE, path), _one_of(names, TARGET, path)
    relation, begin, end = (_column(names, some) for some in (RELATION, FROM, TO))
    found = []
    for number, row in enumerate(rows, 2):
        ends = row[source], row[target]
        for each in ends:
            if known and each not in known:
                raise InputError(
                    f"Line {number} of {path.name} joins {each!r}, which no table of nodes has; add it there."
                )
        name = row[relation] if relation else path.stem
        times = [(row[column] or None) if column else None for column in (begin, end)]
        found.append(Edge(ends[0], name, ends[1], *times))
    return found


def _read(path: Path) -> tuple[list[str], Rows]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is not UTF-8 text; save it as UTF-8.") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    head = text.partition("\n")[0]
    delimiter = max(("\t", ";", ","), key=lambda mark: (head.count(mark), mark == ","))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        lines = [line for line in reader if any(cell.strip() for cell in line)]
    except csv.Error as error:
        raise InputError(f"Line {reader.line_num} of {path.name} is no row of a table: {error}.") from error
    if len(lines) < 2:
        raise InputError(f"{path.name} is empty or has a header alone; give the complete table.")
    names = [name.strip() for name in lines[0]]
    if len(set(names)) < len(names) or not all(names):
        raise InputError(f"The first line of {path.name} must name every column once; it has {', '.join(names)}.")
    for number, line in enumerate(lines[1:], 2):
        if len(line) > len(names):
            raise InputError(f"Line {number} of {path.name} has {len(line)} cells, and the header {len(names)}.")
    rows = [dict(zip(names, [cell.strip() for cell in line] + [""] * len(names))) for line in lines[1:]]
    return names, rows


def _column(names: Sequence[str], known: Sequence[str]) -> str | None:
    """The first of some names of columns that a table has, whatever its letters; Neo4j writes ``personId:ID``."""
    by_name: Mapping[str, str] = {name.lower(): name for name in names}
    for each in known:
        if each in by_name:
            return by_name[each]
    for name in names:
        if ":" in name and ":" + name.partition(":")[2].partition("(")[0].lower() in known:
            return name
    return None


def _one_of(names: Sequence[str], known: Sequence[str], path: Path) -> str:
    found = _column(names, known)
    if found is None:
        raise InputError(
            f"{path.name} has no column {known[0]!r}: a table of nodes needs id, and may have name and type; one of"
            " edges needs source and target, and may have relation."
        )
    return found
