"""Measuring in one call how well a model, or what needs none, finds the contradictions of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from contragraph.evaluation.baselines.registry import GRAPH_READER
from contragraph.evaluation.graph_reader.reader import reader_in
from contragraph.evaluation.pairs.ask import PairPlan
from contragraph.evaluation.pairs.items import open_dataset
from contragraph.evaluation.pairs.run import Asking, summary
from contragraph.evaluation.pairs.run import evaluate as measured
from contragraph.evaluation.records import Prompt
from contragraph.graph.given import AnyPath, path_of
from contragraph.llm import Ask

if TYPE_CHECKING:
    from contragraph.llm import Gateway


def evaluate(
    path: AnyPath,
    out: AnyPath,
    *,
    model: str | None = None,
    api_base: str | None = None,
    gateway: Gateway | None = None,
    baselines: Sequence[str] = (),
    prompts: Sequence[Prompt] = ("binary", "steps"),
    runs: int = 3,
    sample: int | None = None,
    seed: int = 7,
    max_cost: float | None = None,
) -> list[dict[str, object]]:
    """Measure how well the contradictions of a dataset of pairs are found, and write the folder of results ``out``.

    Asked is ``model`` at ``api_base`` for at most ``max_cost`` USD, or the model of the ``gateway``; ``baselines``
    (``always``, ``never``, ``overlap``, ``negation``, ``graph-reader``) need none. Of each model and prompt of the
    folder there is a row: how many ``answers`` say ``conflict``, ``none`` or are ``unreadable``, and how many ``of``
    them have ``localised`` every declared conflict. ``out/report.html`` says more.

    Raises:
        InputError: if there is no such dataset or baseline, or nothing is named that could be measured.
        ModelError: if the model cannot be asked.
        CostLimitError: if it would cost more; the same call goes on from there.
    """
    plan = PairPlan(tuple(prompts), runs=runs, sample=sample, seed=seed)
    place, folder = path_of(path), path_of(out)

    def measure(opened: Gateway | None) -> list[dict[str, object]]:
        asking = None if opened is None else Asking(opened, opened.made_by(Ask("detect", "", ()))["model"])
        reader = reader_in(place) if GRAPH_READER in baselines else None
        found = measured(open_dataset(place), folder, plan, asking=asking, baselines=baselines, reader=reader)
        return [*summary(found.results)]

    if gateway is not None or model is None:
        return measure(gateway)
    from contragraph.llm import open_gateway, read_config

    with open_gateway(read_config(None, model, api_base), max_cost=max_cost) as opened:
        return measure(opened)
