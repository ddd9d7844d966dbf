"""Filters: each a registered function that says why a candidate is refused, or a conflict after its proof.

They run in the order in which they stand in the registry, what is cheap before what asks the prover. Thresholds come
from ``filters.toml`` of the graph.
"""

from __future__ import annotations

# The order of these imports is that of the filters.
from contragraph.generation.search.filters import names, things, kinship, dates, knowledge  # isort: skip
from contragraph.generation.search.filters.proof import prove
from contragraph.generation.search.filters.registry import FILTERS, Filter, Refusal, Setting, refusal, refusal_of_proven

__all__ = [
    "FILTERS",
    "Filter",
    "Refusal",
    "Setting",
    "dates",
    "kinship",
    "knowledge",
    "names",
    "prove",
    "refusal",
    "refusal_of_proven",
    "things",
]
