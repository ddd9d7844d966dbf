"""The account of a run: pairs per type, which relations were used, why seeds were rejected.

Rejections are counted as they come and not kept, so that a long run takes no more memory than a short one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from contragraph.dataset.types import CONTROL, PairType
from contragraph.generation.quotas import Quota, Quotas
from contragraph.generation.rounds import State


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A type that has fewer pairs than planned, with the most frequent reasons."""

    type: PairType
    wanted: int
    made: int
    reasons: tuple[tuple[str, int], ...]


@dataclass
class Report:
    """What a run did: pairs per type, use of relations, why seeds were rejected."""

    run: str
    kg: str
    made: dict[PairType, int] = field(default_factory=dict)
    shortfalls: list[Shortfall] = field(default_factory=list)
    relations: Counter[str] = field(default_factory=Counter)
    unused: dict[str, str] = field(default_factory=dict)
    """Seed relations without a pair, with the reason."""
    quotas: list[Quota] = field(default_factory=list)
    """What came of each quota."""
    disagreements: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What was behind the disagreements of two graphs, by relation, where pairs were made of them."""
    rejected: int = 0
    already_done: bool = False
    asked: dict[str, Any] = field(default_factory=dict)
    """What models were asked for conflicts, what that cost, and what came of their proposals."""
    told: dict[str, Any] = field(default_factory=dict)
    """How much of the statements the texts tell, where models told them."""

    def as_json(self) -> dict[str, object]:
        """As the manifest keeps it."""
        return {
            "counts": {str(t): n for t, n in self.made.items()},
            "relations": dict(sorted(self.relations.items())),
            "rejected": self.rejected,
            "shortfalls": [
                {"type": str(s.type), "planned": s.wanted, "made": s.made, "reasons": [list(r) for r in s.reasons]}
                for s in self.shortfalls
            ],
            "unused_relations": self.unused,
            "quotas": [q.as_json() for q in self.quotas],
            **({"disagreements": self.disagreements} if self.disagreements else {}),
            **({"asked": self.asked} if self.asked else {}),
            **({"told": self.told} if self.told else {}),
        }


def added(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables of figures as one: numbers added, tables within them likewise."""
    both = dict(one)
    for key, value in other.items():
        both[key] = (
            added(both.get(key, {}), value) if isinstance(value, Mapping) else round(both.get(key, 0) + value, 9)
        )
    return both


@dataclass
class Account:
    """Rejections counted by type and reason, and by seed relation."""

    rejected: int = 0
    reasons: dict[str, Counter[str]] = field(default_factory=dict)
    by_relation: dict[str, Counter[str]] = field(default_factory=dict)
    _easiest: dict[str, str] = field(default_factory=dict)

    def add(self, rejections: Iterable[Mapping[str, object]]) -> None:
        """Count rejections as the journal has them."""
        for rejection in rejections:
            seed, pair_type, reason = (rejection[key] for key in ("seed_statement", "type", "reason"))
            assert isinstance(seed, dict)
            self.rejected += 1
            self.reasons.setdefault(str(pair_type), Counter())[str(reason)] += 1
            # The first type that a relation was tried for is the easiest: what failed there is the rule that
            # excludes it.
            if self._easiest.setdefault(seed["relation"], str(pair_type)) == pair_type:
                self.by_relation.setdefault(seed["relation"], Counter())[str(reason)] += 1

    def settle(self, report: Report, plan: Mapping[PairType, int], quotas: Quotas, state: State) -> None:
        """Say in the report what came out, and what fell short."""
        report.rejected = self.rejected
        report.quotas = state.tally.measured(quotas)
        for pair_type, wanted in plan.items():
            made = state.count(pair_type)
            report.made[pair_type] = made
            if made < wanted:
                common = self.reasons.get(str(pair_type), Counter()).most_common(3)
                report.shortfalls.append(Shortfall(pair_type, wanted, made, tuple(common)))

    def settle_controls(self, report: Report, wanted: int, state: State) -> None:
        """Say in the report how many pairs without a conflict came out."""
        made = report.made[CONTROL] = state.count(CONTROL)
        if made < wanted:
            common = self.reasons.get(str(CONTROL), Counter()).most_common(3)
            report.shortfalls.append(Shortfall(CONTROL, wanted, made, tuple(common)))

    def settle_relations(
        self,
        report: Report,
        state: State,
        relations: Iterable[str],
        with_seeds: Collection[str],
        own_name: Callable[[str], str] = str,
    ) -> None:
        """Say in the report which seed relations were used, and why others were not.

        ``relations`` are those that seeds may be of, ``with_seeds`` those that the KG has seeds of, ``own_name`` how
        the KG names one.
        """
        for (pair_type, relation), count in state.kept.items():
            if pair_type != CONTROL:
                report.relations[own_name(relation)] += count
        for seen in sorted(relations):
            relation = own_name(seen)
            if report.relations[relation]:
                continue
            why = self.by_relation.get(relation, Counter()).most_common(1)
            if seen not in with_seeds:
                report.unused[relation] = "the KG has no such fact between entities that are not hidden"
            else:
                report.unused[relation] = why[0][0] if why else "the plan was met before it was tried"
