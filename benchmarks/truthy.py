"""Loading made-up truthy dumps of Wikidata of growing size: python -m benchmarks.truthy --work DIR --triples N [N …].

Each size is a load in a process of its own, as ``contragraph load wikidata`` does it: how long each step takes, most
memory so far, and what is on disk after it. Beside reading stands unpacking alone, beside the store the engine's own
``COPY`` of the same staged tables, without values. Dumps stay in the folder and are made once.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import truthy_dump
from benchmarks.loading import bulk_copy
from benchmarks.measure import Table, Took, alone, gigabytes, machine, peak_memory, timed
from contragraph.graph.loading.staged import find_staging
from contragraph.graph.stores.receiving import Receiver
from contragraph.loaders.archives import SourceFile, opened
from contragraph.loaders.raw import RawTables
from contragraph.loaders.report import LoadReport
from contragraph.loaders.wikidata.truthy import TruthySettings, dump_files, read_dump, stage_truthy

PIECE = 4 << 20


class Step(NamedTuple):
    """One step of a load: what it is, how long it took, most memory of its process so far, and what it left on disk."""

    name: str
    took: Took
    memory: int | None
    disk: int


def size_of(path: Path) -> int:
    """The bytes of a file, or of all files in a folder."""
    files = [path] if path.is_file() else path.rglob("*")
    return sum(each.stat().st_size for each in files if each.is_file())


def unpacked(path: Path) -> int:
    """Unpack a file and forget it; how many bytes it has."""
    with opened(SourceFile(path)) as stream:
        return sum(iter(lambda: len(stream.read(PIECE)), 0))


def unpacking(path: Path) -> tuple[Took, int, int | None]:
    """How long that takes, how many bytes there are, and the peak of memory."""
    took, size = timed(unpacked, path)
    return took, size, peak_memory()


def load(path: Path, folder: Path) -> tuple[list[Step], LoadReport]:
    """The steps of a load into a new store in a folder, and its report."""
    raw, staging, store = folder / "raw", folder / "staging", folder / "store.lbug"
    settings = TruthySettings()
    (part,) = dump_files([path])
    took, _ = timed(read_dump, RawTables(raw), part, settings)
    steps = [Step("read: kept lines as tables of numbers", took, peak_memory(), size_of(raw))]
    with Receiver(f"ladybug:{store}") as receiver:
        took, (staged, report) = timed(
            stage_truthy, [path], staging, settings, ready=receiver.head_start, raw_folder=raw
        )
        steps.append(Step("number, name, stage, begin store", took, peak_memory(), size_of(staging)))
        took, _ = timed(receiver.load, staged)
    steps.append(Step("the rest of the store", took, peak_memory(), size_of(store)))
    return steps, report


def run(folder: Path, sizes: Sequence[int], seed: int = 7) -> Iterator[Table]:
    """A table for each size, as soon as it is measured."""
    for triples in sizes:
        dump = folder / f"truthy-{triples}.nt.gz"
        if not dump.exists():
            truthy_dump.write(dump, triples, seed)
        work = folder / f"load-{triples}-{time.time_ns()}"
        work.mkdir()
        bare, plain, memory = alone(unpacking, dump)
        steps, report = alone(load, dump, work)
        staging = find_staging(work / "staging")
        copied, most = alone(bulk_copy, staging.folder, work / "copy.lbug")
        whole = steps[0].took + steps[1].took + steps[2].took
        steps.append(Step("whole load", whole, steps[-1].memory, size_of(work) - size_of(work / "copy.lbug")))
        steps.append(Step("beside it: unpacking alone", bare, memory, plain))
        steps.append(Step("beside it: COPY of the staged tables", copied, most, size_of(work / "copy.lbug")))
        (tally,) = report.files
        remark = (
            f"{gigabytes(size_of(dump))} packed, {gigabytes(plain)} of text; {tally.kept:,} lines kept. "
            f"{report.facts:,} facts ({report.literal_facts:,} about values), {report.entities:,} entities, "
            f"{report.relations:,} relations."
        )
        yield Table(f"Truthy dump of {triples:,} triples", COLUMNS, rows(steps, triples), remark)


COLUMNS = ("step", "seconds", "processor", "triples a second", "peak memory", "left on disk")


def rows(steps: Sequence[Step], triples: int) -> tuple[tuple[str, ...], ...]:
    """The steps for a table."""
    return tuple(
        (
            step.name,
            f"{step.took.seconds:.1f}",
            f"{step.took.processor:.1f}",
            f"{triples / step.took.seconds:,.0f}",
            gigabytes(step.memory),
            gigabytes(step.disk),
        )
        for step in steps
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Loading made-up truthy dumps of Wikidata.")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="a folder for dumps and stores")
    parser.add_argument("--triples", type=int, nargs="+", default=[1_000_000], metavar="N")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    print(machine(), flush=True)
    for table in run(options.work, options.triples, options.seed):
        print(f"\n{table.markdown()}", flush=True)


if __name__ == "__main__":
    main()
