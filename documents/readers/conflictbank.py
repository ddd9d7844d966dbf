"""Questions as ConflictBank released them."""

from __future__ import annotations

from collections.abc import Iterator

from contragraph.documents.readers.registry import DatasetTable, register
from contragraph.documents.records import TextPair
from contragraph.evaluation.memory.released import NEEDED, item_of


@register("conflictbank", *NEEDED)
def conflictbank(table: DatasetTable) -> Iterator[TextPair]:
    """ConflictBank: the text of the fact against that of each claim, one pair a cause."""
    for number, row in table.numbered:
        item = item_of(row)
        if isinstance(item, str):
            table.fault(f"item {number} {item}")
            continue
        fact, *claims = item.passages
        answers = tuple(option.text for option in item.options if option.role in ("original", "replacement"))
        for claim in claims:
            texts = fact.texts[0][1], claim.texts[0][1]
            yield TextPair(f"{number}-{claim.cause}", texts, item.question, answers, (("released as", claim.cause),))
