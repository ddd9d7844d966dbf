"""What the audit of a store finds, and the rows of its queries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from contragraph.graph.store import GraphStore


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something in the store that should not be so."""

    check: str
    """Which part of the audit found it."""
    kind: str
    """The label of the node that it is about."""
    id: str
    problem: str


def rows(store: GraphStore, name: str) -> Iterator[dict[str, Any]]:
    """The rows of a query of the audit, one after the other."""
    for row in store.each(name):
        yield dict(row)
