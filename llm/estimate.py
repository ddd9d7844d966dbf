"""What questions would take, before one is asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from contragraph.llm import provider
from contragraph.llm.asking import Ask
from contragraph.llm.budget import price_of
from contragraph.llm.config import ModelsConfig
from contragraph.llm.shapes import in_words


@dataclass(frozen=True, slots=True)
class Estimate:
    """Calls, tokens and USD: ``cost`` is what comes at most without retries, None where a price is not known."""

    calls: int
    tokens_in: int
    tokens_out: int
    """At most: every answer as long as it may be."""
    cost: float | None


def estimate(asks: Iterable[Ask], config: ModelsConfig) -> Estimate:
    """What these questions would take if none were in the cache."""
    calls = tokens_in = tokens_out = 0
    cost: float | None = 0.0
    for ask in asks:
        settings = config.settings(ask.step)
        texts = [m.content for m in ask.messages] + ([in_words(ask.shape)] if ask.shape else [])
        tokens = provider.count_tokens(settings.model, texts)
        price = price_of(settings)
        calls += 1
        tokens_in += tokens
        tokens_out += settings.max_tokens
        cost = None if cost is None or price is None else cost + price.of(tokens, settings.max_tokens)
    return Estimate(calls, tokens_in, tokens_out, cost)
