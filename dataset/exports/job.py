"""What every format is given, and how an export appears whole or not at all.

A format is a function ``write(job)`` that fills the empty folder ``job.work`` from the dataset, a line at a time, and
says which files it wrote. The folder gets its name when everything is there.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TextIO

from contragraph.dataset.exports.splits import Shares, split_entities
from contragraph.dataset.files.folder import MANIFEST, ONTOLOGY, sha256
from contragraph.dataset.files.reading import read_manifest, regular
from contragraph.dataset.folder.content import Content, R, content_of
from contragraph.graph.errors import InputError
from contragraph.graph.lock import held
from contragraph.graph.progress import Progress, silent

WHOLE = "train"
"""The name of the one part of a dataset that is not split, as loaders of datasets expect it."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the user may choose. ``seed`` draws the splits, the passages, and the corpus for pre-training.

    Of that, ``ratio`` is how many tokens of facts there are to those of claims against them, ``tokens`` how many there
    are in all (None: as many as can be), ``tokenizer`` what counts them.
    """

    shares: Shares | None = None
    seed: int = 7
    passages: int = 8
    ratio: str = "2:1"
    tokens: int | None = None
    tokenizer: str = "words"
    report: Progress = silent


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of an export, relative to its folder, and how many entries of what kind it holds."""

    file: str
    count: int
    of: str = "pairs"


@dataclass(frozen=True, slots=True)
class Export:
    """What an export wrote, and what the user should know about it, one sentence each."""

    files: tuple[WrittenFile, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Job(Generic[R]):
    """One export: read ``dataset``, fill ``work``.

    ``parts`` maps the ids of pairs or sets to their split, if there are any; ``notes`` are what the user should know.
    """

    dataset: Path
    content: Content[R]
    work: Path
    manifest: Mapping[str, object]
    total: int
    options: Options
    splits: tuple[str, ...] = (WHOLE,)
    parts: Mapping[str, str] | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def lines(self, *, stage: str = "writing") -> Iterator[tuple[str, str, R]]:
        """Split, line and record of all that is exported, in the order of the dataset."""
        for number, (line, record) in enumerate(self.content.read(self.dataset), start=1):
            self.options.report(stage, number, self.total)
            part = WHOLE if self.parts is None else self.parts.get(record.id)
            if part is not None:
                yield part, line, record


@contextmanager
def split_files(job: Job[Any], suffix: str, *, folder: str = "") -> Iterator[dict[str, TextIO]]:
    """A file to write for each split, named after it."""
    with ExitStack() as stack:
        yield {
            split: stack.enter_context((job.work / folder / f"{split}{suffix}").open("w", encoding="utf-8", newline=""))
            for split in job.splits
        }


Write = Callable[[Job[Any]], Sequence[WrittenFile]]
"""A format: fills the folder of a job, and says which files it wrote."""


def export(dataset: Path, out: Path, write: Write, options: Options) -> Export:
    """Write a dataset into the new folder ``out`` in one format.

    Raises:
        InputError: if ``out`` exists or another run writes it, or the dataset is damaged or cannot be read; nothing is
            left behind then.
    """
    with held(out):
        if out.exists() or out.is_symlink():
            raise InputError(f"{out} exists; choose a new folder for the export.")
        content = content_of(dataset)
        manifest, total = _examined(dataset, content)
        work = out.with_name(out.name + ".exporting")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            job = _job(dataset, content, work, manifest, total, options)
            files = tuple(write(job))
            work.rename(out)
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            raise
        return Export(files, tuple(job.notes))


def _job(
    dataset: Path, content: Content[R], work: Path, manifest: Mapping[str, object], total: int, options: Options
) -> Job[R]:
    if options.shares is None:
        return Job(dataset, content, work, manifest, total, options, sizes={WHOLE: total})
    read = ((record.id, content.apart(record)) for _, record in content.read(dataset))
    parts = split_entities(read, options.shares, options.seed)
    sizes = {name: sum(part == name for part in parts.values()) for name in options.shares.names}
    if empty := [name for name, size in sizes.items() if not size]:
        raise InputError(
            f"No split of {dataset} leaves {content} for {empty[0]}: nearly all {content} share entities; "
            "use a larger dataset or fewer splits."
        )
    kept = ", ".join(f"{name} {size}" for name, size in sizes.items())
    note = f"Split so that {content.apart_said}: {kept}; {total - len(parts)} of {total} {content} left out."
    return Job(dataset, content, work, manifest, total, options, options.shares.names, parts, sizes, [note])


def _examined(dataset: Path, content: Content[R]) -> tuple[dict[str, object], int]:
    """The manifest of a dataset whose files are those that it names, and how many pairs or sets it holds."""
    regular(dataset / content.file)
    manifest = read_manifest(dataset)
    files, counts = manifest.get("files"), manifest.get("counts")
    if not isinstance(files, dict) or not isinstance(counts, dict):
        raise InputError(f"{dataset / MANIFEST} lacks files or counts; it was changed or damaged.")
    for name in (content.file, ONTOLOGY):
        path = dataset / name
        if not path.is_file() or sha256(path) != files.get(name):
            raise InputError(
                f"{path} is not the file that {MANIFEST} names: it was changed or damaged; "
                f"`contragraph check {dataset}` says where."
            )
    return manifest, sum(n for n in counts.values() if isinstance(n, int))
