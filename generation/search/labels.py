"""Names of things: what a text can call them by, and which words of theirs may tell something."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_QUALIFIER = re.compile(r"\s*\([^)]*\)$")
_WORD = re.compile(r"[^\W\d_]{4,}")
_NUMBER = re.compile(r"\d+\w*|\b[ivxlc]+\b")
_LONGEST = 60


@lru_cache(maxsize=1 << 17)
def readable(label: str) -> bool:
    """Whether a label can stand in an English text: mostly Latin letters, not too long, not a code or a file's name."""
    letters = [c for c in label if c.isalpha()]
    if not 2 <= len(label) <= _LONGEST or len(letters) < 2 or len(letters) * 2 < len(label.replace(" ", "")):
        return False
    if any(c in label for c in "_<>{}|/\\") or ":" in label[:4] or "()" in label or label != " ".join(label.split()):
        return False
    return label.isascii() or all(unicodedata.name(c, "").startswith("LATIN") for c in letters)


@lru_cache(maxsize=1 << 17)
def bare(label: str) -> str:
    """A label without its qualifier in parentheses, for comparing."""
    return _QUALIFIER.sub("", label).casefold()


@lru_cache(maxsize=1 << 17)
def words(label: str) -> frozenset[str]:
    """The words of a label that may tell something."""
    return frozenset(_WORD.findall(bare(label)))


@lru_cache(maxsize=1 << 17)
def unnumbered(label: str) -> str:
    """A label with every number blotted out: what the members of a series have in common."""
    return _NUMBER.sub("#", bare(label))
