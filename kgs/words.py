"""The words of a graph: its own, and those of another graph for relations that are the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from contragraph.ontology.axioms import Role
from contragraph.ontology.lexicon import Entry, read_lexicon
from contragraph.ontology.phrase import Phrase, parse_phrase

_SLOT = re.compile(r"\{([^}|]*)\}")
_END = re.compile(r"(?<!')\b[so]\b")
_OTHER = {"s": "o", "o": "s"}


def words_of(path: Path, base: Mapping[str, Entry], exact: Mapping[str, Role]) -> Mapping[str, Entry]:
    """The words of a file beside those of another graph, with whose relations those of ``exact`` are the same.

    Raises:
        OntologyError: an entry is not well formed.
    """
    known = read_lexicon(path, base) if path.exists() else dict(base)
    same = {
        own: mirrored(known[role.relation]) if role.inverse else known[role.relation]
        for own, role in exact.items()
        if role.relation in known
    }
    return {**same, **known}


def mirrored(entry: Entry) -> Entry:
    """What is said of a relation, said of one that holds the other way round; what depends on kinds is left out."""
    return Entry(
        said_of_subject=_turned(entry.said_of_object),
        said_of_object=_turned(entry.said_of_subject),
        clauses=_turned(entry.clauses),
        not_of_subject=_turned(entry.not_of_object),
        not_of_object=_turned(entry.not_of_subject),
        not_clauses=_turned(entry.not_clauses),
    )


def _turned(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    found = []
    for phrase in phrases:
        text = _SLOT.sub(lambda slot: _END.sub(lambda end: _OTHER[end[0]], slot[0]), phrase.text)
        try:
            found.append(parse_phrase(text))
        except ValueError:  # a form of a name that only the other end can have
            continue
    return tuple(found)
