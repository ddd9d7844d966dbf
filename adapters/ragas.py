"""A metric of ragas: how far responses leave unsaid that their contexts disagree."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar, Unpack

from contragraph._score import conflict_score
from contragraph.adapters.base import Scoring, figures, library, reason, value

with library("ragas"):
    from ragas.dataset_schema import SingleTurnSample
    from ragas.metrics.base import MetricType, SingleTurnMetric
    from ragas.metrics.collections.base import BaseMetric
    from ragas.metrics.result import MetricResult
    from ragas.run_config import RunConfig


class Conflicts(BaseMetric, SingleTurnMetric):
    """ConflictScore of a response against its contexts; lower is better.

    ``settings`` are those of :func:`contragraph.conflict_score`; without a model the variant is offline. It is a metric
    of ``ragas.metrics.collections``, and one that ``ragas.evaluate`` takes, which hands over samples.
    """

    _required_columns: ClassVar = {MetricType.SINGLE_TURN: {"user_input:optional", "response", "retrieved_contexts"}}

    def __init__(self, name: str = "conflicts", **settings: Unpack[Scoring]) -> None:
        super().__init__(name=name)
        self.settings = settings

    def init(self, run_config: RunConfig) -> None:
        """Nothing of a run concerns it."""

    async def ascore(
        self, response: str, retrieved_contexts: Sequence[str], user_input: str | None = None, **other: object
    ) -> MetricResult:
        """CS-C with its reason; the other figures are the output of its traces. NaN if the response claims nothing.

        :raises InputError: if there are no contexts.
        """
        found = await asyncio.to_thread(conflict_score, response, retrieved_contexts, user_input, **self.settings)
        return MetricResult(value(found), reason(found), {"output": figures(found)})

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: object) -> float:
        return float(await self.ascore(sample.response, sample.retrieved_contexts, sample.user_input))
