"""Axioms as proposers: a search of the graph by patterns that are unfolded from them."""

from __future__ import annotations

from contragraph.generation.pool.searched import Searched
from contragraph.generation.pool.source import Source
from contragraph.generation.run.proposers.registry import PROPOSERS, Commission


@PROPOSERS.register("symbolic")
def symbolic(commission: Commission, salt: str) -> Source:
    """Axioms decide what is made up."""
    return Searched(commission.searcher(salt), commission.processes)
