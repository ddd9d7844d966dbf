"""The audit of a store: is everything that was made whole, reachable, and what its id says? It repairs nothing.

Orphans, joins and counts are found by queries alone; content hashes are computed again from what queries return. Every
query of the audit is named ``doctor.…`` and can be run by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple

from contragraph.graph.doctor import nodes, proofs, sets, versions
from contragraph.graph.doctor.findings import Finding
from contragraph.graph.store import GraphStore


def audit(store: GraphStore, progress: Callable[[str, int, int], None] | None = None) -> list[Finding]:
    """All that is wrong with a store, sorted; empty where all is well.

    A run that was not finished yet is no damage: it can be resumed, or deleted. ``progress`` is called with
    ("checks", done, of how many).
    """
    checks = (*nodes.CHECKS, *versions.CHECKS, *proofs.CHECKS, *sets.CHECKS)
    found: set[Finding] = set()
    for done, check in enumerate(checks):
        if progress:
            progress("checks", done, len(checks))
        found.update(check(store))
    if progress:
        progress("checks", len(checks), len(checks))
    return sorted(found, key=astuple)
