"""The judges that need no model, the strongest first."""

from __future__ import annotations

from contragraph.analysis.judges.base import Judge


def offline_judges() -> tuple[Judge, ...]:
    """Those that are there."""
    return ()
