"""The judge by rules: what a passage says of a claim's subject, held against the claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from contragraph.documents.clash import SURE, ReadText, clashes, of_one_matter, read
from contragraph.documents.judges.base import By, JudgeQuestion, PassageJudgement, Snippet
from contragraph.documents.judges.registry import JUDGES
from contragraph.documents.supports import support, supported

LEAST = 0.6
"""A passage that supports a claim less probably is not said to."""


@lru_cache(maxsize=1 << 12)
def _read(text: str, title: str) -> ReadText:
    return read(text, title)


@JUDGES.register("rules")
@dataclass(frozen=True, slots=True)
class RuleJudge:
    """Speaks where a passage speaks of what the claim speaks of, and is sure enough of support or contradiction."""

    least: float = LEAST
    sure: float = SURE
    by: By = "rules"

    def judge(self, questions: Sequence[JudgeQuestion]) -> list[PassageJudgement | None]:
        """An answer, or None, for each question in order.

        :raises InputError: if spaCy is not installed.
        """
        return [self._judge(question) for question in questions]

    def _judge(self, question: JudgeQuestion) -> PassageJudgement | None:
        claim = _read(question.claim, question.claim_topic)
        passage = _read(question.passage, question.passage_topic)
        against = clashes(claim, passage, self.sure, of_one_matter(claim, passage))[:1]
        chance, sentence = self._support(claim, passage)
        mine = [_snippet(passage, sentence)] if chance >= self.least else []
        yours = [_snippet(passage, clash.second.sentence) for clash in against]
        if mine and yours and mine == yours:
            # one sentence cannot do both: what it says otherwise outweighs what it says alike
            mine = []
        if mine and yours:
            return PassageJudgement("mixed", min(chance, against[0].score), self.by, (*mine, *yours), against[0].cause)
        if yours:
            return PassageJudgement("contradicts", against[0].score, self.by, tuple(yours), against[0].cause)
        return PassageJudgement("supports", chance, self.by, tuple(mine)) if mine else None

    def _support(self, claim: ReadText, passage: ReadText) -> tuple[float, int]:
        """How probably each sentence of the claim is said by some sentence of the passage, and where the first is."""
        least, where = 1.0, 0
        for number, line in enumerate(claim.lines):
            best, place = 0.0, 0
            for n, its in enumerate(passage.lines):
                features = support(line, its, passage.whole)
                if features is not None and (chance := supported(features)) > best:
                    best, place = chance, n
            least, where = min(least, best), where if number else place
        return (least, where) if claim.lines else (0.0, 0)


def _snippet(passage: ReadText, sentence: int) -> Snippet:
    its = passage.text.sentences[sentence]
    return Snippet(its.start, its.end, its.body)
