"""The other documents of a set: some about things that belong with those of the conflict, the rest about others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from contragraph.generation.assembly.around import Around
from contragraph.graph.model import id_number

_NEAR = 12
"""Things that belong with another, at most, that are looked at."""


@dataclass(frozen=True)
class Company:
    """What documents without a conflict may be about."""

    around: Around
    linking: frozenset[str]
    """Relations by whose facts things belong together."""
    others: Sequence[str]
    """Things of which there is something to tell."""

    def near(self, things: Iterable[str]) -> list[str]:
        """What belongs with some things, in the order of the graph's facts."""
        some = list(things)
        found = (e for thing in some for e in self.around.belonging(thing, self.linking, _NEAR))
        return [e for e in dict.fromkeys(found) if e not in some]

    def far(self, lot: str, shunned: Collection[str]) -> Iterator[str]:
        """Other things by lot, none of those."""
        count = max(1, len(self.others))
        place, step = id_number(f"{lot}|others") % count, 1 + id_number(f"{lot}|step") % count
        while gcd(step, count) != 1:  # only such steps lead to each of them once
            step += 1
        for _ in self.others:
            place = (place + step) % count
            thing = self.others[place]
            if thing not in shunned:
                yield thing
