"""Where proven conflicts come from: what a run asks of a search, and how the search answers.

A search is lazy. It is asked for more when the pool cannot meet the plan, with what would help; its answers depend on
the sequence of questions alone, so that a run that goes on after a kill asks the same ones and has the same pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Protocol

from contragraph.generation.search.candidate import ProvenConflict
from contragraph.graph.model import Statement


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What would help a run on; an empty field leaves open."""

    count: int
    """About so many conflicts."""
    hops: tuple[int, ...] = ()
    """Of these numbers of steps, the scarcest first."""
    dated: bool = False
    """Those by dates, ages or numbers first: their share is too small."""
    full: tuple[str, ...] = ()
    """Seed relations of which there is enough for the type that starves."""
    about: tuple[str, ...] = ()
    """All that is found about these things, whatever the count: a text is about few things."""

    def as_json(self) -> dict[str, object]:
        """As the journal keeps it."""
        return asdict(self)

    @classmethod
    def of_json(cls, told: dict[str, object]) -> SearchRequest:
        """What the journal kept."""
        lists = {name: tuple(value) for name, value in told.items() if isinstance(value, list)}
        return cls(**{**told, **lists})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that a filter refused."""

    seed: Statement
    """The true statement that would have been its original."""
    hops: int
    filter: str
    reason: str
    more: Mapping[str, object] = field(default_factory=dict)
    """What else is told of it: which model proposed what."""


class Source(Protocol):
    """A search for conflicts."""

    def more(self, wanted: SearchRequest) -> Sequence[ProvenConflict]:
        """Further proven conflicts, none that was given before; none at all once there is nothing left to try."""

    def rejected(self) -> Sequence[Rejected]:
        """The candidates that were refused since this was last asked."""

    def close(self) -> None:
        """Let go of what the search holds: nothing more will be asked."""


class Listed:
    """Conflicts that are at hand already, given out as they come."""

    def __init__(self, conflicts: Iterable[ProvenConflict]) -> None:
        self._left = list(conflicts)

    def more(self, wanted: SearchRequest) -> Sequence[ProvenConflict]:
        """The next ones that have the wanted hops, or, where none has, the next ones; nothing about certain things."""
        if wanted.about:
            return ()
        fitting = [c for c in self._left if not wanted.hops or c.hops in wanted.hops][: wanted.count]
        given = fitting or self._left[: wanted.count]
        out = {id(c) for c in given}
        self._left = [c for c in self._left if id(c) not in out]
        return given

    def rejected(self) -> Sequence[Rejected]:
        """None: what is at hand has passed its filters."""
        return ()

    def close(self) -> None:
        """Nothing is held."""
