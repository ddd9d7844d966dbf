"""Files that appear whole or not at all, and the working folder of a run.

A run writes into ``NAME.partial`` beside its folder: a journal with one line per wave. When the run is complete the
files are written there and the folder is renamed. A run that was stopped leaves the journal, from which ``resume``
goes on.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from contragraph.graph.errors import InputError

MANIFEST = "manifest.json"
INSTANCES = "instances.jsonl"
SETS = "sets.jsonl"
"""What a dataset of sets of documents has in place of pairs."""
CLAIMS = "claims.jsonl"
"""What a dataset of claims with documents has in place of pairs, an item a line."""
RESPONSES = "responses.jsonl"
"""Answers to be scored, in a dataset of claims."""
BANK = "bank.jsonl"
"""What a bank of facts has in place of pairs, a fact a line."""
ONTOLOGY = "ontology.ttl"
REJECTED = "rejected.jsonl"
REVIEW = "review.jsonl"
"""What people should look at, of a run with language models."""
CARD = "README.md"
JOURNAL = "journal.jsonl"
JOURNAL_OF_ANSWERS = "journal-answers.jsonl"
"""What a run with language models has asked: it ends with the run, as the journal of its pairs does."""


def working_folder(out: Path) -> Path:
    """Where a run works before its folder is complete."""
    return out.with_name(out.name + ".partial")


def prepare(out: Path, settings: dict[str, object], *, resume: bool, overwrite: bool) -> Path | None:
    """Make the working folder ready; None if the folder already holds the finished run.

    Raises:
        InputError: if the folder holds something and neither option was given, or a run with other settings.
    """
    if resume and overwrite:
        raise InputError("--resume and --overwrite exclude each other; give one of them.")
    work = working_folder(out)
    old = out.with_name(out.name + ".old")
    if old.exists() and not out.exists():
        old.rename(out)  # a run was stopped between the two renames of publish
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file; give --out the name of a folder.")
    if (out / MANIFEST).exists() and resume:
        if _settings_of(out / MANIFEST) == settings:
            return None
        raise InputError(f"{out} holds a dataset made with other settings; choose another folder, or --overwrite.")
    if out.is_dir() and any(out.iterdir()):
        if not (out / MANIFEST).exists():
            raise InputError(f"{out} holds files that are no dataset; give --out the name of a new folder.")
        if not overwrite:
            raise InputError(
                f"{out} is not empty, it holds a dataset; give --overwrite to replace it, --resume if the run is "
                "the same, or another folder."
            )
    if work.exists() and resume and {p.name for p in work.iterdir()} <= {MANIFEST + ".tmp"}:
        shutil.rmtree(work)  # a run was stopped before it had written down what it is
    if work.exists():
        if resume:
            if _settings_of(work / MANIFEST) != settings:
                raise InputError(f"{work} holds an unfinished run with other settings; give --overwrite to drop it.")
            return work
        if not overwrite:
            raise InputError(f"{work} holds an unfinished run; give --resume to go on or --overwrite to drop it.")
        shutil.rmtree(work)
    try:
        work.mkdir(parents=True)
    except OSError as error:
        raise InputError(f"Cannot make the folder {work}: {error.strerror}.") from None
    write_text(work / MANIFEST, json.dumps({"settings": settings}, indent=2, sort_keys=True) + "\n")
    return work


def _settings_of(manifest: Path) -> object:
    try:
        return json.loads(manifest.read_text("utf-8"))["settings"]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_text(path: Path, text: str) -> None:
    """Write a file under a temporary name, then rename it."""
    write_lines(path, [text], end="")


def write_lines(path: Path, lines: Iterable[str], *, end: str = "\n") -> int:
    """Write lines under a temporary name, then rename; returns how many."""
    count = 0
    with new_file(path) as file:
        for line in lines:
            file.write(line + end)
            count += 1
    return count


@contextmanager
def new_file(path: Path) -> Iterator[TextIO]:
    """A file to write under a temporary name, which gets its own name in the end if nothing failed."""
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("w", encoding="utf-8", newline="") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def append_journal(work: Path, entry: dict[str, object]) -> None:
    """Add one line to the journal and make sure that it is on disk."""
    with (work / JOURNAL).open("a", encoding="utf-8", newline="") as file:
        file.write(json.dumps(entry, ensure_ascii=False, sort_keys=True) + "\n")
        file.flush()
        os.fsync(file.fileno())


def read_journal(work: Path) -> Iterator[dict[str, object]]:
    """The complete lines of a journal; a last line that was cut off is dropped from the file."""
    path = work / JOURNAL
    if not path.exists():
        return
    complete = 0
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            complete += len(line)
            yield json.loads(line)
    if complete < path.stat().st_size:
        os.truncate(path, complete)


def publish(work: Path, out: Path) -> None:
    """Put the finished working folder in the place of the dataset folder."""
    for name in (JOURNAL, JOURNAL_OF_ANSWERS):
        (work / name).unlink(missing_ok=True)
    if out.exists():
        old = out.with_name(out.name + ".old")
        shutil.rmtree(old, ignore_errors=True)
        out.rename(old)
        work.rename(out)
        shutil.rmtree(old)
    else:
        work.rename(out)


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
