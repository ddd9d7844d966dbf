"""Any table with two or more texts in a row: in columns of their own, or in a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contragraph.documents.readers.fields import answers_of, id_of, question_of, text_of
from contragraph.documents.readers.registry import FIRST, DatasetTable, register
from contragraph.documents.records import AGREE, TextPair

GENERIC = "generic"
COLUMNS = (
    ("context1", "context2"),
    ("text1", "text2"),
    ("text_a", "text_b"),
    ("passage1", "passage2"),
    ("passage_a", "passage_b"),
    ("paragraph_A_clean", "paragraph_B_clean"),
    ("paragraph_A", "paragraph_B"),
    ("evidence1", "evidence2"),
    ("document1", "document2"),
    ("doc1", "doc2"),
    ("sentence1", "sentence2"),
    ("claim1", "claim2"),
    ("premise", "hypothesis"),
    ("original", "perturbed"),
    ("positive_passage", "negative_passage"),
)
"""Columns of two texts by their usual names, the first pair that is there is taken."""
LISTS = ("texts", "passages", "contexts", "documents", "evidences", "evidence")
LABELS = {"entailment": AGREE, "neutral": AGREE, "contradiction": "contradiction"}
"""What tables of language inference say of two texts, in a column ``label`` or ``gold_label``."""


def _columns(table: DatasetTable) -> Sequence[str]:
    return next((names for names in COLUMNS if table.keys.issuperset(names)), ())


def _list(table: DatasetTable) -> str:
    return next((n for n in LISTS if any(isinstance(row.get(n), list) for row in table.rows[:FIRST])), "")


@register(GENERIC, fits=lambda table: bool(_columns(table) or _list(table)))
def generic(table: DatasetTable) -> Iterator[TextPair]:
    """Any table whose columns of texts have usual names, or that has a list of texts."""
    names = _columns(table)
    return in_columns(table, names) if names else _listed(table, _list(table))


def in_columns(table: DatasetTable, columns: Sequence[str]) -> Iterator[TextPair]:
    """The texts that stand in these columns."""
    for number, row in table.numbered:
        if absent := [c for c in columns if c not in row]:
            table.fault(f"item {number} has no {absent[0]}")
            continue
        label = LABELS.get(str(row.get("label", row.get("gold_label"))).lower())
        gold = (("kind", label),) if label else ()
        texts = tuple(text_of(row[c]) for c in columns)
        yield TextPair(id_of(row, number), texts, question_of(row), answers_of(row), gold)


def _listed(table: DatasetTable, name: str) -> Iterator[TextPair]:
    for number, row in table.numbered:
        given = row.get(name)
        if not isinstance(given, list):
            table.fault(f"item {number} has no list of {name}")
            continue
        yield TextPair(id_of(row, number), tuple(map(text_of, given)), question_of(row), answers_of(row))
