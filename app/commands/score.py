"""``contragraph score``: does a response admit that its documents disagree?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.runs.measuring import kept
from contragraph.app.terminal import options
from contragraph.app.terminal.failures import NO, answers_kept
from contragraph.app.terminal.model_options import ModelOptions, model_options, tell_estimate, tell_spent
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.app.shown.scored import Cost
    from contragraph.documents.score.metric import ConflictScore
    from contragraph.documents.score.run import Case, ScoreSettings
    from contragraph.documents.traces import Traces
    from contragraph.llm import Answer, Ask, Gateway


@click.command()
@click.argument("responses", type=click.Path(path_type=Path), metavar="FILE…", nargs=-1, required=True)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="full, whole, salient:K, together, prefilter or offline; several are compared, the first one counts."
    "  [default: full with a model, else offline]",
)
@options.labels
@click.option("--read", is_flag=True, help="Look for conflicts of the documents too, by proof and rules.")
@click.option(
    "--fail-above",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="Exit with 1 if the CS-C of any response is above this.",
)
@click.option("--save", is_flag=True, help="Write responses, claims and labels into the store.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="A new folder for a page and the data.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Also write a page of the scores.")
@model_options
@options.output_format
@options.store
@click.pass_context
def command(
    context: click.Context,
    responses: Sequence[Path],
    variants: Sequence[str],
    labels: str,
    read: bool,
    fail_above: float | None,
    save: bool,
    out: Path | None,
    html: Path | None,
    models: ModelOptions,
    form: str,
    address: str,
) -> None:
    """Score responses by the claims of which their documents disagree (ConflictScore).

    FILE is JSONL or JSON with a response a line or item: {"question": …, "response": …, "documents": […]}, by these or
    the usual other names. CS-C is the share of its claims that one document supports and another one contradicts, CS-R
    the mean share of contradicting documents; lower is better. The same command goes on where one was stopped.

    \b
    Example:
      contragraph score responses.jsonl --variant offline
      contragraph score responses.jsonl --model openai/gpt-4o-mini --variant prefilter --max-cost 1 --out scored
      contragraph score responses.jsonl --model openai/gpt-4o-mini --fail-above 0.3
    """
    from contragraph.app.shown import scored
    from contragraph.documents.score.run import ScoreSettings, foreseen, parse_variant
    from contragraph.documents.traces import read_traces
    from contragraph.kgs import REFERENCE, kg_of

    cases, faults = _with_responses(read_traces(responses))
    for fault in faults:
        click.echo(f"{fault}.", err=True)
    chosen = [parse_variant(v) for v in dict.fromkeys(variants or ([_default(models)]))]
    plans = [ScoreSettings(variant, labels == "paper", read) for variant in chosen]
    if models.dry_run:
        from contragraph.llm import estimate

        for plan in plans:
            click.echo(f"{plan.variant}: ", nl=False)
            if plan.variant.name == "offline":
                click.echo("no calls. Nothing was asked.")
            else:
                tell_estimate(estimate(foreseen(cases, plan), models.config()))
        return
    axioms = kg_of(REFERENCE).ontology
    asking = any(plan.variant.name != "offline" for plan in plans)
    with ExitStack() as stack:
        report = stack.enter_context(progress())
        gateway = stack.enter_context(models.gateway(report)) if asking else None
        asked = [[c.id, c.question, c.response, [[d.text, d.title, d.id] for d in c.documents]] for c in cases]
        of = (asked, [[str(p.variant), p.paper] for p in plans])
        ledger = stack.enter_context(kept(out, gateway, "score", *of)) if out is not None else None
        found, costs = _scored(cases, plans, gateway)
        if save:  # first, for it may be done again: a folder that is there is not written to
            from contragraph.documents.score.stored import store_scores
            from contragraph.graph.stores.open import open_store

            how = (
                f"variant={chosen[0]} labels={labels} model={models.config().settings('label').model if asking else ''}"
            )
            with open_store(address, create=True) as store:
                store_scores(store, found, how, axioms.labels)
        if out is not None and ledger is not None:
            held = {"variants": [str(v) for v in chosen], "labels": labels, "read": read}
            scored.write_scored(found, axioms, out, settings=held, costs=costs, ledger=ledger)
    if html is not None:
        scored.write_page(found, axioms, html)
    if form == "json":
        show_rows((scored.record(each, axioms) for each in found), form)
    else:
        show_rows(scored.rows(found), form, scored.COLUMNS)
    _tell(found, costs)
    if gateway is not None:
        tell_spent(gateway.spent)
    _gate(context, found, faults, fail_above)


def _default(models: ModelOptions) -> str:
    """The variant where none is named."""
    return "offline" if models.model is None and models.file is None else "full"


def _with_responses(traces: Traces) -> tuple[list[Case], list[str]]:
    """The contexts that have a response, be it empty, and what is to be said of the others."""
    from contragraph.documents.score.run import Case

    cases = [Case(c.id, c.response, c.documents, c.question) for c in traces.contexts if c.response is not None]
    left = [f"{c.id} has no response and was left out" for c in traces.contexts if c.response is None]
    if not cases:
        raise InputError("There is no response to score: each needs a response, answer or actual_output.")
    return cases, [*traces.faults, *left]


@dataclass
class _Tally:
    """What one variant asks."""

    questions: int = 0
    cost: float = 0.0


@contextmanager
def _tallied(gateway: Gateway | None) -> Iterator[_Tally]:
    tally = _Tally()
    if gateway is None:
        yield tally
        return
    before = gateway.came

    def came(ask: Ask, answer: Answer) -> None:
        tally.questions += 1
        tally.cost += answer.cost
        before(ask, answer)

    gateway.came = came
    try:
        yield tally
    finally:
        gateway.came = before


def _scored(
    cases: Sequence[Case], plans: Sequence[ScoreSettings], gateway: Gateway | None
) -> tuple[list[ConflictScore], list[Cost]]:
    """The scores of the first variant, and what each of them cost."""
    from contragraph.app.shown.scored import Cost
    from contragraph.documents.score.compare import agreement
    from contragraph.documents.score.run import score_all

    found: dict[str, list[ConflictScore]] = {}
    costs: list[Cost] = []
    for plan in plans:
        name = str(plan.variant)
        with answers_kept(), _tallied(gateway) as tally:
            found[name] = score_all(cases, plan, gateway)
        costs.append(Cost(name, tally.questions, round(tally.cost, 9), None, 0))
    if "full" in found and len(found) > 1:
        known = [agreement(found[cost.variant], found["full"]) for cost in costs]
        costs = [replace(cost, kappa=kappa, pairs=pairs) for cost, (kappa, pairs) in zip(costs, known, strict=True)]
    return found[str(plans[0].variant)], costs


def _tell(found: Sequence[ConflictScore], costs: Sequence[Cost]) -> None:
    """Say what came of all responses together, and what each variant took."""
    from contragraph.documents.score.compare import means

    its = means(found)
    click.echo(
        f"{its['responses']:,} responses: mean CS-C {_said(its['cs_c'])}, CS-R {_said(its['cs_r'])}"
        f" ({_said(its['cs_r_zero'])} with 0 for claims without evidence), acknowledged {_said(its['acknowledged'])},"
        f" coverage {_said(its['coverage'])}; {its['without_score']:,} without a score, {its['unlabelled']:,} labels"
        f" unread, {its['stray']:,} stray.",
        err=True,
    )
    for cost in costs:
        kappa = f", kappa with full {_said(cost.kappa)} of {cost.pairs:,} labels" if cost.pairs else ""
        click.echo(f"{cost.variant}: {cost.questions:,} questions, ${cost.cost:.4f}{kappa}.", err=True)


def _said(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "–"


def _gate(context: click.Context, found: Sequence[ConflictScore], faults: Sequence[str], most: float | None) -> None:
    """End with 1 where a score is too high; refuse to pass what could not be read."""
    if most is None:
        return
    if any(each.cs_c is not None and each.cs_c > most for each in found):
        context.exit(NO)
    unread = [each.id for each in found if (each.cs_c_interval or (0.0, 0.0))[1] > most or _unread(each)]
    if faults or unread:
        raise InputError(
            "Not everything could be read, so that this does not pass; mend or remove what is named above"
            + (f", and see the responses {', '.join(unread[:5])}." if unread else ".")
        )


def _unread(score: ConflictScore) -> bool:
    """Whether a response has no score for another reason than that it claims nothing."""
    from contragraph.documents.score.metric import NO_CLAIMS

    return score.cs_c is None and score.reason != NO_CLAIMS
