"""The judges that ask no model, strongest first."""

from __future__ import annotations

# The order of these imports is that in which judges are asked.
from contragraph.documents.judges import proof, rules, overlap  # noqa: F401 - they register  # isort: skip
from contragraph.documents.judges.base import NOBODY, Judge
from contragraph.documents.judges.registry import JUDGES


def offline_judges() -> tuple[Judge, ...]:
    """Proof where claim and passage can be read as statements, rules elsewhere; no baseline, whose word is nobody's."""
    return tuple(judge for each in JUDGES.values() if (judge := each()).by != NOBODY.by)
