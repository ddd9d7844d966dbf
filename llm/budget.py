"""What calls cost, and the limit that is never passed: each call is let go only if the most it can cost still fits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from contragraph.graph.errors import CostLimitError
from contragraph.llm.asking import Spent
from contragraph.llm.config import StepSettings

MILLION = 1_000_000
BYTES_A_TOKEN = 4
"""About; where no server says how many there were."""
ABSURD = 100
"""Times the most tokens that there can be, from which on nobody believes a server."""
FRAME = 24
"""Tokens at most that a protocol adds to each message."""


@dataclass(frozen=True, slots=True)
class Price:
    """USD for one token, in and out."""

    token_in: float
    token_out: float

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """USD for so many tokens."""
        return self.token_in * tokens_in + self.token_out * tokens_out


def price_of(settings: StepSettings) -> Price | None:
    """The price of a model: that of the config, else that of litellm's table; None where neither knows it."""
    if settings.price_in is not None or settings.price_out is not None:
        return Price((settings.price_in or 0) / MILLION, (settings.price_out or 0) / MILLION)
    if settings.api_base is not None:
        # A server of one's own is not the provider that the table speaks of.
        return None
    from contragraph.llm.provider import table_price

    found = table_price(settings.model)
    return None if found is None else Price(*found)


def most_tokens(texts: Iterable[str]) -> int:
    """Tokens that the messages of a request can have at most.

    Tokenisers cut bytes: there are never more tokens than bytes.
    """
    return sum(len(text.encode("utf-8", "replace")) + FRAME for text in texts)


def counted(said: int | None, texts: Iterable[str], most: int) -> int:
    """Tokens that are counted for texts: what a server says of them, as far as it can be true.

    A token is no more than a word, so fewer than the words are not believed; nor are many times the most that there can
    be, though a server may put something before a question. Where it says nothing sensible, they are about a fourth of
    the bytes.
    """
    told = list(texts)
    words = sum(len(text.split()) for text in told)
    if said is None or not 0 < said <= ABSURD * most:
        size = sum(len(text.encode("utf-8", "replace")) for text in told)
        said = size // BYTES_A_TOKEN + 1 if size else 0
    return max(said, words)


class Budget:
    """The limit of one gateway in USD; None for no limit."""

    def __init__(self, limit: float | None, spent: Spent) -> None:
        self._limit = limit
        self._spent = spent
        self._reserved = 0.0
        self._in_flight = 0
        self._changed = asyncio.Event()

    async def reserve(self, most: float) -> None:
        """Wait until a call that costs so much at most fits.

        :raises CostLimitError: if it does not fit when no other call is in flight
        """
        while self._limit is not None and self._used + self._reserved + most > self._limit:
            if not self._in_flight:
                raise CostLimitError(
                    f"Stopped before the limit of ${self._limit:.2f} is passed: ${self._used:.4f} is spent, and the "
                    f"next question may cost up to ${most:.4f}. All answers are kept; go on with a higher --max-cost."
                )
            self._changed.clear()
            await self._changed.wait()
        self._reserved += most
        self._in_flight += 1

    @property
    def limited(self) -> bool:
        """Whether there is a limit."""
        return self._limit is not None

    @property
    def _used(self) -> float:
        return self._spent.cost + self._spent.lost

    def settle(self, most: float) -> None:
        """A call has ended; what it cost is in ``spent`` by now."""
        self._in_flight -= 1
        self._reserved = self._reserved - most if self._in_flight else 0.0
        self._changed.set()
