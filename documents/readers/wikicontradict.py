"""WikiContradict: two passages of Wikipedia, and whether they contradict each other in so many words."""

from __future__ import annotations

from collections.abc import Iterator

from contragraph.documents.readers.fields import answers_of, id_of, question_of, text_of
from contragraph.documents.readers.registry import DatasetTable, register
from contragraph.documents.records import TextPair


@register("wikicontradict", "context1", "context2", "contradiction_type")
def wikicontradict(table: DatasetTable) -> Iterator[TextPair]:
    """WikiContradict: two contexts with a type that is explicit or implicit."""
    for number, row in table.numbered:
        kind = str(row.get("contradiction_type") or "")
        gold = (("kind", "explicit" if kind.lower().startswith("explicit") else "implicit"),) if kind else ()
        texts = text_of(row.get("context1")), text_of(row.get("context2"))
        yield TextPair(id_of(row, number), texts, question_of(row), answers_of(row), gold)
