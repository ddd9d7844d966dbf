"""Proposers: who says which statements could be made up, each a registered function in a module of its own."""

from __future__ import annotations

from contragraph.generation.run.proposers import llm, natural, symbolic
from contragraph.generation.run.proposers.registry import PROPOSERS, Commission

__all__ = ["PROPOSERS", "Commission", "llm", "natural", "symbolic"]
