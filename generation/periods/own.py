"""When a thing was by its own description, label or aliases."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from contragraph.generation.periods.kinds import Described, Kind, era, looks_like_event
from contragraph.generation.periods.years import Years, read, read_label

PRESENT = 2025
"""Where the time of what has not ended ends; fixed, so that no run depends on the clock."""
PRIME, LIFETIME = 40, 75
"""The age that is taken as the middle of a person's time, and the years that a life takes if only one end is known."""
IN_OFFICE = 48
"""The age of a person in the middle of the years that a description gives as those of an office."""
SHORT = 36
"""Years that a life has at least, where the numbers could be those of an office."""
_OFFICE = re.compile(
    r"\b(?:king|queen|emperor|empress|pope|president|minister|chancellor|governor|duke|prince|bishop|archbishop|sultan"
    r"|caliph|tsar|senator|mayor|judge|justice|secretary|member)\b",
    re.IGNORECASE,
)
LONG = 60
"""Years that a thing may last and still tell the time of its neighbours."""


class Period(NamedTuple):
    """The years from which and to which a thing lived, came out, happened or lasted.

    ``sure``: the thing's own description or label says so; else it is an estimate from its neighbours.
    ``error``: by how many years the bounds may be off, as a rule; 0 where both are told.
    """

    first: int
    last: int
    sure: bool
    error: int = 0


def own_period(entity: Described, kind: Kind) -> Period | None:
    """The period that an entity's description, label or aliases tell."""
    if kind == "timeless":
        return None
    if entity.years is not None and (told := _period(_of_kind(entity.years, kind), kind, "")):
        return told
    years = read(entity.description) if entity.description else None
    if years is None or (not years.exact and kind != "person"):
        named = read_label(entity.label) or (read(entity.label) if kind == "event" else None)
        years = named or years
    if years is None and kind in ("work", "event", "person"):
        for alias in entity.aliases:
            if (kind == "event" and looks_like_event(alias)) and (years := read(alias)):
                break
            if years := read_label(alias):
                break
    if years is not None:
        return _period(years, kind, entity.description)
    age = era(entity.description) if kind == "person" and entity.description else None
    return Period(*age, False, 20) if age else None


def _of_kind(years: Years, kind: Kind) -> Years:
    """Years that dates tell, said as descriptions say them of things of that kind."""
    return replace(years, said="until") if kind == "body" and years.said == "died" else years


def _period(years: Years, kind: Kind, description: str) -> Period | None:
    first, last = years.first, years.last
    if first > PRESENT + 5:
        return None
    if kind == "person":
        if years.said == "born":
            return Period(first, PRESENT, True) if first > PRESENT - 100 else Period(first, first + LIFETIME, True, 10)
        if years.said == "died":
            return Period(first - LIFETIME, first, True, 10)
        if not years.exact:
            return Period(first - 10, last + 10, True, 25)
        is_life = years.said == "life" and (last - first >= SHORT or not _OFFICE.search(description))
        if is_life or (years.said == "span" and SHORT <= last - first <= 110):
            return Period(first, last, True) if last - first <= 130 else None
        # Years in office or of success: a part of a life.
        middle = (first + last) // 2
        if last - first >= SHORT:
            return None
        return Period(middle - IN_OFFICE, min(middle + LIFETIME - IN_OFFICE, PRESENT), False, 20)
    if kind == "body":
        if years.said == "until":
            return Period(first - 30, first, True, 30)
        if first == last:
            return Period(first, PRESENT, True) if years.said in ("since", "born") else None
        return Period(first, min(last, PRESENT), True) if years.exact else None
    return Period(first, last, True) if last - first <= LONG and years.exact else None
