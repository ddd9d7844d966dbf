"""Words for things: which classes and nouns a text may use, and how names are said.

Both tables were made by reading: every class and noun that two facts or more of the shared sample of Wikidata have, and
every name that two facts or more are about. What a reader would have struck out is not among the words; names that no
article has by rule, or that no text can use, are listed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Names:
    """Names of which neither their words nor their classes tell how they are said."""

    with_the: frozenset[str]
    """Names that have *the* within a sentence."""
    plural: frozenset[str]
    """Names whose verb is in the plural."""
    singular: frozenset[str]
    """Names whose verb is in the singular, though they end like names of many."""
    unfit: frozenset[str]
    """Labels that are no names in English: classes with a capital, titles of lists, codes, slips of spelling."""


@cache
def usual_words() -> Mapping[str, frozenset[str]]:
    """For relations whose objects are words, such as ``wdt:P106``, the words that a text may use there."""
    return {f"wdt:{relation}": frozenset(words) for relation, words in _table("words").items()}


@cache
def known_names() -> Names:
    """The names that are said otherwise than rules would have it."""
    table = _table("names")
    return Names(*(frozenset(table[group]) for group in ("with_the", "plural", "singular", "unfit")))


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))
