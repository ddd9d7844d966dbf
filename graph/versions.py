"""Versions: the graphs of an instance, each with its parent and a content hash for an id."""

from __future__ import annotations

from contragraph.graph.model import Instance, Side, SideName, content_hash


def version_id(instance: Instance, side: SideName) -> str:
    """The id of one side's version: it hashes parent, kind, statements in order, and text."""
    original = _hash(None, instance.original)
    return original if side == "original" else _hash(original, instance.perturbed)


def _hash(parent: str | None, side: Side) -> str:
    sources = [[s.id, side.source(s)] for s in side.statements]
    return content_hash("version", parent, side.name, sources, side.text.id)
