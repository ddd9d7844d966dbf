"""``contragraph evaluate`` on a bank of facts: whom a model follows, a line for each condition."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.runs.measuring import measure_with
from contragraph.app.terminal.model_options import ModelOptions
from contragraph.app.terminal.output import show_rows

if TYPE_CHECKING:
    from contragraph.evaluation.bootstrap import Value
    from contragraph.evaluation.memory.ask import MemoryPlan
    from contragraph.evaluation.memory.records import Turning
    from contragraph.evaluation.memory.run import MemoryResults

_SHOWN = 5
"""Rows that were left out, of which the reason is printed."""
_MOST = "That is if the model knows all facts: of one that it does not know only two questions are asked."
_COLUMNS = ("M_R", "OAR", "CAR", "UAR", "unreadable")


def plan_of(conditions: str | None, order: str, turning: Turning | None, sample: int | None, seed: int) -> MemoryPlan:
    """The plan that options ask for."""
    from contragraph.evaluation.memory.ask import MemoryPlan
    from contragraph.evaluation.memory.conditions import chosen, orders_of

    return MemoryPlan(chosen(conditions or "all"), orders_of(order), turning or "rotate", sample, seed)


def measure_memory(path: Path, out: Path, plan: MemoryPlan, models: ModelOptions, *, form: str) -> None:
    """Ask, measure, and say what came out."""
    from contragraph.evaluation.memory.run import all_questions, evaluate_memory

    measure = partial(evaluate_memory, path, out, plan)
    found = measure_with(models, "choose", measure, lambda: all_questions(path, plan), _MOST if plan.rest else "")
    if found is not None:
        _tell(found, out, form)


def _tell(found: MemoryResults, out: Path, form: str) -> None:
    if found.left_out:
        some = "; ".join(f"{where} {why}" for where, why in list(found.left_out.items())[:_SHOWN])
        more = ", and others" if found.faulty > _SHOWN else ""
        click.echo(f"{found.faulty:,} rows are left out ({some}{more}).", err=True)
    for model, measured in found.measured.items():
        told = f"knows {measured.known:,} of {measured.asked:,} facts"
        click.echo(f"{model} {told}{'' if measured.known else ', and is not measured'}.", err=True)
    rows = [
        {
            "model": model,
            "condition": group.condition,
            "order": group.order,
            "known": measured.known,
            "answers": group.answers,
            **{name: _said(measured.figures[group.name].get(name)) for name in _COLUMNS},
            "false conflicts": _said(measured.figures[group.name].get("false conflicts")),
        }
        for model, measured in found.measured.items()
        for group in measured.groups
    ]
    show_rows(rows, form)
    if form == "table":
        click.echo(f"\n{out} holds the answers, the choices, and a report (report.html).")


def _said(value: Value | None) -> float | None:
    return None if value is None or value.value is None else round(value.value, 3)
