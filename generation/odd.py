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
        *("cg:noneSeated_P463", "cg:noneFoundedBy_P463", "cg:noneFoundedBy_P127", "cg:noneFoundedBy_P750"),
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
        # Of where all who made a film, played with a musician or own a company were born, recorded or have their seat.
        *(f"cg:noneBorn_{made}" for made in ("P58", "P161", "P162", "writer")),
        *(f"cg:noneBorn_{played}" for played in ("associatedBand", "associatedMusicalArtist")),
        *(f"cg:noneRecordedFor_{played}" for played in ("associatedBand", "associatedMusicalArtist", "P86", "P161")),
        *(f"cg:noneSeated_{owner}" for owner in ("P449", "P749", "P750")),
        # Of whom children worked with, and of whom all who made a film were married to.
        *("cg:noneActedUnder_P40", "cg:noneActedToMusicBy_P40", "cg:noneMarried_directedWithCast"),
        *(f"cg:noneMarried_{r}" for r in ("P57", "P86", "P161", "inv_P54", "inv_P108", "inv_graduatedFrom")),
        *("cg:noneActed_P40", "cg:noneDirected_P40", "cg:noneActed_inv_graduatedFrom", "cg:noCommon_P1040"),
        # Of actors, composers and editors who never shared a film, and of whom all of a cast worked for or directed.
        *(
            "cg:noneEditedBy_inv_P161",
            "cg:noneEditedBy_inv_P86",
            "cg:noneStarring_inv_P1040",
            "cg:noneScoredBy_inv_P1040",
        ),
        *("cg:noneScoredUnder_actedToMusicBy", "cg:directorsBornTogether", "cg:directorsDiedTogether"),
        *("cg:noneActedUnder_P161", "cg:noneDirected_P161", "cg:noneScoredBy_inv_P161"),
        *(
            "cg:noneActed_P57",
            "cg:noneActedWith_P57",
            "cg:noneActedUnder_P57",
            "cg:noneStudied_P57",
            "cg:noneActed_P26",
        ),
        *(f"cg:noneBorn_{under}" for under in ("actedUnder", "scoredUnder", "editedUnder")),
        *("cg:noneAwarded_actedUnder", "cg:noneAwarded_directedWithCast", "cg:noneAwarded_editedUnder"),
        *("cg:noneDirectedCast_scoredUnder", "cg:noneActedUnder_directedWithCast", "cg:noneAwarded_P1040"),
        *(f"cg:noneMarried_{under}" for under in ("actedUnder", "scoredUnder", "editedUnder", "actedToMusicBy")),
        *(f"cg:noneAwarded_{under}" for under in ("actedToMusicBy", "scoredUnder")),
        "cg:noneDirectedCast_editedUnder",
        # Of prizes, schools, makers and bands of two that nobody compares, or that were in a band one after the other.
        *(
            f"cg:noCommon_{relation}"
            for relation in ("P57", "P58", "P69", "P86", "P108", "P161", "P162", "P166", "P449", "P749", "P750")
        ),
        *(
            "cg:noCommon_writer",
            "cg:noCommon_network",
            "cg:noCommon_P527",
            "cg:noCommon_inv_P527",
            "cg:noCommon_graduatedFrom",
        ),
        # Of where unnamed composers and spouses were born and died, and with whom unnamed spouses acted.
        *(f"cg:none{what}_{who}" for what in ("Born", "Died") for who in ("P86", "P26")),
        *("cg:noneActedUnder_P26", "cg:noneActedToMusicBy_P26", "cg:noneActedWith_P26", "cg:noneDied_P40"),
        # Of prizes of all who worked or studied somewhere.
        *(f"cg:noneAwarded_inv_{place}" for place in ("P108", "graduatedFrom")),
        # Of who ever owned a network, and of states of old.
        *("cg:noneOwned_P449", "cg:boycotted"),
    }
)
"""Auxiliary relations whose lies readers find odd."""
