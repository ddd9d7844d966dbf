"""A baseline that knows nothing of language: the words that claim and passage share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.documents.judges.base import By, JudgeQuestion, Label, PassageJudgement
from contragraph.documents.judges.registry import JUDGES
from contragraph.evaluation.answers.likeness import words_of

NEAR, ALIKE = 0.5, 0.9
"""Shares of a claim's words: from one on it says that a passage contradicts the claim, from the other supports it."""


@JUDGES.register("overlap")
@dataclass(frozen=True, slots=True)
class Overlap:
    """Takes shared words for support, and some of them for contradiction."""

    by: By = "nobody"

    def judge(self, questions: Sequence[JudgeQuestion]) -> list[PassageJudgement]:
        """A label by the share of the claim's words."""
        return [PassageJudgement(self._label(q), 0.5, "nobody") for q in questions]

    def _label(self, question: JudgeQuestion) -> Label:
        said, there = {*words_of(question.claim)}, {*words_of(question.passage)}
        share = len(said & there) / max(1, len(said))
        return "supports" if share >= ALIKE else "contradicts" if share >= NEAR else "irrelevant"
