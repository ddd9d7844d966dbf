"""The evaluation as a task of Inspect (``inspect eval contragraph/conflicts -T dataset=DIR --model …``).

Questions, reading of answers and scores are those of ``contragraph evaluate``; ids of samples are those of the pairs,
and epochs are attempts. :func:`scores_of_log` gives the scores of a log back, for the tables and the report.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Metric, SampleScore, Scorer, Target, metric, scorer
from inspect_ai.scorer import Score as InspectScore
from inspect_ai.solver import TaskState, generate

from contragraph.evaluation.answers.match import score
from contragraph.evaluation.pairs.ask import PairPlan, questions
from contragraph.evaluation.pairs.items import open_dataset, sample
from contragraph.evaluation.records import Item, Order, PairAttempt, PairReply, PairScore, Prompt, Variant
from contragraph.graph.errors import InputError
from contragraph.llm import Message

_OF_ITEM, _OF_QUESTION, _OF_SCORE = "item", "asked", "score"
"""Keys of the metadata of samples and scores."""
MEASURED = ("id", "false_positives", "unreadable", "loc", "loc_recall")
"""What the log shows: each is the mean over the samples that have it."""


def _chat(message: Message) -> ChatMessage:
    if message.role == "system":
        return ChatMessageSystem(content=message.content)
    return ChatMessageUser(content=message.content)


@metric
def share() -> Metric:
    """The mean of the values that exist: of pairs, or of controls alone."""

    def of_scores(scores: list[SampleScore]) -> float:
        known = [value for s in scores if not math.isnan(value := s.score.as_float())]
        return sum(known) / len(known) if known else math.nan

    return of_scores


@scorer(metrics={name: [share()] for name in MEASURED})
def found() -> Scorer:
    """What an answer says, and which declared conflicts it localises, by computation."""

    async def of_answer(state: TaskState, target: Target) -> InspectScore:
        asked = PairAttempt.model_validate(state.metadata[_OF_QUESTION], strict=False)
        item = Item.model_validate(state.metadata[_OF_ITEM], strict=False)
        given = asked.model_copy(update={"attempt": state.epoch, "model": str(state.model)})
        text = state.output.completion
        scored = score(item, PairReply(**given.model_dump(), text=text, failure=None, made_by={}))
        return InspectScore(
            value=_values(item, scored), answer=scored.said, metadata={_OF_SCORE: scored.model_dump(mode="json")}
        )

    return of_answer


def _values(item: Item, scored: PairScore) -> dict[str, str | int | float | bool | None]:
    said = float(scored.said == "conflict")
    unread = scored.said == "unreadable"
    located = scored.localised or ()
    return {
        "id": math.nan if item.control else said,
        "false_positives": said if item.control and not unread else math.nan,
        "unreadable": float(unread),
        "loc": float(all(located)) if located else math.nan,
        "loc_recall": sum(located) / len(located) if located else math.nan,
    }


@task
def conflicts(
    dataset: str,
    prompt: str = "steps",
    variant: str = "plain",
    order: str = "ab",
    pairs: int | None = None,
    seed: int = 7,
) -> Task:
    """Do the two texts of each pair contradict each other, and where?

    ``dataset`` is a dataset folder, or what else ``contragraph evaluate`` reads; ``pairs`` of it
    are drawn by ``seed``. Attempts are epochs: ``--epochs 3``.

    Raises:
        InputError: if there is no such dataset, prompt, variant or order.
    """
    for given, known in ((prompt, get_args(Prompt)), (variant, get_args(Variant)), (order, get_args(Order))):
        if given not in known:
            raise InputError(f"{given!r} is none of {', '.join(known)}.")
    opened = open_dataset(Path(dataset))
    chosen = {item.id: item for item in sample(opened.items, pairs, seed)}
    plan = PairPlan((prompt,), (variant,), (order,), runs=1)  # type: ignore[arg-type]
    samples = [
        Sample(
            id=asked.item,
            input=[_chat(message) for message in ask.messages],
            target="none" if chosen[asked.item].control else "conflict",
            metadata={
                _OF_ITEM: chosen[asked.item].model_dump(mode="json"),
                _OF_QUESTION: asked.model_dump(mode="json"),
            },
        )
        for asked, ask in questions(list(chosen.values()), plan, "")
    ]
    return Task(
        dataset=MemoryDataset(samples, name=Path(dataset).name),
        solver=generate(),
        scorer=found(),
        metadata={"dataset_sha256": opened.evaluated.sha256},
    )


def scores_of_log(log: EvalLog) -> Iterator[PairScore]:
    """The scores that a log holds, as ``contragraph evaluate`` would have them."""
    for one in log.samples or []:
        for scored in (one.scores or {}).values():
            if scored.metadata and _OF_SCORE in scored.metadata:
                yield PairScore.model_validate(scored.metadata[_OF_SCORE], strict=False)
