"""The folder of results: it belongs to one version of a dataset, and holds what any number of models answered.

``answers.jsonl`` has every answer as it came, ``scores.jsonl`` what was computed from them (and the baselines),
``probes.jsonl`` and ``ratings.jsonl`` what was asked beside, ``human.jsonl`` how people scored, ``asked.jsonl`` what
all answers took that ever came; ``manifest.json`` says what was asked of whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from contragraph.dataset.files.folder import MANIFEST, publish, sha256, working_folder, write_lines, write_text
from contragraph.dataset.records.codec import dump
from contragraph.evaluation.records import (
    ANSWERS,
    FORMAT,
    HUMAN,
    PROBES,
    RATINGS,
    SCORES,
    Asked,
    Evaluated,
    Human,
    Manifest,
    Probe,
    Rating,
    Reply,
    Score,
)
from contragraph.evaluation.results import counts, demand_unchanged, emptied, manifest_of
from contragraph.evaluation.sheets import R, Record, parse_record, read_records
from contragraph.graph.errors import InputError
from contragraph.llm import Ledger

Key = tuple[str, str, str, str, str, int]
K = TypeVar("K", Key, tuple[str, str, int], tuple[str, str], tuple[str, Key])


def key_of(asked: Asked) -> Key:
    """What tells one attempt from all others."""
    return asked.model, asked.prompt, asked.variant, asked.order, asked.item, asked.attempt


@dataclass
class Results:
    """What a folder holds, by what tells its records apart."""

    models: dict[str, dict[str, str | int | None]] = field(default_factory=dict)
    replies: dict[Key, Reply] = field(default_factory=dict)
    scores: dict[Key, Score] = field(default_factory=dict)
    probes: dict[tuple[str, str, int], Probe] = field(default_factory=dict)
    ratings: dict[tuple[str, str], Rating] = field(default_factory=dict)
    human: dict[tuple[str, Key], Human] = field(default_factory=dict)

    def add(self, records: Iterable[Reply | Score | Probe | Rating | Human]) -> None:
        """Take up records in the place of earlier ones on the same."""
        for record in records:
            match record:
                case Reply():
                    self.replies[key_of(record)] = record
                case Score():
                    self.scores[key_of(record)] = record
                case Human():
                    self.human[record.scorer, key_of(record)] = record
                case Probe():
                    self.probes[record.model, record.item, record.conflict] = record
                case Rating():
                    self.ratings[record.model, record.item] = record


def read_results(out: Path, evaluated: Evaluated) -> Results:
    """What the folder holds already; nothing where there is none.

    Raises:
        InputError: if it is no folder of results, is damaged, or belongs to another dataset or version of it.
    """
    path = manifest_of(out)
    if path is None:
        return Results()
    try:
        manifest = parse_record(Manifest, path.read_text("utf-8"), str(path))
    except InputError:
        raise InputError(f"{out} holds no evaluation, or one of another version; give --out a new folder.") from None
    if manifest.format != FORMAT:
        raise InputError(f"{out} has layout {manifest.format}, this version reads layout {FORMAT}; give a new folder.")
    if manifest.dataset.sha256 != evaluated.sha256:
        raise InputError(
            f"{out} holds the evaluation of another dataset, or of another version of this one; its answers cannot be "
            "scored against these pairs. Give --out the name of a new folder."
        )
    demand_unchanged(out, manifest.files)
    results = Results(models=dict(manifest.models))
    results.add(_read(Reply, out / ANSWERS))
    results.add(_read(Score, out / SCORES))
    results.add(_read(Probe, out / PROBES))
    results.add(_read(Rating, out / RATINGS))
    results.add(_read(Human, out / HUMAN))
    return results


def _read(kind: type[R], path: Path) -> list[R]:
    return [record for _, record in read_records(kind, path)] if path.is_file() else []


def write_results(
    out: Path,
    results: Results,
    evaluated: Evaluated,
    left_out: dict[str, str],
    ledger: Ledger,
    report: Callable[[Path], object],
) -> None:
    """Write the folder whole, with what ``report`` writes into it, in the place of what was there."""
    work = working_folder(out)
    emptied(work, ledger)
    parts: dict[str, Sequence[Record]] = {
        ANSWERS: _sorted(results.replies),
        SCORES: _sorted(results.scores),
        PROBES: _sorted(results.probes),
        RATINGS: _sorted(results.ratings),
        HUMAN: _sorted(results.human),
    }
    written = {name: records for name, records in parts.items() if records or name in (ANSWERS, SCORES)}
    for name, records in written.items():
        write_lines(work / name, (dump(record.model_dump()) for record in records))
    manifest = Manifest(
        format=FORMAT,
        contragraph=version("contragraph"),
        dataset=evaluated,
        models=dict(sorted(results.models.items())),
        left_out=left_out,
        files={name: sha256(work / name) for name in [*written, *([ledger.path.name] if ledger else [])]},
        asked=counts(ledger),
    )
    write_text(work / MANIFEST, manifest.model_dump_json(indent=2) + "\n")
    report(work)
    publish(work, out)


def _sorted(records: Mapping[K, R]) -> list[R]:
    return [records[key] for key in sorted(records)]
