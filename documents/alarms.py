"""How often texts that agree are said to contradict each other: it stands beside each share of what was detected.

A dataset's own texts say it best: items of which it says that they agree, else each text against itself, its first half
against its second. Beside that stand pairs of other collections that agree, from which nothing was learnt.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from contragraph.documents.candidates import whole
from contragraph.documents.clash import ReadText, read_extracted
from contragraph.documents.classify import Classified, Slice, found_between
from contragraph.documents.proven import TextProver
from contragraph.documents.records import Extracted
from contragraph.evaluation.statistics import Proportion

ALARMS = "alarms.toml"


def detection(dataset: str, items: Sequence[Classified], least: float, prover: TextProver | None = None) -> list[Slice]:
    """In how many items something was detected, and beside it how often that is a false alarm at the same bar."""
    agreeing = [item for item in items if item.agrees]
    others = [item for item in items if not item.agrees]
    found = []
    if others:
        found.append(Slice(dataset, "detected", "a conflict", _detected(others)))
    if agreeing:
        found.append(Slice(dataset, "false alarm", "items that agree", _detected(agreeing)))
    elif halved := _halves_of(items):
        clashing = sum(bool(found_between(a, b, least, prover)) for a, b in halved)
        found.append(Slice(dataset, "false alarm", "halves of one text", Proportion(clashing, len(halved))))
    if not any(text.modelled for item in items for text in item.extracted):
        family, share = held_out(least)
        found.append(Slice(dataset, "false alarm", f"pairs of others that agree ({family})", share))
    return found


def _detected(items: Sequence[Classified]) -> Proportion:
    return Proportion(sum(bool(item.conflicts) for item in items), len(items))


def _halves_of(items: Sequence[Classified]) -> list[tuple[ReadText, ReadText]]:
    """The halves of every text once; not of what is compared with itself, and may so contradict itself."""
    texts = {
        body: read
        for item in items
        if len(set(item.pair.texts)) > 1
        for body, read in zip(item.pair.texts, item.extracted)
    }
    return [its for read in texts.values() if (its := halves(read)) is not None]


def halves(text: Extracted) -> tuple[ReadText, ReadText] | None:
    """The two halves of a text, None of one sentence.

    They are understood as the whole is: the second knows what it speaks of.
    """
    middle = len(text.sentences) // 2
    if not middle:
        return None
    its = read_extracted(text)
    return _part(its, 0, middle), _part(its, middle, len(text.sentences))


def _part(its: ReadText, low: int, high: int) -> ReadText:
    text = its.text
    part = replace(
        text,
        sentences=text.sentences[low:high],
        mentions=text.mentions[low:high],
        stems=text.stems[low:high],
        denied=text.denied[low:high],
        said=tuple(replace(s, sentence=s.sentence - low) for s in text.said if low <= s.sentence < high),
    )
    lines = its.lines[low:high]
    return ReadText(part, lines, whole(lines))


@cache
def _alarms() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / ALARMS).read_text("utf-8"))


def held_out(least: float) -> tuple[str, Proportion]:
    """How many pairs that agree reach a bar, in the collection in which most do; its name and the share."""
    held = _alarms()
    place = sum(bar <= least for bar in held["bars"][1:])
    shares = {family: Proportion(its["reach"][place], its["pairs"]) for family, its in sorted(held["agree"].items())}
    worst = max(shares, key=lambda family: shares[family].share or 0)
    return worst, shares[worst]
