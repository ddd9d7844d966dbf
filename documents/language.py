"""English words: tokens by spaCy's rules, stems by Snowball, the short lists that our own rules name (``words.toml``).

No trained model is needed, and none is looked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from snowballstemmer.english_stemmer import EnglishStemmer

from contragraph.graph.errors import InputError
from contragraph.graph.lookup.index import fold

if TYPE_CHECKING:
    from spacy.language import Language


@dataclass(frozen=True, slots=True)
class WordToken:
    """A word or sign with its place in the sentence."""

    text: str
    lower: str
    start: int
    end: int
    stem: str
    """Nothing for what carries no meaning by itself."""
    number: bool
    spaced: bool
    """Is there a blank before it?"""

    @property
    def capital(self) -> bool:
        """Does it begin with a capital letter?"""
        return self.text[:1].isupper()


@cache
def lists() -> Mapping[str, frozenset[str]]:
    """The lists of words by name."""
    table = _table()
    return {name: frozenset(words) for name, words in table.items() if name not in ("opposites", "units")}


@cache
def _table() -> dict[str, Any]:
    loaded: dict[str, Any] = tomllib.loads((files(__package__) / "words.toml").read_text("utf-8"))
    return loaded


@cache
def units() -> Mapping[str, tuple[str, float]]:
    """Unit stems with the base unit and how much of it they are."""
    return {name: (str(base), float(factor)) for name, (base, factor) in _table()["units"].items()}


@cache
def opposites() -> Mapping[str, frozenset[str]]:
    """The stems that a stem excludes."""
    found: dict[str, set[str]] = {}
    for one, other in _table()["opposites"]:
        a, b = stem_of(one), stem_of(other)
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {name: frozenset(its) for name, its in found.items()}


@lru_cache(maxsize=1 << 16)
def stem_of(word: str) -> str:
    """The stem of a word, without accents."""
    # One for each word, since it keeps its place in it; named, since the package would take another kind where it is.
    stem: str = EnglishStemmer().stemWord(fold(word))
    return stem


@cache
def _language() -> Language:
    try:
        import spacy
    except ImportError:
        raise InputError(
            "Reading statements from texts without a model needs spaCy: pip install 'contragraph[nlp]'."
        ) from None
    return spacy.blank("en")


@cache
def _stops() -> frozenset[str]:
    words = _language().Defaults.stop_words
    return (frozenset(words) | lists()["light"] | lists()["articles"]) - lists()["kept"]


@lru_cache(maxsize=1 << 16)
def _meaning(lower: str) -> str:
    """The stem of a word that carries meaning, or nothing."""
    if lower in _stops() or not any(c.isalnum() for c in lower) or lower == "n't":
        return ""
    return stem_of(lower)


def is_stop(lower: str) -> bool:
    """Is it a word of the sentence's frame?"""
    return lower in _stops()


@lru_cache(maxsize=1 << 13)
def tokens(body: str) -> tuple[WordToken, ...]:
    """The tokens of a sentence.

    :raises InputError: if spaCy is not installed.
    """
    found = []
    for token in _language().make_doc(body):
        if token.is_space:
            continue
        lower = token.lower_.replace("’", "'")
        start = token.idx
        found.append(
            WordToken(
                token.text,
                lower,
                start,
                start + len(token.text),
                _meaning(lower),
                token.like_num,
                start > 0 and body[start - 1].isspace(),
            )
        )
    return tuple(found)
