"""Texts by templates, with which every pair comes."""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.generation.llm.running import Models
from contragraph.generation.llm.tell import Retelling
from contragraph.generation.run.verbalisers.registry import VERBALISERS
from contragraph.graph.model import Instance


@VERBALISERS.register("template")
def template(pairs: Sequence[Instance], models: Models | None) -> Retelling | None:
    """Statements are worded from the lexicon and joined into sentences."""
    del pairs, models
    return None
