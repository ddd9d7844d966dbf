"""How names are said that no rule knows: with an article or without, of one or of many.

The table was made by reading every name that two facts or more of the shared sample of Wikidata are about.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Names of which neither their words nor their classes tell how they are said."""

    with_the: frozenset[str]
    """Names that have *the* within a sentence."""
    plural: frozenset[str]
    """Names whose verb is in the plural."""
    singular: frozenset[str]
    """Names whose verb is in the singular, though they end like names of many."""
    peoples: frozenset[str]
    """Adjectives of peoples and countries."""


@cache
def known_names() -> KnownNames:
    """The names that are said otherwise than rules would have it."""
    table = tomllib.loads((files(__package__) / "names.toml").read_text(encoding="utf-8"))
    with_the, plural, singular = (frozenset(table[group]) for group in ("with_the", "plural", "singular"))
    return KnownNames(with_the, plural, singular, frozenset(table["peoples"].split()))
