"""Contexts to validate: what a retriever gave for one question, from traces, datasets of sets, and plain files.

What cannot be read is named and left out; a document without text keeps its number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from contragraph.dataset.records.sets import holds_sets, read_sets
from contragraph.documents.documents import KINDS, read_file, read_folder
from contragraph.documents.passages import ContextDocument, documents_of, names, said
from contragraph.graph.errors import InputError

TRACES = (".jsonl", ".ndjson")
Faults = list[str]


@dataclass(frozen=True, slots=True)
class Context:
    """The documents that were given for one question, in their order."""

    id: str
    documents: tuple[ContextDocument, ...]
    question: str = ""
    response: str | None = None
    """What was answered; None where the context does not say."""


@dataclass(frozen=True, slots=True)
class Traces:
    """Contexts, and one plain sentence for each thing that was left out."""

    contexts: tuple[Context, ...]
    faults: tuple[str, ...]


def read_traces(paths: Sequence[Path]) -> Traces:
    """The contexts of some files and folders, in their order; all text files together are one context.

    :raises InputError: if there is no context, or a file cannot be read at all.
    """
    found: list[Context] = []
    faults: Faults = []
    texts = [path for path in paths if path.is_file() and path.suffix.lower() in KINDS]
    for path in paths:
        if path in texts:
            if path == texts[0]:
                found += _of_files(texts, faults)
        else:
            found += _of_path(path, faults)
    if not found:
        said = f": {faults[0]}" if faults else ""
        raise InputError(f"There is no context in {', '.join(map(str, paths))}{said}.")
    return Traces(tuple(found), tuple(faults))


def _of_path(path: Path, faults: Faults) -> Iterator[Context]:
    if path.is_dir():
        yield from _of_sets(path) if holds_sets(path) else _of_folder(path, faults)
    elif not path.is_file():
        raise InputError(f"There is no file or folder {path}.")
    elif path.suffix.lower() in TRACES:
        yield from _of_lines(path, faults)
    elif path.suffix.lower() == ".json":
        yield from _of_json(path, faults)
    else:
        raise InputError(f"{path} is of no known kind: give JSONL, JSON, text, Markdown or HTML, or a folder.")


def _of_sets(folder: Path) -> Iterator[Context]:
    """The texts of a dataset of sets; what is declared of them is not looked at."""
    for _, record in read_sets(folder):
        yield Context(record.id, tuple(ContextDocument(d.text, title=d.title) for d in record.documents))


def _of_folder(folder: Path, faults: Faults) -> Iterator[Context]:
    documents = tuple(ContextDocument(d.text, id=d.name) for d in read_folder(folder, faults))
    if documents:
        yield Context(folder.name, documents)


def _of_files(paths: Sequence[Path], faults: Faults) -> Iterator[Context]:
    read = [(path, read_file(path, str(path), faults)) for path in paths]
    documents = tuple(ContextDocument(text, id=str(path)) for path, text in read if text is not None)
    if documents:
        yield Context(str(paths[0]) if len(paths) == 1 else "files", documents)


def _of_lines(path: Path, faults: Faults) -> Iterator[Context]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            where = f"{path}, line {number}"
            try:
                row = _loaded(line)
            except (ValueError, RecursionError):
                faults.append(f"{where} is not JSON and was left out")
                continue
            yield from _of_row(row, where, str(number), faults)


def _of_json(path: Path, faults: Faults) -> Iterator[Context]:
    try:
        held = _loaded(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON ({error}).") from None
    rows = _rows(held)
    if rows is None:
        raise InputError(f"{path} holds neither documents nor a list of contexts.")
    for number, row in enumerate(rows, 1):
        yield from _of_row(row, f"{path}, item {number}", str(number), faults)


def _loaded(raw: bytes) -> object:
    """What a piece of JSON says; half a pair of surrogates, which nothing could write again, is a question mark."""
    held: object = json.loads(json.dumps(json.loads(raw), ensure_ascii=False).encode(errors="replace"))
    return held


def _rows(held: object) -> Sequence[object] | None:
    """The contexts of a JSON file: it is one, a list of them, or an object with one such list."""
    if isinstance(held, Mapping):
        if documents_of(held) is not None:
            return [held]
        lists = [value for value in held.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
        return lists[0] if len(lists) == 1 else None
    if not isinstance(held, list):
        return None
    return held if any(isinstance(row, list) or documents_of(row) is not None for row in held) else [held]


def _of_row(row: object, where: str, name: str, faults: Faults) -> Iterator[Context]:
    documents = documents_of({"documents": row} if isinstance(row, list) else row)
    if documents is None:
        known = ", ".join(names()["documents"][:4])
        faults.append(f"{where} has no list of documents ({known} …) and was left out")
    elif not any(document.text.strip() for document in documents):
        faults.append(f"{where} has no document with text and was left out")
    else:
        its = row if isinstance(row, Mapping) else {}
        yield Context(said(its, "context") or name, documents, said(its, "question"), _answered(its))


def _answered(row: Mapping[str, object]) -> str | None:
    """The response of a row, which may be empty."""
    return said(row, "response") if any(name in row for name in names()["response"]) else None
