"""A cheap dataset in shards: the sample with four functional relations as all its axioms, and much else to tell."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.made import sample_world

SHARDS = 8
PAIRS = ("--plan", "1-single-hop=16,2-single-hop=8", "--shards", str(SHARDS))
BENCHMARKS = {
    "sets": ("--benchmark", "context-validation", "--plan", "self=2,pair=2,none=2", "--documents", "5"),
    "claims": ("--benchmark", "conflictbench", "--claims", "4", "--documents", "4"),
}
QUOTAS = {"dated": 0, "hops": 0, "relation": 1, "replacement": 1}
_FUNCTIONAL = {"father": "P22", "mother": "P25", "place of birth": "P19", "place of death": "P20"}
_TOLD = (
    *("P17", "P26", "P27", "P39", "P40", "P53", "P57", "P69", "P102", "P106", "P136", "P140", "P161", "P166"),
    *("P175", "P264", "P463", "P551", "P3373"),
)
_HEAD = """@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix cg: <https://w3id.org/contragraph#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


def _ontology() -> str:
    lines = [_HEAD]
    lines += [f'wdt:{name} a owl:ObjectProperty ; cg:statable true ; rdfs:label "{name}" .\n' for name in _TOLD]
    for label, name in _FUNCTIONAL.items():
        lines.append(f'wdt:{name} a owl:ObjectProperty ; cg:statable true ; cg:seed true ; cg:domain "Human" ;\n')
        lines.append(f'  rdfs:label "{label}" .\nwdt:{name} rdf:type owl:FunctionalProperty .\n')
        lines.append(f"cg:ax_{name} a owl:Axiom ; owl:annotatedSource wdt:{name} ; owl:annotatedProperty rdf:type ;\n")
        lines.append('  owl:annotatedTarget owl:FunctionalProperty ; cg:strength "strict" .\n')
    return "".join(lines)


def command(folder: Path, what: tuple[str, ...] = PAIRS) -> list[str]:
    """What makes a dataset in a folder, with a store and axioms of its own."""
    store = folder / "sample.lbug"
    if not store.exists():
        shutil.copy(sample_world() / "loaded.lbug", store)
        (folder / "mine.ttl").write_text(_ontology(), "utf-8")
    # Of so few pairs, and without dates, no share means anything.
    free = [word for name, share in QUOTAS.items() for word in ("--quota", f"{name}={share}")]
    return ["generate", *what, *free, "--ontology", "mine.ttl", "--store", "ladybug:sample.lbug", "--out", "dataset"]


def bytes_of(dataset: Path) -> dict[str, bytes]:
    """The files of a dataset."""
    return {path.name: path.read_bytes() for path in sorted(dataset.iterdir())}


def at_work(folder: Path) -> dict[int, set[int]]:
    """The processes that have begun each shard that is not made yet."""
    shards = folder / "dataset.partial" / "shards"
    found: dict[int, set[int]] = {}
    for note in shards.glob("begun/*"):
        number, *_, pid, _ = note.name.split("-")
        if not (shards / f"{number}.jsonl").exists():
            found.setdefault(int(number), set()).add(int(pid))
    return found


def made(folder: Path) -> int:
    """How many shards are made."""
    return len([*(folder / "dataset.partial" / "shards").glob("*.jsonl")])
