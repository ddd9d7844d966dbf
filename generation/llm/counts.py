"""What was asked of a model that proposes, what it cost, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from contragraph.llm import Answer


@dataclass
class ProposalCounts:
    """The same when answers are read from the cache again."""

    seeds: int = 0
    """Statements that were asked about."""
    questions: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    """USD."""
    accepted: int = 0
    """Proposals that were proven."""
    review: int = 0
    """Proposals that people should look at."""
    rejected: dict[str, int] = field(default_factory=dict)
    """Proposals that were refuted, or answers that were none, by reason."""

    def count(self, answers: Sequence[Answer]) -> None:
        """Add what some answers cost."""
        self.questions += len(answers)
        self.tokens_in += sum(a.tokens_in for a in answers)
        self.tokens_out += sum(a.tokens_out for a in answers)
        self.cost += sum(a.cost for a in answers)

    def reject(self, reason: str) -> None:
        """Add a rejected proposal."""
        self.rejected[reason] = self.rejected.get(reason, 0) + 1

    def as_json(self) -> dict[str, object]:
        """As journal and manifest keep it."""
        counts = {name: getattr(self, name) for name in ("seeds", "questions", "tokens_in", "tokens_out", "accepted")}
        return {
            **counts,
            "review": self.review,
            "cost": round(self.cost, 9),
            "rejected": dict(sorted(self.rejected.items())),
        }
