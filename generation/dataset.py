"""The dataset folder: what is written besides the instances, and how it is read back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from contragraph.generation.folder import (
    CARD,
    INSTANCES,
    MANIFEST,
    ONTOLOGY,
    REJECTED,
    REVIEW,
    new_file,
    sha256,
    write_lines,
    write_text,
)
from contragraph.generation.licences import licence_of
from contragraph.generation.paper import CONTROL
from contragraph.generation.record import InstanceRecord, dump, parse_line, to_instance
from contragraph.graph.errors import InputError
from contragraph.graph.model import Instance
from contragraph.ontology.axioms import Axiom, Ontology

if TYPE_CHECKING:
    from contragraph.generation.entries import Entry

_PLAIN = "encyclopedic"
FORMAT = 1
"""Version of the dataset layout."""

_CARD = Template("""\
---
license: $licence
language: en
task_categories: [text-classification]
tags: [contradiction, knowledge-graph, rag]
---
# Contradicting pairs of texts from $kg

$total pairs of short texts that contradict each other. Each contradiction was made by changing facts of a knowledge
graph, and is proven: `instances.jsonl` holds the statements, the sentences that state them, and a proof over the
axioms in `ontology.ttl`.

| type | pairs |
|---|---|
$types
$controls
*single-hop*: one statement against one statement; *multi-hop*: a statement that is refuted only together with other
true ones. Strict conflicts (true by the meaning of the words): $strict of $conflicts; the others rest on at least one
axiom that holds but for known exceptions.$lies

## Files

- `instances.jsonl`: one pair a line
- `ontology.ttl`: the axioms in force, each with its strength, its source, and how often the knowledge graph breaks it
- `rejected.jsonl`: what was tried and dropped, with the reason
- `manifest.json`: seed, settings, counts, checksums

Made with contragraph $version, seed $seed. `contragraph check FOLDER` proves everything again.

## Licence

$attribution
""")

_CONTROLS = """
Pairs of the type 0-conflict contradict each other in nothing; each is like the conflicting pair that its
`provenance.control.of` names, in shape and words. They show whether a model that finds contradictions sees them where
there are none.
"""

_PLAIN_LIES = """

All made-up statements are of the graph's own relations, and told as true ones are: neither the wording nor the place
nor the length of a sentence should give them away."""


def in_force(ontology: Ontology, relations: frozenset[str]) -> list[Axiom]:
    """The axioms that can have a say about these relations: all that are linked to them through shared relations."""
    reached = set(relations)
    kept: dict[str, Axiom] = {}
    changed = True
    while changed:
        changed = False
        for axiom in ontology.axioms:
            if axiom.id not in kept and axiom.relations & reached:
                kept[axiom.id] = axiom
                reached |= axiom.relations
                changed = True
    return list(kept.values())


@dataclass
class _Counts:
    """What the card and the ontology of a dataset need to know of its pairs."""

    types: Counter[str] = field(default_factory=Counter)
    conflicts: int = 0
    strict: int = 0
    relations: set[str] = field(default_factory=set)
    seeds: dict[str, None] = field(default_factory=dict)
    """Seed relations."""

    def add(self, record: InstanceRecord) -> None:
        """Count one pair."""
        self.types[record.type] += 1
        self.conflicts += len(record.conflicts)
        self.strict += sum(c.strength == "strict" for c in record.conflicts)
        for context in (record.contexts.original, record.contexts.perturbed):
            self.relations.update(s.relation.id for s in context.statements)
        self.seeds.update(dict.fromkeys(record.relations))


def write_dataset(
    folder: Path,
    entries: Iterable[Entry],
    ontology: Ontology,
    settings: Mapping[str, object],
    run: str,
    summary: Mapping[str, object],
) -> None:
    """Write all files of a dataset into a folder from the waves of its run, one at a time."""
    # Only here: who reads a dataset should not wait for all that makes one.
    from contragraph.generation.entries import lines_of, rejections_of, review_of
    from contragraph.ontology.turtle import format_ontology

    counts = _Counts()
    review: list[dict[str, object]] = []
    with new_file(folder / INSTANCES) as instances, new_file(folder / REJECTED) as rejected:
        for entry in entries:
            for line in lines_of(entry):
                counts.add(parse_line(line, "the journal"))
                instances.write(line + "\n")
            for rejection in rejections_of(entry):
                rejected.write(dump(rejection) + "\n")
            review += review_of(entry)
    kept = in_force(ontology, frozenset(counts.relations))
    write_text(folder / ONTOLOGY, format_ontology(ontology.restricted(kept)))
    write_text(folder / CARD, _card(counts, settings))
    files = [INSTANCES, ONTOLOGY, REJECTED, CARD]
    if settings.get("generator") == "llm":
        write_lines(folder / REVIEW, map(dump, review))
        files.append(REVIEW)
    manifest = {
        "format": FORMAT,
        "contragraph": version("contragraph"),
        "run": run,
        "seed": settings["seed"],
        "settings": settings,
        **summary,
        "files": {name: sha256(folder / name) for name in files},
    }
    write_text(folder / MANIFEST, json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False) + "\n")


def _card(counts: _Counts, settings: Mapping[str, object]) -> str:
    licence = licence_of(counts.seeds)
    graphs = settings.get("kgs")
    return _CARD.substitute(
        licence=licence.code,
        kg=" and ".join(sorted(graphs)) if isinstance(graphs, dict) else settings["kg"],
        total=counts.types.total() - counts.types[str(CONTROL)],
        controls=_CONTROLS if counts.types[str(CONTROL)] else "",
        types="\n".join(f"| {t} | {n} |" for t, n in counts.types.items()),
        strict=counts.strict,
        lies=_PLAIN_LIES if settings.get("lies") == "plain" else "",
        conflicts=counts.conflicts,
        version=version("contragraph"),
        seed=settings["seed"],
        attribution=licence.attribution,
    )


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
