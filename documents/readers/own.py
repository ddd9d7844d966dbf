"""Our own pairs, and those of MAGIC in our layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from contragraph.documents.readers.fields import id_of, text_of
from contragraph.documents.readers.registry import DatasetTable, register
from contragraph.documents.records import TextPair


@register("contragraph", "contexts", "conflicts")
def own(table: DatasetTable) -> Iterator[TextPair]:
    """A contragraph dataset: the original and the perturbed context of each instance."""
    for number, row in table.numbered:
        contexts = row.get("contexts")
        sides = [contexts.get(side) for side in ("original", "perturbed")] if isinstance(contexts, Mapping) else []
        if not sides or not all(isinstance(side, Mapping) for side in sides):
            table.fault(f"item {number} has no original and perturbed context")
            continue
        gold = (("kind", str(row.get("type", ""))), ("count", str(len(row.get("conflicts") or ()))))
        yield TextPair(id_of(row, number), (text_of(sides[0]), text_of(sides[1])), gold=gold)
