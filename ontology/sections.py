"""Sections: what a text tells of a thing of some kind, and in which order, read from a TOML file.

``[sections]`` has for each kind of thing a list of sections, each a list of relations in the order in which they are
told; "~" before a relation is for facts that lead to the thing, and "*" stands for all relations that are not listed.
A kind that is not there has the sections of ``thing``.
``[left_out]`` names relations that no text tells unless a conflict needs them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from contragraph.graph.errors import OntologyError

_KINDS = ("person", "group", "organisation", "work", "event", "place", "thing")
_REST = "*"


@dataclass(frozen=True, slots=True)
class Sections:
    """For each kind the places of relations, by section and within it, and the relations that are left out."""

    places: Mapping[str, Mapping[str, tuple[int, int]]] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    last: Mapping[str, int] = field(default_factory=dict)
    """The number of the last section of each kind: how it ended."""

    def place(self, kind: str, relation: str, *, forward: bool) -> tuple[int, int]:
        """Section and place of what a relation tells of a thing of a kind; ``forward`` if the thing is its subject."""
        places = self.places.get(kind or "thing", {})
        return places.get(relation if forward else f"~{relation}") or places.get(_REST, (0, 0))

    def listed(self, kind: str, relation: str, *, forward: bool) -> bool:
        """Whether a relation has a place of its own in texts about things of a kind."""
        return (relation if forward else f"~{relation}") in self.places.get(kind or "thing", {})


def read_sections(path: Path) -> Sections:
    """The sections that a file names.

    Raises:
        OntologyError: the file is no TOML, or a table is not as it should be; names file and table.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OntologyError(f"The sections of texts in {path} are no valid TOML: {error}.") from error
    if unknown := sorted(tables.keys() - {"sections", "left_out"}):
        raise OntologyError(f"In {path}: unknown table {unknown[0]!r}; known are sections and left_out.")
    places: dict[str, dict[str, tuple[int, int]]] = {}
    for kind, sections in tables.get("sections", {}).items():
        if kind not in _KINDS:
            raise OntologyError(f"In {path}: unknown kind {kind!r}; known are {', '.join(_KINDS)}.")
        places[kind] = {}
        for n, section in enumerate(sections):
            for m, relation in enumerate(section):
                if not isinstance(relation, str) or (relation != _REST and ":" not in relation):
                    raise OntologyError(
                        f"In {path}: section {n + 1} of {kind} names {relation!r}, which is no relation."
                    )
                if relation in places[kind]:
                    raise OntologyError(f"In {path}: the sections of {kind} name {relation} twice.")
                places[kind][relation] = (n, m)
    for kind in _KINDS if "thing" in places else ():
        places.setdefault(kind, places["thing"])
    last = {kind: max((section for section, _ in some.values()), default=-1) for kind, some in places.items()}
    return Sections(places, frozenset(tables.get("left_out", {}).get("relations", ())), last)
