"""What can be seen of a sentence without knowing what it speaks of: place, length, marks and function words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Literal

from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.schema import InstanceRecord

Target = Literal["made up", "declared"]
"""What is to be found: sentences that state something made up of a conflict, or anything of its perturbed side."""

_FUNCTION_WORDS = """
    a an the one another some any each every all both either neither none no nothing nobody nowhere not never nor
    without only sole solely alone exclusively entirely wholly else other others same such own separate apart and or
    but while whereas although though because since before after until when where which who whose whom that if than
    like as of in on at by to from for with within into over under between among against through during about beyond
    outside besides except it its itself he him his she her they them their this these there here is are was were be
    been being has have had having do does did will would can could may might must always ever once still already
    also too even just yet again first last many most more less few several
"""
FUNCTION_WORDS = tuple(_FUNCTION_WORDS.split())
"""Words of closed classes, and the particles of English that restrict, deny or order; no word of content."""
_RESTRICTING = """
    any every each all both either neither none no nothing nobody nowhere not never nor without only sole solely
    alone exclusively entirely wholly else other others same own separate apart before after until outside besides
    except always ever once
"""
RESTRICTING = frozenset(_RESTRICTING.split())
"""Those that restrict, deny, generalise or order in time: the words of negations."""
PRONOUNS = frozenset(
    ("it", "he", "she", "they", "this", "these", "that", "those", "there", "its", "his", "her", "their")
)
WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")

PLACE = (
    "sentences in the text",
    "place from the start",
    "place from the end",
    "place, 0 to 1",
    "first",
    "last",
    "characters",
    "words",
    "characters a word",
    "words beside the text's mean",
    "rank by words, 0 to 1",
    "words beside the nearest sentence of the other side",
    "words of this text beside the other",
)
MARKS = (
    "commas",
    "semicolons, colons, dashes",
    "parentheses",
    "hyphens",
    "apostrophes",
    "digits",
    "capitals",
    "share of capitalised words",
    "begins with a pronoun",
    "begins with an article",
    "begins with a function word",
    "longest run without a function word",
)
WORDS = tuple(f"'{word}'" for word in FUNCTION_WORDS)
RESTRICTING_WORDS = tuple(f"'{word}'" for word in FUNCTION_WORDS if word in RESTRICTING)
FAMILIES: Mapping[str, tuple[str, ...]] = {
    "position and length": PLACE,
    "words that restrict or deny": RESTRICTING_WORDS,
    "all but those words": (*PLACE, *MARKS, *(name for name in WORDS if name not in RESTRICTING_WORDS)),
    "all": (*PLACE, *MARKS, *WORDS),
}
"""The names of the features that a classifier may use, by family."""


@dataclass(frozen=True, slots=True)
class Row:
    """One sentence of a perturbed text: its pair, the pair's type, its features, and which targets it is."""

    pair: str
    type: str
    text: str
    features: Mapping[str, float]
    targets: frozenset[Target]


def words(text: str) -> list[str]:
    """Its words: letters and digits, held together by apostrophes and hyphens."""
    return WORD.findall(text)


def rows(dataset: Path) -> list[Row]:
    """The sentences of all perturbed texts of a dataset, in order.

    Raises:
        InputError: if the folder holds no dataset.
    """
    return [row for _, record in read_instances(dataset) for row in of_pair(record)]


def of_pair(record: InstanceRecord) -> list[Row]:
    """The sentences of the perturbed text of a pair."""
    perturbed, original = (
        [side.text[s.start : s.end].strip() for s in side.sentences]
        for side in (record.contexts.perturbed, record.contexts.original)
    )
    declared = {statement for conflict in record.conflicts for statement in conflict.perturbed}
    made = declared & {s.id for s in record.contexts.perturbed.statements if s.source == "made"}
    seen = features(perturbed, original)
    return [
        Row(record.id, record.type, text, found, _targets(frozenset(span.statements), declared, made))
        for text, found, span in zip(perturbed, seen, record.contexts.perturbed.sentences, strict=True)
    ]


def _targets(stated: frozenset[str], declared: set[str], made: set[str]) -> frozenset[Target]:
    found: set[Target] = set()
    if stated & declared:
        found.add("declared")
    if stated & made:
        found.add("made up")
    return frozenset(found)


def features(sentences: Sequence[str], other: Sequence[str]) -> list[dict[str, float]]:
    """The features of each sentence of a text; of the other side only lengths are looked at."""
    lengths = [len(words(sentence)) for sentence in sentences]
    others = [len(words(sentence)) for sentence in other] or [0]
    mean = fmean(lengths) if lengths else 0.0
    ratio = sum(lengths) / max(1, sum(others))
    last = len(sentences) - 1
    return [
        {
            **_place(index, last, sentence, lengths[index], mean),
            "rank by words, 0 to 1": sum(n < lengths[index] for n in lengths) / max(1, last),
            "words beside the nearest sentence of the other side": min(abs(lengths[index] - n) for n in others),
            "words of this text beside the other": ratio,
            **_marks(sentence),
            **_function_words(sentence),
        }
        for index, sentence in enumerate(sentences)
    ]


def _place(index: int, last: int, sentence: str, length: int, mean: float) -> dict[str, float]:
    return {
        "sentences in the text": last + 1,
        "place from the start": index,
        "place from the end": last - index,
        "place, 0 to 1": index / max(1, last),
        "first": index == 0,
        "last": index == last,
        "characters": len(sentence),
        "words": length,
        "characters a word": len(sentence) / max(1, length),
        "words beside the text's mean": length - mean,
    }


def _marks(sentence: str) -> dict[str, float]:
    found = words(sentence)
    begin = found[0].lower() if found else ""
    run = longest = 0
    for word in found:
        run = 0 if word.lower() in FUNCTION_WORDS else run + 1
        longest = max(longest, run)
    return {
        "commas": sentence.count(","),
        "semicolons, colons, dashes": sum(sentence.count(mark) for mark in ";:–—"),
        "parentheses": sentence.count("("),
        "hyphens": sentence.count("-"),
        "apostrophes": sentence.count("'") + sentence.count("’"),
        "digits": sum(c.isdigit() for c in sentence),
        "capitals": sum(c.isupper() for c in sentence),
        "share of capitalised words": sum(w[0].isupper() for w in found) / max(1, len(found)),
        "begins with a pronoun": begin in PRONOUNS,
        "begins with an article": begin in ("a", "an", "the"),
        "begins with a function word": begin in FUNCTION_WORDS,
        "longest run without a function word": longest,
    }


def _function_words(sentence: str) -> dict[str, float]:
    found = [word.lower() for word in words(sentence)]
    return {f"'{word}'": found.count(word) for word in FUNCTION_WORDS}
