"""One evaluation: ask what is not answered yet, score all answers anew, and write the folder of results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from contragraph.evaluation.answers.match import score
from contragraph.evaluation.baselines import replies as baseline_replies
from contragraph.evaluation.graph_reader.reader import GraphReader
from contragraph.evaluation.pairs.ask import PairPlan, counted, questions
from contragraph.evaluation.pairs.beside import judge, judge_questions, probe, probe_questions
from contragraph.evaluation.pairs.folder import Results, key_of, read_results, write_results
from contragraph.evaluation.pairs.items import EvaluationDataset, sample
from contragraph.evaluation.pairs.report import write_report
from contragraph.evaluation.records import Human, Item, PairReply, PairScore
from contragraph.evaluation.results import ledger_of, replies
from contragraph.evaluation.sheets import read_records
from contragraph.graph.errors import InputError
from contragraph.graph.lock import held
from contragraph.graph.progress import Progress, silent
from contragraph.llm import Ask, Gateway


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What came of a run: the items that were asked, and all that the folder holds now."""

    items: tuple[Item, ...]
    results: Results


def all_questions(
    dataset: EvaluationDataset, plan: PairPlan, *, known: bool = False, judged: bool = False
) -> list[Ask]:
    """Every question that an evaluation would ask, for an estimate of what it takes."""
    items = sample(dataset.items, plan.sample, plan.seed)
    asks = [ask for _, ask in questions(items, plan, "")]
    asks += [ask for _, ask in probe_questions(items)] if known else []
    return asks + ([ask for _, ask in judge_questions(items)] if judged else [])


@dataclass(frozen=True, slots=True)
class Asking:
    """Whom to ask: ``detect`` is the model that is measured, ``judge`` the one that rates the texts."""

    gateway: Gateway
    detect: str | None
    judge: str | None = None
    known: bool = False
    """Whether the model is asked which statements it knows."""


def evaluate(
    dataset: EvaluationDataset,
    out: Path,
    plan: PairPlan,
    *,
    asking: Asking | None = None,
    baselines: Sequence[str] = (),
    reader: GraphReader | None = None,
    human: Path | None = None,
    progress: Progress = silent,
) -> Evaluation:
    """Ask models (if some are given), score all answers of the folder, and write it with its report.

    Answers of other models, and of this one to other questions, stay in the folder. ``human`` is a file of scores that
    people gave to answers in the folder.

    Raises:
        InputError: if another run writes the folder, it belongs to another dataset, the file of human scores does not
            fit the answers, or a baseline is not known.
        CostLimitError: before the limit of cost is passed; the same call goes on from there.
        ModelError: on what every question would meet.
    """
    with held(out):
        results = read_results(out, dataset.evaluated)
        items = sample(dataset.items, plan.sample, plan.seed)
        by_id = {item.id: item for item in dataset.items}
        given = read_records(Human, human) if human is not None else []
        results.add(baseline_replies(items, baselines, reader))
        ledger = ledger_of(out, dataset.evaluated.sha256)
        if asking is not None:
            if results.replies and not ledger:
                ledger.add(counted(results.replies.values(), by_id))
            with ledger.counting(asking.gateway):
                _ask(asking, items, plan, results)
        results.add(_scored(list(results.replies.values()), by_id, progress))
        results.add(checked_human(given, results, by_id))
        if not results.scores and not results.ratings:
            raise InputError(f"There is nothing to evaluate in {out}: name a model with --model, or a --baseline.")
        report = partial(_report, dataset=dataset, results=results)
        write_results(out, results, dataset.evaluated, dataset.left_out, ledger, report)
        return Evaluation(tuple(items), results)


def _ask(asking: Asking, items: Sequence[Item], plan: PairPlan, results: Results) -> None:
    """Add what the models say."""
    if asking.detect is not None:
        results.add(replies(PairReply, asking.gateway, list(questions(items, plan, asking.detect))))
        results.models[asking.detect] = plan.settings
        if asking.known:
            results.add(probe(items, asking.gateway, asking.detect))
    if asking.judge is not None:
        results.add(judge(items, asking.gateway, asking.judge))


def _scored(given: Sequence[PairReply], items: dict[str, Item], progress: Progress) -> Iterator[PairScore]:
    for done, reply in enumerate(given, start=1):
        if reply.item in items:
            yield score(items[reply.item], reply)
        progress("scoring", done, len(given))


def _report(work: Path, dataset: EvaluationDataset, results: Results) -> None:
    write_report(
        work,
        dataset.items,
        results.scores.values(),
        probes=results.probes.values(),
        ratings=results.ratings.values(),
        human=list(results.human.values()),
    )


def checked_human(scored: Iterable[tuple[str, Human]], results: Results, items: dict[str, Item]) -> list[Human]:
    """The scores that people gave to answers, each with where it stands.

    Raises:
        InputError: if one scores an answer that is not there, scores one twice, or has another number of conflicts.
    """
    found: dict[object, Human] = {}
    for where, given in scored:
        if given.item not in items:
            raise InputError(f"{where}: there is no pair {given.item} in the dataset.")
        if key_of(given) not in results.scores:
            raise InputError(
                f"{where}: {given.model} gave no answer {given.attempt} to {given.item} under {given.prompt}, "
                f"{given.variant}, {given.order}."
            )
        conflicts = len(items[given.item].conflicts)
        if len(given.localised) != conflicts:
            raise InputError(
                f"{where}: localised has {len(given.localised)} entries, but {given.item} has {conflicts} conflicts."
            )
        if (given.scorer, key_of(given)) in found:
            raise InputError(f"{where}: {given.scorer} scores this answer twice.")
        found[given.scorer, key_of(given)] = given
    return list(found.values())


def summary(results: Results, models: Iterable[str] = ()) -> Sequence[dict[str, object]]:
    """What each model said under each prompt and variant, and the share of answers that localise all conflicts."""
    groups: dict[tuple[str, str, str], list[PairScore]] = {}
    wanted = set(models)
    for found in results.scores.values():
        if not wanted or found.model in wanted:
            groups.setdefault((found.model, found.prompt, found.variant), []).append(found)
    rows: list[dict[str, object]] = []
    for (model, prompt, variant), scores in sorted(groups.items()):
        said = Counter(s.said for s in scores)
        scored = [s.localised for s in scores if s.localised]
        rows.append(
            {
                "model": model,
                "prompt": prompt,
                "variant": variant,
                "answers": len(scores),
                "conflict": said["conflict"],
                "none": said["none"],
                "unreadable": said["unreadable"],
                "localised": sum(map(all, scored)) if scored else None,
                "of": len(scored) or None,
            }
        )
    return rows
