"""The registry of judges that need no model, the strongest first."""

from __future__ import annotations

from collections.abc import Callable

from contragraph.documents.judges.base import Judge
from contragraph.graph.registry import Registry

JUDGES: Registry[Callable[[], Judge]] = Registry("judge")
"""Those that can be made without arguments, by name."""
