"""Lies about the clubs of people who never played: YAGO gave the careers of players to their better-known namesakes.

Of the 15,165 players of the sample some forty have a trade besides: an actress, a physicist, a philosopher of the
Middle Ages. Nobody would deny that Hans Bethe played for Leyton, or care who else did.
"""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.graph.model import Statement

_PLAYS = "wdt:P54"
_OF_SUBJECTS = ("wdt:P108", "wdt:P1303", "yago:graduatedFrom", "yago:hasAcademicAdvisor", "yago:isPoliticianOf")
_OF_OBJECTS = ("wdt:P161", "wdt:P57", "wdt:P86", "wdt:P737")
"""Relations whose subjects, and those whose objects, are of another trade than a player's."""


def is_of_a_namesake(
    seed: Statement, _made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether one of the true statements says of somebody of another trade for whom he played."""
    for player in dict.fromkeys(s.subject for s in (seed, *supports) if s.relation == _PLAYS):
        if not player.startswith("yago:"):
            continue
        out, into = (yield from knowledge.out(player)), (yield from knowledge.into(player))
        if any(out.ends(r) for r in _OF_SUBJECTS) or any(into.ends(r) for r in _OF_OBJECTS):
            return True
    return False
