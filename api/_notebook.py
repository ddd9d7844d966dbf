"""How a notebook shows a pair. The model knows nothing of that, so the public API adds it."""

from __future__ import annotations

from contragraph.app.presentation.notebook import instance_html
from contragraph.graph.model import Instance

Instance._repr_html_ = instance_html  # type: ignore[attr-defined] # notebooks ask the class for this name
