"""How fast servers are asked: calls in flight, tokens in a minute, and pauses that a server asked for.

Who waits, and how long, has no influence on answers; so the jitter comes from a plain random generator.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from contragraph.llm.config import Limits

MINUTE = 60.0
SPREAD = 0.05
"""Seconds over which calls come back that waited for the same moment."""
APART = 0.004
"""Seconds between calls that start while places are free: about the work of a processor on one of them.

Calls that start together do all their steps together: each waits for the others' work before its own request leaves,
and again when the answers come, all at once, in every round. Set off one after the other they stay so, and the work on
one is done while the others wait for the server.
"""


@dataclass(slots=True)
class Load:
    """A call in the window of the last minute; its tokens are an estimate until it has ended."""

    since: float
    tokens: int


class Pace:
    """The limits of one gateway, shared by all its calls."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.in_flight)
        self._clear_from = 0.0
        self._inside = self._started = 0
        self._next_start = 0.0
        self._window: deque[Load] = deque()

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[Load]:
        """A place among the calls in flight, for a call of about so many tokens."""
        async with self._slots:
            self._inside += 1
            try:
                await self._started_apart()
                while (wait := self._wait(tokens)) > 0:
                    await asyncio.sleep(wait)
                load = Load(asyncio.get_running_loop().time(), tokens)
                if self._limits.tokens_per_minute is not None:
                    self._window.append(load)
                yield load
            finally:
                self._inside -= 1

    async def _started_apart(self) -> None:
        """Wait for this call's turn if it takes a place that no call has left since all were free."""
        if self._inside == 1:
            self._started = 0
        if self._started == self._limits.in_flight:
            return
        self._started += 1
        now = asyncio.get_running_loop().time()
        turn = max(now, self._next_start)
        self._next_start = turn + APART
        if turn > now:
            await asyncio.sleep(turn - now)

    def _wait(self, tokens: int) -> float:
        """Seconds until such a call may go out, as far as is known now."""
        now = asyncio.get_running_loop().time()
        if self._clear_from > now:
            return self._clear_from - now + random.uniform(0, SPREAD)
        limit = self._limits.tokens_per_minute
        if limit is None:
            return 0
        while self._window and self._window[0].since <= now - MINUTE:
            self._window.popleft()
        used = sum(load.tokens for load in self._window)
        # A call that is larger than the limit goes out alone.
        return self._window[0].since + MINUTE - now if self._window and used + tokens > limit else 0

    def pause(self, seconds: float) -> None:
        """Nobody asks for so many seconds."""
        self._clear_from = max(self._clear_from, asyncio.get_running_loop().time() + seconds)

    def backoff(self, failures: int) -> float:
        """Seconds to wait after so many failures in a row: doubled each time, with jitter."""
        longest = min(self._limits.longest_wait, self._limits.first_wait * 2.0 ** min(failures - 1, 20))
        return longest * random.uniform(0.5, 1)
