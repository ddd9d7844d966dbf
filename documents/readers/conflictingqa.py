"""ConflictingQA: one passage in a row, with its stance on a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from contragraph.documents.readers.fields import text_of
from contragraph.documents.readers.registry import DatasetTable, Row, register
from contragraph.documents.records import TextPair

GROUPED = (("search_query", ("text_window", "text_raw", "text")), ("question", ("text", "passage", "evidence")))
"""The column that rows of one question share, and the passage's columns."""
MOST_TEXTS = 6
"""Texts of one question that are compared with each other; more are left out, and said."""


def _grouping(table: DatasetTable) -> tuple[str, str] | None:
    """The column that rows share and that of their passages; None where it has none of these names."""
    for shared, texts in GROUPED:
        found = next((t for t in texts if t in table.keys), None)
        if shared in table.keys and found:
            return shared, found
    return None


@register("conflictingqa", fits=lambda table: _grouping(table) is not None)
def conflictingqa(table: DatasetTable) -> Iterator[TextPair]:
    """ConflictingQA: rows of one question as one item; of several stances the first passages of each, in turn."""
    shared, column = _grouping(table) or ("", "")
    groups: dict[str, list[Row]] = {}
    for row in table.rows:
        groups.setdefault(str(row.get(shared)), []).append(row)
    for number, (question, its) in enumerate(groups.items(), 1):
        seen: Counter[str] = Counter()
        order: list[tuple[int, int, Row]] = []
        for row in its:
            stance = str(row.get("stance", row.get("label", "")))
            order.append((seen[stance], len(order), row))
            seen[stance] += 1
        ordered = [row for _, _, row in sorted(order, key=lambda each: each[:2])]
        if len(ordered) > MOST_TEXTS:
            table.fault(f"of the {len(ordered)} texts of item {number} only {MOST_TEXTS} are compared")
        yield TextPair(str(number), tuple(text_of(row.get(column)) for row in ordered[:MOST_TEXTS]), question)
