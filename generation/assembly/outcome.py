"""What came of a run, or of a part of it, as its report wants to know it: small, and the same after it was a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from contragraph.dataset.types import PairType, parse_type
from contragraph.generation.assembly.rounds import RunState
from contragraph.generation.pool.quotas import QuotaLedger

Counts = Mapping[str, int]


@dataclass
class PartOutcome:
    """What parts of a run have found, kept, passed over and used."""

    ledger: QuotaLedger
    hops: Counter[int] = field(default_factory=Counter)
    """Conflicts that were found, by their steps."""
    kept: Counter[PairType] = field(default_factory=Counter)
    reasons: dict[PairType, Counter[str]] = field(default_factory=dict)
    refused: dict[PairType, Counter[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, state: RunState) -> Self:
        """What came of a part."""
        hops = Counter(p.cell.hops for p in state.pool.everything)
        return cls(state.ledger, hops, state.kept, state.reasons, state.refused)

    def add(self, other: PartOutcome) -> None:
        """Count what came of another part as well."""
        self.ledger.add(other.ledger)
        self.hops += other.hops
        self.kept += other.kept
        for mine, its in ((self.reasons, other.reasons), (self.refused, other.refused)):
            for pair_type, counts in its.items():
                mine.setdefault(pair_type, Counter()).update(counts)

    def as_json(self) -> dict[str, object]:
        """As a file keeps it."""
        return {
            "used": self.ledger.as_json(),
            "hops": {str(h): n for h, n in sorted(self.hops.items())},
            "kept": {str(t): n for t, n in sorted(self.kept.items())},
            "reasons": {str(t): dict(sorted(some.items())) for t, some in sorted(self.reasons.items())},
            "refused": {str(t): dict(sorted(some.items())) for t, some in sorted(self.refused.items())},
        }

    @classmethod
    def of_json(cls, told: Mapping[str, Any], ledger: QuotaLedger) -> Self:
        """What a file kept; the ``ledger`` is empty, and told what was used."""
        ledger.take_over(told["used"])
        return cls(
            ledger,
            Counter({int(h): n for h, n in told["hops"].items()}),
            Counter({parse_type(t): n for t, n in told["kept"].items()}),
            {parse_type(t): Counter(some) for t, some in told["reasons"].items()},
            {parse_type(t): Counter(some) for t, some in told["refused"].items()},
        )
