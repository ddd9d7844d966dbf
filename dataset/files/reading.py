"""Reading a dataset folder: the lines of its files, and its manifest."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from contragraph.dataset.files.folder import CLAIMS, INSTANCES, MANIFEST, SETS, sha256
from contragraph.graph.errors import InputError
from contragraph.graph.given import AnyPath, path_of

_PLAIN = "encyclopedic"
_R = TypeVar("_R")


def regular(path: Path) -> Path:
    """The path of a file of a dataset, if it is a file: from a pipe or a device one would read without end.

    Raises:
        InputError: if there is none, or it is something else.
    """
    if not path.is_file():
        if path.name == INSTANCES and (path.parent / SETS).exists():
            raise InputError(f"{path.parent} holds sets of documents, not pairs of texts, which this needs.")
        if path.name == INSTANCES and (path.parent / CLAIMS).exists():
            raise InputError(f"{path.parent} holds claims with documents, not pairs of texts, which this needs.")
        what = f"{path.name} in it is no file" if path.exists() else f"there is no {path.name} in it"
        raise InputError(f"{path.parent} holds no dataset: {what}.")
    return path


def file_faults(folder: Path, manifest: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Files of a dataset that are not as its manifest says, each with what is wrong."""
    files = manifest.get("files")
    if not isinstance(files, dict):
        yield MANIFEST, "lists no files"
        return
    for name, digest in sorted(files.items()):
        path = folder / name
        if not path.is_file():
            yield name, "is no file" if path.exists() else "is missing"
        elif sha256(path) != digest:
            yield name, "was changed after it was made (its checksum differs from the manifest)"


def read_lines(path: Path, parse: Callable[[str, str], _R]) -> Iterator[tuple[str, _R]]:
    """The lines of a file of a dataset with what they are read as, streaming.

    Raises:
        InputError: if there is no such file, or a line cannot be read.
    """
    path = regular(path)
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                yield line.rstrip("\n"), parse(line, f"{path}, line {number}")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 at byte {error.start}; it was changed or damaged.") from None


def dataset_folder(given: AnyPath) -> Path:
    """The folder of a dataset, which has a manifest that can be read.

    Raises:
        InputError: if it has none.
    """
    folder = path_of(given)
    read_manifest(folder)
    return folder


def style_of(manifest: Mapping[str, object]) -> str:
    """The style of the texts of a dataset, which stands in its manifest alone."""
    settings = manifest.get("settings")
    return str(settings.get("style", _PLAIN)) if isinstance(settings, dict) else _PLAIN


def read_manifest(folder: Path) -> dict[str, object]:
    """The manifest of a dataset.

    Raises:
        InputError: if it is missing or unreadable.
    """
    path = regular(folder / MANIFEST)
    try:
        manifest = loads_once(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"Cannot read {path}: {error.strerror}; is {folder} a dataset folder?") from None
    except ValueError as error:
        why = error if str(error).startswith("it ") else "it is no JSON"
        raise InputError(f"{path} is not a manifest: {why}; it was changed or damaged.") from None
    return manifest


def loads_once(text: str) -> dict[str, Any]:
    """What JSON says, if it says nothing twice: of two values for one key every reader would take another.

    :raises ValueError: if it is no JSON, or a key is there twice
    """
    body = json.loads(text, object_pairs_hook=_once)
    if not isinstance(body, dict):
        raise ValueError("it is no object")
    return body


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for n, (key, _) in enumerate(pairs) if any(key == other for other, _ in pairs[:n]))
        raise ValueError(f"it has the key {twice!r} twice")
    return found
