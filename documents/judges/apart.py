"""A judge that knows one thing: a passage without the names and without the words of a claim says nothing of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.documents.judges.base import By, JudgeQuestion, PassageJudgement
from contragraph.evaluation.answers.likeness import words_of

ENOUGH = 0.3
"""The share of a claim's longer words that a passage has where it may say something of it."""
STEM = 4
"""Letters by which words are compared: endings differ."""
_NAME = re.compile(r"(?<!\w)[A-ZÀ-Þ]\w+")
_SMALL = """
    the this that these those there they their them she her his him its and but for not was were are has have had some
    many most more all both each any who what when where which while with from after before between during according
"""
_NO_NAMES = frozenset(_SMALL.split())


@dataclass(frozen=True, slots=True)
class Apart:
    """Says *irrelevant* of what shares no name with the claim and few of its words, and else nothing."""

    by: By = "rules"

    def judge(self, questions: Sequence[JudgeQuestion]) -> list[PassageJudgement | None]:
        """What lies apart."""
        known: dict[str, frozenset[str]] = {}
        return [self._judged(question, known) for question in questions]

    def _judged(self, question: JudgeQuestion, known: dict[str, frozenset[str]]) -> PassageJudgement | None:
        text = f"{question.passage_topic} {question.passage}"
        if text not in known:
            known[text] = _long(text)
        said, there = f"{question.claim} {question.claim_topic}", known[text]
        names = _long(" ".join(_NAME.findall(said)))
        words = _long(said)
        if names & there or not words or len(words & there) >= ENOUGH * len(words):
            return None
        return PassageJudgement("irrelevant", 0.95, "rules", why="nothing in common")


def _long(text: str) -> frozenset[str]:
    """The beginnings of the words that may name something; numbers are whole."""
    return frozenset(
        word if word.isdigit() else word[:STEM]
        for word in words_of(text)
        if word not in _NO_NAMES and (len(word) > 2 or not word.isascii() or word.isdigit())
    )
