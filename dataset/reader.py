"""Reading a dataset folder: its lines as records or instances, and its manifest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from contragraph.dataset.codec import parse_line, to_instance
from contragraph.dataset.folder import INSTANCES, MANIFEST
from contragraph.dataset.schema import InstanceRecord
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance

_PLAIN = "encyclopedic"


def read_instances(folder: Path) -> Iterator[tuple[str, InstanceRecord]]:
    """The lines of a dataset with their records, streaming.

    Raises:
        InputError: if the folder holds no dataset, or a line is no instance.
    """
    path = folder / INSTANCES
    if not path.is_file():
        raise InputError(f"{folder} holds no dataset: there is no {INSTANCES} in it.")
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                yield line.rstrip("\n"), parse_line(line, f"{path}, line {number}")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 at byte {error.start}; it was changed or damaged.") from None


def read_dataset(folder: Path) -> Iterator[Instance]:
    """The pairs of a dataset as instances, one after the other.

    Raises:
        InputError: if the folder holds no dataset, or a line is no instance.
    """
    settings = read_manifest(folder).get("settings")
    style = settings.get("style", _PLAIN) if isinstance(settings, dict) else _PLAIN
    for _, record in read_instances(folder):
        yield to_instance(record, str(style))


def read_manifest(folder: Path) -> dict[str, object]:
    """The manifest of a dataset.

    Raises:
        InputError: if it is missing or unreadable.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"Cannot read {path}: {error.strerror}; is {folder} a dataset folder?") from None
    except ValueError:
        raise InputError(f"{path} is not valid JSON; it was changed or damaged.") from None
    if not isinstance(manifest, dict):
        raise InputError(f"{path} is not a manifest; it was changed or damaged.")
    return manifest
