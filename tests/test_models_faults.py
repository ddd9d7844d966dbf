"""Faults of servers: nothing is lost, nothing is counted twice, the cost is right."""

from __future__ import annotations

from pathlib import Path

from tests import faulty


def test_every_fault(tmp_path: Path) -> None:
    """Twelve questions of each kind; ``python -m benchmarks.gateway --faults 10000`` asks 10,000."""
    server, spent = faulty.run(range(12 * len(faulty.KINDS)), tmp_path)
    assert spent.retries == 12 * 14
    assert spent.lost > 0
    # What a server refuses is asked again by the second run.
    assert server.repeated == spent.retries + 12
