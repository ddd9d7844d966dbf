"""Changing a dataset so that its hashes still fit, as someone would who knows how they are made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from contragraph.dataset.check.check import check
from contragraph.dataset.folder.content import content_of
from tests.made import Line
from tests.recheck import digest, version_digests

Change = Callable[[Line], object]


def rewrite(folder: Path, lines: list[Line]) -> None:
    """Write the pairs or sets of a dataset, and their checksum into the manifest."""
    name = content_of(folder).file
    text = "".join(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n" for line in lines)
    (folder / name).write_text(text, "utf-8")
    reseal(folder, name)


def reseal(folder: Path, name: str) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest["files"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    path.write_text(json.dumps(manifest), "utf-8")


def forged(line: Line, change: Change) -> Line:
    """A changed copy of an instance by someone who knows how versions and instances are hashed."""
    copy: Line = json.loads(json.dumps(line))
    change(copy)
    for name, version in zip(("original", "perturbed"), version_digests(copy)):
        copy["contexts"][name]["version"] = version
    copy.pop("id")
    return {"id": digest("instance", copy), **copy}


def faults(folder: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fault in check(folder).faults:
        found.setdefault(fault.where, []).append(fault.what)
    return found
