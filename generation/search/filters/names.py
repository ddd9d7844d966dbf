"""Filters that look at names: what a text cannot call by its label, and names that say too much."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from contragraph.generation.search.candidate import Candidate
from contragraph.generation.search.filters.registry import Setting, register

_QUALIFIER = re.compile(r"\s*\([^)]*\)$")
_WORD = re.compile(r"[^\W\d_]{4,}")
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


def _things(candidate: Candidate) -> list[str]:
    return list(dict.fromkeys(e for s in candidate.statements for e in s.entities))


@register("label")
def label(candidate: Candidate, setting: Setting) -> str:
    """Every thing is called by a name that can stand in an English text."""
    for thing in _things(candidate):
        entity = setting.view.entities.get(thing)
        if entity is None or not readable(entity.label):
            return f"{thing} has no label that a text can use"
        if entity.hidden:
            return f"{thing} was cleaned away"
    return ""


@register("namesake")
def namesake(candidate: Candidate, setting: Setting) -> str:
    """No two things of a conflict have one name."""
    seen: dict[str, str] = {}
    truth = candidate.truth.entities if candidate.truth else ()
    for thing in dict.fromkeys((*_things(candidate), *truth)):
        name = bare(setting.view.label(thing))
        if seen.setdefault(name, thing) != thing:
            return f"{thing} and {seen[name]} are both called {name!r}"
    return ""


@register("shared-word")
def shared_word(candidate: Candidate, setting: Setting) -> str:
    """The perturbed statement's object shares no telling word with another thing: names say where things belong."""
    made = candidate.perturbed
    ends = [e for e in made.entities if candidate.truth is None or e not in candidate.truth.entities]
    for end in ends:
        own = words(setting.view.label(end)) - setting.common
        for thing in _things(candidate):
            if thing != end and (both := own & words(setting.view.label(thing))):
                return f"{end} and {thing} share the word {min(both)!r}"
    return ""
