"""``contragraph evaluate`` on sets of documents: the questions, and a line for each model and task."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.runs.measuring import measure_with
from contragraph.app.terminal.model_options import ModelOptions
from contragraph.app.terminal.output import show_rows

if TYPE_CHECKING:
    from contragraph.evaluation.contexts.ask import AskPlan
    from contragraph.evaluation.contexts.run import SetResults
    from contragraph.evaluation.graph_reader.reader import GraphReader

_SHOWN = {
    "detect": ("F1", "balanced accuracy"),
    "type": ("accuracy", "macro-F1"),
    "guided": ("Jaccard", "F1"),
    "blind": ("Jaccard", "F1"),
    "resolve": ("Jaccard", "exact"),
}
"""The two measures of each task that are printed; the report has all."""


def measure_sets(
    dataset: Path,
    out: Path,
    plan: AskPlan,
    models: ModelOptions,
    *,
    baselines: Sequence[str],
    reader: GraphReader | None,
    form: str,
) -> None:
    """Ask, score, and say what came out."""
    from contragraph.evaluation.contexts.run import all_questions, evaluate_sets

    measure = partial(evaluate_sets, dataset, out, plan, baselines=baselines, reader=reader)
    found = measure_with(models, "detect", measure, lambda: all_questions(dataset, plan))
    if found is not None:
        _tell(found, dataset, out, form)


def _tell(found: SetResults, dataset: Path, out: Path, form: str) -> None:
    from contragraph.evaluation.contexts.items import open_sets
    from contragraph.evaluation.contexts.measures import rows_of
    from contragraph.evaluation.contexts.report import settings_of

    items, scores = open_sets(dataset), list(found.scores.values())
    rows = []
    for task, model, variant in settings_of(scores):
        some = [s for s in scores if (s.task, s.model, s.variant) == (task, model, variant)]
        names = _SHOWN[task]
        values = rows_of(task, items, some).values(names)
        told = [("–" if values[n].value is None else f"{values[n].value:.3f}") for n in names]
        rows.append(
            {
                "task": task,
                "model": model,
                "variant": variant,
                "answers": len(some),
                "unreadable": sum(s.said == "unreadable" for s in some),
                "figures": f"{names[0]} {told[0]}, {names[1]} {told[1]}",
            }
        )
    show_rows(rows, form)
    if form == "table":
        click.echo(f"\n{out} holds the answers, the scores, and a report (report.md).")
