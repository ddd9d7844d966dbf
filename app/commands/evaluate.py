"""``contragraph evaluate``: how well do models find the contradictions of a dataset?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, get_args

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.failures import answers_kept
from contragraph.app.terminal.model_options import ModelOptions, model_options, tell_estimate, tell_spent
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import ProgressReport, progress

if TYPE_CHECKING:
    from contragraph.evaluation.memory.records import Turning
    from contragraph.evaluation.pairs.items import EvaluationDataset
    from contragraph.llm import Gateway, ModelsConfig

T = TypeVar("T", bound=str)
_SHOWN = 5
"""Pairs that were left out, of which the reason is printed."""


def _baselines() -> str:
    """The baselines for each kind of dataset."""
    from contragraph.documents.score.bench import OFFLINE, SIMPLE
    from contragraph.evaluation.baselines import PAIR_BASELINES
    from contragraph.evaluation.contexts.baselines import SET_BASELINES

    found: dict[str, Iterable[str]] = {"pairs": PAIR_BASELINES, "sets": SET_BASELINES, "claims": (*SIMPLE, OFFLINE)}
    return f"Of {'; of '.join(f'{kind}: ' + ', '.join(names) for kind, names in found.items())}."


@click.command()
@options.dataset_argument
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR", help="The folder of results.")
@model_options
@click.option(
    "--tasks",
    metavar="LIST",
    help="Of sets of documents: detect, type, guided and blind (which documents, the type told or not), resolve.",
)
@click.option("--prompts", default="binary,steps", show_default=True, help="binary: yes or no; steps: every conflict.")
@click.option("--variant", default="plain", show_default=True, help="plain, reasoned (step by step), or both.")
@click.option(
    "--order",
    default="ab",
    show_default=True,
    help="Which text comes first: ab, ba (exchanged), or both; of a bank also spelled truth-first, truth-last.",
)
@click.option("--conditions", metavar="LIST", help="Of a bank of facts: temporal, default+temporal, …, or all.")
@click.option(
    "--options",
    "turning",
    type=click.Choice(["rotate", "as-given"]),
    help="Of a bank: the options of a question in all their cyclic orders (by default), or in one.",
)
@click.option("--runs", type=click.IntRange(1, 100), default=3, show_default=True, help="Attempts at each question.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Ask about so many pairs, drawn by --seed.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=7, show_default=True, help="Decides the sample.")
@click.option(
    "--baseline",
    "baselines",
    cls=options.NamingOption,
    names=_baselines,
    multiple=True,
    metavar="NAME",
    help="Score one without a model as well.",
)
@click.option("--known", is_flag=True, help="Ask five times whether each changed statement is true.")
@click.option("--judge", metavar="NAME", help="A model that rates how natural and realistic the texts are.")
@click.option("--human", type=click.Path(path_type=Path), metavar="FILE", help="Scores that people gave to answers.")
@options.output_format
@options.no_store
def command(
    dataset: Path,
    out: Path,
    models: ModelOptions,
    tasks: str | None,
    prompts: str,
    variant: str,
    order: str,
    conditions: str | None,
    turning: Turning | None,
    runs: int,
    sample: int | None,
    seed: int,
    baselines: Sequence[str],
    known: bool,
    judge: str | None,
    human: Path | None,
    form: str,
) -> None:
    """Measure how well models find the contradictions of a dataset.

    Asks a model whether the texts of each pair contradict each other, and where; reads its answers, and computes from
    the sentences that it names whether it found the declared conflicts. DIR of --out keeps the answers and scores of
    any number of models, with a report. The same command goes on where an earlier one was stopped.

    \b
    Example:
      contragraph evaluate dataset --baseline always --out results
      contragraph evaluate dataset --model openai/gpt-4o-mini --max-cost 2 --out results
      contragraph evaluate sets --tasks detect,blind --baseline majority --out validated
      contragraph evaluate claims.jsonl --baseline offline --out judged
      contragraph evaluate CB_qa.parquet --model openai/gpt-4o-mini --sample 500 --dry-run --out memory
    """
    from contragraph.app.runs.evaluate_claims import measure_claims
    from contragraph.app.runs.evaluate_memory import measure_memory, plan_of
    from contragraph.app.runs.evaluate_sets import measure_sets
    from contragraph.dataset.records.sets import holds_sets
    from contragraph.documents.score.bench_readers import holds_claims
    from contragraph.documents.score.bench_run import BenchPlan
    from contragraph.evaluation.baselines.registry import GRAPH_READER
    from contragraph.evaluation.contexts.ask import AskPlan
    from contragraph.evaluation.contexts.records import Task
    from contragraph.evaluation.graph_reader.reader import reader_in
    from contragraph.evaluation.memory.items import holds_memory
    from contragraph.evaluation.pairs.ask import PairPlan
    from contragraph.evaluation.pairs.items import open_dataset
    from contragraph.evaluation.pairs.run import Asking, all_questions, evaluate, summary
    from contragraph.evaluation.records import Order, Prompt, Variant

    if holds_memory(dataset):
        if known or judge or human or tasks or baselines:
            raise click.UsageError("--known, --judge, --human, --tasks and --baseline are not for a bank of facts.")
        measure_memory(dataset, out, plan_of(conditions, order, turning, sample, seed), models, form=form)
        return
    if conditions or turning:
        raise click.UsageError("--conditions and --options are for a bank of facts, or questions of ConflictBank.")
    if holds_claims(dataset):
        if known or judge or human or tasks:
            raise click.UsageError("--known, --judge, --human and --tasks are not for claims with documents.")
        chosen = _listed(variant, "--variant", ("plain", "together", "paper"))
        claims = BenchPlan(tuple(baselines), "together" in chosen, "paper" in chosen, sample, seed)
        measure_claims(dataset, out, claims, models, form=form)
        return
    if holds_sets(dataset):
        if known or judge or human:
            raise click.UsageError("--known, --judge and --human are for datasets of pairs.")
        plan_of_sets = AskPlan(
            _listed(tasks, "--tasks", get_args(Task)) if tasks else AskPlan().tasks,
            _listed(variant, "--variant", get_args(Variant)),
            runs,
            sample,
            seed,
        )
        reader = reader_in(dataset) if GRAPH_READER in baselines else None
        measure_sets(dataset, out, plan_of_sets, models, baselines=baselines, reader=reader, form=form)
        return
    if tasks:
        raise click.UsageError("--tasks is for datasets of sets of documents; pairs are asked about with --prompts.")
    plan = PairPlan(
        _listed(prompts, "--prompts", get_args(Prompt)),
        _listed(variant, "--variant", get_args(Variant)),
        _listed(order, "--order", get_args(Order)),
        runs,
        sample,
        seed,
    )
    asked = models.file is not None or models.model is not None
    if not asked and (known or models.dry_run):
        raise click.UsageError("--known and --dry-run need a model; name one with --model or --models.")
    opened = open_dataset(dataset)
    _tell_left_out(opened)
    config = _config(models, judge) if asked or judge else None
    if models.dry_run and config is not None:
        from contragraph.llm import estimate

        tell_estimate(estimate(all_questions(opened, plan, known=known, judged=judge is not None), config))
        return
    with answers_kept(), progress() as bars, _opened(models, config, bars) as gateway:
        asking = None
        if gateway is not None and config is not None:
            name = config.settings("detect").model if asked else None
            asking = Asking(gateway, name, config.settings("judge").model if judge else None, known)
        found = evaluate(
            opened,
            out,
            plan,
            asking=asking,
            baselines=baselines,
            reader=reader_in(dataset) if GRAPH_READER in baselines else None,
            human=human,
            progress=bars,
        )
    if gateway is not None:
        tell_spent(gateway.spent)
    show_rows(summary(found.results), form)
    if form == "table":
        click.echo(f"\n{out} holds the answers, the scores, and a report (report.html).")


def _listed(given: str, option: str, known: tuple[T, ...]) -> tuple[T, ...]:
    """The words of a list separated by commas, in the order of the known ones; "all" and "both" are all of them."""
    words = [w.strip() for w in given.split(",") if w.strip()]
    if words in (["all"], ["both"]):
        return known
    for word in words:
        if word not in known:
            raise click.UsageError(f"{option}: {word!r} is none of {', '.join(known)}.")
    if not words:
        raise click.UsageError(f"{option} is empty; it takes some of {', '.join(known)}.")
    return tuple(word for word in known if word in words)


def _config(models: ModelOptions, judge: str | None) -> ModelsConfig:
    """The settings of the models, those of the judge with its name."""
    from contragraph.llm import read_config

    if judge is None:
        return models.config()
    rated = read_config(models.file, judge, models.api_base)
    if models.file is None and models.model is None:
        return rated
    config = models.config()
    return replace(config, steps={**config.steps, "judge": rated.settings("judge")})


def _opened(
    models: ModelOptions, config: ModelsConfig | None, bars: ProgressReport
) -> AbstractContextManager[Gateway | None]:
    """The gateway, if some model is asked."""
    if config is None:
        return nullcontext()
    from contragraph.llm import open_gateway

    return open_gateway(config, cache=models.cache, max_cost=models.max_cost, progress=bars)


def _tell_left_out(dataset: EvaluationDataset) -> None:
    if not dataset.left_out:
        return
    some = "; ".join(f"{name}: {why.rstrip('.')}" for name, why in list(dataset.left_out.items())[:_SHOWN])
    more = ", and others" if len(dataset.left_out) > _SHOWN else ""
    click.echo(f"{len(dataset.left_out)} pairs are left out ({some}{more}).", err=True)
