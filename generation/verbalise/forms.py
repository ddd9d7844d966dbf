"""Forms: what kind of word a label is, where lexicons say a relation in other words for it."""

from __future__ import annotations

import re
from functools import lru_cache

from contragraph.dataset.words.naming import form_of
from contragraph.generation.verbalise.grammar import classes

_ONLY_ONE = re.compile(r" (?:industry|national .*team|Time Zone)$")


def only_one(label: str) -> bool:
    """Whether a name with *the* keeps it where a class would have *a*: "the Eastern Time Zone"."""
    return _ONLY_ONE.search(label) is not None


_US_STATE = classes("state_of_the_us")
_SHARED_BY_STATES = frozenset(("New York", "Washington", "Georgia"))


def is_state(label: str, types: frozenset[str]) -> bool:
    """Whether it is a state of the United States that has its name in common with a city or a country."""
    return not _US_STATE.isdisjoint(types) and label in _SHARED_BY_STATES


_RANKS = re.compile(r"Chevalier|Officer|Officier|Commander|Commandeur|Companion|Grand |Knight |Dame ")


def titled(label: str) -> str:
    """An honor that is a rank or a title, as what one receives: "the rank of Chevalier …"; else empty."""
    if label.endswith("Living Legend"):
        return f"the {label} award"
    if form_of(label) != "rank":
        return ""
    return f"the {'rank' if _RANKS.match(label) else 'title'} of {label}"


_SORTS = (
    ("county", re.compile(r" (?:County|Parish)(?:, [A-Z].*)?$|^County of ")),
    ("school", re.compile(r"\b(?:University|College|School|Conservatory|Polytechnic)\b")),
    ("award", re.compile(r"\b(?:Awards?|Prize|Medal)\b|^(?:\w+ )?Order of ")),
    ("team", re.compile(r" national .*team$")),
    ("club", re.compile(r"\b(?:A\.?)?F\.?C\.?(?:$| )")),
    ("road", re.compile(r"\b(?:[Rr]oute|Highway|Interstate|Autobahn|Motorway|Expressway) [A-Z]?\d+")),
    (
        "river",
        re.compile(
            r" (?:River|Creek)$|^River |^(?:Rhine|Danube|Elbe|Oder|Vistula|Rhône|Loire|Seine|Thames|Volga|"
            r"Dnieper|Dniester|Nile|Meuse|Moselle|Neckar|Ebro|Tagus|Douro|Mekong|Ganges|Indus|Yangtze)$"
        ),
    ),
    ("composition", re.compile(r"\b(?:Sonata|Symphony|Concerto|Quartet|Quintet|Requiem|Suite|Overture)\b")),
    ("occasion", re.compile(r"\bFestival$|^Operation [A-Z]")),
    (
        "body",
        re.compile(
            r"\b(?:Academy|Society|Association|Foundation|Institute|Museum|Library|"
            r"Senate|Parliament|Assembly|Legislature|Court|Council|Commission|Agency)(?: |$)"
        ),
    ),
)


@lru_cache(maxsize=1 << 14)
def sort_of(label: str) -> str:
    """What a proper name is of by its words: a county, a school, an award, a national team; or empty."""
    return next((sort for sort, pattern in _SORTS if pattern.search(label)), "") if label[:1].isupper() else ""


_NOUN = re.compile(
    r"\b(?:University|College|County|Museum|Academy|Association|Party|Festival|Orchestra|Institute|Foundation|Agency)\b"
)


@lru_cache(maxsize=1 << 14)
def noun_of(label: str) -> str:
    """The one word by which a proper name says what it is of: "university" for "Yale University"; else empty."""
    found = set(_NOUN.findall(label)) if label[:1].isupper() else set()
    return found.pop().lower() if len(found) == 1 else ""


STATES = frozenset(
    (
        *("Alabama", "Alaska", "Arizona", "Arkansas", "California", "Colorado", "Connecticut", "Delaware", "Florida"),
        *("Georgia", "Hawaii", "Idaho", "Illinois", "Indiana", "Iowa", "Kansas", "Kentucky", "Louisiana", "Maine"),
        *("Maryland", "Massachusetts", "Michigan", "Minnesota", "Mississippi", "Missouri", "Montana", "Nebraska"),
        *("Nevada", "Ohio", "Oklahoma", "Ontario", "Oregon", "Pennsylvania", "Tennessee", "Texas", "Utah", "Vermont"),
        *(
            "Virginia",
            "Washington",
            "Wisconsin",
            "Wyoming",
            "New Hampshire",
            "New Jersey",
            "New Mexico",
            "Rhode Island",
        ),
        *("North Carolina", "North Dakota", "South Carolina", "South Dakota", "West Virginia", "New York"),
    )
)
"""States and provinces whose names end those of towns: "Hartington, Iowa"."""


def in_state(name: str) -> bool:
    """Whether a name ends with a place: "Luzerne County, Pennsylvania", "the University of California, Davis"."""
    return name.removeprefix("the ").startswith("University of ") or (
        name.rpartition(", ")[2] in STATES and ", " in name
    )
