"""Pairs of datasets that others released, as items: in the layouts of their releases.

None of them says which sentences state its conflicts, so their texts are split by a library, and models are asked and
scored on ID; what LOC would need is not known. A pair that lacks something is left out with what it lacks.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from contragraph.dataset.files.folder import sha256
from contragraph.evaluation.imports.registry import FOLDERS, TABLES, Found, TableLayout
from contragraph.evaluation.records import Evaluated
from contragraph.graph.errors import InputError

_ENDINGS = (".json", ".jsonl", ".csv")


def layouts_said() -> str:
    """What can be imported, in words."""
    named = " or ".join(table.title for table in TABLES.values())
    return f"{', '.join(folder.title for folder in FOLDERS.values())}, {named} as JSON, JSON Lines or CSV (also .gz)"


def imported(path: Path) -> tuple[Evaluated, Iterator[Found]] | None:
    """The pairs of a folder or file that somebody else released; None if it is in no layout that we know.

    Raises:
        InputError: if the file cannot be read, or has columns of no dataset that we know.
    """
    if path.is_dir():
        for folder in FOLDERS.values():
            if (digest := folder.digest(path)) is not None:
                return Evaluated(layout=folder.name, sha256=digest, items={}), folder.read(path)
        return None
    if not path.is_file() or not path.name.removesuffix(".gz").endswith(_ENDINGS):
        return None
    rows = _rows(path)
    layout = _layout(path, rows)
    return Evaluated(layout=layout.name, sha256=sha256(path), items={}), _each(rows, layout)


def _layout(path: Path, rows: Sequence[object]) -> TableLayout:
    columns = {key for row in rows if isinstance(row, Mapping) for key in row}
    for table in TABLES.values():
        if columns.issuperset(table.columns):
            return table
    shown = ", ".join(sorted(map(str, columns))[:12]) or "none"
    known = ", and ".join(f"{table.title} has {' and '.join(table.columns)}" for table in TABLES.values())
    raise InputError(f"{path} is no dataset that we know: its columns are {shown}, but {known}.")


def _rows(path: Path) -> list[object]:
    """The rows of a file: a JSON list, JSON Lines, or CSV with a header."""
    try:
        with gzip.open(path) if path.name.endswith(".gz") else path.open("rb") as file:
            text = file.read().decode("utf-8-sig")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as text in UTF-8: {error}.") from None
    name = path.name.removesuffix(".gz")
    if name.endswith(".csv"):
        return list(csv.DictReader(io.StringIO(text)))
    if name.endswith(".jsonl"):
        return [_parsed(line) for line in text.splitlines() if line.strip()]
    try:
        held = json.loads(text)
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}.") from None
    for thing in (held, *(held.values() if isinstance(held, dict) else ())):
        if isinstance(thing, list):
            return thing
    raise InputError(f"{path} holds no list of pairs.")


def _parsed(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError as error:
        return f"it is not JSON: {error}"


def _each(rows: Iterable[object], layout: TableLayout) -> Iterator[Found]:
    """ECON names pairs by their question: of several pairs on one, the later ones get a number."""
    known: dict[str, list[tuple[str, str]]] = {}
    for number, row in enumerate(rows, start=1):
        where = f"{layout.name}, pair {number}"
        if not isinstance(row, Mapping):
            yield where, row if isinstance(row, str) else "it is no object with the texts of a pair"
            continue
        item = layout.read(row)
        if isinstance(item, str):
            yield where, item
            continue
        texts = known.setdefault(item.id, [])
        again = f"{item.id}#{len(texts) + 1}"
        if texts and item.texts not in texts:
            item = item.model_copy(update={"id": again})
        texts.append(item.texts)
        yield item.id, item
