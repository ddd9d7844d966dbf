"""Fewer garbage collections while pairs are made.

A search keeps a million small objects that refer to each other without cycles: counting references frees them, and
looking through them all for cycles took a quarter of the processor's time of a run.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_RARELY = (100_000, 500, 100)
"""New objects until the youngest are looked through, and how many such turns until the older ones are."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Collect garbage rarely until the end, then as before."""
    before = gc.get_threshold()
    gc.set_threshold(*_RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
