"""``contragraph validate``: do the documents that a retriever gave contradict each other?"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.failures import NO
from contragraph.app.terminal.model_options import ModelOptions, model_options, tell_estimate, tell_spent
from contragraph.app.terminal.output import print_text, show_rows
from contragraph.app.terminal.progress import ProgressReport, progress
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.documents.traces import Context, Traces
    from contragraph.documents.validate import Validation
    from contragraph.llm import Gateway


@click.command()
@click.argument("traces", type=click.Path(path_type=Path), metavar="TRACE…", nargs=-1, required=True)
@click.option(
    "--fail-on",
    type=click.Choice(["self", "pair", "conditional", "any"]),
    multiple=True,
    help="Exit with 1 if there is a contradiction of this type.",
)
@click.option(
    "--least", type=click.FloatRange(0, 1), default=0.55, show_default=True, help="Leave out rules less sure than this."
)
@options.known_ontology
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
    help="How to print what was found; JSON is an array with an object for each context.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="A new folder for a page and the data.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Also write a page of what was found.")
@click.option("--offline", is_flag=True, help="Ask no model, whatever else is given; so it is where none is named.")
@model_options
@options.no_store
@click.pass_context
def command(
    context: click.Context,
    traces: Sequence[Path],
    fail_on: Sequence[str],
    least: float,
    ontology: str,
    form: str,
    out: Path | None,
    html: Path | None,
    offline: bool,
    models: ModelOptions,
) -> None:
    """Say whether the documents given for a question contradict each other, which of them, and why.

    TRACE is a JSONL file with a context a line ({"question": …, "documents": […]}), a JSON file with a list of them, a
    folder or files of text, Markdown or HTML, which are one context, or a dataset of sets of documents. No model is
    asked unless one is named; then each context is one question.

    \b
    Example:
      contragraph validate trace.jsonl
      contragraph validate trace.jsonl --fail-on pair --format json
      contragraph validate trace.jsonl --model openai/gpt-4o-mini --max-cost 1 --out validated
    """
    from contragraph.app.shown import validated
    from contragraph.documents.traces import read_traces
    from contragraph.kgs import kg_of

    started = time.monotonic()
    read = read_traces(traces)
    for fault in read.faults:
        click.echo(f"{fault}.", err=True)
    asked = models.given and not offline
    if asked and models.dry_run:
        _say_cost(read.contexts, models)
        return
    if out is not None:
        from contragraph.app.pages.findings import demand_new

        demand_new(out)
    with ExitStack() as stack:
        report = stack.enter_context(progress())
        gateway = stack.enter_context(models.gateway(report)) if asked else None
        found = _found(read.contexts, ontology, least, gateway, report)
    axioms = kg_of(ontology).ontology
    if out is not None:
        validated.write_validated(found, axioms, out)
    if html is not None:
        validated.write_page(found, axioms, html)
    if form == "json":
        show_rows((validated.record(each, axioms) for each in found), form)
    elif form == "csv":
        show_rows(validated.rows(found), form, validated.COLUMNS)
    else:
        for each in found:
            print_text(validated.render(each, axioms))
    if gateway is not None:
        tell_spent(gateway.spent)
    _say_sum(found, read, 0 if gateway is None else gateway.spent.calls, time.monotonic() - started)
    types = {kind for each in found for kind in each.types}
    if types & {*fail_on} or (types and "any" in fail_on):
        context.exit(NO)
    if fail_on and read.faults:
        raise InputError(
            "Not everything could be read, so that this does not pass; mend or remove what is named above."
        )


def _found(
    contexts: Sequence[Context], ontology: str, least: float, gateway: Gateway | None, report: ProgressReport
) -> list[Validation]:
    """What is found in each context, by a model too if one is asked."""
    from contragraph.documents.validate import validate_context

    found = []
    for number, each in enumerate(contexts, 1):
        found.append(validate_context(each, ontology=ontology, least=least))
        report("validating", number, len(contexts))
    if gateway is None:
        return found
    from contragraph.documents.validate_modelled import validate_with_model

    return validate_with_model(contexts, found, gateway)


def _say_cost(contexts: Sequence[Context], models: ModelOptions) -> None:
    from contragraph.documents.validate_modelled import ask_of
    from contragraph.llm import estimate

    asks = [ask for each in contexts if (ask := ask_of(each)) is not None]
    tell_estimate(estimate(asks, models.config()))


def _say_sum(found: Sequence[Validation], read: Traces, calls: int, seconds: float) -> None:
    by = Counter(each.by for its in found for each in its.findings)
    told = ", ".join(f"{by[name]:,} by {name}" for name in ("proof", "rule", "model") if by[name])
    faults = f" {len(read.faults):,} things were left out." if read.faults else ""
    click.echo(
        f"{sum(each.conflict for each in found):,} of {len(found):,} contexts contradict themselves"
        f"{f' ({told})' if told else ''}; {calls:,} calls to models, {seconds:.1f} s.{faults}",
        err=True,
    )
