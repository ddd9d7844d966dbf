"""``contragraph evaluate`` on claims with documents: how well conflicts are found, a line for each judge and part."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.failures import StoppedError
from contragraph.app.model_options import ModelOptions, tell_estimate, tell_spent
from contragraph.app.output import show_rows
from contragraph.app.progress import progress

if TYPE_CHECKING:
    from contragraph.analysis.score.bench_run import BenchPlan, BenchResults


def measure_claims(path: Path, out: Path, plan: BenchPlan, models: ModelOptions, *, form: str) -> None:
    """Judge, measure, and say what came out."""
    from contragraph.analysis.score.bench_run import all_asks, evaluate_claims

    if models.file is None and models.model is None:
        if models.dry_run:
            raise click.UsageError("--dry-run needs a model; name one with --model or --models.")
        _tell(evaluate_claims(path, out, plan), out, form)
        return
    config = models.config()
    if models.dry_run:
        from contragraph.models import estimate

        tell_estimate(estimate(all_asks(path, plan), config))
        return
    try:
        with progress() as bars, models.gateway(bars) as gateway:
            found = evaluate_claims(path, out, plan, gateway=gateway, model=config.settings("label").model)
    except KeyboardInterrupt:
        raise StoppedError("Stopped; answers that came are kept, and the same command goes on from there.") from None
    tell_spent(gateway.spent)
    _tell(found, out, form)


def _tell(found: BenchResults, out: Path, form: str) -> None:
    from contragraph.analysis.score.bench import rates
    from contragraph.analysis.score.bench_run import REPORT, counted

    if form == "table":
        show_rows(counted(found.bench), form)
        for why, count in sorted(found.bench.left_out.items()):
            click.echo(f"{count:,} {why}.", err=True)
        click.echo()
    rows = []
    for its in rates(found.bench.items, found.verdicts):
        values = {name: None if v.value is None else round(v.value, 3) for name, v in its.values.items()}
        rows.append({"judge": its.judge, "part": its.split, "items": its.conflict + its.none, **values})
    show_rows(rows, form)
    if form == "table":
        click.echo(f"\n{out} holds the verdicts, and a report ({REPORT}) with intervals and labels.")
