"""A metric of TruLens: how far an app's outputs leave unsaid that its contexts disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from contragraph._score import conflict_score
from contragraph.adapters.base import Scoring, figures, library, reason

with library("trulens"):
    from trulens.core import Metric, Selector
    from trulens.core.metric.metric import SkipEval

if TYPE_CHECKING:
    from contragraph.llm import Gateway


def conflicts(**settings: Unpack[Scoring]) -> Metric:
    """ConflictScore of the output of a record against the contexts that it retrieved; lower is better.

    ``settings`` are those of :func:`contragraph.conflict_score`; without a model the variant is offline. Other sources
    of ``question``, ``response`` and ``contexts`` are named with ``.on({…})``. What claims nothing is skipped.
    """
    metric = Metric(
        name="conflicts",
        implementation=measure,
        higher_is_better=False,
        selectors={
            "question": Selector.select_record_input(),
            "response": Selector.select_record_output(),
            "contexts": Selector.select_context(collect_list=True),
        },
    )
    return metric.with_arguments(**settings)


def measure(
    question: str,
    response: str,
    contexts: list[str],
    model: str | None = None,
    api_base: str | None = None,
    gateway: Gateway | None = None,
    variant: str | None = None,
    labels: Literal["mixed", "paper"] = "mixed",
    read: bool = False,
    max_cost: float | None = None,
) -> tuple[float, dict[str, object]]:
    """CS-C of a response, with its reason and the other figures; TruLens looks for arguments by their names.

    :raises SkipEval: if the response claims nothing.
    :raises InputError: if there are no contexts.
    """
    found = conflict_score(
        response,
        contexts,
        question,
        model=model,
        api_base=api_base,
        gateway=gateway,
        variant=variant,
        labels=labels,
        read=read,
        max_cost=max_cost,
    )
    if found.cs_c is None:
        raise SkipEval(reason(found))
    return found.cs_c, {"reason": reason(found), **figures(found)}
