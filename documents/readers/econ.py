"""ECON, as released, and with both files merged."""

from __future__ import annotations

from collections.abc import Iterator

from contragraph.documents.readers.fields import id_of, question_of, text_of
from contragraph.documents.readers.registry import DatasetTable, register
from contragraph.documents.records import TextPair


@register("econ", "e1", "e2")
def econ(table: DatasetTable) -> Iterator[TextPair]:
    """ECON: a side is [answer, …, text]; where facts were changed they stand as a list in the middle."""
    for number, row in table.numbered:
        one, other = row.get("e1"), row.get("e2")
        if not (isinstance(one, list) and isinstance(other, list) and len(one) == len(other) == 3):
            table.fault(f"item {number} has no e1 and e2 of three parts")
            continue
        facts = [side[1] if isinstance(side[1], list) else [] for side in (one, other)]
        kind = row.get("kind") or ("factoid" if facts[0] or facts[1] else "answer")
        changed = len(set(facts[0]) - set(facts[1])) if kind == "factoid" else 1
        types = row.get("types") or []
        gold = (("kind", str(kind)), ("count", str(changed)), ("types", ", ".join(map(str, types))))
        # The released answers of models repeat one pair for each model that was asked.
        texts = text_of(one[2]), text_of(other[2])
        yield TextPair(id_of(row, number), texts, question_of(row), (str(one[0]), str(other[0])), gold)
