"""Judges of a claim against a passage: what they say, what they leave to others, and how they stand in line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from contragraph.documents.judges.base import NOBODY, By, JudgeQuestion, PassageJudgement, cascade
from contragraph.documents.judges.proof import ProofJudge
from contragraph.documents.judges.rules import RuleJudge
from contragraph.documents.judges.standing import offline_judges
from contragraph.documents.proven import reader
from contragraph.reasoning.prover.minimal import minimal_conflicts

TARN = (
    "The Old Mill of Tarn stands by the river. It was built in 1820 by Anna Roth and has a floor of 400 square metres."
)


@pytest.mark.parametrize(
    ("claim", "label", "cause"),
    [
        ("The Old Mill of Tarn was built in 1820.", "supports", ""),
        ("The Old Mill of Tarn was built in 1920.", "contradicts", "time"),
        ("The Old Mill of Tarn has a floor of 900 square metres.", "contradicts", "number"),
        ("The Old Mill of Tarn has a floor of 400 square metres.", "supports", ""),
        ("Tarn Ridge is 900 m high.", None, ""),
        ("Refunds are accepted within 20 days in AMER.", None, ""),
    ],
)
def test_rules_hold_what_a_passage_says_of_the_subject_against_a_claim(
    claim: str, label: str | None, cause: str
) -> None:
    (said,) = RuleJudge().judge([JudgeQuestion(claim, TARN)])
    if label is None:
        assert said is None
        return
    assert said is not None
    assert (said.label, said.why, said.by) == (label, cause, "rules")
    assert 0.5 < said.score <= 1
    (snippet,) = said.snippets
    assert TARN[snippet.start : snippet.end] == snippet.text


def test_a_passage_about_another_region_contradicts_nothing() -> None:
    asked = JudgeQuestion(
        "Refunds are accepted within 20 days in AMER.", "Refunds are accepted within 30 days in EMEA."
    )
    (said,) = cascade(offline_judges(), [asked])
    assert said.label == "irrelevant"


def test_a_title_says_what_pronouns_stand_for() -> None:
    asked = JudgeQuestion(
        "Anna Roth was born in 1801.", "She was born in 1871, and built mills.", passage_topic="Anna Roth"
    )
    (said,) = RuleJudge().judge([asked])
    assert said is not None
    assert said.label == "contradicts"


def test_proofs_are_of_what_claim_and_passage_say() -> None:
    passage = "Ada Byron was born in London on 10 December 1815. She died in 1852."
    told, wrong, unread = ProofJudge().judge(
        [
            JudgeQuestion("Ada Byron was born in London.", passage),
            JudgeQuestion("Ada Byron was born on 3 May 1836.", passage),
            JudgeQuestion("Whatever floats their boat, engines hum.", passage),
        ]
    )
    assert told is not None
    assert wrong is not None
    assert unread is None
    assert (told.label, told.proof) == ("supports", None)
    assert (wrong.label, wrong.score, wrong.by) == ("contradicts", 1.0, "proof")
    assert wrong.proof is not None
    rules = reader("wikidata").rules
    assert minimal_conflicts(sorted(wrong.proof.statements, key=lambda s: s.sort_key), rules).minimal


@dataclass(frozen=True)
class _Says:
    """A judge that knows one claim."""

    claim: str
    answer: PassageJudgement
    by: By = "rules"

    def judge(self, questions: Sequence[JudgeQuestion]) -> list[PassageJudgement | None]:
        assert questions
        return [self.answer if q.claim == self.claim else None for q in questions]


def test_the_first_judge_that_understands_decides_and_later_ones_see_what_is_left() -> None:
    sure, other = PassageJudgement("supports", 1.0, "proof"), PassageJudgement("contradicts", 0.7, "rules")
    judges = (_Says("a", sure), _Says("a", other), _Says("b", other))
    assert cascade(judges, [JudgeQuestion(c, "p") for c in "bac"]) == [other, sure, NOBODY]
    assert cascade(judges, []) == []
    failed = PassageJudgement(None, 0.0, "model", failure="no answer")
    assert cascade((_Says("a", failed), _Says("a", sure)), [JudgeQuestion("a", "p")])[0].label is None
