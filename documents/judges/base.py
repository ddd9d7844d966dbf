"""What a judge is asked, what it answers, and how judges stand in line.

A judge takes many questions at once and answers each, or says nothing where it does not understand one. In a
:func:`cascade` the first judge that speaks decides, so that the strongest stands first; what nobody understands is
``irrelevant`` by default, and what failed (a model's answer that cannot be read) has no label and is never silently
irrelevant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from contragraph.dataset.records.claims import DocumentLabel
from contragraph.graph.model import MinimalSet, Statement, Strength

Label = DocumentLabel
"""``mixed``: the passage supports the claim in one place and contradicts it in another."""
LABELS: tuple[Label, ...] = ("supports", "contradicts", "irrelevant", "mixed")
By = Literal["proof", "rules", "nli", "model", "nobody"]


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """A claim (a sentence or clause, whole in itself) and a passage; titles say what each is about, if known."""

    claim: str
    passage: str
    claim_topic: str = ""
    passage_topic: str = ""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A part of the passage: code points, the end excluded."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof: the statements read from claim and passage, and how they follow from or exclude each other."""

    statements: tuple[Statement, ...]
    labels: tuple[tuple[str, str], ...]
    """(id, name) of every thing."""
    minimal: MinimalSet | None
    """The contradiction; None where the passage entails the claim."""
    strength: Strength


@dataclass(frozen=True, slots=True)
class PassageJudgement:
    """What a judge says. ``label`` is None where its answer could not be read, and ``failure`` then says why."""

    label: Label | None
    score: float
    """How probable it is that the label is right, 0 … 1."""
    by: By
    snippets: tuple[Snippet, ...] = ()
    """What in the passage it rests on."""
    why: str = ""
    """The cause in a word (``number``, ``time``, …), or what a model says."""
    proof: Certificate | None = None
    failure: str = ""


NOBODY = PassageJudgement("irrelevant", 0.5, "nobody")


class Judge(Protocol):
    """What answers questions; None where it does not understand one."""

    @property
    def by(self) -> By:
        """What is written to what it decides."""

    def judge(self, questions: Sequence[JudgeQuestion]) -> Sequence[PassageJudgement | None]:
        """An answer, or None, for each question in order."""


def cascade(judges: Sequence[Judge], questions: Sequence[JudgeQuestion]) -> list[PassageJudgement]:
    """The answer of the first judge that understands each question; later ones see only what is left."""
    decided: dict[int, PassageJudgement] = {}
    for judge in judges:
        left = [n for n in range(len(questions)) if n not in decided]
        if not left:
            break
        for place, answer in zip(left, judge.judge([questions[n] for n in left]), strict=True):
            if answer is not None:
                decided[place] = answer
    return [decided.get(n, NOBODY) for n in range(len(questions))]
