"""Conflicts reported in the rows of a Markdown table whose columns are the two texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.evaluation.detect.answered import Label, Quote, Reported
from contragraph.evaluation.detect.parse_lines import KINDS, LABELS, quotes_of

_HEAD = re.compile(
    rf"^\W*(?:(?:from|in|the|of|{KINDS}s?)\s+)*(?:{KINDS}\s*(?P<named>A|B|1|2|one|two)|(?P<ordinal>first|second)\s+{KINDS}|"
    r"(?P<bare>[AB]))\b[^\w|]*$",
    re.IGNORECASE,
)
_UNDER = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$")
"""The line between the head of a table and its rows."""
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def read_tables(text: str) -> list[Reported]:
    """The conflicts in the tables of an answer, one for each row; empty if no table has a column for each text."""
    lines = text.splitlines()
    reported: list[Reported] = []
    for n, line in enumerate(lines):
        if n == 0 or not _UNDER.match(line):
            continue
        labels = [_label(cell) for cell in _cells(lines[n - 1])]
        if sorted(filter(None, labels)) != ["A", "B"]:
            continue
        for row in lines[n + 1 :]:
            if "|" not in row:
                break
            reported.append(_row(_cells(row), labels))
    return [quotes for quotes in reported if quotes]


def _cells(line: str) -> list[str]:
    return line.strip().removeprefix("|").removesuffix("|").split("|")


def _label(head: str) -> Label | None:
    match = _HEAD.match(head)
    return LABELS[(match["named"] or match["ordinal"] or match["bare"]).lower()] if match else None


def _row(cells: Sequence[str], labels: Sequence[Label | None]) -> Reported:
    found: list[Quote] = []
    for cell, label in zip(cells, labels):
        if label is not None:
            found += [quote for part in _BREAK.split(cell) for quote in quotes_of(part, label)]
    return tuple(found)
