"""Judges that understand nothing, to stand beside those that do: one answer always, and words in common."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.documents.judges.base import By, JudgeQuestion, Label, PassageJudgement

_WORD, _END = re.compile(r"\w+"), re.compile(r"(?<=[.!?])\s+")
_DENIALS = frozenset(("not", "no", "never", "none", "nor", "neither", "without"))
_LIKE, _ALIKE = 0.5, 0.9
"""The share of a claim's words in one sentence from which on that is about the claim, and says it."""


@dataclass(frozen=True, slots=True)
class Always:
    """Says the same of everything: that documents support every claim or, which most do, are irrelevant."""

    label: Label
    by: By = "nobody"

    def judge(self, questions: Sequence[JudgeQuestion]) -> list[PassageJudgement | None]:
        """The same for each."""
        return [PassageJudgement(self.label, 0.5, self.by)] * len(questions)


@dataclass(frozen=True, slots=True)
class Overlap:
    """A sentence with most of a claim's words supports it, if both or neither deny; with many it contradicts it."""

    by: By = "nobody"

    def judge(self, questions: Sequence[JudgeQuestion]) -> list[PassageJudgement | None]:
        """What the sentence most like the claim makes of it."""
        return [self._judged(question) for question in questions]

    def _judged(self, question: JudgeQuestion) -> PassageJudgement:
        claim = _words(question.claim)
        sentence = max(map(_words, _END.split(question.passage)), key=lambda s: len(s & claim))
        share = len(claim & sentence) / max(1, len(claim))
        denied = (claim & _DENIALS == frozenset()) != (sentence & _DENIALS == frozenset())
        says: Label = "supports" if share >= _ALIKE and not denied else "contradicts"
        return PassageJudgement(says if share >= _LIKE else "irrelevant", share, self.by)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
