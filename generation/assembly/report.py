"""What a run says of itself: pairs per type, what fell short and why, what came of each quota."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from contragraph.dataset.types import CONTROL, PairType
from contragraph.generation.assembly.outcome import PartOutcome
from contragraph.generation.pool.quotas import HOPS, QuotaResult
from contragraph.llm import Ledger

_HELP = {
    "hops": "Conflicts of more steps need axioms of chains, levels and spans, and graphs with dates.",
    "dated": "Load dates and numbers (--claims), or lower --quota dated=…",
    "relation": "Only few relations carry conflicts: raise --quota relation=…, or load a bigger graph.",
    "replacement": "The same things stand in too often: raise --quota replacement=…, or load a bigger graph.",
    "denial": "",
}
"""What would help where a quota has refused most."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A type that has fewer pairs than planned, with what refused most and what would help."""

    type: PairType
    """The type."""
    wanted: int
    """The pairs that were planned."""
    made: int
    """The pairs that there are."""
    reasons: tuple[tuple[str, int], ...]
    """What refused most, and how often."""


@dataclass
class RunReport:
    """What a run did."""

    run: str
    """The id of the run."""
    kg: str
    """The name of the graph."""
    made: dict[PairType, int] = field(default_factory=dict)
    """Pairs of each type."""
    shortfalls: list[Shortfall] = field(default_factory=list)
    """Types with fewer pairs than planned."""
    relations: Counter[str] = field(default_factory=Counter)
    """Conflicts by seed relation."""
    quotas: list[QuotaResult] = field(default_factory=list)
    """What came of each quota."""
    filters: Counter[str] = field(default_factory=Counter)
    """Candidates and pairs refused, by filter."""
    pool: Mapping[str, int] = field(default_factory=dict)
    """Conflicts found, by hops."""
    help: list[str] = field(default_factory=list)
    """What would help where something fell short, one sentence each."""
    rejected: int = 0
    """Candidates that were refused."""
    asked: dict[str, Any] = field(default_factory=dict)
    """What was asked of a model that proposes, what it cost, and what came of it; empty where none was asked."""
    told: dict[str, Any] = field(default_factory=dict)
    """The figures of the texts that a model told; empty where none did."""
    disagreements: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What was behind the disagreements of two graphs, by relation."""
    already_done: bool = False
    """Whether the folder was there already, finished by the same run."""
    controls: int = 0
    """Pairs without any conflict."""
    dropped: int = 0
    """Pairs of shards that are left out, since another shard has made the same statement up."""
    begun: int = 0
    """How often shards were begun: more often than there are some where whoever made one was gone."""

    def settle_controls(self, wanted: int) -> None:
        """Say how many controls there are, and whether they are fewer than wanted."""
        self.made[CONTROL] = self.controls
        if self.controls < wanted:
            why = (("nothing true stands in place of all that a pair makes up", wanted - self.controls),)
            self.shortfalls.append(Shortfall(CONTROL, wanted, self.controls, why))

    def add(self, entry: Mapping[str, Any]) -> None:
        """Count what a line of the journal says of candidates and of models."""
        self.rejected += len(entry["rejected"])
        self.filters.update(r["filter"] for r in entry["rejected"])
        self.asked = _added(self.asked, entry.get("proposals", {}))
        self.told = _added(self.told, entry.get("told", {}))
        if entry["type"] == str(CONTROL):
            self.controls += len(entry["kept"])

    def settle_models(self, ledger: Ledger) -> None:
        """Say what all sittings of the run asked of models, whatever became of the answers."""
        if self.asked:
            self.asked |= ledger.total(lambda entry: entry.step == "perturb").as_json()
        if self.told:
            self.told |= ledger.total(lambda entry: entry.step in ("verbalise", "verify")).as_json()

    def settle(self, plan: Mapping[PairType, int], outcome: PartOutcome) -> None:
        """Say what came out, and what fell short."""
        ledger = outcome.ledger
        self.quotas, self.relations = ledger.measured(), ledger.relations
        self.pool = {str(h): outcome.hops[h] for h in (1, *HOPS) if outcome.hops[h]}
        for pair_type, wanted in plan.items():
            made = self.made[pair_type] = outcome.kept[pair_type]
            if made < wanted:
                self.shortfalls.append(Shortfall(pair_type, wanted, made, self._reasons(pair_type, outcome)))
        missed = {q.name for q in self.quotas if not q.holds}
        often = {n for n, c in ledger.refused.most_common(1) if c and self.shortfalls}
        self.help = [_HELP[n] for n in sorted(missed | often) if _HELP[n]]

    def _reasons(self, pair_type: PairType, outcome: PartOutcome) -> tuple[tuple[str, int], ...]:
        """What kept pairs of a type from being made, most often first."""
        found = Counter(outcome.reasons.get(pair_type, Counter()))
        found.update({f"refused by filter {name}": n for name, n in self.filters.items()})
        found.update({f"refused by quota {name}": n for name, n in outcome.refused.get(pair_type, Counter()).items()})
        if not any(n and (hops > 1) == pair_type.multi for hops, n in outcome.hops.items()):
            return (("the search found no such conflict", 0), *found.most_common(2))
        return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0]))[:4])

    def as_json(self) -> dict[str, object]:
        """As the manifest keeps it."""
        return {
            "counts": {str(t): n for t, n in self.made.items()},
            "relations": dict(sorted(self.relations.items())),
            "pool": dict(self.pool),
            "rejected": self.rejected,
            "filters": dict(sorted(self.filters.items())),
            "shortfalls": [
                {"type": str(s.type), "planned": s.wanted, "made": s.made, "reasons": [list(r) for r in s.reasons]}
                for s in self.shortfalls
            ],
            "quotas": [q.as_json() for q in self.quotas],
            **({"asked": self.asked} if self.asked else {}),
            **({"told": self.told} if self.told else {}),
            **({"dropped": self.dropped} if self.dropped else {}),
            **({"disagreements": self.disagreements} if self.disagreements else {}),
        }


def _added(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables of figures as one: numbers added, tables within them likewise."""
    both = dict(one)
    for key, value in other.items():
        before = both.get(key)
        both[key] = _added(before or {}, value) if isinstance(value, Mapping) else round((before or 0) + value, 9)
    return both
