"""Changing a dataset so that its hashes still fit, as someone would who knows how they are made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from contragraph.dataset.check.check import check
from contragraph.dataset.folder.content import content_of
from contragraph.dataset.records.codec import dump
from contragraph.graph.model import content_hash
from tests.made import Line
from tests.recheck import digest, version_digests

Change = Callable[[Line], object]
OTHER_STRENGTH = {"strict": "typical", "typical": "strict"}
Place = str | int | Mapping[str, object]
"""A key, a place in a list, or values by which the first of a list that has them is found."""


def at(line: Line, *places: Place) -> Any:  # noqa: ANN401
    """What stands at a place of a line."""
    found: Any = line
    for place in places:
        if isinstance(place, Mapping):
            found = next(each for each in found if place.items() <= each.items())
        else:
            found = found[place]
    return found


def put(*places: Place, to: object) -> Change:
    """Another value at a place of a line."""
    return by(*places, of=lambda _: to)


def by(*places: Place, of: Callable[[Any], object]) -> Change:
    """What becomes of the value at a place of a line."""

    def change(line: Line) -> None:
        *above, last = places
        whole, old = at(line, *above), at(line, *places)
        whole[whole.index(old) if isinstance(last, Mapping) else last] = of(old)

    return change


def drop(*places: Place) -> Change:
    """Nothing at a place of a line."""
    return lambda line: at(line, *places[:-1]).pop(places[-1])


def relined(line: Line, kind: str, change: Change) -> str:
    """A changed copy of a line whose id fits: only what is said is wrong."""
    body: Line = json.loads(json.dumps({key: value for key, value in line.items() if key != "id"}))
    change(body)
    return dump({"id": content_hash(kind, body), **body})


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
