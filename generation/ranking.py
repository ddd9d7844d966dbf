"""Which of several lies about a seed is the best: plain, varied, without exceptions, and close to the truth.

A lie is *plain* where it says what an encyclopedia might say of such things, without *never*, *no* or *only*: another
capital, a birth outside the region, an uncle for a father. Such lies neither stand out among true sentences nor sound
made up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from contragraph.generation.odd import ODD
from contragraph.generation.quotas import EXCLUSIVE, UNLIMITED, Allowance
from contragraph.graph.model import Statement

if TYPE_CHECKING:
    from contragraph.generation.perturb import Proposal

SAME_FAMILY = 2
"""Conflicts of one pair that may rest on the same kind of lie, at most."""
_REPEATED = 8
"""How much less readily a kind of lie is taken again in the same pair."""
_TYPICAL = 12
"""How much less readily an axiom with exceptions is used, unless the lie is plain."""
_PLAIN = 30
"""How much more readily a plain lie is taken, by how many uses it seems to have had less."""
AFFIRMED = frozenset(
    {
        "cg:acquittedOf",
        "cg:basedOutside",
        "cg:bornOutside",
        "cg:cousinOf",
        "cg:diedOutside",
        "cg:fatherBornIn",
        "cg:fatherDiedIn",
        "cg:grandchildOf",
        "cg:heldOutside",
        "cg:identicalTo",
        "cg:independentlyOf",
        "cg:livedOutside",
        "cg:motherBornIn",
        "cg:motherDiedIn",
        "cg:nephewOrNieceOf",
        "cg:noCommon_P421",
        *(f"cg:noneBorn_{whose}" for whose in ("P26", "P57")),
        *(f"cg:noneDied_{whose}" for whose in ("P26", "P57")),
        *("cg:bornWith", "cg:diedWith", "cg:directorBornWith", "cg:directorDiedWith"),
        *("cg:directorsBornTogether", "cg:directorsDiedTogether"),
        "cg:only_P127",
        "cg:only_P178",
        "cg:only_P264",
        "cg:only_P421",
        "cg:stepchildOf",
        "cg:withdrewFrom",
        "cg:workedOutside",
    }
)
"""Auxiliary relations whose wordings affirm something, as those of the graph's own relations do."""
_STRAINED = {
    "cg:noCommon": 4,
    "cg:noNeighbourGovernedFrom": 12,
    "cg:noOccupation": 12,
    "cg:noneSeated": 30,
    "cg:only": 4,
    "cg:doesNotObserve": 8,
    "wdt:P1066": 30,
    **dict.fromkeys(ODD, 40),
}
"""Kinds of lies that are taken less readily, by how many uses they seem to have had already."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the dataset already has, and what the pair in the making has."""

    axioms: Mapping[tuple[str, ...], int]
    """Uses of each set of axioms."""
    allowance: Allowance = UNLIMITED
    """How many more conflicts of which kinds of lies may come."""
    scarce_hops: tuple[int, ...] = ()
    """Numbers of hops that the dataset has few conflicts of."""
    reached: frozenset[tuple[str, int]] = frozenset()
    """Seed relations with the numbers of hops that their seeds have yielded."""
    barren: frozenset[tuple[str, int]] = frozenset()
    """Seed relations with numbers of hops that are not worth looking for: many of their seeds yielded only others."""
    here: tuple[str, ...] = ()
    """The kinds of lies that the pair has already."""
    _blocked: dict[str, bool] = field(init=False, repr=False, compare=False, default_factory=dict)
    _exhausted: list[frozenset[str]] = field(init=False, repr=False, compare=False, default_factory=list)

    def blocked(self, name: str) -> bool:
        """Whether the pair, or the dataset, has enough of a kind of lie."""
        if name not in self._blocked:
            self._blocked[name] = self._is_blocked(name)
        return self._blocked[name]

    @property
    def exhausted(self) -> frozenset[str]:
        """All kinds of lies that are blocked."""
        if not self._exhausted:
            counted = {*self.allowance.counts, *self.here, *EXCLUSIVE, *ODD}
            self._exhausted.append(frozenset(name for name in counted if self.blocked(name)))
        return self._exhausted[0]

    def _is_blocked(self, name: str) -> bool:
        return self.here.count(name) >= SAME_FAMILY or self.allowance.of(name, self.here) <= 0


def is_plain(relation: str) -> bool:
    """Whether a made-up statement of the relation is a plain sentence."""
    return not relation.startswith("cg:") or relation in AFFIRMED


def rank(proposal: Proposal, usage: Usage) -> tuple[float, float, tuple[str, str, str, bool, str, str]]:
    """Smaller is better; the last part decides between equals by the lie itself."""
    made: Statement = proposal.made
    plain = is_plain(made.relation) and not made.negated
    return (
        usage.axioms.get(proposal.axioms, 0)
        + _STRAINED.get(proposal.family, 0)
        + _REPEATED * usage.here.count(proposal.family)
        + (-_PLAIN if plain else _TYPICAL * (proposal.strength != "strict")),
        proposal.distance,
        made.sort_key,
    )
