"""The event loop in which all gateways of a process send their requests: a thread that runs while one is open.

One for all, since litellm's connections belong to a loop and are closed together.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import wait
from typing import TypeVar

from contragraph.llm import provider

T = TypeVar("T")
_LOOK_UP = 0.5
"""Seconds after which a waiting caller looks up: a Ctrl-C that reached another thread does not wake it."""


class LoopThread:
    """A loop that is started for its first user and ended by its last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def enter(self) -> None:
        """Become a user."""
        with self._lock:
            self._users += 1
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name="models", daemon=True)
                self._thread.start()

    def leave(self) -> None:
        """Be a user no more."""
        with self._lock:
            self._users -= 1
            if self._users or self._loop is None or self._thread is None:
                return
            self.run(_ended())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._loop = self._thread = None

    def run(self, work: Coroutine[None, None, T]) -> T:
        """Do work in the loop; Ctrl-C here ends it there."""
        assert self._loop is not None
        with provider.quietly():  # before the work begins, which may import litellm with filters of its own
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
            try:
                while not wait([future], timeout=_LOOK_UP).done:
                    pass
                return future.result()
            except BaseException:
                future.cancel()
                raise


async def _ended() -> None:
    """Close connections, and end what litellm runs by itself."""
    await provider.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_default_executor()


LOOP = LoopThread()
