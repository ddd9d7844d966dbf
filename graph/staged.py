"""Reading staged tables: checked, in the columns and the order that the engines load."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contragraph.graph.errors import InputError
from contragraph.graph.store import KgInfo, Staging

if TYPE_CHECKING:
    import polars as pl

COLUMNS = {
    "entities": ("id", "label", "description", "aliases", "types", "kg", "degree", "hidden"),
    "relations": ("id", "label", "kg", "facts"),
    "facts": ("subject", "object", "relation", "rank", "valid_from", "valid_to"),
    "literals": ("id", "value", "datatype", "label"),
    "literal_facts": ("subject", "object", "relation", "rank", "valid_from", "valid_to"),
}
TIMES = ("valid_from", "valid_to")
"""Columns that a table of facts may lack, which then has no fact with a time of validity."""
_EMPTY_ALLOWED = ("literals", "literal_facts")


def read_staged(staging: Staging, name: str) -> pl.DataFrame:
    """One staged table; the tables of literals may be absent.

    :raises InputError: if the file is missing, damaged or lacks a column.
    """
    import polars as pl

    path = staging.table(name)
    if name in _EMPTY_ALLOWED and not path.exists():
        return pl.DataFrame(schema={c: pl.Int64 if c == "rank" else pl.String for c in COLUMNS[name]})
    try:
        lacking = set(TIMES) - set(pl.read_parquet_schema(path))
        table = pl.read_parquet(path, columns=[c for c in COLUMNS[name] if c not in lacking])
        absent = [pl.lit(None, dtype=pl.String).alias(c) for c in TIMES if c in lacking and c in COLUMNS[name]]
        return table.with_columns(absent).select(COLUMNS[name])
    except FileNotFoundError:
        raise InputError(f"The staged table {path} is missing: stage the KG again.") from None
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError(f"The staged table {path} cannot be read ({_first(error)}): stage the KG again.") from error


def _first(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def read_entities(staging: Staging) -> pl.DataFrame:
    """The staged entities with a column ``names``: label and aliases in lower case."""
    import polars as pl

    table = read_staged(staging, "entities").with_columns(pl.col("label").fill_null(""))
    lower = pl.concat_list(pl.col("label"), pl.col("aliases").fill_null([])).list.eval(
        pl.element().str.to_lowercase().str.strip_chars()
    )
    return table.with_columns(lower.list.unique(maintain_order=True).alias("names"))


def info(staging: Staging, entities: pl.DataFrame, relations: int, facts: int) -> KgInfo:
    """What the store will say about the KG.

    :raises InputError: if a table has rows of another KG.
    """
    others = entities.filter(entities["kg"] != staging.kg)
    if len(others):
        raise InputError(f"The staged entities are of the KG {others['kg'][0]}, not {staging.kg}: stage it again.")
    return KgInfo(
        kg=staging.kg,
        snapshot=staging.snapshot,
        entities=len(entities),
        hidden=int(entities["hidden"].sum()),
        relations=relations,
        facts=facts,
    )
