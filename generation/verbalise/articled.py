"""Names that take an article though no word in them says so, and awards of which many are given.

The graph tells some of them: a class of order or currency, an alias that has *the*, a plural among the aliases, how
many facts an award has. What neither it nor their words tell is listed (:mod:`contragraph.ontology.words`).
"""

from __future__ import annotations

import re
from collections.abc import Collection

from contragraph.generation.verbalise.grammar import classes
from contragraph.graph.model import Entity
from contragraph.ontology.words import known_names

_CURRENCIES = classes("currency")
_DECORATIONS = classes("decoration")
"""Orders, medals and stars, which are worn."""
_BY_WORDS = re.compile(
    r"^(?:State University of |University of the |Lycée |Conservatoire |Collège )|"
    r"^(?:Federal|Pontifical|Polytechnic|City|Catholic|Free|Technical|Autonomous) University (?:of|in) |"
    r"^(?:Tsardom|Protectorate|United Provinces|Sejm|Landtag|Cabinet|Reserve Bank|Chair|Speaker|Governor-General) of |"
    r"\b(?:Service|Authority|Administration|Theatre|Tunnel|Trail|Neutral Zone|Rebellion|Purchase|Yuan)$|"
    r"\b(?:bombing of|pandemic in) |\bCollege of the [A-Z]|"
    r"(?:Song Contest|Theatre School|Drama School|Studio of Acting|Hall of Fame|Walk of Fame|Trophy|Commendation)$|"
    r"^Royal [A-Z]\w+ (?:Academy|Opera|Ballet|Navy|Air Force|Order|Chain)$|^Pour le Mérite\b|^Médaille |"
    r"^(?:Virgin Mary$|Prophet [A-Z]|Apostle [A-Z])|\bBoard of Trade$|^[A-Z].* family$|"
    r"^[A-Z][^ ]* [A-Z][^ ]* Bridge$"
)
"""Words of schools, honors and families, even where the thing is taken for a work or a person."""
_WATERS = re.compile(r"\b(?:Creek|Brook|Lake|Loch|Glen|Mount|Río|Rio|Wadi|Fork|Bayou|Nahal|Burn|Run)\b")
_OF_A_HOLDER = re.compile(r"^(?!Knight|Commander|Officer)[A-Z][a-z]+['’]s |^(?:The|the) ")
_LANDS = re.compile(r"^(?:mountain range|range of mountains|river|tributary|archipelago)\b")
"""Descriptions of what has *the*: "the Sierra Nevada"."""


def named_with_the(name: str, entity: Entity, *, honor: bool) -> bool:
    """Whether a name that is no title has *the* by its words, its classes, or since it is known to.

    ``honor`` says that someone is told to have received it.
    """
    if _OF_A_HOLDER.match(name):
        return False
    if name in known_names().with_the or _BY_WORDS.search(name):
        return True
    classes = frozenset(entity.types)
    if not classes.isdisjoint(_CURRENCIES):
        return True
    if _LANDS.match(entity.description) and not _WATERS.search(name):
        return True
    return honor and not classes.isdisjoint(_DECORATIONS) and name[:1].isupper()


def plural_with_the(name: str, aliases: Collection[str]) -> bool:
    """Whether another name of a band or a team with a name in the plural is that name with *the*: "The Ramones"."""
    with_the = f"the {name}".casefold()
    return name[:1].isupper() and name.endswith("s") and any(alias.casefold() == with_the for alias in aliases)


_PRIZE = re.compile(
    r"^(?!.*\b(?:for|Life|Lifetime|Memorial|Humanitarian|Service|Freedom|Peace|Chairman's|DeMille|"
    r"Fellowship Award)\b).*"
    r"(?:Award|Fellowship|Scholarship)$|^Honorary [A-Z]\w+$"
)
_FAMILY = re.compile(
    r"\b(?:Emmy|Grammy|Golden Globe|Tony|Olivier|BAFTA|Guild|Guild of America|César|Cesar|Goya|Obie|Hugo|Nebula|Saturn|"
    r"Satellite|Annie|Juno|MTV .*|BET|Brit|Bambi|Eisner|Edgar|Locus|Webby|ESPY|Image|Artist|Choice|Academy|Film|"
    r"Television|Music|Drama Desk|Lambda Literary|Legend) Award$|^Honorary |(?:Fellowship|Scholarship)$"
)
_MANY = 40
"""Facts from which on an award is one that many have."""


def given_to_many(entity: Entity) -> bool:
    """Whether one receives *a* such award, since many are given: "an Emmy Award", but "the Turing Award".

    By the family that it is of, by a plural among its other names, or by how much the graph knows of it.
    """
    label = entity.label
    if not _PRIZE.match(label) or label.startswith(("The ", "the ")):
        return False
    plural = any(alias.endswith(("Awards", f"{label.removesuffix(' Award')}s")) for alias in entity.aliases)
    return plural or entity.degree >= _MANY or _FAMILY.search(label) is not None
