"""The formats that ``contragraph export`` writes: a format is a module with a function ``write(job)``.

A new one is a line of ``FORMATS``; its module is imported only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.dataset.exports.job import Job, Write, Written


@dataclass(frozen=True, slots=True)
class Format:
    """What a format is in one line, which module writes it for each content of a dataset, and whether it has splits."""

    line: str
    modules: Mapping[str, str]
    splits: bool = False


_HERE = "contragraph.dataset.exports"


def _all(module: str) -> Mapping[str, str]:
    return {"pairs": module, "sets": module, "facts": module}


FORMATS: Mapping[str, Format] = {
    "magic": Format("the layout of the MAGIC dataset, one JSON list for each type", {"pairs": f"{_HERE}.magic"}),
    "html": Format("pages for a browser, to be opened from disk", _all("contragraph.app.pages.export")),
    "jsonl": Format("JSON lines, one file for each split", _all(f"{_HERE}.jsonl"), splits=True),
    "parquet": Format("typed nested tables, one file for each split", _all(f"{_HERE}.parquet"), splits=True),
    "csv": Format("a flat table as CSV, one row a pair", {"pairs": f"{_HERE}.csv_flat"}, splits=True),
    "pandas": Format(
        "the same flat table as Parquet, which pandas reads with its types",
        {"pairs": f"{_HERE}.pandas_flat"},
        splits=True,
    ),
    "hf": Format("a Hugging Face dataset folder with Croissant metadata", _all(f"{_HERE}.huggingface"), splits=True),
    "rdf": Format(
        "TriG, a named graph for each version, with provenance and a canonical hash", {"pairs": f"{_HERE}.rdf"}
    ),
    "rag": Format(
        "questions with passages, some of which conflict",
        {"pairs": f"{_HERE}.rag", "sets": f"{_HERE}.rag_sets"},
        splits=True,
    ),
    "beir": Format("corpus, queries and judgements of BEIR", {"sets": f"{_HERE}.beir"}, splits=True),
    "hotpotqa": Format(
        "questions with paragraphs in the layout of HotpotQA", {"sets": f"{_HERE}.hotpotqa"}, splits=True
    ),
    "conflictbank": Format("questions and texts as ConflictBank releases them", {"facts": f"{_HERE}.conflictbank"}),
    "pretrain": Format("texts for pre-training, conflicts in an exact share", {"facts": f"{_HERE}.pretrain"}),
    "neo4j": Format("CSV files that neo4j-admin imports, and the constraints", {"pairs": f"{_HERE}.neo4j"}),
}


def writer(name: str) -> Write:
    """The function that writes a format.

    It raises an InputError for a dataset of what the format has no place for.
    """

    def write(job: Job[Any]) -> Sequence[Written]:
        content = job.content.many
        module = FORMATS[name].modules.get(content)
        if module is None:
            able = ", ".join(other for other, known in FORMATS.items() if content in known.modules)
            wanted = " and ".join(FORMATS[name].modules)
            raise InputError(f"{name} takes {wanted} alone, and {job.dataset} holds {content}; these go into {able}.")
        return cast("Write", import_module(module).write)(job)

    return write
