"""What long work says of itself while it goes on."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """What long work calls now and then; it must not raise."""

    def __call__(self, stage: str, done: int, total: int, /) -> None:
        """``done`` of ``total`` units of a stage are through."""


def silent(stage: str, done: int, total: int) -> None:
    """Progress that nobody sees."""
    del stage, done, total
