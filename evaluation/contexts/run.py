"""One evaluation of sets: ask what is not answered yet, score all answers anew, and write the folder of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from contragraph.dataset.files.folder import MANIFEST, SETS, publish, sha256, working_folder, write_lines, write_text
from contragraph.dataset.records.codec import dump
from contragraph.evaluation.contexts.ask import AskPlan, drawn, questions, replies
from contragraph.evaluation.contexts.baselines import replies as baseline_replies
from contragraph.evaluation.contexts.items import open_sets
from contragraph.evaluation.contexts.reading import read
from contragraph.evaluation.contexts.records import (
    ANSWERS,
    FORMAT,
    SCORES,
    SUMMARY,
    Asked,
    Reply,
    Score,
    SetItem,
    SetsManifest,
)
from contragraph.evaluation.contexts.report import report
from contragraph.evaluation.graph_reader import Reader
from contragraph.evaluation.results import counts, emptied, ledger_of, manifest_in
from contragraph.evaluation.sheets import read_records
from contragraph.graph.errors import InputError
from contragraph.graph.lock import held
from contragraph.llm import Ask, Gateway, Ledger

Key = tuple[str, str, str, str, int]


def key_of(asked: Asked) -> Key:
    """What tells one attempt from all others."""
    return asked.model, asked.task, asked.variant, asked.item, asked.attempt


@dataclass
class SetResults:
    """What a folder of results holds, by what tells its records apart."""

    models: dict[str, dict[str, str | int | None]] = field(default_factory=dict)
    replies: dict[Key, Reply] = field(default_factory=dict)
    scores: dict[Key, Score] = field(default_factory=dict)


def all_questions(dataset: Path, plan: AskPlan) -> list[Ask]:
    """Every question that an evaluation would ask, for an estimate of what it takes."""
    return [ask for _, ask in questions(drawn(open_sets(dataset), plan), plan, "")]


def evaluate_sets(
    dataset: Path,
    out: Path,
    plan: AskPlan,
    *,
    gateway: Gateway | None = None,
    model: str | None = None,
    baselines: Sequence[str] = (),
    reader: Reader | None = None,
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
    items = drawn(every, plan)
    with held(out):
        results = _read(out, sha256(dataset / SETS))
        ledger = ledger_of(out, sha256(dataset / SETS))
        found: list[Reply] = [*baseline_replies(items, plan.tasks, baselines, reader)]
        if gateway is not None and model is not None:
            with ledger.counting(gateway):
                found += replies(gateway, [*questions(items, plan, model)])
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
    known = (record for _, record in read_records(Reply, out / ANSWERS))
    return SetResults(dict(manifest.models), {key_of(reply): reply for reply in known})


def _write(out: Path, results: SetResults, dataset: str, items: Sequence[SetItem], ledger: Ledger) -> None:
    """Write the folder whole, in the place of what was there."""
    work = working_folder(out)
    emptied(work, ledger)
    parts: Mapping[str, Mapping[Key, Reply] | Mapping[Key, Score]] = {
        ANSWERS: results.replies,
        SCORES: results.scores,
    }
    for name, records in parts.items():
        write_lines(work / name, _lines(records))
    write_text(work / SUMMARY, report(items, list(results.scores.values())))
    manifest = SetsManifest(
        format=FORMAT,
        contragraph=version("contragraph"),
        sha256=dataset,
        models=dict(sorted(results.models.items())),
        files={name: sha256(work / name) for name in [*parts, *([ledger.path.name] if ledger else [])]},
        asked=counts(ledger),
    )
    write_text(work / MANIFEST, manifest.model_dump_json(indent=2) + "\n")
    publish(work, out)


def _lines(records: Mapping[Key, Reply] | Mapping[Key, Score]) -> Iterable[str]:
    return (dump(record.model_dump()) for _, record in sorted(records.items()))
