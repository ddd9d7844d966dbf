"""Measuring in one call whether a model answers from memory or from the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from contragraph.evaluation.memory.ask import MemoryPlan
from contragraph.evaluation.memory.conditions import chosen, orders_of
from contragraph.evaluation.memory.result import Memorization
from contragraph.evaluation.memory.run import measured
from contragraph.graph.errors import InputError
from contragraph.graph.given import AnyPath, path_of

if TYPE_CHECKING:
    from contragraph.llm import Gateway


def memorization(
    path: AnyPath,
    gateway: Gateway | None = None,
    *,
    model: str | None = None,
    api_base: str | None = None,
    conditions: str = "all",
    order: Literal["truth-first", "truth-last", "both"] = "truth-first",
    options: Literal["rotate", "as-given"] = "rotate",
    sample: int | None = None,
    seed: int = 7,
    max_cost: float | None = None,
) -> Memorization:
    """Say whether a model answers from memory or from the evidence (ConflictBank, arXiv 2408.12076).

    ``path`` is the folder of a bank of facts, or a file (Parquet, JSON, JSON Lines) of ConflictBank's released
    questions. Asked is the model of the ``gateway``, or ``model`` at ``api_base`` for at most ``max_cost`` USD.

    Raises:
        InputError: if the facts cannot be read, there is no such condition or order, or no model is named.
        ModelError: if the model cannot be asked.
        CostLimitError: if it would cost more.
    """
    plan = MemoryPlan(chosen(conditions), orders_of(order), options, sample, seed)
    folder = path_of(path)
    if gateway is not None:
        return measured(folder, gateway, plan)
    if model is None:
        raise InputError("No model is named; give a gateway, or model=NAME.")
    from contragraph.llm import open_gateway, read_config

    with open_gateway(read_config(None, model, api_base), max_cost=max_cost) as opened:
        return measured(folder, opened, plan)
