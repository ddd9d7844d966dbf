"""How far two graphs agree: of things that are linked, by relation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from contragraph.generation.compared import Outcome, compare, linked, view
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
    """Things of which both say a value that is one by links."""
    same_name: int
    """Both say a value of one name, which no link joins."""
    differ: int
    """Both say something, but no value is one, and a value of the second graph is linked."""
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
    first, second = view(store, one), view(store, other)
    links = linked(store, one, other)
    counts: dict[str, Counter[Outcome]] = {}
    for met in compare(first, second, links):
        counts.setdefault(met.relation, Counter())[met.outcome] += 1
    names, labels = (first.relations, second.relations), first.vocabulary.labels
    rows = [
        Agreement(
            names[0][relation],
            names[1][relation],
            labels.get(relation, relation),
            seen[Outcome.SAME],
            seen[Outcome.SAME_NAME],
            seen[Outcome.OTHER],
            seen[Outcome.UNLINKED],
            seen[Outcome.ONE_ONLY],
            seen[Outcome.OTHER_ONLY],
        )
        for relation, seen in counts.items()
    ]
    return len(links), sorted(rows, key=lambda r: (-(r.same + r.same_name + r.differ + r.unlinked), r.relation))
