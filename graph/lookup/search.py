"""Finding entities by a name that may be misspelt, in another word order, or only part of the whole name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal as OneOf
from typing import get_args

from contragraph.graph.lookup.index import fold, name_index
from contragraph.graph.model import Entity
from contragraph.graph.store import GraphStore

How = OneOf["exact", "same words", "prefix", "words", "similar"]
"""How a name fits what was typed, best first: it is that text (letter case aside); it has the same words or letters
(accents, punctuation, spaces and order aside); it begins so; all words stand in it; it is spelled like it."""
_PLACE = {how: place for place, how in enumerate(get_args(How))}

MANY = 5_000
"""Candidates that are compared at most; the best connected ones are."""
NEAR = 50
"""Similarity in percent below which a name with a word missing is not like what was typed."""
LEAST, BEHIND = 60, 15
"""Likeness in percent that a name must have, and how far it may be behind the likest: what is less is noise."""

_NAMES = "SELECT e.id, e.kg, e.degree, e.hidden, n.alias, n.text, n.folded FROM ({}) w \
JOIN name n ON n.number = w.number JOIN entity e ON e.number = n.entity ORDER BY n.number"
"""Of names chosen by their numbers; those of the best connected are the smallest."""
_SAME = _NAMES.format(f"SELECT number FROM name WHERE replace(folded, ' ', '') = ? ORDER BY number LIMIT {MANY}")
_PREFIX = _NAMES.format(f"SELECT number FROM name WHERE folded >= ? AND folded < ? ORDER BY number LIMIT {MANY}")
_WORDS = _NAMES.format(f"SELECT rowid AS number FROM words WHERE words MATCH ? ORDER BY rowid LIMIT {MANY}")


@dataclass(frozen=True, slots=True)
class Hit:
    """An entity of which ``name`` (an alias, or its label) fits what was typed."""

    entity: Entity
    name: str
    alias: bool
    how: How
    similarity: int
    """In percent: 100, but for similar names, where it is the share of letters that need no change."""


@dataclass(frozen=True, slots=True)
class _Row:
    id: str
    kg: str
    degree: int
    hidden: int
    alias: int
    name: str
    folded: str


def find_names(store: GraphStore, text: str, limit: int = 20, kg: str | None = None) -> list[Hit]:
    """Entities by name: the way it fits first (see ``How``), then similarity, then degree, then id.

    A word of up to two letters must be right, one of up to five may have one wrong, missing, superfluous or swapped
    letter, a longer one two. If too few names have all words, those that lack one word follow. Names that are much
    less like it than the likest are left out. Each entity is listed once, by its best name.

    :raises StoreError: if the store cannot be read.
    """
    with name_index(store) as index:
        ranked = _ranked(index, text, limit, kg)
    entities = store.entities(row.id for row, _, _ in ranked)
    return [
        Hit(entities[row.id], row.name, bool(row.alias), how, similarity)
        for row, how, similarity in ranked
        if row.id in entities
    ]


def _ranked(index: sqlite3.Connection, text: str, limit: int, kg: str | None) -> list[tuple[_Row, How, int]]:
    folded = fold(text)
    if not folded:
        return []
    best: dict[str, tuple[tuple[int, int, int, int, str], _Row, How, int]] = {}

    def note(rows: Iterable[_Row], least: int = 0) -> None:
        for row in rows:
            if kg is not None and row.kg != kg:
                continue
            how = _fit(text, folded, row)
            similarity = _similarity(folded, row.folded) if how == "similar" else 100
            if similarity < least:
                continue
            key = (_PLACE[how], -similarity, -row.degree, row.alias, row.name)
            if row.id not in best or key < best[row.id][0]:
                best[row.id] = (key, row, how, similarity)

    note(_rows(index, _SAME, folded.replace(" ", "")))
    note(_rows(index, _PREFIX, folded, folded + "\U0010ffff"))
    near = [_near(index, word) for word in dict.fromkeys(folded.split())]
    note(_with_words(index, near))
    if len(best) < limit and len(near) > 1:
        for left_out in range(len(near)):
            note(_with_words(index, near[:left_out] + near[left_out + 1 :]), NEAR)
    order = sorted(best.items(), key=lambda item: (item[1][0][:3], item[0]))
    ordered = [(row, how, similarity) for _, (_, row, how, similarity) in order]
    like = [_likeness(folded, row.folded, similarity) for row, _, similarity in ordered]
    bar = max(LEAST, max(like, default=0) - BEHIND)
    kept = ((row, how, similarity) for (row, how, similarity), its in zip(ordered, like, strict=True) if its >= bar)
    return list(islice(kept, limit))


def _fit(text: str, folded: str, row: _Row) -> How:
    if row.name.lower() == text.strip().lower():
        return "exact"
    wanted, words = folded.split(), row.folded.split()
    if sorted(wanted) == sorted(words) or "".join(wanted) == "".join(words):
        return "same words"
    if row.folded.startswith(folded):
        return "prefix"
    return "words" if set(wanted) <= set(words) else "similar"


def _similarity(wanted: str, name: str) -> int:
    """The share of letters that need no change, in percent: with the words as they are, or sorted if that is better."""
    from rapidfuzz.distance import OSA

    given = OSA.normalized_similarity(wanted, name)
    ordered = OSA.normalized_similarity(" ".join(sorted(wanted.split())), " ".join(sorted(name.split())))
    return round(100 * max(given, ordered))


def _likeness(wanted: str, name: str, similarity: int) -> int:
    """The similarity, or that to those words of the name alone that are likest: most often it is longer than needed."""
    from rapidfuzz.distance import OSA

    if similarity == 100:
        return 100
    words, wrong, letters = name.split(), 0, 0
    for word in wanted.split():
        changes, length = min((OSA.distance(word, other), max(len(word), len(other))) for other in words)
        wrong, letters = wrong + changes, letters + length
    return max(similarity, round(100 * (1 - wrong / letters)))


def _rows(index: sqlite3.Connection, query: str, *values: str) -> Iterator[_Row]:
    return (_Row(*row) for row in index.execute(query, values))


def _with_words(index: sqlite3.Connection, groups: list[list[str]]) -> Iterator[_Row]:
    """The names that have a word of each group."""
    if not groups or not all(groups):
        return iter(())
    spelled = (" OR ".join(f'"{word}"' for word in group) for group in groups)
    return _rows(index, _WORDS, " AND ".join(f"({group})" for group in spelled))


def _near(index: sqlite3.Connection, word: str) -> list[str]:
    """The words of all names that are this one but for typing errors."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    wrong = 0 if len(word) <= 2 else 1 if len(word) <= 5 else 2
    between = (len(word) - wrong, len(word) + wrong)
    rows = index.execute("SELECT word FROM word WHERE length BETWEEN ? AND ?", between)
    words = [row[0] for row in rows]
    return [found for found, _, _ in process.extract(word, words, scorer=OSA.distance, score_cutoff=wrong, limit=None)]
