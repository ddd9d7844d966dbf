"""Lies that somebody studied nowhere in a place, beside another school that a reader knows to be there.

"She never attended a school in the United States" is no careful lie in a text that begins with Northwestern
University; where that is, the graph need not know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.graph.model import Statement

_NO_SCHOOL_IN = re.compile(r"^cg:none(?:Located|Within)_(?:P69|graduatedFrom|almaMater)$")
_SCHOOLS = ("wdt:P69", "yago:graduatedFrom", "dbo:education", "dbo:college")
_COUNTRY = "wdt:P17"


def studied_elsewhere_too(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether somebody has a school besides those of the statements, not known to be abroad."""
    if not _NO_SCHOOL_IN.match(made.relation):
        return False
    out = yield from knowledge.out(made.subject)
    meant = {end for s in (seed, *supports) for end in s.entities}
    others = [school for relation in _SCHOOLS for school in out.ends(relation) if school not in meant]
    if not others:
        return False
    if not any(s.relation == _COUNTRY and s.object == made.object for s in supports):
        return True
    yield from knowledge.prefetch_out(others)
    for school in others:
        countries = (yield from knowledge.out(school)).ends(_COUNTRY)
        if not countries or made.object in countries:
            return True
    return False
