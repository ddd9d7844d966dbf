"""Folders of results: whether there is one, and whose."""

from __future__ import annotations

from pathlib import Path

from contragraph.dataset.folder import MANIFEST
from contragraph.graph.errors import InputError


def manifest_of(out: Path) -> Path | None:
    """The manifest of a folder of results; None where there is no such folder yet, or an empty one.

    Raises:
        InputError: if it is no folder, or one of something else.
    """
    old = out.with_name(out.name + ".old")
    if old.exists() and not out.exists():
        old.rename(out)  # a run was stopped between the two renames of publish
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file; give --out the name of a folder.")
    path = out / MANIFEST
    if path.is_file():
        return path
    if out.is_dir() and any(out.iterdir()):
        raise InputError(f"{out} holds files that are no evaluation; give --out the name of a new folder.")
    return None
