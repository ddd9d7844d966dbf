"""What somebody may have meant who wrote a name that is not there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_ALIKE = 0.6
"""How alike two names are at least, of which one may be meant by the other (0 to 1)."""


def nearest(name: str, known: Iterable[str]) -> str:
    """A clause that names what is most like a name, with a blank before it; empty where nothing is."""
    found = get_close_matches(name, sorted(known), n=1, cutoff=_ALIKE)
    return f" the nearest is {found[0]};" if found else ""
