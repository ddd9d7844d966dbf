"""Staged tables as CSV files for Neo4j's own bulk import, which fills an empty database many times faster than queries.

``neo4j-admin database import full`` runs beside a database that is stopped, on the machine of the server. What it
makes of the files is what the online loader makes: the same nodes, relationships, properties and types.
"""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from contragraph import cypher
from contragraph.graph.engines.names import relationship_type
from contragraph.graph.errors import InputError, StoreError
from contragraph.graph.loading.staged import info, read_staged, scan_staged
from contragraph.graph.store import LAYOUT_VERSION, KgInfo, Staging

if TYPE_CHECKING:
    import polars as pl

ARGUMENTS = "import.args"
SCHEMA = "schema.cypher"
_DELIMITER = "\x1f"
"""Between the items of a list: no name holds it."""
_OPTIONS = ("--array-delimiter=U+001F", "--multiline-fields=true")
_HEADERS = {
    "id": "id:ID(Entity)",
    "aliases": "aliases:string[]",
    "types": "types:string[]",
    "names": "names:string[]",
    "degree": "degree:long",
    "hidden": "hidden:boolean",
    "facts": "facts:long",
    "rank": "rank:long",
    "objects": "objects:long",
    "subjects": "subjects:long",
    "prominence": "prominence:long",
    "subject": ":START_ID(Entity)",
    "type": ":TYPE",
}


def write_import(staging: Staging, folder: Path) -> KgInfo:
    """Write the files of an import into a new folder, which appears when it is complete.

    The arguments of the import stand in ``import.args``; ``schema.cypher`` makes constraints and indexes afterwards.

    :raises InputError: if the folder is there already, or a staged table cannot be used.
    :raises StoreError: if the files cannot be written.
    """
    if folder.exists():
        raise InputError(f"{folder} is there already: give a new folder for the files of the import.")
    loaded = info(staging)
    partial = folder.with_name(folder.name + ".partial")
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        arguments = [*_OPTIONS, *_nodes(staging, loaded, partial), *_relationships(staging, partial)]
        (partial / ARGUMENTS).write_text("\n".join(arguments) + "\n", "utf-8")
        (partial / SCHEMA).write_text(cypher.get("schema.create", "neo4j").text + "\n", "utf-8")
        partial.rename(folder)
    except OSError as error:
        shutil.rmtree(partial, ignore_errors=True)
        reason = "the disk is full" if "No space" in str(error) else error.strerror or error
        raise StoreError(f"The files cannot be written to {folder} ({reason}); free or choose a place.") from error
    return loaded


def command_line(folder: Path, database: str = "neo4j") -> tuple[str, str]:
    """What to run in ``folder`` while the database is stopped, and what when it has been started again."""
    return (
        f"cd '{folder}' && neo4j-admin database import full {database} @{ARGUMENTS}",
        f"cypher-shell --database {database} --file '{folder / SCHEMA}'",
    )


def _nodes(staging: Staging, loaded: KgInfo, folder: Path) -> list[str]:
    import polars as pl

    tables = {
        "Entity": scan_staged(staging, "entities"),
        "Literal": scan_staged(staging, "literals").rename({"id": "id:ID(Literal)"}),
        "Relation": scan_staged(staging, "relations").rename({"id": "id:ID(Relation)"}),
        "Kg": pl.LazyFrame([asdict(loaded)]).select(
            pl.col("kg").alias("kg:ID(Kg)"),
            "snapshot",
            *(pl.col(name).alias(f"{name}:long") for name in ("entities", "hidden", "relations")),
            pl.col("facts").alias("facts:long"),
            pl.lit("true").alias("complete:boolean"),
        ),
        "Store": pl.LazyFrame({"id:ID(Store)": ["contragraph"], "layout:long": [LAYOUT_VERSION]}),
    }
    for label, table in tables.items():
        _write(table, folder / f"{label}.csv")
    return [f"--nodes={label}={label}.csv" for label in tables]


def _relationships(staging: Staging, folder: Path) -> list[str]:
    import polars as pl

    types = {relation: relationship_type(relation) for relation in read_staged(staging, "relations")["id"]}
    arguments = []
    for name, target in (("facts", "Entity"), ("literal_facts", "Literal")):
        of = pl.col("relation").replace_strict(types, default=None, return_dtype=pl.String).alias("type")
        table = scan_staged(staging, name).rename({"object": f":END_ID({target})"}).with_columns(of)
        unknown = table.filter(pl.col("type").is_null()).select("relation").head(1).collect(engine="streaming")
        if len(unknown):
            raise InputError(f"The staged facts use the relation {unknown['relation'][0]}, which is not staged.")
        _write(table, folder / f"{name}.csv")
        arguments.append(f"--relationships={name}.csv")
    return arguments


def _write(table: pl.LazyFrame, path: Path) -> None:
    """Write a table; text is always in quotes, so that an empty cell is a property that is not there."""
    import polars as pl

    schema = table.collect_schema()
    lists = [pl.col(name).list.join(_DELIMITER) for name, kind in schema.items() if kind == pl.List(pl.String)]
    marks = [pl.col(name).cast(pl.String) for name, kind in schema.items() if kind == pl.Boolean]
    named = table.with_columns(lists + marks).rename({n: _HEADERS[n] for n in schema if n in _HEADERS})
    named.sink_csv(path, quote_style="non_numeric", null_value="")
