"""Folders of results: whether there is one, and whose, and what making it took."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path

from contragraph.dataset.folder import MANIFEST, working_folder
from contragraph.evaluation.sheets import Record
from contragraph.graph.errors import InputError
from contragraph.models import Ledger
from contragraph.models.ledger import FILE


class Count(Record):
    """Answers that came, usable or not, and what all requests for them took; ``cost`` is in US dollars."""

    questions: int
    tokens_in: int
    tokens_out: int
    cost: float


def manifest_of(out: Path) -> Path | None:
    """The manifest of a folder of results; None where there is no such folder yet, or an empty one.

    Raises:
        InputError: if it is no folder, or one of something else.
    """
    old = out.with_name(out.name + ".old")
    if old.exists() and not out.exists():
        old.rename(out)  # a run was stopped between the two renames of publish
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file; give --out the name of a folder.")
    path = out / MANIFEST
    if path.is_file():
        return path
    if out.is_dir() and any(out.iterdir()):
        raise InputError(f"{out} holds files that are no evaluation; give --out the name of a new folder.")
    return None


def ledger_of(out: Path, of: str) -> Ledger:
    """What all sittings have asked for a folder of results; ``of`` is the checksum of the dataset."""
    return Ledger(working_folder(out) / FILE, of, out / FILE)


def counts(ledger: Ledger) -> dict[str, dict[str, Count]]:
    """By model and step, as manifests keep it."""
    return {
        model: {step: Count(**asdict(total)) for step, total in sorted(steps.items())}
        for model, steps in sorted(ledger.totals().items())
    }


def emptied(work: Path, ledger: Ledger) -> None:
    """A working folder with the ledger alone: a run may have been stopped while it wrote the rest."""
    work.mkdir(parents=True, exist_ok=True)
    for path in work.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path != ledger.path:
            path.unlink()
    if ledger:
        ledger.settle()
