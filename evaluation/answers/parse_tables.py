"""Conflicts reported in the rows of a Markdown table whose columns are the two texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from contragraph.evaluation.answers.answered import Label, Quote, Reported
from contragraph.evaluation.answers.mentions import Where, labels_in
from contragraph.evaluation.answers.parse_lines import quotes_of

_UNDER = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$")
"""The line between the head of a table and its rows."""
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def read_tables(text: str, where: Where | None = None) -> list[Reported]:
    """The conflicts in the tables of an answer, one for each row.

    The columns of the texts are those whose heads name a text; where no heads do, and it is known ``where`` sentences
    stand, every cell that is a sentence counts. Empty if no table is of that kind.
    """
    lines = text.splitlines()
    reported: list[Reported] = []
    for n, line in enumerate(lines):
        if n == 0 or not _UNDER.match(line):
            continue
        rows = [_cells(row) for row in takewhile(lambda row: "|" in row, lines[n + 1 :])]
        labels = [_label(cell) for cell in _cells(lines[n - 1])]
        if sorted(filter(None, labels)) == ["A", "B"]:
            reported += [_row(cells, labels) for cells in rows]
        elif where is not None:
            reported += [_known(cells, where) for cells in rows]
    return [quotes for quotes in reported if quotes]


def _cells(line: str) -> list[str]:
    return line.strip().removeprefix("|").removesuffix("|").split("|")


def _label(head: str) -> Label | None:
    labels = labels_in(head)
    return labels.pop() if len(labels) == 1 else None


def _row(cells: Sequence[str], labels: Sequence[Label | None]) -> Reported:
    found: list[Quote] = []
    for cell, label in zip(cells, labels):
        if label is not None:
            found += [quote for part in _BREAK.split(cell) for quote in quotes_of(part, label)]
    return tuple(found)


def _known(cells: Sequence[str], where: Where) -> Reported:
    """The cells that are sentences of a text, but for those that speak of what others say."""
    parts = [quote for cell in cells for part in _BREAK.split(cell) for quote in quotes_of(part, None)]
    return tuple(quote for quote in parts if len(quote.words.split()) > 2 and where(quote))
