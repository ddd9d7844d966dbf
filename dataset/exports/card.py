"""The card of an export: what it holds, how to read it, and whose facts they are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from string import Template
from typing import Any

from contragraph.dataset.exports.job import Job
from contragraph.dataset.files.folder import CARD, write_text
from contragraph.dataset.folder.content import BANK_CONTENT, SET_CONTENT
from contragraph.dataset.folder.licences import Licence, licence_of
from contragraph.dataset.records.bank import BankFact
from contragraph.dataset.records.schema import InstanceRecord, SetRecord

Metadata = Mapping[str, object]
_CARD = Template("""\
---
$metadata
---
# $title

$total $about

$how

$parts

$types Made with contragraph $version, seed $seed, run `$run`.

## Licence

$attribution
""")
_ABOUT = {
    "pairs": """\
pairs of short texts that contradict each other, made from the knowledge graph $kg. Each contradiction is proven.
Pairs of the type 0-conflict, where there are any, are controls: they contradict each other in nothing.""",
    "sets": """\
sets of documents, as a retriever returns them, made from the knowledge graph $kg. Some contradict themselves. Each
contradiction is proven, and so is that no fewer of the documents suffice for it.""",
    "facts": """\
facts with claims against them, made from the knowledge graph $kg, and texts that tell both. What a claim contradicts is
proven, where it does.""",
}
_TYPES = {
    "pairs": """\
*single-hop*: one statement against one statement; *multi-hop*: a statement that is refuted only together with other
true ones.""",
    "sets": """\
*self*: a contradiction within one document; *pair*: between two; *conditional*: between two, given a third; *none*:
nowhere, in documents that look like those of one of the other types (`shape`).""",
    "facts": """\
*misinformation*: another value; *temporal*: another value at a time; *semantic*: the value of a namesake.""",
}


def title_of(job: Job[Any]) -> str:
    """What the dataset is called."""
    if job.content is BANK_CONTENT:
        return f"Facts and claims against them from {kg_of(job)}"
    where = " in sets of documents" if job.content is SET_CONTENT else ""
    return f"Proven contradictions{where} from {kg_of(job)}"


def kg_of(job: Job[Any]) -> str:
    """The name of the knowledge graph."""
    settings = job.manifest.get("settings")
    return str(settings.get("kg", "a knowledge graph")) if isinstance(settings, dict) else "a knowledge graph"


def licence_of_job(job: Job[Any]) -> Licence:
    """The licence of the graph that the dataset's facts are from."""
    return licence_of(r for _, record in job.content.read(job.dataset) for r in _relations(record))


def _relations(record: InstanceRecord | SetRecord | BankFact) -> Iterable[str]:
    return [record.relation.id] if isinstance(record, BankFact) else record.relations


def write_card(job: Job[Any], how: str, more: Metadata | None = None) -> None:
    """Write ``README.md`` with the licence as metadata; ``how`` says how the files are read, ``more`` adds metadata."""
    licence = licence_of_job(job)
    many, total = job.content.many, sum(job.sizes.values())
    parts = " · ".join(f"{name}: {size} {many}" for name, size in job.sizes.items())
    if job.parts is not None:
        left = f"{job.total - total} of {job.total} {many} were left out for that"
        parts += f".\n{job.content.apart_said.capitalize()}; {left}"
    metadata = {
        "license": licence.code,
        "language": ["en"],
        "pretty_name": title_of(job),
        "tags": ["contradiction", "knowledge-graph", "rag"],
        **(more or {}),
    }
    card = _CARD.substitute(
        # A value in JSON is a value in YAML too.
        metadata="\n".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in metadata.items()),
        title=title_of(job),
        total=total,
        about=Template(_ABOUT[many]).substitute(kg=kg_of(job)),
        types=_TYPES[many],
        how=how,
        parts=parts + ".",
        version=job.manifest.get("contragraph", "of unknown version"),
        seed=job.manifest.get("seed", "unknown"),
        run=job.manifest.get("run", "unknown"),
        attribution=licence.attribution,
    )
    write_text(job.work / CARD, card)
