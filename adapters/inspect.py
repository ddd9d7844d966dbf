"""A scorer of Inspect: how far answers leave unsaid that their documents disagree."""

from __future__ import annotations

import asyncio
import math
from dataclasses import asdict
from typing import Unpack

from contragraph._score import conflict_score
from contragraph.adapters.base import Scoring, figures, library, reason
from contragraph.documents.passages import documents_of, names
from contragraph.graph.errors import InputError

with library("inspect"):
    from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
    from inspect_ai.solver import TaskState

SHOWN = ("cs_c", "cs_r", "acknowledged", "coverage")
"""What the log shows: each is the mean over the samples that have it."""


@metric
def mean_of_known() -> Metric:
    """The mean of the values that exist."""

    def of_scores(scores: list[SampleScore]) -> float:
        known = [number for s in scores if not math.isnan(number := s.score.as_float())]
        return sum(known) / len(known) if known else math.nan

    return of_scores


@scorer(metrics={name: [mean_of_known()] for name in SHOWN})
def conflicts(**settings: Unpack[Scoring]) -> Scorer:
    """ConflictScore of the output against the documents in the sample's metadata (``documents``, ``contexts`` …).

    ``settings`` are those of :func:`contragraph.conflict_score`; without a model the variant is offline.

    :raises InputError: if a sample has no documents.
    """

    async def of_answer(state: TaskState, target: Target) -> Score:
        documents = documents_of(state.metadata)
        if not documents:
            known = ", ".join(names()["documents"][:4])
            raise InputError(f"The sample {state.sample_id} has no documents in its metadata ({known} …).")
        said, held = state.output.completion, [asdict(d) for d in documents]
        found = await asyncio.to_thread(conflict_score, said, held, state.input_text, **settings)
        told = figures(found)
        shown = {name: math.nan if (number := told[name]) is None else number for name in SHOWN}
        return Score(value=shown, answer=said, explanation=reason(found), metadata={"figures": told})

    return of_answer
