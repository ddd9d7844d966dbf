"""Lies that a name refutes: "Gregg Allman was never a member of the Allman Brothers Band".

Whoever reads both names sees that they belong together.
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
        *(
            "records",
            "music",
            "company",
            "group",
            "entertainment",
            "pictures",
            "studios",
            "studio",
            "band",
            "orchestra",
        ),
        *("brothers", "united", "city", "media", "television", "network", "broadcasting", "communications", "films"),
        *("corporation", "international", "games", "interactive", "home", "film"),
    )
)
"""Words that anybody's name may have."""


def denies_a_name(
    seed: Statement, made: Statement, _supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether a lie keeps two apart that are joined as owner and owned, or band and member, and share a name."""
    if seed.relation not in _BOUND or set(made.entities) != set(seed.entities):
        return False
    words = [set(_WORD.findall(e.label.casefold())) - _ANYBODY for e in (yield from knowledge.entities(made.entities))]
    return len(words) == 2 and not words[0].isdisjoint(words[1])
