"""Verbalisers: who writes the texts of pairs, each a registered function in a module of its own."""

from __future__ import annotations

from contragraph.generation.run.verbalisers import llm, template
from contragraph.generation.run.verbalisers.registry import VERBALISERS

__all__ = ["VERBALISERS", "llm", "template"]
