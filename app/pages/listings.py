"""The lists of pairs or sets: all of them, and one for each value of each filter, in pages of a hundred."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contragraph.app.pages.rows import Index, IndexRow
from contragraph.app.presentation.axioms import in_words
from contragraph.dataset.records.sets import TYPES
from contragraph.graph.model import content_hash

PAGE = 100
"""Entries on one page of a list."""
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}")


@dataclass(frozen=True, slots=True)
class Facet:
    """Something by which pairs or sets are filtered. ``narrowed`` ones can be narrowed further to a type."""

    name: str
    title: str
    values: Callable[[IndexRow], Sequence[str]]
    narrowed: bool = True
    listed: bool = True
    """Whether its values stand beside every list; there are too many axioms for that."""


FACETS = (
    Facet("type", "Type", lambda row: (row.type,), narrowed=False),
    Facet("domain", "Domain", lambda row: row.domains),
    Facet("relation", "Relation", lambda row: row.relations),
    Facet("hops", "Hops", lambda row: row.hops),
    Facet("strength", "Strength", lambda row: row.strengths),
    Facet("claim", "Claim", lambda row: row.kinds),
    Facet("axiom", "Axiom", lambda row: row.axioms, narrowed=False, listed=False),
)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of pairs or sets: those with ``value`` for the facet, and of the type ``pair_type`` if it is narrowed.

    ``stem`` is its address without the number of the page and the ending; ``rows`` are places in the index.
    """

    stem: str
    rows: tuple[int, ...]
    facet: str = ""
    value: str = ""
    label: str = ""
    pair_type: str = ""

    @property
    def pages(self) -> int:
        """How many pages it has; at least one."""
        return max(1, -(-len(self.rows) // PAGE))

    def address(self, page: int = 1) -> str:
        """The address of a page, counted from 1, relative to the first page of the site."""
        return f"{self.stem}.html" if page == 1 else f"{self.stem}.{page}.html"

    def shown(self, page: int) -> tuple[int, ...]:
        """The rows on a page."""
        return self.rows[(page - 1) * PAGE : page * PAGE]


def slug(value: str, taken: set[str]) -> str:
    """A file name for a value, unlike all that are taken on any file system."""
    plain = value.replace(":", "-").replace(" ", "-").replace("/", "-")
    if not _PLAIN.fullmatch(plain) or ".." in plain or plain.lower() in taken:
        plain = f"x-{content_hash('slug', value)}"
    taken.add(plain.lower())
    return plain


def listings(index: Index[Any]) -> dict[str, Listing]:
    """All lists by their stems, in the order in which they are shown."""
    many = index.content.many
    everything = Listing(f"{many}/all", tuple(range(len(index.rows))), label=f"All {many}")
    found = {everything.stem: everything}
    for facet in FACETS:
        taken: set[str] = set()
        for value, places in _ordered(facet, _members(facet, index)):
            name = slug(value, taken)
            label = label_of(index, facet.name, value)
            listing = Listing(f"{many}/{facet.name}/{name}", tuple(places), facet.name, value, label)
            found[listing.stem] = listing
            if facet.narrowed:
                found |= {narrow.stem: narrow for narrow in _narrowed(listing, index)}
    return found


def _members(facet: Facet, index: Index[Any]) -> dict[str, list[int]]:
    members: dict[str, list[int]] = {}
    for place, row in enumerate(index.rows):
        for value in facet.values(row):
            members.setdefault(value, []).append(place)
    return members


def _ordered(facet: Facet, members: Mapping[str, list[int]]) -> list[tuple[str, list[int]]]:
    """Types in their order and hops by their number; everything else with the most entries first."""
    if facet.name == "type":
        return sorted(members.items(), key=lambda item: _rank(item[0]))
    if facet.name == "hops":
        return sorted(members.items())
    return sorted(members.items(), key=lambda item: (-len(item[1]), item[0]))


def _rank(name: str) -> tuple[bool, int, str]:
    """Where a type stands: single hops before several, and those of sets by how many documents they take."""
    return name.partition("-")[2] != "single-hop", TYPES.index(name) if name in TYPES else 0, name


def _narrowed(listing: Listing, index: Index[Any]) -> Iterator[Listing]:
    by_type: dict[str, list[int]] = {}
    for place in listing.rows:
        by_type.setdefault(index.rows[place].type, []).append(place)
    taken: set[str] = set()
    for pair_type in sorted(by_type, key=_rank):
        stem = f"{listing.stem}/{slug(pair_type, taken)}"
        yield Listing(stem, tuple(by_type[pair_type]), listing.facet, listing.value, listing.label, pair_type)


def label_of(index: Index[Any], facet: str, value: str) -> str:
    """A value as it is shown; never blank, since it is the text of links."""
    match facet:
        case "relation":
            label = index.relations.get(value)
            shown = f"{label} ({value.rpartition(':')[2]})" if label else value
        case "hops":
            shown = "1 hop" if value == "1" else f"{value} hops"
        case "axiom":
            axiom = index.axioms.get(value)
            shown = in_words(axiom, index.ontology.labels) if axiom is not None else value
        case _:
            shown = value
    return shown if shown.strip() else "(without a name)"
