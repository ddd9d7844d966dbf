"""One evaluation of sets: ask what is not answered yet, score all answers anew, and write the folder of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from contragraph.dataset.files.folder import SETS, sha256, write_text
from contragraph.evaluation.contexts.ask import AskPlan, questions
from contragraph.evaluation.contexts.baselines import replies as baseline_replies
from contragraph.evaluation.contexts.items import open_sets
from contragraph.evaluation.contexts.reading import read
from contragraph.evaluation.contexts.records import (
    ANSWERS,
    FORMAT,
    SCORES,
    SUMMARY,
    SetAttempt,
    SetItem,
    SetReply,
    SetScore,
    SetsManifest,
)
from contragraph.evaluation.contexts.report import report
from contragraph.evaluation.graph_reader.reader import GraphReader
from contragraph.evaluation.pairs.items import sample
from contragraph.evaluation.results import ledger_of, manifest_in, replies, write_folder
from contragraph.evaluation.sheets import StrictRecord, read_records
from contragraph.graph.errors import InputError
from contragraph.graph.lock import held
from contragraph.llm import Ask, Gateway, Ledger

Key = tuple[str, str, str, str, int]


def key_of(asked: SetAttempt) -> Key:
    """What tells one attempt from all others."""
    return asked.model, asked.task, asked.variant, asked.item, asked.attempt


@dataclass
class SetResults:
    """What a folder of results holds, by what tells its records apart."""

    models: dict[str, dict[str, str | int | None]] = field(default_factory=dict)
    replies: dict[Key, SetReply] = field(default_factory=dict)
    scores: dict[Key, SetScore] = field(default_factory=dict)


def all_questions(dataset: Path, plan: AskPlan) -> list[Ask]:
    """Every question that an evaluation would ask, for an estimate of what it takes."""
    return [ask for _, ask in questions(sample(open_sets(dataset), plan.sample, plan.seed), plan, "")]


def evaluate_sets(
    dataset: Path,
    out: Path,
    plan: AskPlan,
    *,
    gateway: Gateway | None = None,
    model: str | None = None,
    baselines: Sequence[str] = (),
    reader: GraphReader | None = None,
) -> SetResults:
    """Ask a model (if one is given), score all answers of the folder, and write it with its report.

    Answers of other models, and of this one to other questions, stay in the folder.

    Raises:
        InputError: if another run writes the folder, it belongs to another dataset, there is nothing to evaluate, or a
            baseline is not known.
        CostLimitError: before the limit of cost is passed; the same call goes on from there.
        ModelError: on what every question would meet.
    """
    every = open_sets(dataset)
    items = sample(every, plan.sample, plan.seed)
    with held(out):
        results = _read(out, sha256(dataset / SETS))
        ledger = ledger_of(out, sha256(dataset / SETS))
        found: list[SetReply] = [*baseline_replies(items, plan.tasks, baselines, reader)]
        if gateway is not None and model is not None:
            with ledger.counting(gateway):
                found += replies(SetReply, gateway, [*questions(items, plan, model)])
            results.models[model] = plan.settings
        results.replies |= {key_of(reply): reply for reply in found}
        if not results.replies:
            raise InputError(f"There is nothing to evaluate in {out}: name a model with --model, or a --baseline.")
        sizes = {item.id: len(item.documents) for item in every}
        results.scores = {key: read(reply, sizes[reply.item]) for key, reply in results.replies.items()}
        _write(out, results, sha256(dataset / SETS), every, ledger)
    return results


def _read(out: Path, dataset: str) -> SetResults:
    """What the folder holds already; nothing where there is none.

    Raises:
        InputError: if it is no folder of results of sets, was changed, or belongs to another dataset.
    """
    what = "evaluation of sets of documents"
    manifest = manifest_in(out, SetsManifest, what, lambda m: (m.format, m.sha256) == (FORMAT, dataset))
    if manifest is None:
        return SetResults()
    known = (record for _, record in read_records(SetReply, out / ANSWERS))
    return SetResults(dict(manifest.models), {key_of(reply): reply for reply in known})


def _write(out: Path, results: SetResults, dataset: str, items: Sequence[SetItem], ledger: Ledger) -> None:
    """Write the folder whole, in the place of what was there."""
    parts = {ANSWERS: _sorted(results.replies), SCORES: _sorted(results.scores)}
    models = dict(sorted(results.models.items()))

    def summarise(work: Path) -> None:
        write_text(work / SUMMARY, report(items, list(results.scores.values())))

    write_folder(out, ledger, parts, summarise, partial(SetsManifest, format=FORMAT, sha256=dataset, models=models))


def _sorted(records: Mapping[Key, SetReply] | Mapping[Key, SetScore]) -> list[StrictRecord]:
    return [record for _, record in sorted(records.items())]
