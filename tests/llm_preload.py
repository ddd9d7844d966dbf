"""Imported once by the process from which runs with models are forked."""

from __future__ import annotations

from contragraph.generation.run import making
from contragraph.llm import provider

provider.library()
__all__ = ["making"]
