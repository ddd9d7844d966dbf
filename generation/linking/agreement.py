"""How far two graphs agree: of things that are linked, by relation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from contragraph.generation.linking.compared import Comparison, compare, linked, reading
from contragraph.graph.store import GraphStore


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two graphs say by one relation; all counts are of things that are linked."""

    relation: str
    """What the first graph calls it."""
    other: str
    """What the second graph calls it."""
    label: str
    same: int
    """Things of which both say a value that is one, by links or as a date or number."""
    same_name: int
    """Both say a value of one name, which no link joins."""
    differ: int
    """Both say something, but no value is one, and it is known what a value of the second graph is in the first."""
    unlinked: int
    """Both say something under different names, and no value of the second graph is linked: nobody can tell."""
    only_one: int
    only_other: int

    @property
    def agree(self) -> float | None:
        """The share of agreement where it can be told; None where it cannot."""
        told = self.same + self.same_name + self.differ
        return (self.same + self.same_name) / told if told else None


def agreement(store: GraphStore, one: str, other: str) -> tuple[int, list[Agreement]]:
    """How many things of two graphs are one to one, and what the graphs say of them, by relation, most said first.

    Raises:
        InputError: if a graph is not there, or nothing links them.
    """
    first, second = reading(store, one), reading(store, other)
    links = linked(store, one, other)
    counts: dict[str, Counter[Comparison]] = {}
    for met in compare(first, second, links):
        counts.setdefault(met.relation, Counter())[met.outcome] += 1
    labels = {r.id: r.label for r in store.relations(one)}
    rows = [
        Agreement(
            first.relations[relation],
            second.relations[relation],
            labels.get(first.relations[relation], relation),
            *(seen[outcome] for outcome in Comparison),
        )
        for relation, seen in counts.items()
    ]
    return len(links), sorted(rows, key=lambda r: (-(r.same + r.same_name + r.differ + r.unlinked), r.relation))
