"""Lies about "the spouse", "the director" and "the composer": there must be one, as far as the graph knows.

Such a lie reads like any other sentence, where one about all spouses ("was never married to anyone who …") does not.
Of somebody who was married twice it leaves open who is meant, and so it does of a marriage that ended before either
died, after which there may have been another. DBpedia tells of neither, so that nothing is said of spouses there. Each
rule was found by reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.lives import death_of
from contragraph.graph.model import Statement


class _One(NamedTuple):
    """A kind of lies, the relations that say of whom it speaks, and whether these hold both ways."""

    form: re.Pattern[str]
    relations: tuple[str, ...]
    both_ways: bool = False


_MARRIED = ("wdt:P26", "dbo:spouse")
_ONES = (
    _One(re.compile(r"^cg:none\w+_(?:P26|spouse)$"), _MARRIED, both_ways=True),
    _One(re.compile(r"^cg:(?:none\w+_(?:P57|director)$|director)"), ("wdt:P57", "dbo:director")),
    _One(re.compile(r"^cg:none\w+_(?:P86|musicComposer)$"), ("wdt:P86", "dbo:musicComposer")),
)
_OF_TWO = re.compile(r"^cg:directors[A-Z]")
"""Lies about the directors of both ends."""
_TIMELESS = "dbr:"
"""The prefix of things of a graph that does not tell when marriages ended."""


def speaks_of_nobody(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether a lie speaks of the spouse, director or composer where there is none or several, or of an earlier one."""
    of_spouses = _ONES[0].form.match(made.relation) is not None
    if of_spouses and made.subject.startswith(_TIMELESS):
        return True
    for one in _ONES:
        if one.form.match(made.relation):
            for end in made.entities if _OF_TWO.match(made.relation) else (made.subject,):
                if not (yield from _has_one(end, one, knowledge)):
                    return True
    if of_spouses:
        for marriage in (s for s in (seed, *supports) if s.relation in _MARRIED):
            if not (yield from _lasted(marriage, knowledge)):
                return True
    return False


def _has_one(end: str, one: _One, knowledge: Knowledge) -> Asking[bool]:
    out = yield from knowledge.out(end)
    known = {other for relation in one.relations for other in out.ends(relation)}
    if one.both_ways:
        into = yield from knowledge.into(end)
        known.update(other for relation in one.relations for other in into.ends(relation))
    return len(known) == 1


def _lasted(marriage: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether a marriage is not known to have ended before one of the two died."""
    if marriage.valid_to is None:
        return True
    ends = yield from knowledge.entities(marriage.entities)
    return any(marriage.valid_to[:4] == str(death_of(e)) for e in ends)
