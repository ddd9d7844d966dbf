"""Lies that keep two apart whom a name joins, or another owner between them.

"Gregg Allman was never a member of the Allman Brothers Band": whoever reads both names sees that they belong together.
"Vivendi has never been connected with Sierra" is refuted by Vivendi Games too, which one owns and which owns the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.graph.model import Statement

_BOUND = frozenset(
    (
        *("wdt:P127", "wdt:P749", "wdt:P355", "wdt:P527", "wdt:P463", "wdt:P178", "wdt:P112"),
        *("dbo:parentCompany", "dbo:owningCompany", "dbo:subsidiary", "dbo:bandMember", "dbo:formerBandMember"),
        *("dbo:associatedBand", "dbo:associatedMusicalArtist", "dbo:developer", "dbo:foundedBy"),
    )
)
_WORD = re.compile(r"[^\W\d_]{4,}")
_ANYBODY = frozenset(
    (
        *("records", "music", "company", "group", "entertainment", "pictures", "studios", "studio", "band"),
        *("brothers", "united", "city", "media", "television", "network", "broadcasting", "communications", "films"),
        *("corporation", "international", "games", "interactive", "home", "film", "orchestra"),
    )
)
"""Words that anybody's name may have."""
_OWNING = ("wdt:P127", "wdt:P749", "wdt:P355", "dbo:parentCompany", "dbo:owningCompany", "dbo:subsidiary")


def are_joined_anyway(
    seed: Statement, made: Statement, _supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether a lie keeps two apart that share a name, or an owner or a holding, besides what it denies."""
    if seed.relation not in _BOUND or set(made.entities) != set(seed.entities):
        return False
    words = [set(_WORD.findall(e.label.casefold())) - _ANYBODY for e in (yield from knowledge.entities(made.entities))]
    if len(words) == 2 and not words[0].isdisjoint(words[1]):
        return True
    if seed.relation not in _OWNING:
        return False
    one, other = made.entities
    return not (yield from _owned(one, knowledge)).isdisjoint((yield from _owned(other, knowledge)))


def _owned(firm: str, knowledge: Knowledge) -> Asking[set[str]]:
    """Who owns a company, and what it owns."""
    out, into = (yield from knowledge.out(firm)), (yield from knowledge.into(firm))
    return {end for relation in _OWNING for end in (*out.ends(relation), *into.ends(relation))}
