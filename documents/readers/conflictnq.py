"""ConflictNQ: the true and the false passages of a question."""

from __future__ import annotations

from collections.abc import Iterator

from contragraph.documents.readers.fields import id_of, question_of, text_of
from contragraph.documents.readers.registry import DatasetTable, register
from contragraph.documents.records import TextPair


@register("conflictnq", "real_passages", "fake_passages")
def conflictnq(table: DatasetTable) -> Iterator[TextPair]:
    """ConflictNQ: true and false passages of a question, each side as one text."""
    for number, row in table.numbered:
        real, fake = (
            "\n".join(filter(None, map(text_of, row.get(k) or ()))) for k in ("real_passages", "fake_passages")
        )
        answers = tuple(str(row[k]) for k in ("real_short_answer", "fake_short_answer") if row.get(k))
        yield TextPair(id_of(row, number), (real, fake), question_of(row), answers)
