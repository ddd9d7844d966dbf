"""Filters: each refuses candidates for one reason that it can name; all of them are listed in one registry.

A filter is a function of a candidate and of what is known around it, which gives the reason for refusing it or an empty
text. It is registered with a name, which is the key in ``rejected.jsonl``, in the manifest and in
``kgs/<name>/filters.toml``, where its thresholds stand. Filters run in the order in which they are registered, from
what is looked at alone to what is proven.
"""

from __future__ import annotations

from contragraph.generation.search.filters import knowledge, names, things
from contragraph.generation.search.filters.knowledge import unbroken
from contragraph.generation.search.filters.proof import prove
from contragraph.generation.search.filters.registry import FILTERS, Filter, Refusal, Setting, refusal

__all__ = ["FILTERS", "Filter", "Refusal", "Setting", "knowledge", "names", "prove", "refusal", "things", "unbroken"]
