"""A stop (Ctrl-C, SIGTERM) that waits for the end of what must not be cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOPS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def unstopped() -> Iterator[None]:
    """Do what is within as if nobody stopped it; who did is heard right after.

    Signals are not blocked, for the system would give them to another thread, and Python to this one.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is stopped
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        del frame
        came.append(number)

    before = {each: signal.signal(each, note) for each in STOPS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, signal.SIG_DFL if handler is None else handler)
        if came:
            signal.raise_signal(came[0])
