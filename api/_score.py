"""Scoring one response in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from contragraph.documents.passages import passage_of
from contragraph.documents.score.metric import ConflictScore
from contragraph.documents.score.run import Case, ScoreSettings, parse_variant, score_all

if TYPE_CHECKING:
    from contragraph.llm import Gateway


def conflict_score(
    response: str,
    documents: Sequence[str | Mapping[str, object]],
    question: str | None = None,
    *,
    model: str | None = None,
    api_base: str | None = None,
    gateway: Gateway | None = None,
    variant: str | None = None,
    labels: Literal["mixed", "paper"] = "mixed",
    read: bool = False,
    max_cost: float | None = None,
) -> ConflictScore:
    """Say of how many claims of a response its documents disagree (ConflictScore, arXiv 2606.26437).

    A document is a text, or a mapping with a ``text`` and perhaps an ``id``, a ``title`` and a ``weight``. Claims and
    labels are a model's: that of ``gateway``, or ``model`` at ``api_base`` for at most ``max_cost`` USD; without one
    the variant is ``offline``, with one ``full`` (others: ``whole``, ``salient:K``, ``together``, ``prefilter``).
    ``read`` looks for conflicts of the documents too, by proof and rules, for ``acknowledged``.

    Raises:
        InputError: if there are no documents, no such variant, or it needs a model and there is none.
        ModelError: if the model cannot be asked.
        CostLimitError: if it would cost more.
    """
    case = Case("1", response, tuple(map(passage_of, documents)), question or "")
    asked = gateway is not None or model is not None
    settings = ScoreSettings(parse_variant(variant or ("full" if asked else "offline")), labels == "paper", read)
    if gateway is not None or model is None or settings.variant.name == "offline":
        return score_all([case], settings, gateway)[0]
    from contragraph.llm import open_gateway, read_config

    with open_gateway(read_config(None, model, api_base), max_cost=max_cost) as opened:
        return score_all([case], settings, opened)[0]
