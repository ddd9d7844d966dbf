"""Rows of files that others released: JSON, JSON Lines and Parquet; what runs code when it is read is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from contragraph.graph.errors import InputError

Row = Mapping[str, Any]
ENDINGS = (".json", ".jsonl", ".ndjson", ".parquet", ".tsv")
PICKLES = (".pkl", ".pickle", ".p")
_POINTER = b"version https://git-lfs"
_PICKLE = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")


def files_of(path: Path) -> list[Path]:
    """The files that hold rows, of a folder and its subfolders in the order of their names.

    :raises InputError: if there is nothing, or it is a pickle.
    """
    if path.is_dir():
        found = sorted(file for file in path.rglob("*") if file.suffix.lower() in (*ENDINGS, *PICKLES))
    else:
        found = [path]
    for file in found:
        if file.suffix.lower() in PICKLES:
            raise InputError(
                f"{file} is a pickle, which can run any code when it is read, so that it is not: write it as Parquet"
                " or JSON where you trust it (pandas.read_pickle(…).to_parquet(…))."
            )
    return [file for file in found if file.is_file()]


def rows_of(path: Path) -> Iterator[Row]:
    """The rows of a file: a list, an object that holds one, a table by columns, lines, or Parquet; TSV by number.

    :raises InputError: if it cannot be read, or is only the pointer to a file.
    """
    try:
        with path.open("rb") as file:
            head = file.read(64)
        if head.startswith(_POINTER):
            raise InputError(f"{path} is a pointer of Git LFS and not the file itself; fetch it with git lfs pull.")
        if head.startswith(_PICKLE):
            raise InputError(
                f"{path} is a pickle, which can run any code when it is read; write it as Parquet or JSON."
            )
        if path.suffix.lower() == ".parquet":
            yield from _parquet(path)
        elif path.suffix.lower() == ".tsv":
            for line in path.read_text("utf-8").splitlines():
                yield {str(n): cell for n, cell in enumerate(line.split("\t"))}
        elif path.suffix.lower() == ".json" and not _of_lines(path):
            yield from _held(json.loads(path.read_bytes()), path)
        else:
            yield from _lines(path)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}.") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON: {error}.") from None


def _parquet(path: Path) -> Iterator[Row]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as table:
            for batch in table.iter_batches():
                yield from batch.to_pylist()
    except pa.ArrowException as error:
        raise InputError(f"{path} is no Parquet that can be read: {error}.") from None


def _of_lines(path: Path) -> bool:
    """Whether each line of a file is an object, whatever its name ends with."""
    with path.open("rb") as file:
        first = [line for line, _ in zip((line for line in file if line.strip()), range(2))]
    try:
        return len(first) == 2 and all(isinstance(json.loads(line), dict) for line in first)
    except ValueError:
        return False


def _lines(path: Path) -> Iterator[Row]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise InputError(f"{path}, line {number}: is no object.")
                yield row


def _held(held: object, path: Path) -> Iterator[Row]:
    if isinstance(held, Mapping):
        if held and all(isinstance(column, Mapping) for column in held.values()):  # a table as pandas writes it
            columns: Mapping[str, Mapping[str, object]] = held
            keys = list(next(iter(columns.values())))
            held = [{name: column.get(key) for name, column in columns.items()} for key in keys]
        else:
            lists = [value for value in held.values() if isinstance(value, list)]
            held = lists[0] if lists else [held]
    if not isinstance(held, list) or not all(isinstance(row, Mapping) for row in held):
        raise InputError(f"{path} holds no list of objects.")
    yield from held
