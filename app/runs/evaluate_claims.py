"""``contragraph evaluate`` on claims with documents: how well conflicts are found, a line for each judge and part."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.runs.measuring import measure_with
from contragraph.app.terminal.model_options import ModelOptions
from contragraph.app.terminal.output import show_rows

if TYPE_CHECKING:
    from contragraph.documents.score.bench_run import BenchPlan, BenchResults


def measure_claims(path: Path, out: Path, plan: BenchPlan, models: ModelOptions, *, form: str) -> None:
    """Judge, measure, and say what came out."""
    from contragraph.documents.score.bench_run import all_asks, evaluate_claims

    found = measure_with(models, "label", partial(evaluate_claims, path, out, plan), lambda: all_asks(path, plan))
    if found is not None:
        _tell(found, out, form)


def _tell(found: BenchResults, out: Path, form: str) -> None:
    from contragraph.documents.score.bench import rates
    from contragraph.documents.score.bench_run import REPORT, counted

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
