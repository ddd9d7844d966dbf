"""One measurement of memory: ask what is not answered yet, score all answers anew, and write the folder of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from contragraph.dataset.files.folder import sha256
from contragraph.evaluation.memory.ask import FIRST, MemoryPlan, questions
from contragraph.evaluation.memory.choosing import scores_of
from contragraph.evaluation.memory.items import Bank, file_of, open_memory
from contragraph.evaluation.memory.measures import known_of
from contragraph.evaluation.memory.records import (
    ANSWERS,
    FORMAT,
    SCORES,
    MemoryAttempt,
    MemoryManifest,
    MemoryReply,
    MemoryScore,
)
from contragraph.evaluation.memory.report import write_report
from contragraph.evaluation.memory.result import Memorization, memorization_of
from contragraph.evaluation.results import ledger_of, manifest_in, replies, write_folder
from contragraph.evaluation.sheets import StrictRecord, read_records
from contragraph.graph.errors import InputError
from contragraph.graph.lock import held
from contragraph.llm import Ask, Gateway, Ledger

Key = tuple[str, str, str, str, int, str, int]


def key_of(asked: MemoryAttempt) -> Key:
    """What tells one question to a model from all others."""
    return asked.model, asked.condition, asked.order, asked.item, asked.wording, asked.claim, asked.rotation


@dataclass
class MemoryResults:
    """What a folder of results holds: answers by what tells them apart, and what was computed of them by model."""

    models: dict[str, dict[str, str | int | None]] = field(default_factory=dict)
    replies: dict[Key, MemoryReply] = field(default_factory=dict)
    scores: list[MemoryScore] = field(default_factory=list)
    measured: dict[str, Memorization] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    faulty: int = 0


def all_questions(path: Path, plan: MemoryPlan) -> list[Ask]:
    """Every question that a measurement may ask, if the model knew all facts: for an estimate of what it takes."""
    drawn = open_memory(path, plan.sample, plan.seed).drawn
    return [ask for _, ask in questions(drawn, plan.conditions, plan, "")]


def measured(path: Path, gateway: Gateway, plan: MemoryPlan) -> Memorization:
    """Ask the model of a gateway, and measure whom it follows, without a folder of results.

    Raises:
        InputError: if the dataset cannot be read, or holds no fact that can be used.
        CostLimitError: before the limit of cost is passed; what was answered stays in the cache.
        ModelError: on what every question would meet.
    """
    bank = open_memory(path, plan.sample, plan.seed)
    model = gateway.made_by(Ask("choose", "", ()))["model"]
    return memorization_of(bank.items, scores_of(bank.items, _asked(gateway, bank, plan, model)), model)


def _asked(gateway: Gateway, bank: Bank, plan: MemoryPlan, model: str) -> list[MemoryReply]:
    """First what shows which facts the model knows, then all else about these."""
    given = replies(MemoryReply, gateway, [*questions(bank.drawn, FIRST, plan, model)])
    known = known_of(model, scores_of(bank.items, given)).known
    some = (item for item in bank.drawn if item.id in known)
    return given + replies(MemoryReply, gateway, [*questions(some, plan.rest, plan, model)])


def evaluate_memory(
    path: Path, out: Path, plan: MemoryPlan, *, gateway: Gateway | None = None, model: str | None = None
) -> MemoryResults:
    """Ask a model (if one is given), score all answers of the folder, and write it with its report.

    Answers of other models, and of this one to other questions, stay in the folder.

    Raises:
        InputError: if another run writes the folder, it belongs to another dataset, or there is nothing to evaluate.
        CostLimitError: before the limit of cost is passed; the same call goes on from there.
        ModelError: on what every question would meet.
    """
    with held(out):
        digest = sha256(file_of(path)) if file_of(path).is_file() else ""
        results = _read(out, digest)
        bank = open_memory(path, plan.sample, plan.seed, frozenset(reply.item for reply in results.replies.values()))
        ledger = ledger_of(out, digest)
        if gateway is not None and model is not None:
            with ledger.counting(gateway):
                results.replies |= {key_of(reply): reply for reply in _asked(gateway, bank, plan, model)}
            results.models[model] = plan.settings
        if not results.replies:
            raise InputError(f"There is nothing to evaluate in {out}: name a model with --model.")
        results.left_out, results.faulty = bank.left_out, bank.faulty
        results.scores = [*scores_of(bank.items, _counted(results))]
        results.measured = {m: memorization_of(bank.items, results.scores, m) for m in sorted(results.models)}
        _write(out, results, digest, bank, ledger)
        return results


def _counted(results: MemoryResults) -> Iterable[MemoryReply]:
    """The answers that count: of a model that was last asked with the options as given, those alone."""
    for key in sorted(results.replies):
        reply = results.replies[key]
        if results.models.get(reply.model, {}).get("options") != "as-given" or reply.rotation == 0:
            yield reply


def _read(out: Path, dataset: str) -> MemoryResults:
    """What the folder holds already; nothing where there is none.

    Raises:
        InputError: if it is no folder of such results, was changed, or belongs to another dataset.
    """
    what = "measurement of memory"
    manifest = manifest_in(out, MemoryManifest, what, lambda m: (m.format, m.sha256) == (FORMAT, dataset))
    if manifest is None:
        return MemoryResults()
    known = (record for _, record in read_records(MemoryReply, out / ANSWERS))
    return MemoryResults(dict(manifest.models), {key_of(reply): reply for reply in known})


def _write(out: Path, results: MemoryResults, dataset: str, bank: Bank, ledger: Ledger) -> None:
    """Write the folder whole, in the place of what was there."""
    parts: Mapping[str, Sequence[StrictRecord]] = {
        ANSWERS: [reply for _, reply in sorted(results.replies.items())],
        SCORES: results.scores,
    }

    def report(work: Path) -> None:
        write_report(work, list(results.measured.values()), bank.total, bank.faulty)

    manifest = partial(
        MemoryManifest,
        format=FORMAT,
        sha256=dataset,
        models=dict(sorted(results.models.items())),
        left_out=results.left_out,
    )
    write_folder(out, ledger, parts, report, manifest)
