"""Folders of results: whether there is one, and whose, and what making it took."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from pydantic import Field

from contragraph.dataset.files.folder import MANIFEST, publish, sha256, working_folder, write_lines, write_text
from contragraph.dataset.records.codec import dump
from contragraph.evaluation.sheets import StrictRecord, parse_record
from contragraph.graph.errors import InputError
from contragraph.llm import Answer, Ask, Gateway, Ledger
from contragraph.llm.ledger import FILE


class Usage(StrictRecord):
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


class Manifest(StrictRecord):
    """What every folder of results says of itself.

    ``files`` are checksums; ``asked`` counts by model and step what all sittings asked, also what was asked again.
    """

    format: int
    contragraph: str
    files: dict[str, str]
    asked: dict[str, dict[str, Usage]] = Field(default_factory=dict)


M = TypeVar("M", bound=Manifest)


def manifest_in(
    out: Path,
    kind: type[M],
    what: str,
    belongs: Callable[[M], bool],
    other: str = "another dataset, or of another version",
) -> M | None:
    """The manifest of a folder of results, all of whose files are as they were written; None where there is none yet.

    Raises:
        InputError: if it holds something else than ``what``, belongs to something ``other``, or was changed.
    """
    path = manifest_of(out)
    if path is None:
        return None
    try:
        manifest = parse_record(kind, path.read_text("utf-8"), str(path))
    except InputError:
        raise InputError(f"{out} holds no {what}; give --out a new folder.") from None
    if not belongs(manifest):
        raise InputError(f"{out} holds the evaluation of {other}; give a new folder.")
    demand_unchanged(out, manifest.files)
    return manifest


def demand_unchanged(out: Path, files: Mapping[str, str]) -> None:
    """See that the files of a folder are there and have their checksums.

    Raises:
        InputError: naming the one that is or has not.
    """
    for name, expected in files.items():
        if not (out / name).is_file():
            raise InputError(f"{out / name} is missing; copy the whole folder, or give --out the name of a new one.")
        if sha256(out / name) != expected:
            raise InputError(f"{out / name} was changed after it was written; give --out the name of a new folder.")


class Answered(StrictRecord):
    """A raw answer. ``failure`` says in plain words why none came; ``made_by`` names model, prompt and settings."""

    text: str
    failure: str | None
    made_by: dict[str, str]
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    """In US dollars."""


Given = TypeVar("Given", bound=Answered)


def replies(kind: type[Given], gateway: Gateway, asked: Sequence[tuple[StrictRecord, Ask]]) -> list[Given]:
    """The answers to questions in their order, each beside what it is about.

    Raises:
        CostLimitError: before the limit of cost is passed; what was answered stays in the cache.
        ModelError: on what every question would meet.
    """
    answers = gateway.ask([ask for _, ask in asked])
    return [
        kind.model_validate({**about.model_dump(), **_fields(kind, gateway, ask, answer)})
        for (about, ask), answer in zip(asked, answers, strict=True)
    ]


def _fields(kind: type[Answered], gateway: Gateway, ask: Ask, answer: Answer) -> dict[str, object]:
    likely = {"likely": answer.likely} if "likely" in kind.model_fields else {}
    return {
        "text": answer.text,
        "failure": answer.failure,
        "made_by": gateway.made_by(ask),
        "tokens_in": answer.tokens_in,
        "tokens_out": answer.tokens_out,
        "cost": answer.cost,
        **likely,
    }


def ledger_of(out: Path, of: str) -> Ledger:
    """What all sittings have asked for a folder of results; ``of`` is the checksum of the dataset."""
    return Ledger(working_folder(out) / FILE, of, out / FILE)


def counts(ledger: Ledger) -> dict[str, dict[str, Usage]]:
    """By model and step, as manifests keep it."""
    return {
        model: {step: Usage(**asdict(total)) for step, total in sorted(steps.items())}
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


def write_folder(
    out: Path,
    ledger: Ledger,
    parts: Mapping[str, Iterable[StrictRecord]],
    report: Callable[[Path], object],
    manifest: Callable[..., StrictRecord],
) -> None:
    """Write a folder of results whole, in the place of what was there: records by file, and what ``report`` writes.

    ``manifest`` is given the checksums, what was asked, and the version of the package.
    """
    work = working_folder(out)
    emptied(work, ledger)
    for name, records in parts.items():
        write_lines(work / name, (dump(record.model_dump()) for record in records))
    report(work)
    files = {name: sha256(work / name) for name in [*parts, *([ledger.path.name] if ledger else [])]}
    said = manifest(contragraph=version("contragraph"), files=files, asked=counts(ledger))
    write_text(work / MANIFEST, said.model_dump_json(indent=2) + "\n")
    publish(work, out)
