"""The rows of a dataset's file: JSON, JSON Lines, CSV, TSV or Parquet, plain or compressed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from contragraph.documents.readers.registry import Row
from contragraph.graph.errors import InputError


def rows_of(path: Path) -> Iterator[Row]:
    """The rows of a table, whatever its kind.

    :raises InputError: if it is of no known kind, or a part of it cannot be read.
    """
    kind = path.name.removesuffix(".gz").rpartition(".")[2].lower()
    try:
        if kind in ("parquet", "csv", "tsv"):
            yield from _table(path, kind)
            return
        with (
            gzip.open(path, "rt", encoding="utf-8")
            if path.name.endswith(".gz")
            else path.open(encoding="utf-8") as file
        ):
            if kind == "json":
                held = json.load(file)
                yield from held if isinstance(held, list) else _only_list(path, held)
            elif kind in ("jsonl", "ndjson"):
                for number, line in enumerate(file, 1):
                    if line.strip():
                        yield _row(path, number, line)
            else:
                raise InputError(f"{path} is of no known kind: give JSON, JSONL, CSV, TSV or Parquet, plain or .gz.")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8: {error.reason} at byte {error.start}; save it as UTF-8.") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{path}, line {error.lineno}: this is not JSON ({error.msg}).") from None
    except (OSError, EOFError, gzip.BadGzipFile) as error:
        raise InputError(f"{path} cannot be read: {error}.") from None


def _row(path: Path, number: int, line: str) -> Row:
    try:
        return dict(json.loads(line))
    except (json.JSONDecodeError, TypeError, ValueError):
        raise InputError(f"{path}, line {number}: this is not a JSON object; mend or remove the line.") from None


def _only_list(path: Path, held: object) -> Iterable[Row]:
    if isinstance(held, dict):
        lists = [value for value in held.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
        if len(lists) == 1:
            return lists[0]
    raise InputError(f"{path} holds no list of items.")


def _table(path: Path, kind: str) -> Iterator[Row]:
    import polars as pl

    try:
        if kind == "parquet":
            frame = pl.read_parquet(path)
        else:
            frame = pl.read_csv(path, separator="\t" if kind == "tsv" else ",", infer_schema=False)
    except pl.exceptions.PolarsError as error:
        raise InputError(f"{path} cannot be read: {str(error).splitlines()[0]}.") from None
    yield from frame.iter_rows(named=True)
