"""A cheap dataset in shards: the sample with a few axioms."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.made import few_axioms, sample_world

SHARDS = 6
PAIRS = ("--plan", "1-single-hop=12,2-single-hop=6", "--shards", str(SHARDS))
BENCHMARKS = {
    "sets": ("--benchmark", "context-validation", "--plan", "self=2,pair=2,none=2", "--documents", "5"),
    "claims": ("--benchmark", "conflictbench", "--claims", "4", "--documents", "4"),
}
QUOTAS = {"dated": 0, "hops": 0, "relation": 1, "replacement": 1}


def command(folder: Path, what: tuple[str, ...] = PAIRS) -> list[str]:
    """What makes a dataset in a folder, with a store and axioms of its own."""
    store = folder / "sample.lbug"
    if not store.exists():
        shutil.copy(sample_world() / "loaded.lbug", store)
        few_axioms(folder)
    # Of so few pairs no share means anything.
    free = [word for name, share in QUOTAS.items() for word in ("--quota", f"{name}={share}")]
    return ["generate", *what, *free, "--ontology", "few.ttl", "--store", "ladybug:sample.lbug", "--out", "dataset"]


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
