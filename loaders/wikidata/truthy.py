"""Wikidata whole, from a truthy dump in N-Triples, as a stream: what is kept of it, as tables of numbers on disk.

A dump is read in stretches of a gigabyte of text. Each is noted when its tables are complete, so that a load that was
stopped unpacks what was read before, without looking at it, and goes on there. Memory does not grow with the dump.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path, PurePosixPath

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import Staging
from contragraph.loaders.archives import STANDARD_INPUT, SourceFile, files_of
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.lines import Tally, decoded, worked_blocks
from contragraph.loaders.raw import RawTables, fingerprint
from contragraph.loaders.report import LoadReport
from contragraph.loaders.staging import Ready, write_staging
from contragraph.loaders.wikidata.truthy_graph import assembled
from contragraph.loaders.wikidata.truthy_lines import Block, read_block

SUFFIXES = (".nt", ".ntriples")
STRETCH = 256
"""Blocks of 4 MB of plain text after which what was read is noted."""


@dataclass(frozen=True, slots=True)
class TruthySettings:
    """How a dump is read: names and descriptions in ``language``, noted after each ``stretch`` of blocks."""

    kg: str = "wikidata"
    cleaning: Cleaning = field(default_factory=Cleaning)
    language: str = "en"
    stretch: int = STRETCH


def stage_truthy(
    paths: Iterable[Path],
    folder: Path,
    settings: TruthySettings | None = None,
    progress: Progress = silent,
    ready: Ready | None = None,
    raw_folder: Path | None = None,
) -> tuple[Staging, LoadReport]:
    """Read and clean a dump and write it as staging tables into ``folder``, replacing what is there.

    :param raw_folder: where what was read is kept, so that a load that was stopped goes on there
    :raises InputError: if a file is missing or unreadable, or there is no fact in any
    :raises StoreError: if the tables cannot be written
    """
    settings = settings or TruthySettings()
    raw = RawTables(raw_folder or folder.with_name(folder.name + ".raw"))
    files = dump_files(paths)
    tallies = tuple(read_dump(raw, part, settings, progress) for part in files)
    if not raw.files("item_facts"):
        names = ", ".join(part.name for part in files[:3]) + (", …" if len(files) > 3 else "")
        raise InputError(f"{names} has no facts between items of Wikidata; give a truthy dump in N-Triples.")
    scratch = folder.with_name(folder.name + ".names")
    try:
        graph, report = assembled(raw, scratch, settings.kg, settings.cleaning, progress)
        staging = write_staging(graph, folder, progress, ready)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return staging, replace(report, files=tallies, snapshot=staging.snapshot)


def dump_files(paths: Iterable[Path]) -> tuple[SourceFile, ...]:
    """The files of a dump: those named, and of folders and archives those that are N-Triples by their names.

    :raises InputError: if there is no such file or folder, or none of its files is N-Triples
    """
    return files_of(
        paths,
        lambda part: PurePosixPath(part.plain_name).suffix.lower() in SUFFIXES,
        wanted="a truthy dump of Wikidata, as latest-truthy.nt.gz",
        lacking="N-Triples in it (.nt, plain or packed)",
    )


def read_dump(raw: RawTables, part: SourceFile, settings: TruthySettings, progress: Progress = silent) -> Tally:
    """Read a file into raw tables, but for the stretches that were read before; what became of its lines.

    :raises InputError: if the file is missing, unreadable, empty or cut short
    """
    source = part.source
    how = "truthy", part.member, settings.language, settings.stretch
    mark = os.urandom(8).hex() if part == STANDARD_INPUT else fingerprint(part.path, *how)
    tally, done, stretch = Tally(part.name), 0, 0
    while raw.finished(f"{source} {stretch}", mark):
        # Each has the tally of all lines up to its end.
        notes = raw.noted(f"{source} {stretch}")
        tally, done, stretch = notes.tally, notes.end, stretch + 1
        if notes.last:
            return tally

    def read(chunk: bytes, tally: Tally) -> Block:
        return Block(read_block(decoded(chunk, tally), part, settings.language, tally), len(chunk))

    found = worked_blocks(part, tally, at_once=read, progress=progress, skip=done)
    last = False
    while not last:
        with raw.writing(f"{source} {stretch}", mark) as out:
            blocks = 0
            for block in islice(found, settings.stretch):
                for name, table in block.tables.items():
                    out.add(name, table)
                done, blocks = done + block.size, blocks + 1
            last = blocks < settings.stretch
            if last and not tally.lines:
                raise InputError(f"{part.name} is empty; give the complete file.")
            out.tally, out.end, out.last = Tally(**asdict(tally)), done, last
        stretch += 1
    return tally
