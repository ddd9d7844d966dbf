"""ECON: two pieces of evidence, each an answer to one question with its facts and a text."""

from __future__ import annotations

from contragraph.evaluation.imports.registry import Row, item_of, register_table, text_of
from contragraph.evaluation.records import Item
from contragraph.graph.model import content_hash


@register_table("econ", "ECON", "e1", "e2")
def econ(row: Row) -> Item | str:
    """A row as a pair, or what it lacks."""
    sides = [row.get("e1"), row.get("e2")]
    held = [side if isinstance(side, list) and len(side) == 3 else None for side in sides]
    lacks = [name for name, side in zip(("e1", "e2"), held) if side is None]
    if lacks:
        return f"it has no {' and no '.join(lacks)} with an answer, its facts and a text"
    one, other = (side or [] for side in held)
    factoid = isinstance(one[1], list) and isinstance(other[1], list)
    changed = [[str(a), str(b)] for a, b in zip(one[1], other[1]) if a != b] if factoid else []
    question = text_of(row, "question") or None
    name = text_of(row, "instance_id") or content_hash("econ", question, str(one[2]), str(other[2]))
    kind = text_of(row, "kind") or ("factoid" if factoid else "answer")
    pairs = changed or [[str(one[0]), str(other[0])]]
    return item_of(name, kind, "econ", (str(one[2]), str(other[2])), pairs, question)
