"""``contragraph regenerate``: does it help to ask again where an answer hides that its documents disagree?"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from contragraph.app.runs.measuring import kept
from contragraph.app.terminal import options
from contragraph.app.terminal.failures import answers_kept
from contragraph.app.terminal.model_options import ModelOptions, model_options, tell_estimate, tell_spent
from contragraph.app.terminal.output import show_rows
from contragraph.app.terminal.progress import progress


@click.command()
@click.argument("questions", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--arms",
    metavar="NAMES",
    help="Of rag, control, regenerate, again and placebo, with commas between; of the prompts rag, balanced and"
    " super_balanced with --reports.  [default: all]",
)
@click.option("--reports", is_flag=True, help="Have reports written under three prompts, and score these.")
@click.option(
    "--variant",
    default="full",
    show_default=True,
    metavar="NAME",
    help="How answers are scored: full, whole, salient:K, together, prefilter or offline.",
)
@options.labels
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="A new folder for answers and figures.")
@model_options
@options.output_format
@options.no_store
def command(
    questions: Path,
    arms: str | None,
    reports: bool,
    variant: str,
    labels: str,
    out: Path | None,
    models: ModelOptions,
    form: str,
) -> None:
    """Ask once more where an answer hides that its documents disagree (R-RAG), beside controls.

    FILE is JSONL with a question a line: {"question": …, "options": ["…", "…"], "answer": "A", "documents": […]}. Arms:
    rag answers, control is told to mind conflicts; where a claim of rag's answer is conflicted, regenerate is told of
    the conflict and asked again, again is asked again without that, placebo with the conflict of another question. The
    same command goes on where one was stopped.

    With --reports a line is {"about": …, "documents": […]}.

    \b
    Example:
      contragraph regenerate questions.jsonl --model openai/gpt-4o-mini --max-cost 5 --out rrag
      contragraph regenerate questions.jsonl --model openai/gpt-4o-mini --arms rag,regenerate --variant whole --dry-run
      contragraph regenerate subjects.jsonl --reports --model openai/gpt-4o-mini --out reports
    """
    from contragraph.app.runs.regenerated import arms_work, reports_work, write_run
    from contragraph.documents.score.run import ScoreSettings, parse_variant
    from contragraph.kgs import REFERENCE, kg_of
    from contragraph.llm import estimate

    settings = ScoreSettings(parse_variant(variant), labels == "paper")
    work = (reports_work if reports else arms_work)(questions, arms, settings)
    if models.dry_run:
        tell_estimate(estimate(work.foreseen, models.config()))
        return
    held = {"reports": reports, "arms": ",".join(work.names), "variant": str(settings.variant), "labels": labels}
    with ExitStack() as stack:
        gateway = stack.enter_context(models.gateway(stack.enter_context(progress())))
        ledger = stack.enter_context(kept(out, gateway, "regenerate", [held, work.asked])) if out is not None else None
        with answers_kept():
            made = work.run(gateway, kg_of(REFERENCE).ontology)
        if out is not None and ledger is not None:
            write_run(out, made, held, ledger)
    show_rows(made.rows, form, made.columns)
    click.echo(made.said, err=True)
    tell_spent(gateway.spent)
