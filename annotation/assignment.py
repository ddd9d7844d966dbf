"""Who judges what: everything by everybody, each thing by one, or a share of things by everybody.

Whose a thing is depends on its id and the names alone: it does not move when others are added.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from contragraph.annotation.decisions import demand_name
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash

_PARTS = 1 << 32


@dataclass(frozen=True, slots=True)
class Assignment:
    """The reviewers among whom things are divided, and the share of things that all of them judge (0 to 1)."""

    reviewers: tuple[str, ...]
    overlap: float = 1.0

    def assigned(self, thing: str) -> tuple[str, ...]:
        """The reviewers who judge a thing."""
        if not self.reviewers or int(content_hash("overlap", thing), 16) % _PARTS < self.overlap * _PARTS:
            return self.reviewers
        return (max(self.reviewers, key=lambda name: content_hash("assigned", name, thing)),)

    def is_for(self, reviewer: str, thing: str) -> bool:
        """Whether a reviewer judges a thing."""
        return reviewer in self.assigned(thing)


def assignment(here: Iterable[str], everybody: str | None, overlap: str) -> Assignment:
    """The assignment that options spell.

    ``here`` are the reviewers of this server, ``everybody`` the names of all, separated by commas; ``overlap`` is
    ``all``, ``disjoint`` or a share.

    :raises InputError: if a name cannot be one, is missing in ``everybody``, or ``overlap`` is none of these.
    """
    own = tuple(dict.fromkeys(map(demand_name, here)))
    names = own if everybody is None else tuple(sorted({demand_name(name) for name in everybody.split(",")}))
    if strangers := [name for name in own if name not in names]:
        raise InputError(f"{strangers[0]} is not among --reviewers {','.join(names)}: add the name, or leave it out.")
    return Assignment(names, _share(overlap))


def _share(overlap: str) -> float:
    words = {"all": 1.0, "disjoint": 0.0}
    try:
        share = words[overlap] if overlap in words else float(overlap)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise InputError(f"'{overlap}' is no overlap: give all, disjoint, or a share from 0 to 1, such as 0.2.")
    return share
