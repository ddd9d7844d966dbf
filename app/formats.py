"""The formats that ``contragraph export`` writes: a format is a module with a function ``write(job)``.

A new one is a line of ``FORMATS``; its module is imported only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from contragraph.dataset.exports.job import Write


@dataclass(frozen=True, slots=True)
class Format:
    """Where a format is written, what it is in one line, and whether it can be split."""

    module: str
    line: str
    splits: bool = False

    def write(self) -> Write:
        """The function that writes it."""
        return cast("Write", import_module(self.module).write)


_HERE = "contragraph.dataset.exports"
FORMATS: Mapping[str, Format] = {
    "magic": Format(f"{_HERE}.magic", "the layout of the MAGIC dataset, one JSON list for each type"),
    "html": Format("contragraph.app.pages.export", "pages for a browser, to be opened from disk"),
    "jsonl": Format(f"{_HERE}.jsonl", "JSON lines, one file for each split", splits=True),
    "parquet": Format(f"{_HERE}.parquet", "typed nested tables, one file for each split", splits=True),
    "hf": Format(f"{_HERE}.huggingface", "a Hugging Face dataset folder with Croissant metadata", splits=True),
    "rdf": Format(f"{_HERE}.rdf", "TriG, a named graph for each version, with provenance and a canonical hash"),
    "rag": Format(f"{_HERE}.rag", "questions with passages, two of which conflict", splits=True),
    "neo4j": Format(f"{_HERE}.neo4j", "CSV files that neo4j-admin imports, and the constraints"),
}
