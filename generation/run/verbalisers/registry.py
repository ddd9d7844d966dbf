"""The registry of verbalisers: each is given pairs with the texts of templates, and may tell them anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from contragraph.generation.llm.running import Models
from contragraph.generation.llm.tell import Retelling
from contragraph.graph.model import Instance
from contragraph.graph.registry import Registry

Tell = Callable[[Sequence[Instance], Models | None], Retelling | None]
"""The pairs in other words; None where theirs stay."""
VERBALISERS: Registry[Tell] = Registry("verbaliser")
"""All verbalisers by name."""
