"""Glosses: what a text says of a thing beside the statements, "American film director", and what it must not say.

A gloss is in no proof, so it may hold no word of what a conflict is about: else a text would tell more, or something
else, than its statements do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from contragraph.graph.model import Conflict, Literal, Statement
from contragraph.graph.model.sets import Across

_WORD = re.compile(r"[^\W\d_]+")
_SMALL = frozenset(("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"))


def words_of(text: str) -> frozenset[str]:
    """The words of a text in small letters, without those that mean nothing alone."""
    return frozenset(word.casefold() for word in _WORD.findall(text)) - _SMALL


def disputed(
    conflicts: Iterable[Conflict | Across], known: Mapping[str, Statement], entity: str, labels: Mapping[str, str]
) -> frozenset[str]:
    """The words of all that statements of conflicts join a thing to; ``known`` has the statements by id."""
    members = {i: known[i] for c in conflicts for m in c.minimal for i in m.statements if i in known}
    ends = {end for s in members.values() if entity in s.entities for end in (s.subject, s.object) if end != entity}
    said = (end.label or end.value if isinstance(end, Literal) else labels.get(end, "") for end in ends)
    return frozenset(word for each in said for word in words_of(each))
