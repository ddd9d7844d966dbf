"""The items of an answer: what stands under one number or bullet of a list, and the lines beside lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["heading", "number", "bullet", "line"]
_BULLET = re.compile(r"[ \t]*(?:[-*•–—]|\(?[a-z][.)])\s")
_NUMBER = re.compile(
    r"[\s>*_`•(\[\-–]*(?:(?:conflict|contradiction|inconsistency|discrepancy|pair|issue|point|item)\s*(?:\#|no\.?|number)?\s*)?"
    r"\d{1,2}\s*(?:[.):\]]|[\s*_]*[–—-]\s)",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\s*(?:#{1,6}\s|<(?:conflict|contradiction|pair|item)\b)", re.IGNORECASE)


@dataclass(slots=True)
class ListItem:
    """Lines that stand together, and what they stand under."""

    kind: Kind
    lines: list[str] = field(default_factory=list)


def items_of(text: str) -> Iterator[ListItem]:
    """The items in their order.

    A heading is of all up to the next one; bullets, and lines further in, belong to the number before them.
    """
    item, gap = ListItem("line"), True
    for line in text.splitlines():
        if not line.strip():
            gap = True
            continue
        kind = _kind(line)
        if kind == "heading" or (item.kind != "heading" and not _goes_on(item, kind, gap, line[:1].isspace())):
            if item.lines:
                yield item
            item = ListItem(kind)
        item.lines.append(line)
        gap = False
    if item.lines:
        yield item


def _kind(line: str) -> Kind:
    if _HEADING.match(line):
        return "heading"
    return "number" if _NUMBER.match(line) else "bullet" if _BULLET.match(line) else "line"


def _goes_on(item: ListItem, kind: Kind, gap: bool, further_in: bool) -> bool:
    """Does a line of some kind, maybe behind an empty one (``gap``), belong to the item?"""
    if item.kind == "line" or kind == "number":
        return False
    return further_in if gap else kind == "line" or item.kind == "number"
