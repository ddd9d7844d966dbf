"""How sentences are named: ``A2`` is the second sentence of text A, ``A4-B1+B5`` a conflict between three of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from contragraph.graph.errors import InputError

TEXTS = ("A", "B")
"""The names of the two texts of a pair, as a reader sees them."""
_NAME = re.compile(r"([ABab])\s*0*([1-9][0-9]*)")
_LINK = re.compile(r"\s*[-+–]\s*")


def sentence_order(name: str) -> tuple[str, int]:
    """The place of a sentence: by text, then by number."""
    return name[0], int(name[1:])


def parse_conflict(words: str, sentences: Mapping[str, int]) -> frozenset[str]:
    """The sentences that a conflict such as ``A4-B1+B5`` names; ``-`` and ``+`` mean the same.

    ``sentences`` gives the number of sentences of each text.

    Raises:
        InputError: if it names fewer than two sentences, or one that is not there.
    """
    named = set()
    for part in _LINK.split(words.strip()):
        match = _NAME.fullmatch(part)
        if match is None:
            raise InputError(f"'{words}' is no conflict: '{part}' is no sentence; write one like A2-B3 or A4-B1+B5.")
        text, number = match[1].upper(), int(match[2])
        if number > sentences[text]:
            raise InputError(
                f"'{words}' names sentence {text}{number}, but text {text} ends with {text}{sentences[text]}."
            )
        named.add(f"{text}{number}")
    if len(named) < 2:
        raise InputError(f"'{words}' names one sentence; a conflict is between two or more, such as A2-B3.")
    return frozenset(named)


def spell_conflict(named: Iterable[str]) -> str:
    """The one spelling of a conflict: ``A4-B1+B5``; ``A2+A5`` where all are in one text."""
    ordered = sorted(named, key=sentence_order)
    return "-".join(
        "+".join(n for n in ordered if n[0] == text) for text in TEXTS if any(n[0] == text for n in ordered)
    )
