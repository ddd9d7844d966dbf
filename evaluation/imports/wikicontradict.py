"""WikiContradict: two passages of Wikipedia with an answer of each to one question."""

from __future__ import annotations

from contragraph.evaluation.imports.registry import Row, item_of, register_table, text_of
from contragraph.evaluation.records import Item
from contragraph.graph.model import content_hash


@register_table("wikicontradict", "WikiContradict", "context1", "context2")
def wikicontradict(row: Row) -> Item | str:
    """A row as a pair, or what it lacks."""
    texts = text_of(row, "context1"), text_of(row, "context2")
    lacks = [name for name, text in zip(("context1", "context2"), texts) if not text]
    if lacks:
        return f"it has no {' and no '.join(lacks)}"
    kind = (text_of(row, "contradiction_type") or text_of(row, "contradictType")).split(" ")[0].casefold() or "unknown"
    answers = [(text_of(row, f"answer{n}_self_contained") or text_of(row, f"answer{n}")) for n in (1, 2)]
    question = text_of(row, "question") or None
    name = text_of(row, "question_ID") or content_hash("wikicontradict", question, *texts)
    return item_of(name, kind, "wikicontradict", texts, [answers], question)
