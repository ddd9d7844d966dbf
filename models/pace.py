"""How fast a server is asked: calls in flight, tokens in a minute, and pauses that it asked for.

Who waits, and how long, has no influence on answers; so the jitter comes from a plain random generator.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from contragraph.models.config import Limits


class Pace:
    """The limits of one gateway, shared by all its calls."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.in_flight)
        self._clear_from = 0.0
        """When the last pause ends that a server asked for."""
        self._paid_until = 0.0
        """When the tokens that were asked for so far will have passed, at the rate of the limit."""

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[None]:
        """A place among the calls in flight, for a call of so many tokens at most."""
        async with self._slots:
            while (wait := self._wait(tokens)) > 0:
                await asyncio.sleep(wait)
            yield

    def _wait(self, tokens: int) -> float:
        """Seconds until this call may go out; 0 takes its tokens from the minute."""
        now = asyncio.get_running_loop().time()
        if self._clear_from > now:
            # All waited for the same moment; they come back one after the other.
            return self._clear_from - now + random.uniform(0, 0.05)
        if self._limits.tokens_per_minute is None:
            return 0
        rate = self._limits.tokens_per_minute / 60
        # What has not been used up counts for a minute.
        start = max(self._paid_until, now - 60)
        free = start + tokens / rate
        if free > now and start > now - 60 + 1e-6:
            return free - now
        self._paid_until = free
        return 0

    def pause(self, seconds: float) -> None:
        """Nobody asks for so many seconds."""
        self._clear_from = max(self._clear_from, asyncio.get_running_loop().time() + seconds)

    def backoff(self, failures: int) -> float:
        """Seconds to wait after so many failures in a row: doubled each time, with jitter."""
        longest = min(self._limits.longest_wait, self._limits.first_wait * 2.0 ** min(failures - 1, 20))
        return longest * random.uniform(0.5, 1)
