"""Computations that ask both the graph and a model, many of them at once.

Each round all that wait for facts are answered first; when none does, all questions to the model are asked together,
in the order of the computations. So what is asked, and what comes of it, depends on no clock.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from contragraph.generation.knowledge import Knowledge, Need
from contragraph.models import Answer, Ask, Gateway

T = TypeVar("T")
Talk = Generator[frozenset[Need] | tuple[Ask, ...], Sequence[Answer] | None, T]
"""A computation that may pause for the store or for a model, and its result."""


@dataclass
class Asked:
    """What was asked, what it cost, and what came of the proposals. The same when it is read from the cache again."""

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
        for answer in answers:
            self.questions += 1
            self.tokens_in += answer.tokens_in
            self.tokens_out += answer.tokens_out
            self.cost += answer.cost

    def reject(self, reason: str, number: int = 1) -> None:
        """Add rejected proposals."""
        self.rejected[reason] = self.rejected.get(reason, 0) + number

    def add(self, other: Asked) -> None:
        """Add what was asked elsewhere."""
        for name in ("questions", "tokens_in", "tokens_out", "cost", "accepted", "review"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for reason, number in other.rejected.items():
            self.reject(reason, number)

    def as_json(self) -> dict[str, object]:
        """As journal and manifest keep it."""
        return {
            "questions": self.questions,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "cost": round(self.cost, 9),
            "accepted": self.accepted,
            "review": self.review,
            "rejected": dict(sorted(self.rejected.items())),
        }


def converse(talks: Sequence[Talk[T]], knowledge: Knowledge, gateway: Gateway) -> list[T]:
    """Run all computations to their end; results in their order.

    Raises:
        CostLimitError: before the limit is passed.
        ModelError: for what every question would meet.
    """
    results: dict[int, T] = {}
    asks: dict[int, tuple[Ask, ...]] = {}
    inbox: dict[int, Sequence[Answer] | None] = dict.fromkeys(range(len(talks)))
    while inbox or asks:
        needs: set[Need] = set()
        waiting: dict[int, Sequence[Answer] | None] = {}
        for slot, received in sorted(inbox.items()):
            try:
                wanted = talks[slot].send(received)
            except StopIteration as end:
                results[slot] = end.value
                continue
            if isinstance(wanted, frozenset):
                needs |= wanted
                waiting[slot] = None
            else:
                asks[slot] = wanted
        if needs:
            knowledge.fetch(needs)
        elif asks:
            slots = sorted(asks)
            answers = iter(gateway.ask([ask for slot in slots for ask in asks[slot]]))
            waiting = {slot: [next(answers) for _ in asks[slot]] for slot in slots}
            asks = {}
        inbox = waiting
    return [results[slot] for slot in range(len(talks))]
