"""A dataset for the tests of exports that holds what is hard to write: odd labels, literals, negation, line breaks."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from benchmarks.exporting import copied
from contragraph.app.runs.formats import writer
from contragraph.dataset.exports.job import Export, Options, export
from contragraph.dataset.exports.splits import parse_shares
from contragraph.graph.model import Literal, Statement
from tests.forge import forged, rewrite
from tests.made import Line, dataset, lines_of
from tests.staged_kgs import HOSTILE

ODD = [
    HOSTILE,
    'comma, "quote", \\n \\\\ semicolon; \u2028 <b>&amp;</b> \x7f',
    "كتاب \u202b(مرجع)\u202c",
    "ab" * 5_000,
]
"""Labels that take the place of the first entities of the dataset."""
LITERALS = [Literal('say "hi",\r\n\t\\', "xsd:string", "the words"), Literal("1930-05-01", "xsd:date", "1 May 1930")]


def _statement(subject: str, relation: str, thing: Literal, label: str) -> dict[str, Any]:
    statement = Statement(subject, relation, thing, negated=thing.datatype == "xsd:date")
    return {
        "id": statement.id,
        "subject": {"id": subject, "label": label},
        "relation": {"id": relation, "label": "described as"},
        "object": {"value": thing.value, "datatype": thing.datatype, "label": thing.label},
        "negated": statement.negated,
        "source": "kg",
    }


def _harden(line: Line) -> None:
    entities: dict[str, str] = {}
    for context in line["contexts"].values():
        for statement in context["statements"]:
            for node in (n for n in (statement["subject"], statement["object"]) if "id" in n):
                entities.setdefault(node["id"], ODD[len(entities)] if len(entities) < len(ODD) else node["label"])
                node["label"] = entities[node["id"]]
    first = line["contexts"]["perturbed"]["statements"][0]["subject"]
    for context in line["contexts"].values():
        added = [_statement(first["id"], "wdt:P1813", literal, first["label"]) for literal in LITERALS]
        context["statements"] += added
        start = len(context["text"])
        context["text"] += ' Then:\n"it" is \\so\\,\tshe said; ' + ODD[2] + "."
        end = len(context["text"])
        context["sentences"].append({"start": start, "end": end, "statements": [s["id"] for s in added]})


@cache
def hard_dataset() -> Path:
    """The small dataset of the sample, with the first pair made hard."""
    folder = Path(mkdtemp(prefix="contragraph-export-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    hard = folder / "dataset"
    shutil.copytree(dataset(), hard)
    first, *others = lines_of(hard)
    rewrite(hard, [forged(first, _harden), *others])
    return hard


def exported(
    name: str, out: Path, *, source: Path | None = None, shares: str = "", seed: int = 7, passages: int = 8
) -> Export:
    """Export the hard dataset, or another one, in the format of that name."""
    options = Options(parse_shares(shares) if shares else None, seed, passages)
    return export(source or hard_dataset(), out, writer(name), options)


def copies(folder: Path, times: int, source: Path | None = None) -> Path:
    """A dataset in which every pair stands several times, each time about entities of its own."""
    chosen = source or hard_dataset()
    copied(chosen, folder, times * len(lines_of(chosen)))
    return folder
