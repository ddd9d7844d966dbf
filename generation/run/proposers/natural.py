"""Another graph as a proposer: what it says differently."""

from __future__ import annotations

from contragraph.generation.pool.source import Listed, Source
from contragraph.generation.run.proposers.registry import PROPOSERS, Commission


@PROPOSERS.register("natural")
def natural(commission: Commission, salt: str) -> Source:
    """Nobody makes anything up: two linked graphs disagree."""
    del salt
    against = commission.graph.against
    return Listed(against.conflicts if against else ())
