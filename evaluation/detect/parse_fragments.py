"""Conflicts in a layout that nobody foresaw: fragments of an answer that are sentences of the texts.

The answer is cut at what separates things in any layout (quotation marks, else lines, arrows, bars, tags); a fragment
that is a sentence of a text stands for it. What stands together under one number, bullet or heading is a conflict.
"""

from __future__ import annotations

import re

from contragraph.evaluation.detect.answered import Quote, Reported
from contragraph.evaluation.detect.mentions import Where, labels_in, sides

SHORTEST = 12
"""Characters of a fragment at least."""
MOST = 400
"""Fragments that are looked at, at most."""
_BLOCK = re.compile(
    r"\n(?=[ \t]*(?:#{1,6}\s|\(?\d{1,2}[.):]\s|<(?:conflict|contradiction|pair|item)\b|"
    r"[-*•]\s|\W{0,4}(?:conflict|contradiction|pair|issue)\b))",
    re.IGNORECASE,
)
_CUT = re.compile(r"\n|<?[-=]+>|[↔→⟷⇔≠|]|\bvs\b\.?|\bversus\b|\s/\s|</?\w+[^>]*>|;\s")
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{12,1000})[\"”“»]")
_LABEL = re.compile(r"^[\s\W]*(?:\d{1,2}[.)]\s*)?(?P<label>[\w #()-]{1,40}?)[\s*_`)\]]*:\s*(?P<rest>.+)$", re.DOTALL)
_EXPLAINS = re.compile(r"^\W*(?:expla|reason|why|note|analysis|comment|because)", re.IGNORECASE)


def read_fragments(text: str, where: Where) -> list[Reported]:
    """The conflicts that fragments of an answer make up; each names a sentence of both texts."""
    found: list[list[Quote]] = []
    looked = 0
    for block in _BLOCK.split("\n" + text):
        quotes: list[Quote] = []
        for fragment in _QUOTED.findall(block) or filter(str.strip, _CUT.split(block)):
            looked += 1
            if looked > MOST:
                break
            quotes += _quote(fragment, where)
        if not quotes:
            continue
        if found and len(sides(found[-1], where)) < 2:
            found[-1] += quotes
        else:
            found.append(quotes)
    return [tuple(quotes) for quotes in found if len(sides(quotes, where)) == 2]


def _quote(fragment: str, where: Where) -> list[Quote]:
    if _EXPLAINS.match(fragment):
        return []
    match = _LABEL.match(fragment)
    rest = (match["rest"] if match else fragment).strip(" \t*_`-•>#")
    labels = labels_in(match["label"]) if match else set()
    if len(rest) < SHORTEST or len(labels_in(fragment)) > 1:
        return []
    quote = Quote(rest, labels.pop() if len(labels) == 1 else None)
    return [quote] if where(quote) else []
