"""The formats that ``contragraph export`` writes: a format is a module with a function ``write(job)``.

A new one is a line of ``FORMATS``; its module is imported only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from contragraph.generation.exports.job import Write


@dataclass(frozen=True, slots=True)
class Format:
    """Where a format is written, what it is in one line, and whether it can be split."""

    module: str
    line: str
    splits: bool = False

    def write(self) -> Write:
        """The function that writes it."""
        return cast("Write", import_module(self.module).write)


_HERE = "contragraph.generation.exports"
FORMATS: Mapping[str, Format] = {
    "magic": Format(f"{_HERE}.magic", "the layout of the MAGIC dataset, one JSON list for each type"),
    "jsonl": Format(f"{_HERE}.jsonl", "JSON lines, one file for each split", splits=True),
}
