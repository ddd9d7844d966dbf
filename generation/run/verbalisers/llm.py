"""Texts by a language model, which are verified before they count."""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.generation.llm.running import LLM, Models
from contragraph.generation.llm.tell import Retelling, tell
from contragraph.generation.run.verbalisers.registry import VERBALISERS
from contragraph.graph.model import Instance


@VERBALISERS.register(LLM)
def llm(pairs: Sequence[Instance], models: Models | None) -> Retelling | None:
    """A model writes, and a model verifies what it wrote."""
    return tell(pairs, models.gateway, models.prompts) if models else None
