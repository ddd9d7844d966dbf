"""What speaks for a suggested axiom and against it, and whether that is enough for it to be on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import exp, lgamma, log, log1p

from contragraph.ontology.axioms import AnyAxiom, Axiom, Kind, Term

CHANCE = 0.1
"""How likely an axiom may look true by accident that is on."""
FEWEST = 4
"""Facts that an axiom needs to be suggested."""
MANY = 100
"""Facts of which a few may break an axiom that is on: sources err."""
ERRORS = 0.02
"""The share of them that may."""
DOUBTFUL = 0.25
"""The share of facts that may break what is suggested at all."""
SOURCE = "measured on the graph"
NAMES = {
    Kind.FUNCTIONAL: "functional",
    Kind.INVERSE_FUNCTIONAL: "inversefunctional",
    Kind.AT_MOST_ONE: "atmostone",
    Kind.SYMMETRIC: "symmetric",
    Kind.ASYMMETRIC: "asymmetric",
    Kind.IRREFLEXIVE: "irreflexive",
    Kind.TRANSITIVE: "transitive",
    Kind.INVERSE_OF: "inverse",
    Kind.SUB_PROPERTY: "subproperty",
    Kind.DISJOINT: "disjoint",
    Kind.DOMAIN: "domain",
    Kind.RANGE: "range",
    Kind.DISJOINT_CLASSES: "disjointclasses",
}
"""How the kinds are called in ids of axioms, in the order in which a person looks at them."""


@dataclass(frozen=True)
class Suggestion:
    """An axiom with its figures, whether it is on, and why, in a few words."""

    axiom: AnyAxiom
    on: bool
    why: str


class AxiomIds:
    """Ids of axioms: each is given once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, kind: str, about: str) -> str:
        """A new id for an axiom of a kind about something."""
        name, number = f"cg:ax_{kind}_{about}", 2
        while name in self._given:
            name, number = f"cg:ax_{kind}_{about}_{number}", number + 1
        self._given.add(name)
        return name


def suggestion(
    names: AxiomIds,
    kind: Kind,
    terms: tuple[Term, ...],
    of: int,
    broken: int,
    said: str,
    *ids: str,
    chance: float = 0.0,
    doubt: str = "",
) -> list[Suggestion]:
    """The suggestion of an axiom over so many facts, of which so many break it; none where there is too little in it.

    ``said`` is the axiom in words, ``chance`` how likely it would look true by accident, ``doubt`` why a person should
    decide.
    """
    if of < FEWEST or broken > DOUBTFUL * of:
        return []
    name = names.of(NAMES[kind], "_".join(map(local, ids)))
    axiom = Axiom(name, kind, terms, "typical", source=SOURCE, comment=said, facts=of, violations=broken)
    return [judged(axiom, of, broken, chance, doubt)]


def judged(
    axiom: AnyAxiom, of: int, broken: int, chance: float = 0.0, doubt: str = "", most: float = CHANCE
) -> Suggestion:
    """The verdict on an axiom by its figures; it is off where it is likelier than ``most`` by chance."""
    why = f"{of} facts, {broken} against"
    if doubt:
        return Suggestion(axiom, False, f"{why}: {doubt}")
    if broken and not (of >= MANY and broken <= ERRORS * of):
        return Suggestion(axiom, False, f"{why}: broken too often")
    if not broken and chance > most:
        return Suggestion(axiom, False, f"{why}: as likely as {chance:.0%} by chance")
    return Suggestion(axiom, True, why)


def by_lot(dealt: int, among: int) -> float:
    """How likely no two of some facts have one subject, if subjects are drawn by lot among so many."""
    if dealt > among:
        return 0.0
    if dealt < 2:
        return 1.0
    return exp(lgamma(among + 1) - lgamma(among - dealt + 1) - dealt * log(among))


def missed(one: int, other: int, among: int) -> float:
    """How likely some facts meet none of others, if both are drawn by lot among so many."""
    if one >= among:
        return 0.0
    return exp(other * log1p(-one / among))


def local(identifier: str) -> str:
    """The end of an id, as part of another."""
    end = re.split(r"[/#:]", identifier.rstrip("/#:"))[-1]
    return re.sub(r"[^A-Za-z0-9]+", "-", end).strip("-") or "x"
