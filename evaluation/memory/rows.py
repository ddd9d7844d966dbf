"""Rows of tables from files, one at a time: JSON (a list, or objects one after the other), JSON Lines and Parquet.

The released questions of ConflictBank are gigabytes: no file is held whole. Pickles are refused, whatever their name:
reading one can run code.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from contragraph.graph.errors import InputError

Row = Mapping[str, Any]
ENDINGS = (".parquet", ".json", ".jsonl", ".ndjson")
_PICKLED = (".pkl", ".pickle", ".pt", ".pth", ".joblib", ".npy", ".npz")
_PROTOCOLS = frozenset(bytes((0x80, n)) for n in range(2, 6))
_POINTER = b"version https://git-lfs"
_BLOCK = 1 << 20
_LONGEST = 1 << 26
"""Characters of one object at most; more are no row of a table."""
_FIRST = 1 << 22
"""Characters of the first one, where only its columns are looked at."""
_ROWS = 1_000
_GAP = re.compile(r"[\s,]*")


def refuse_pickle(path: Path) -> None:
    """See that a file is no pickle, and the file itself.

    Raises:
        InputError: if it is a pickle, by its name or by how it begins, or only the pointer to a file.
    """
    if not path.is_file():
        return
    with path.open("rb") as file:
        start = file.read(len(_POINTER))
    if path.name.lower().removesuffix(".gz").endswith(_PICKLED) or start[:2] in _PROTOCOLS:
        raise InputError(f"{path} is a pickle or the like, which can run any code when it is read; save it as Parquet.")
    if start == _POINTER:
        raise InputError(f"{path} is a pointer of Git LFS and not the file itself; fetch it with git lfs pull.")


def rows_of(path: Path, longest: int = _LONGEST) -> Iterator[tuple[int, Row | str]]:
    """The rows of a file, numbered from 1; in the place of one that is no object, what is wrong with it.

    Raises:
        InputError: if the file cannot be read, or is of no known kind.
    """
    refuse_pickle(path)
    kind = path.name.lower().removesuffix(".gz").rpartition(".")[2]
    if f".{kind}" not in ENDINGS:
        raise InputError(f"{path} is of no known kind: give Parquet, JSON or JSON Lines.")
    return enumerate(_parquet(path) if kind == "parquet" else _json(path, kind != "json", longest), start=1)


def columns_of(path: Path) -> frozenset[str]:
    """The names of the columns, by the first row of a file; none where there is no row, or nothing that can be read.

    Raises:
        InputError: if it is a pickle, or Parquet that cannot be read.
    """
    if path.name.lower().endswith(".parquet"):
        with _opened(path) as opened:
            return frozenset(opened.schema_arrow.names)
    refuse_pickle(path)
    rows = rows_of(path, longest=_FIRST)
    try:
        first = next(rows, None)
    except InputError:
        return frozenset()  # whoever else may read it says what is wrong
    return frozenset() if first is None or isinstance(first[1], str) else frozenset(first[1])


def _opened(path: Path) -> Any:  # noqa: ANN401
    import pyarrow as pa
    import pyarrow.parquet as pq

    refuse_pickle(path)
    try:
        return pq.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{path} is no Parquet file that can be read: {_said(error)}.") from None


def _parquet(path: Path) -> Iterator[Row | str]:
    import pyarrow as pa

    opened = _opened(path)
    try:
        for batch in opened.iter_batches(batch_size=_ROWS):
            yield from batch.to_pylist()
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{path} cannot be read: {_said(error)}.") from None
    finally:
        opened.close()


def _json(path: Path, lines: bool, longest: int) -> Iterator[Row | str]:
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8-sig")
            if path.name.endswith(".gz")
            else path.open(encoding="utf-8-sig") as file
        ):
            yield from _lines(file) if lines else _objects(path, file, longest)
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8: {error.reason} at byte {error.start}; save it as UTF-8.") from None
    except (OSError, EOFError, gzip.BadGzipFile) as error:
        raise InputError(f"{path} cannot be read: {_said(error)}.") from None


def _lines(file: IO[str]) -> Iterator[Row | str]:
    for line in file:
        if line.strip():
            try:
                yield _row(json.loads(line))
            except (ValueError, RecursionError) as error:
                yield f"is not JSON ({_said(error)})"


def _objects(path: Path, file: IO[str], longest: int) -> Iterator[Row | str]:
    """The objects of a list, or those that stand one after the other, read in blocks."""
    decoder = json.JSONDecoder()
    text, at, block = "", 0, file.read(_BLOCK)
    opened = False
    while True:
        at = _GAP.match(text, at).end()  # type: ignore[union-attr]
        if not opened and text[at : at + 1] == "[":
            opened, at = True, at + 1
            continue
        if opened and text[at : at + 1] == "]":
            return
        try:
            found, end = decoder.raw_decode(text, at) if at < len(text) else (None, at)
        except RecursionError:
            raise InputError(f"{path} is nested too deep to be a table.") from None
        except ValueError as error:
            if not block or len(text) - at > longest:
                raise InputError(f"{path} is not JSON: {_said(error)}.") from None
            found, end = None, at
        if end > at:
            at = end
            yield _row(found)
            continue
        if not block:
            if opened:
                raise InputError(f"{path} breaks off: the list in it has no end; copy the whole file.")
            return
        # As much again as is there: what takes many blocks is not decoded once for each of them.
        text, at = text[at:] + block, 0
        block = file.read(max(_BLOCK, len(text)))


def _row(found: object) -> Row | str:
    return found if isinstance(found, Mapping) else "is no object"


def _said(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
