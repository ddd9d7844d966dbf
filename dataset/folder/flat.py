"""Pairs as rows of a flat table: one row a pair, no value missing, and one value in each cell but for two lists.

This is what ``export --to csv``, ``export --to pandas`` and ``Dataset.to_pandas`` give: for counting, filtering and
training. What a proof is made of stands in the nested table of ``export --to parquet``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Literal

from contragraph.dataset.records.schema import ContextRecord, InstanceRecord

Row = dict[str, object]
CONFLICT, NONE = "conflict", "none"
"""The labels of pairs, as answers of models are called as well."""
Kind = Literal["text", "number", "numbers"]
COLUMNS: Mapping[str, Kind] = {
    "id": "text",
    "text_a": "text",
    "text_b": "text",
    "label": "text",
    "type": "text",
    "conflicts": "number",
    "hops": "number",
    "strength": "text",
    "relation": "text",
    "domain": "text",
    "sentences_a": "numbers",
    "sentences_b": "numbers",
    "evidence_a": "text",
    "evidence_b": "text",
    "control_of": "text",
    "kg": "text",
}
"""The columns, in their order, and what they hold; ``docs/formats.md`` says what each means."""
_SEVERAL = "; "
"""What stands between several names in one cell."""


def flat_row(record: InstanceRecord) -> Row:
    """A pair as a row."""
    original, perturbed = record.contexts.original, record.contexts.perturbed
    nodes = (s.relation for side in (original, perturbed) for s in side.statements)
    labels = {node.id: node.label for node in nodes}
    # The statements that differ: those that the texts share are no part of the dispute.
    disputed = ({i for c in record.conflicts for i in c.original}, {i for c in record.conflicts for i in c.perturbed})
    places = [_places(side, ids) for side, ids in zip((original, perturbed), disputed)]
    control = record.provenance.control
    return {
        "id": record.id,
        "text_a": original.text,
        "text_b": perturbed.text,
        "label": CONFLICT if record.conflicts else NONE,
        "type": record.type,
        "conflicts": len(record.conflicts),
        "hops": min((c.hops for c in record.conflicts), default=0),
        "strength": _weakest(c.strength for c in record.conflicts),
        "relation": _SEVERAL.join(labels.get(i, i) for i in record.relations),
        "domain": _SEVERAL.join(record.domains),
        "sentences_a": places[0],
        "sentences_b": places[1],
        "evidence_a": _words(original, places[0]),
        "evidence_b": _words(perturbed, places[1]),
        "control_of": control.of if control else "",
        "kg": record.kg,
    }


def flat_cells(row: Row) -> list[object]:
    """A row as a line of CSV has it: lists as JSON."""
    return [json.dumps(row[name]) if kind == "numbers" else row[name] for name, kind in COLUMNS.items()]


def _places(side: ContextRecord, ids: set[str]) -> list[int]:
    """The numbers, from 1, of the sentences that state some of these statements."""
    return [number for number, s in enumerate(side.sentences, start=1) if ids.intersection(s.statements)]


def _words(side: ContextRecord, places: Iterable[int]) -> str:
    """The sentences at some places, one after the other."""
    spans = (side.sentences[place - 1] for place in places)
    return " ".join(side.text[span.start : span.end].strip() for span in spans)


def _weakest(strengths: Iterable[str]) -> str:
    """``typical`` if any is; nothing without any."""
    return max(strengths, default="")
