"""Toy graphs that traps are set in: countries with capitals, and what the generator says of them."""

from __future__ import annotations

from contragraph.dataset.types import PairType
from contragraph.generation.build import Draft
from contragraph.ontology.axioms import Kind
from tests.made import axiom, ontology
from tests.staged_kgs import Triple

SINGLE, MULTI = PairType(1, multi=False), PairType(1, multi=True)
NOTHING = {"no true facts were found that make a conflict of this kind"}
COUNTRIES = {"France": "Paris", "Spain": "Madrid", "Italy": "Rome", "Poland": "Warsaw", "Norway": "Oslo"}
CAPITALS = ontology(axiom(Kind.FUNCTIONAL, "wdt:P36"), domains={"wdt:P36": "Geography"})
FILL = tuple(f"wdt:P{n}" for n in (138, 366, 921, 1269, 1535))
"""Relations that have wordings, and that no rule speaks of."""
FRANCE: Triple = ("wd:France", "wdt:P36", "wd:Paris")


def countries(*names: str) -> list[Triple]:
    """Countries with capitals and neighbours, each with its class and some facts to fill a text with."""
    chosen = names or tuple(COUNTRIES)
    triples: list[Triple] = []
    for name in chosen:
        country, capital = f"wd:{name}", f"wd:{COUNTRIES[name]}"
        triples += [
            (country, "wdt:P36", capital),
            (country, "wdt:P31", "wd:Country"),
            (capital, "wdt:P31", "wd:City"),
            (country, "wdt:P37", f"wd:{name}Language"),
            (capital, "wdt:P206", f"wd:{name}River"),
            (country, "wdt:P610", f"wd:{name}Mountain"),
            (capital, "wdt:P6", f"wd:{name}Mayor"),
            (f"wd:{name}Mountain", "wdt:P4552", f"wd:{name}Range"),
        ]
    return triples


def lies(found: list[Draft]) -> set[Triple]:
    """The made-up statements of some pairs."""
    return {
        (s.subject, s.relation, str(s.object)) for d in found for s in d.perturbed if s.id in d.made and not s.negated
    }
