"""The folder of results: it belongs to one version of a dataset, and holds what any number of models answered.

``answers.jsonl`` has every answer as it came, ``scores.jsonl`` what was computed from them (and the baselines),
``probes.jsonl`` and ``ratings.jsonl`` what was asked beside, ``human.jsonl`` how people scored, ``asked.jsonl`` what
all answers took that ever came; ``manifest.json`` says what was asked of whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from contragraph.evaluation.records import (
    ANSWERS,
    FORMAT,
    HUMAN,
    PROBES,
    RATINGS,
    SCORES,
    Evaluated,
    Human,
    PairAttempt,
    PairReply,
    PairScore,
    PairsManifest,
    Probe,
    Rating,
)
from contragraph.evaluation.results import demand_unchanged, manifest_of, write_folder
from contragraph.evaluation.sheets import R, StrictRecord, parse_record, read_records
from contragraph.graph.errors import InputError
from contragraph.llm import Ledger

Key = tuple[str, str, str, str, str, int]
K = TypeVar("K", Key, tuple[str, str, int], tuple[str, str], tuple[str, Key])


def key_of(asked: PairAttempt) -> Key:
    """What tells one attempt from all others."""
    return asked.model, asked.prompt, asked.variant, asked.order, asked.item, asked.attempt


@dataclass
class Results:
    """What a folder holds, by what tells its records apart."""

    models: dict[str, dict[str, str | int | None]] = field(default_factory=dict)
    replies: dict[Key, PairReply] = field(default_factory=dict)
    scores: dict[Key, PairScore] = field(default_factory=dict)
    probes: dict[tuple[str, str, int], Probe] = field(default_factory=dict)
    ratings: dict[tuple[str, str], Rating] = field(default_factory=dict)
    human: dict[tuple[str, Key], Human] = field(default_factory=dict)

    def add(self, records: Iterable[PairReply | PairScore | Probe | Rating | Human]) -> None:
        """Take up records in the place of earlier ones on the same."""
        for record in records:
            match record:
                case PairReply():
                    self.replies[key_of(record)] = record
                case PairScore():
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
        manifest = parse_record(PairsManifest, path.read_text("utf-8"), str(path))
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
    results.add(_read(PairReply, out / ANSWERS))
    results.add(_read(PairScore, out / SCORES))
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
    parts: dict[str, Sequence[StrictRecord]] = {
        ANSWERS: _sorted(results.replies),
        SCORES: _sorted(results.scores),
        PROBES: _sorted(results.probes),
        RATINGS: _sorted(results.ratings),
        HUMAN: _sorted(results.human),
    }
    written = {name: records for name, records in parts.items() if records or name in (ANSWERS, SCORES)}
    models = dict(sorted(results.models.items()))
    manifest = partial(PairsManifest, format=FORMAT, dataset=evaluated, models=models, left_out=left_out)
    write_folder(out, ledger, written, report, manifest)


def _sorted(records: Mapping[K, R]) -> list[R]:
    return [records[key] for key in sorted(records)]
