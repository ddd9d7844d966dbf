"""What every format is given, and how an export appears whole or not at all.

A format is a function ``write(job)`` that fills the empty folder ``job.work`` from the dataset, a pair at a time, and
says which files it wrote. The folder gets its name when everything is there.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from contragraph.dataset.codec import InstanceRecord
from contragraph.dataset.exports.splits import Shares, split_entities
from contragraph.dataset.folder import INSTANCES, MANIFEST, ONTOLOGY, sha256
from contragraph.dataset.reader import read_instances, read_manifest, regular
from contragraph.graph.errors import InputError
from contragraph.graph.lock import held

WHOLE = "train"
"""The name of the one part of a dataset that is not split, as loaders of datasets expect it."""


class Report(Protocol):
    """What long work calls now and then."""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """``done`` of ``total`` units of a stage are through."""


def _silent(stage: str, done: int, total: int) -> None:
    del stage, done, total


@dataclass(frozen=True, slots=True)
class Options:
    """What the user may choose. ``seed`` draws the splits and the passages."""

    shares: Shares | None = None
    seed: int = 7
    passages: int = 8
    report: Report = _silent


@dataclass(frozen=True, slots=True)
class Written:
    """A file of an export, relative to its folder, and how many entries of what kind it holds."""

    file: str
    count: int
    of: str = "pairs"


@dataclass(frozen=True, slots=True)
class Export:
    """What an export wrote, and what the user should know about it, one sentence each."""

    files: tuple[Written, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """One export: read ``dataset``, fill ``work``.

    ``parts`` maps the ids of pairs to their split, if there are any; ``notes`` are what the user should know.
    """

    dataset: Path
    work: Path
    manifest: Mapping[str, object]
    total: int
    options: Options
    splits: tuple[str, ...] = (WHOLE,)
    parts: Mapping[str, str] | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def lines(self, *, stage: str = "writing") -> Iterator[tuple[str, str, InstanceRecord]]:
        """Split, line and record of every pair that is exported, in the order of the dataset."""
        for number, (line, record) in enumerate(read_instances(self.dataset), start=1):
            self.options.report(stage, number, self.total)
            part = WHOLE if self.parts is None else self.parts.get(record.id)
            if part is not None:
                yield part, line, record


class Write(Protocol):
    """A format."""

    def __call__(self, job: Job) -> Sequence[Written]:
        """Fill the folder of the job."""


def export(dataset: Path, out: Path, write: Write, options: Options) -> Export:
    """Write a dataset into the new folder ``out`` in one format.

    Raises:
        InputError: if ``out`` exists or another run writes it, or the dataset is damaged or cannot be read; nothing is
            left behind then.
    """
    with held(out):
        if out.exists() or out.is_symlink():
            raise InputError(f"{out} exists; choose a new folder for the export.")
        manifest, total = _examined(dataset)
        work = out.with_name(out.name + ".exporting")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            job = _job(dataset, work, manifest, total, options)
            files = tuple(write(job))
            work.rename(out)
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            raise
        return Export(files, tuple(job.notes))


def _job(dataset: Path, work: Path, manifest: Mapping[str, object], total: int, options: Options) -> Job:
    if options.shares is None:
        return Job(dataset, work, manifest, total, options, sizes={WHOLE: total})
    read = ((record.id, record) for _, record in read_instances(dataset))
    parts = split_entities(((i, entities_of(r)) for i, r in read), options.shares, options.seed)
    sizes = {name: sum(part == name for part in parts.values()) for name in options.shares.names}
    if empty := [name for name, size in sizes.items() if not size]:
        raise InputError(
            f"No split of {dataset} leaves pairs for {empty[0]}: nearly all pairs share entities; "
            "use a larger dataset or fewer splits."
        )
    kept = ", ".join(f"{name} {size}" for name, size in sizes.items())
    note = f"Split so that no entity is in two splits: {kept}; {total - len(parts)} of {total} pairs left out."
    return Job(dataset, work, manifest, total, options, options.shares.names, parts, sizes, [note])


def entities_of(record: InstanceRecord) -> frozenset[str]:
    """The ids of all entities that either text of a pair speaks of."""
    found = set()
    for context in (record.contexts.original, record.contexts.perturbed):
        for statement in context.statements:
            found.add(statement.subject.id)
            if (thing := getattr(statement.object, "id", None)) is not None:
                found.add(thing)
    return frozenset(found)


def _examined(dataset: Path) -> tuple[dict[str, object], int]:
    """The manifest of a dataset whose files are those that it names, and how many pairs it holds."""
    regular(dataset / INSTANCES)
    manifest = read_manifest(dataset)
    files, counts = manifest.get("files"), manifest.get("counts")
    if not isinstance(files, dict) or not isinstance(counts, dict):
        raise InputError(f"{dataset / MANIFEST} lacks files or counts; it was changed or damaged.")
    for name in (INSTANCES, ONTOLOGY):
        path = dataset / name
        if not path.is_file() or sha256(path) != files.get(name):
            raise InputError(
                f"{path} is not the file that {MANIFEST} names: it was changed or damaged; "
                f"`contragraph check {dataset}` says where."
            )
    return manifest, sum(n for n in counts.values() if isinstance(n, int))
