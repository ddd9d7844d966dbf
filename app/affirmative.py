"""The run by queries of the graph, with or without language models, and what it tells of itself."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.asking import tell_asked, tell_foreseen
from contragraph.app.failures import NO, StoppedError
from contragraph.app.model_options import ModelOptions, tell_spent
from contragraph.app.output import show_rows
from contragraph.app.progress import progress

if TYPE_CHECKING:
    from contragraph.generation.assembly.report import Report
    from contragraph.generation.settings import Settings


@dataclass(frozen=True, slots=True)
class Asking:
    """The options for models of a run that asks some."""

    options: ModelOptions
    prompts: Path | None
    demonstrations: Path | None
    tries: int | None


def affirmative(
    context: click.Context,
    out: Path,
    settings: Settings,
    kg: str | None,
    quotas: tuple[str, ...],
    address: str,
    asking: Asking | None = None,
    *,
    resume: bool,
    overwrite: bool,
) -> None:
    """Make a dataset of affirmative conflicts and tell what came of it; with a dry run only what models would take."""
    from contragraph.generation.assembly.quotas import parse_shares
    from contragraph.generation.making import generate, searched
    from contragraph.graph import open_store

    shares = parse_shares(quotas)
    try:
        with ExitStack() as stack:
            bars = stack.enter_context(progress())
            models = None
            if asking is not None:
                from contragraph.generation.llm.running import TRIES, Models

                gateway = stack.enter_context(asking.options.gateway(bars))
                models = Models(gateway, asking.prompts, asking.demonstrations, asking.tries or TRIES, bars.note)
                settings = replace(settings, models=models.identity(settings.generator, settings.verbaliser))
            store = stack.enter_context(open_store(address))
            if asking is not None and models is not None and asking.options.dry_run:
                from contragraph.generation.foreseen import foresee

                tell_foreseen(foresee(store, settings, models, asking.options.config(), kg))
                return
            graph, search = searched(store, settings, kg, models)
            report = generate(
                store, out, settings, graph, search,
                shares=shares, resume=resume, overwrite=overwrite, models=models, progress=bars,
            )  # fmt: skip
    except KeyboardInterrupt:
        raise StoppedError("Stopped; the same command with --resume goes on where it was.") from None
    if models is not None:
        tell_spent(models.gateway.spent)
    if report.already_done:
        click.echo(f"{out} already holds the whole dataset; nothing was done.")
        return
    _tell(report, out)
    if report.shortfalls or not all(q.holds for q in report.quotas):
        context.exit(NO)


def _tell(report: Report, out: Path) -> None:
    """What came out, what is missing, and why."""
    short = {s.type: s for s in report.shortfalls}
    show_rows(
        (
            {"type": str(t), "planned": short[t].wanted if t in short else made, "made": made}
            for t, made in report.made.items()
        ),
        "table",
    )
    found = ", ".join(f"{n} of {hops} hops" for hops, n in report.pool.items())
    click.echo(
        f"\n{out} holds {sum(report.made.values())} pairs over {len(report.relations)} seed relations, from a pool of"
        f" {found} ({report.rejected} candidates were rejected; rejected.jsonl says why).\n"
    )
    tell_asked(report)
    show_rows(
        (
            {"quota": q.name, "bound": q.bound, "share": f"{q.count / q.total:.1%}", "count": q.count, "of": q.what}
            for q in report.quotas
        ),
        "table",
    )
    for quota in report.quotas:
        if not quota.holds:
            click.echo(f"The quota {quota.name} is missed: {quota.count} {quota.what}; {quota.bound}.", err=True)
    for shortfall in report.shortfalls:
        why = "; ".join(f"{reason} ({count})" for reason, count in shortfall.reasons) or "nothing was left to try"
        click.echo(f"Too few of {shortfall.type}: {shortfall.made} of {shortfall.wanted}. Most often: {why}.", err=True)
    for advice in report.help:
        click.echo(advice, err=True)
