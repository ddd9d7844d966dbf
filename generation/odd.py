"""Kinds of lies that contradict, but that readers find odd: a dataset takes few of them.

"No relative of hers ever lived in California" denies what nobody can know, "never taught anyone who played the piano"
what nobody would ask. Each kind was called silly by readers who judged every conflict of a dataset, or of several draws
(docs/reading.md); kinds that no text should have are refused by :mod:`contragraph.generation.rules.pointless`.
"""

from __future__ import annotations

ODD = frozenset(
    {
        # Of whole families, and of all whom a teacher taught or a label recorded.
        *("cg:noneLived_P1038", "cg:noOccupation_P1038"),
        *(f"cg:none{what}_inv_P1066" for what in ("Studied", "Born", "Awarded")),
        *("cg:nonePlays_inv_P1066", "cg:noOccupation_inv_P1066", "cg:noCommon_inv_P1066", "cg:noCommon_P1066"),
        *("cg:noneBorn_inv_P264", "cg:nonePlays_inv_P264", "cg:noCommon_inv_P264", "cg:noneFoundedBy_P264"),
        *("cg:noneOfGenre_P264", "cg:noneAwarded_inv_P264", "cg:noOccupation_inv_P264", "cg:noneAwarded_P1066"),
        # Of members of bands and bodies.
        *(f"cg:none{what}_P527" for what in ("Born", "Awarded", "Plays")),
        *(f"cg:none{what}_inv_P463" for what in ("Studied", "Awarded", "Plays")),
        *("cg:noneSeated_P463", "cg:noneFoundedBy_P463", "cg:noneFoundedBy_P127"),
        # Of trades among idols.
        "cg:noOccupation_P737",
        # Of two that nobody compares.
        *(f"cg:noCommon_{relation}" for relation in ("P127", "P144", "P178", "P264", "P421")),
        *("cg:noneBorn_P287", "cg:noOccupation_P287", "cg:noneOrigin_inv_P144", "cg:noneMadeWith_inv_P144"),
        *("cg:noneSeated_P178", "cg:noPowerInMemberOf", "cg:separateFrom"),
        # Of what any map shows.
        *("cg:liesOutside", "cg:neverPartOf", "cg:noNeighbourMemberOf", "cg:noNeighbourOnWater", "cg:outsideZone"),
        # Of kinds of things.
        *("cg:mistakenForKindOf", "cg:notAlwaysA", "cg:neverCauses", "cg:neverCausedBy", "cg:noneOfKind_P807"),
        *("cg:onlyWatched", "cg:rivalOf"),
    }
)
"""Auxiliary relations whose lies readers find odd."""
