"""Texts by templates, with which every pair comes."""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.generation.llm.running import Models
from contragraph.generation.llm.tell import Retelling
from contragraph.generation.run.verbalisers.registry import register
from contragraph.graph.model import Instance


@register("template")
def template(pairs: Sequence[Instance], models: Models | None) -> Retelling | None:
    """Statements are worded from the lexicon and joined into sentences."""
    del pairs, models
    return None
