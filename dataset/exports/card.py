"""The card of an export: what it holds, how to read it, and whose facts they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from string import Template

from contragraph.dataset.exports.job import Job
from contragraph.dataset.folder import CARD, write_text
from contragraph.dataset.licences import Licence, licence_of
from contragraph.dataset.reader import read_instances

Metadata = Mapping[str, object]
_CARD = Template("""\
---
$metadata
---
# $title

$pairs pairs of short texts that contradict each other, made from the knowledge graph $kg. Each contradiction is proven.
Pairs of the type 0-conflict, where there are any, are controls: they contradict each other in nothing.

$how

$parts

*single-hop*: one statement against one statement; *multi-hop*: a statement that is refuted only together with other
true ones. Made with contragraph $version, seed $seed, run `$run`.

## Licence

$attribution
""")


def title_of(job: Job) -> str:
    """What the dataset is called."""
    return f"Proven contradictions from {kg_of(job)}"


def kg_of(job: Job) -> str:
    """The name of the knowledge graph."""
    settings = job.manifest.get("settings")
    return str(settings.get("kg", "a knowledge graph")) if isinstance(settings, dict) else "a knowledge graph"


def licence_of_job(job: Job) -> Licence:
    """The licence of the graph that the dataset's facts are from."""
    return licence_of(r for _, record in read_instances(job.dataset) for r in record.relations)


def write_card(job: Job, how: str, more: Metadata | None = None) -> None:
    """Write ``README.md`` with the licence as metadata; ``how`` says how the files are read, ``more`` adds metadata."""
    licence = licence_of_job(job)
    parts = " · ".join(f"{name}: {size} pairs" for name, size in job.sizes.items())
    left = job.total - sum(job.sizes.values())
    if job.parts is not None:
        parts += f".\nNo entity occurs in two of these splits; {left} of {job.total} pairs were left out for that"
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
        pairs=sum(job.sizes.values()),
        kg=kg_of(job),
        how=how,
        parts=parts + ".",
        version=job.manifest.get("contragraph", "of unknown version"),
        seed=job.manifest.get("seed", "unknown"),
        run=job.manifest.get("run", "unknown"),
        attribution=licence.attribution,
    )
    write_text(job.work / CARD, card)
