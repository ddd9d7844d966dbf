"""Lies about all schools or homes of somebody, beside another school or home that a reader may know to be there.

"She never attended a school in the United States" is no careful lie in a text that begins with Northwestern
University, nor is "his whole life outside New York" in one that ends with his birth in Queens; where those are, the
graph need not know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.graph.model import Statement

_NO_SCHOOL_IN = re.compile(r"^cg:none(?:Located|Within)_(?:P69|graduatedFrom|almaMater)$")
_SCHOOLS = ("wdt:P69", "yago:graduatedFrom", "dbo:education", "dbo:college")
_COUNTRY = "wdt:P17"
_NEVER_LIVED_IN = "cg:livedOutside"
_HOMES = ("wdt:P19", "wdt:P20", "wdt:P551", "dbo:hometown")


def was_elsewhere_too(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether somebody has a school, or a home, besides those of the statements, that may be in the place."""
    of_schools = _NO_SCHOOL_IN.match(made.relation) is not None
    if not of_schools and made.relation != _NEVER_LIVED_IN:
        return False
    meant = {end for s in (seed, *supports) for end in s.entities}
    out = yield from knowledge.out(made.subject)
    others = [
        end for relation in (_SCHOOLS if of_schools else _HOMES) for end in out.ends(relation) if end not in meant
    ]
    if not others:
        return False
    if not of_schools:
        return not (yield from _say_that_they_are_elsewhere(others, str(made.object), knowledge))
    abroad = any(s.relation == _COUNTRY and s.object == made.object for s in supports)
    return not (abroad and (yield from _are_abroad(others, str(made.object), knowledge)))


def _are_abroad(schools: Sequence[str], country: str, knowledge: Knowledge) -> Asking[bool]:
    yield from knowledge.prefetch_out(schools)
    for school in schools:
        countries = (yield from knowledge.out(school)).ends(_COUNTRY)
        if not countries or country in countries:
            return False
    return True


def _say_that_they_are_elsewhere(homes: Sequence[str], place: str, knowledge: Knowledge) -> Asking[bool]:
    """Whether each name tells that the town is in another state than the place: "Ulm, Minnesota", not in New York."""
    entities = yield from knowledge.entities((place, *homes))
    label = entities[0].label
    return all(", " in e.label and not e.label.endswith(f", {label}") for e in entities[1:])
