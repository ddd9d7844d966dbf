"""Time and memory of each export, for a dataset and for many copies of it: ``python -m benchmarks.exporting DIR``.

Every export runs in a process of its own. A copy has its own ids of pairs, versions and entities. The seconds are
processor time, which other work on the machine does not change much.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tempfile
import time
from itertools import count, islice
from pathlib import Path
from typing import Any

from benchmarks.measure import alone, peak_memory
from contragraph.app.runs.formats import writer
from contragraph.dataset.exports.job import Options, export
from contragraph.dataset.exports.splits import parse_shares

NAMES = ("jsonl", "parquet", "hf", "rdf", "rag", "neo4j")


def copied(source: Path, target: Path, pairs: int) -> None:
    """Write a dataset of so many pairs, the same ones again and again about other entities."""
    shutil.copytree(source, target)
    lines = (source / "instances.jsonl").read_text("utf-8").split("\n")[:-1]
    with (target / "instances.jsonl").open("w", encoding="utf-8", newline="") as file:
        for line in islice((renamed(json.loads(each), n) for n in count() for each in lines), pairs):
            file.write(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n")
    manifest = json.loads((source / "manifest.json").read_text("utf-8"))
    manifest["files"]["instances.jsonl"] = hashlib.sha256((target / "instances.jsonl").read_bytes()).hexdigest()
    manifest["counts"] = {"all": pairs}
    (target / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def renamed(line: dict[str, Any], number: int) -> dict[str, Any]:
    """The pair with the number in the ids of pair, versions and entities."""
    for context in line["contexts"].values():
        context["version"] = f"{number:04x}{context['version'][4:]}"
        for statement in context["statements"]:
            for node in (statement["subject"], statement["object"]):
                if "id" in node:
                    node |= {"id": f"{node['id']}n{number}", "label": f"{node['label']} {number}"}
    line["id"] = f"{number:04x}{line['id'][4:]}"
    return line


def measured(name: str, dataset: Path, shares: str) -> str:
    """Export once: processor seconds, MB of memory of this process at most, MB on disk, and what was said."""
    write = writer(name)
    with tempfile.TemporaryDirectory() as folder:
        out, begun = Path(folder) / "out", time.process_time()
        notes = export(dataset, out, write, Options(parse_shares(shares) if shares else None)).notes
        seconds = time.process_time() - begun
        written = sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) / 1e6
    memory = (peak_memory() or 0) / 1e6
    return f"{seconds:8.1f} s {memory:8.0f} MB {written:9.1f} MB on disk  {' '.join(notes)}".rstrip()


def main() -> None:
    """Measure all formats, each in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exporting", description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--pairs", type=int, default=20_000, help="pairs of the larger dataset")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "dataset"
        copied(given.dataset, large, given.pairs)
        for dataset, title in ((given.dataset, "the dataset"), (large, f"{given.pairs} pairs")):
            print(title, flush=True)
            for name, split in (*((name, "") for name in NAMES), ("jsonl", "80/10/10")):
                print(f"  {name + ' ' + split:16}", alone(measured, name, dataset, split), flush=True)


if __name__ == "__main__":
    main()
