"""Export as CSV files that ``neo4j-admin database import`` takes, with the constraints as Cypher.

The graph is the one that ``generate`` writes into a Neo4j store: the same rows, and of the knowledge graph the entities
that occur. Rows of many pairs meet in sorted files, where each node and relationship stands once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from contragraph import cypher
from contragraph.cypher import Value
from contragraph.dataset.exports.card import kg_of, write_card
from contragraph.dataset.exports.job import Job, WrittenFile
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.exports.sorting import SortedLines
from contragraph.dataset.files.folder import ONTOLOGY, write_text
from contragraph.dataset.records.codec import to_instance
from contragraph.dataset.records.schema import InstanceRecord, NodeRecord
from contragraph.graph.errors import InputError
from contragraph.graph.model.origin import Run
from contragraph.graph.store import LAYOUT_VERSION
from contragraph.graph.tables.rows import Rows, batch_rows, run_row
from contragraph.graph.tables.schema import MADE, NODES, RelationshipKind

ARGUMENTS = "import.args"
SCHEMA = "schema.cypher"
BATCH = 100
"""Pairs whose rows are made at a time."""
CHUNK = 10_000
"""Rows of one file that are sorted in memory at a time: there are some forty files."""
_DELIMITER = "\x1f"
"""Between the items of a list: no label holds it."""
_TYPES = {"string": "string", "int": "long", "bool": "boolean", "strings": "string[]"}
_RELATION = {"position": "int", "source": "string"}
_ENTITY = ("id", "label", "kg", "names")
"""What a dataset says of an entity; the rest stands in the knowledge graph alone."""
_OWN = "cg:"
"""How ids begin that stand in no knowledge graph."""
_HOW = f"""\
In this folder, with the database stopped: `neo4j-admin database import full neo4j @{ARGUMENTS}`, then start it and run
`{SCHEMA}`, for example with `cypher-shell --file {SCHEMA}`. It is the graph that `contragraph generate` writes into
Neo4j, with the entities that occur in it but without the other facts of the knowledge graph."""


@registered("neo4j", "CSV files that neo4j-admin imports, and the constraints", "pairs")
def write(job: Job[InstanceRecord]) -> list[WrittenFile]:
    """Write a CSV file for each kind of node and relationship, the arguments of the import, the schema and a card."""
    (job.work / "nodes").mkdir()
    (job.work / "relationships").mkdir()
    with TemporaryDirectory(dir=job.work) as pieces:
        tables = _Tables(Path(pieces))
        _collect(job, tables)
        files = {name: _write(job.work / name, header, lines) for name, header, lines in tables.listed()}
    arguments = ["--array-delimiter=U+001F", "--multiline-fields=true"]
    for name in files:
        path = Path(name)
        what, flag = path.stem.split("-")[0], "nodes" if path.parent.name == "nodes" else "relationships"
        arguments.append(f"--{flag}={what}={name}")
    write_text(job.work / ARGUMENTS, "\n".join(arguments) + "\n")
    write_text(job.work / SCHEMA, cypher.get("schema.create", "neo4j").text + "\n")
    write_card(job, _HOW)
    return [WrittenFile(name, count, name.partition("/")[0]) for name, count in files.items()]


@dataclass
class _Tables:
    """The rows of all files so far, by label or kind."""

    folder: Path
    nodes: dict[str, SortedLines] = field(default_factory=dict)
    joins: dict[RelationshipKind, SortedLines] = field(default_factory=dict)

    def _new(self) -> SortedLines:
        folder = self.folder / str(len(self.nodes) + len(self.joins))
        folder.mkdir()
        return SortedLines(folder, CHUNK)

    def take(self, rows: Rows) -> None:
        """Take the rows of a batch."""
        for label, nodes in rows.nodes.items():
            lines = self.nodes.get(label) or self.nodes.setdefault(label, self._new())
            columns = _columns(label)
            for node in nodes.values():
                lines.add(_line([node["id"]], [node.get(column) for column in columns]))
        for kind, pairs in rows.joins.items():
            lines = self.joins.get(kind) or self.joins.setdefault(kind, self._new())
            for (source, target), values in pairs.items():
                ends: list[Value] = [source, target]
                lines.add(_line(ends, [*ends, *(values.get(column) for column in kind.columns)]))

    def listed(self) -> Iterator[tuple[str, str, Iterator[bytes]]]:
        """Name, header and lines of each file."""
        for label, lines in sorted(self.nodes.items()):
            typed = (f"{column}:{_TYPES[NODES[label][column]]}" for column in _columns(label)[1:])
            yield f"nodes/{label}.csv", ",".join([f"id:ID({label})", *typed]), _last_of_each(lines)
        for kind in MADE:
            if kind in self.joins:
                typed = (f"{column}:{_TYPES[_RELATION[column]]}" for column in kind.columns)
                header = ",".join([f":START_ID({kind.source})", f":END_ID({kind.target})", *typed])
                name = f"relationships/{kind.type}-{kind.source}-{kind.target}.csv"
                yield name, header, _last_of_each(self.joins[kind])


def _columns(label: str) -> tuple[str, ...]:
    return _ENTITY if label == "Entity" else tuple(NODES[label])


def _collect(job: Job[InstanceRecord], tables: _Tables) -> None:
    from contragraph.ontology.turtle import read_ontology

    ontology = read_ontology(job.dataset / ONTOLOGY)
    axioms = ontology.stored()
    run = _run(job)
    first = Rows()
    first.node("Store", "contragraph", layout=LAYOUT_VERSION)
    first.nodes["Run"] = {run.id: {**run_row(run), "pairs": job.total}}
    tables.take(first)
    records = (record for _, _, record in job.lines())
    while batch := list(islice(records, BATCH)):
        try:
            rows = batch_rows(run, [(record.id, to_instance(record)) for record in batch], axioms)
        except KeyError as error:
            raise InputError(f"{job.dataset / ONTOLOGY} lacks the axiom {error}, which a proof names.") from None
        _entities(rows, batch)
        tables.take(rows)


def _run(job: Job[InstanceRecord]) -> Run:
    settings = job.manifest.get("settings")
    if not isinstance(settings, dict) or not isinstance(seed := settings.get("seed"), int):
        raise InputError(f"The manifest of {job.dataset} lacks the settings of its run; it was changed or damaged.")
    chosen = {name: value for name, value in settings.items() if name not in ("kg", "kg_snapshot")}
    return Run(seed, json.dumps(chosen, sort_keys=True), kg_of(job), str(settings.get("kg_snapshot", "")))


def _entities(rows: Rows, records: list[InstanceRecord]) -> None:
    """Note the entities that the statements of a batch join, with their labels."""
    labels: dict[str, tuple[str, str]] = {}
    for record in records:
        contexts = record.contexts
        for statement in (*contexts.original.statements, *contexts.perturbed.statements, *record.background):
            for node in (statement.subject, statement.object):
                if isinstance(node, NodeRecord):
                    labels[node.id] = (node.label, record.kg)
    for kind, pairs in rows.joins.items():
        if kind.target != "Entity":
            continue
        # Levels, which proofs conclude, are the ontology's: no store has nodes for them.
        rows.joins[kind] = {ends: row for ends, row in pairs.items() if not ends[1].startswith(_OWN)}
        for _, entity in rows.joins[kind]:
            label, kg = labels.get(entity, (entity, records[0].kg))
            rows.node("Entity", entity, label=label, kg=kg, names=[label.lower()])


# -- CSV -------------------------------------------------------------------------------------------------


def _line(key: list[Value], values: list[Value]) -> bytes:
    """A row behind its key, for sorting: without line breaks inside."""
    whole = b"\x00".join(",".join(map(_cell, part)).encode() for part in (key, values))
    return whole.replace(b"\\", rb"\\").replace(b"\n", rb"\n") + b"\n"


def _row(line: bytes) -> bytes:
    """The row of a sorted line."""
    row = line[:-1].partition(b"\x00")[2]
    return re.sub(rb"\\(.)", lambda found: b"\n" if found[1] == b"n" else found[1], row) + b"\n"


def _cell(value: Value) -> str:
    """A cell: text is always in quotes, so that an empty cell is a property that is not there."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        value = _DELIMITER.join(map(str, value))
    return str(value) if isinstance(value, int) else '"' + str(value).replace('"', '""') + '"'


def _last_of_each(lines: SortedLines) -> Iterator[bytes]:
    """One row for each key.

    Rows of one key differ where a statement is derived in one pair and stated in another: the last in order says so.
    """
    before = b""
    for line in lines:
        if before and before.partition(b"\x00")[0] != line.partition(b"\x00")[0]:
            yield _row(before)
        before = line
    if before:
        yield _row(before)


def _write(path: Path, header: str, rows: Iterator[bytes]) -> int:
    count = 0
    with path.open("wb") as file:
        file.write(header.encode() + b"\n")
        for row in rows:
            file.write(row)
            count += 1
    return count
