"""When a found conflict is a declared one, and when a declared one is localised: by sentences alone.

A found conflict *matches* a declared one if it names a sentence that states one of its original statements (in the
original text) and a sentence that states one of its perturbed or shared statements in the perturbed text. The declared
conflict is *localised* if the found conflicts that match it name, together, a sentence for every statement of one of
its minimal sets; a statement that several sentences state, or both texts, is named by any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from contragraph.evaluation.named import parse_conflict
from contragraph.evaluation.sheets import DeclaredStatement, Key


class Declares(Protocol):
    """A declared conflict: its statements with their sentences, and its minimal sets as indices of them."""

    @property
    def statements(self) -> tuple[DeclaredStatement, ...]:
        """The statements."""

    @property
    def minimal(self) -> tuple[tuple[int, ...], ...]:
        """The minimal sets."""


@dataclass(frozen=True, slots=True)
class Needed:
    """What a reader must name: one of each of ``anchors`` to find a conflict, and to localise it one of each group."""

    anchors: tuple[frozenset[str], frozenset[str]]
    minimal: tuple[tuple[frozenset[str], ...], ...]

    @property
    def sentences(self) -> frozenset[str]:
        """Every sentence that states something of the conflict."""
        return frozenset(name for groups in self.minimal for group in groups for name in group)

    def matches(self, found: frozenset[str]) -> bool:
        """Is the found conflict this one?"""
        return all(found & anchor for anchor in self.anchors)

    def localised(self, found: Iterable[frozenset[str]]) -> bool:
        """Do those of the found conflicts that match name all that it takes?"""
        named = frozenset[str]().union(*(f for f in found if self.matches(f)))
        return any(all(named & group for group in groups) for groups in self.minimal)


NEVER = Needed((frozenset(), frozenset()), ())
"""Of a conflict that the texts do not state: nobody can find it."""


def sentences_known(conflict: Declares) -> bool:
    """Does the dataset say which sentences state the conflict?"""
    return all(s.sentences is not None for s in conflict.statements)


def needed_sentences(conflict: Declares, original: str) -> Needed:
    """What must be named of one conflict; ``original`` is the text of the original side, A or B."""
    stated = [frozenset(s.sentences or ()) for s in conflict.statements]
    anchors: tuple[set[str], set[str]] = (set(), set())
    for declared, names in zip(conflict.statements, stated, strict=True):
        if declared.role == "original":
            anchors[0].update(n for n in names if n[0] == original)
        else:
            anchors[1].update(n for n in names if n[0] != original)
    groups = tuple(tuple(stated[i] for i in indices) for indices in conflict.minimal)
    return Needed((frozenset(anchors[0]), frozenset(anchors[1])), groups)


def _needed_as_named(words: str | None, sizes: Mapping[str, int]) -> Needed:
    if words is None:
        return NEVER
    named = parse_conflict(words, sizes)
    first, second = (frozenset(n for n in named if n[0] == text) for text in sizes)
    return Needed((first, second), (tuple(frozenset({n}) for n in sorted(named)),))


def needed(key: Key, sizes: Mapping[str, int], named: Sequence[str | None] | None) -> list[Needed] | None:
    """For each declared conflict of a pair what must be named.

    ``named`` are the sentences of each as the judge names them, used where the dataset does not know them; None if
    they are unknown to both.
    """
    if all(map(sentences_known, key.conflicts)):
        return [needed_sentences(c, "A" if key.A == "original" else "B") for c in key.conflicts]
    return None if named is None else [_needed_as_named(words, sizes) for words in named]


def beyond(found: Iterable[str], wanted: Sequence[Needed], sizes: Mapping[str, int]) -> list[str]:
    """The found conflicts that match no declared one."""
    return [words for words in found if not any(n.matches(parse_conflict(words, sizes)) for n in wanted)]
