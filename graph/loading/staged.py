"""Staged tables as the engines load them: checked, in the columns and the order of the store's own.

A table that has all columns is loaded from its file as it is; of another one a completed copy is made first. So the
memory that a load takes does not grow with the graph.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from contragraph.graph.errors import InputError
from contragraph.graph.loading.lists import in_lists
from contragraph.graph.store import KgInfo, Staging

if TYPE_CHECKING:
    import polars as pl

COLUMNS = {
    "entities": (
        "id",
        "label",
        "description",
        "aliases",
        "types",
        "kg",
        "degree",
        "hidden",
        "names",
        "level",
        "kind",
        "prominence",
    ),
    "relations": ("id", "label", "kg", "facts"),
    "facts": ("subject", "object", "relation", "rank", "valid_from", "valid_to", "objects", "subjects"),
    "literals": ("id", "value", "datatype", "label"),
    "literal_facts": ("subject", "object", "relation", "rank", "valid_from", "valid_to", "objects", "subjects"),
}
NUMBERS = ("rank", "objects", "subjects", "prominence")
OPTIONAL = ("names", "valid_from", "valid_to", "level", "kind", "prominence", "objects", "subjects")
"""Columns that a staged table may lack: the names to look up are worked out then, no fact has a time, and what searches
ask for is not known."""
_EMPTY_ALLOWED = ("literals", "literal_facts")
_ROW_GROUP = 1 << 17


NOTE = "staging.json"


def write_note(staging: Staging) -> None:
    """Write beside the tables which KG they are of, so that the folder can be handed to others."""
    note = {"kg": staging.kg, "snapshot": staging.snapshot}
    (staging.folder / NOTE).write_text(json.dumps(note, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


def find_staging(folder: Path) -> Staging:
    """The staged tables in a folder that was handed over.

    :raises InputError: if the folder holds none.
    """
    try:
        note = json.loads((folder / NOTE).read_text("utf-8"))
        return Staging(folder, str(note["kg"]), str(note["snapshot"]))
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(f"{folder} holds no staged graph: stage one with `contragraph load … --work DIR`.") from None


def scan_staged(staging: Staging, name: str) -> pl.LazyFrame:
    """One staged table in its columns; the tables of literals may be absent.

    :raises InputError: if the file is missing, damaged or lacks a column.
    """
    import polars as pl

    path = staging.table(name)
    if name in _EMPTY_ALLOWED and not path.exists():
        return pl.LazyFrame(schema={c: pl.Int64 if c in NUMBERS else pl.String for c in COLUMNS[name]})
    has = _columns(path)
    table = pl.scan_parquet(path)
    if lacking := [c for c in COLUMNS[name] if c not in has and c not in OPTIONAL]:
        raise InputError(f"The staged table {path} cannot be read (no column {lacking[0]}): stage the KG again.")
    if name == "entities":
        table = table.with_columns(pl.col("label").fill_null(""))
    absent = [_worked_out(c) for c in COLUMNS[name] if c not in has]
    return table.with_columns(absent).select(COLUMNS[name])


def _worked_out(column: str) -> pl.Expr:
    import polars as pl

    if column != "names":
        return pl.lit(None, dtype=pl.Int64 if column in NUMBERS else pl.String).alias(column)

    def names(both: pl.Series) -> pl.Series:
        return names_to_look_up(both.struct.field("label"), both.struct.field("aliases"))

    every = pl.struct("label", "aliases")
    return every.map_batches(names, return_dtype=pl.List(pl.String), is_elementwise=True).alias(column)


def names_to_look_up(labels: pl.Series, aliases: pl.Series) -> pl.Series:
    """The label and the aliases of entities in small letters, without blanks around and without repeats."""
    import numpy as np
    import polars as pl

    # The labels, and behind them all aliases, are put in the order in which they stand in the lists.
    lengths = aliases.list.len().fill_null(0).to_numpy().astype(np.int64) + 1
    others = aliases.explode(empty_as_null=False, keep_nulls=False)
    first = np.zeros(len(labels) + len(others), dtype=np.bool_)
    first[np.cumsum(lengths) - lengths] = True
    order = np.where(first, np.cumsum(first) - 1, np.cumsum(~first) - 1 + len(labels))
    names = pl.concat([labels.alias("names"), others.alias("names")]).str.to_lowercase().str.strip_chars()
    return in_lists(names.gather(pl.Series(order)), lengths).list.unique(maintain_order=True)


def _columns(path: Path) -> list[str]:
    import polars as pl

    try:
        return list(pl.read_parquet_schema(path))
    except FileNotFoundError:
        raise InputError(f"The staged table {path} is missing: stage the KG again.") from None
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError(f"The staged table {path} cannot be read ({_first(error)}): stage the KG again.") from error


def read_staged(staging: Staging, name: str) -> pl.DataFrame:
    """One staged table in memory.

    :raises InputError: if the file is missing, damaged or lacks a column.
    """
    import polars as pl

    try:
        return scan_staged(staging, name).collect(engine="streaming")
    except (pl.exceptions.PolarsError, OSError) as error:
        path = staging.table(name)
        raise InputError(f"The staged table {path} cannot be read ({_first(error)}): stage the KG again.") from error


def _first(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def ready_file(staging: Staging, name: str, folder: Path) -> Path:
    """The file of a staged table with the columns that are loaded; where it lacks some, a copy in ``folder``.

    A table of facts may lack both times: then the store sets none.

    :raises InputError: if the file is missing, damaged or lacks a column.
    """
    path = staging.table(name)
    if path.exists():
        wanted = list(COLUMNS[name])
        if _columns(path) in (wanted, [c for c in wanted if not c.startswith("valid_")]):
            return path
    copy = folder / f"{name}.parquet"
    read_staged(staging, name).write_parquet(copy, row_group_size=_ROW_GROUP, statistics=False)
    return copy


def info(staging: Staging) -> KgInfo:
    """What the store will say about the KG.

    :raises InputError: if a table cannot be used, or has rows of another KG.
    """
    import polars as pl

    others = pl.col("kg").filter(pl.col("kg") != staging.kg).first().alias("other")
    try:
        entities = scan_staged(staging, "entities").select(pl.len(), pl.col("hidden").sum(), others)
        found = entities.collect(engine="streaming").row(0)
        counts = [
            scan_staged(staging, name).select(pl.len()).collect(engine="streaming").item()
            for name in ("relations", "facts", "literal_facts")
        ]
    except (pl.exceptions.PolarsError, OSError) as error:
        why = f"The staged tables in {staging.folder} cannot be read ({_first(error)}): stage the KG again."
        raise InputError(why) from error
    if found[2] is not None:
        raise InputError(f"The staged entities are of the KG {found[2]}, not {staging.kg}: stage it again.")
    return KgInfo(
        kg=staging.kg,
        snapshot=staging.snapshot,
        entities=found[0],
        hidden=int(found[1]),
        relations=counts[0],
        facts=counts[1] + counts[2],
    )
