"""Records of facts with texts for and against them, and of what was asked about them, answered and scored."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from contragraph.dataset.records.bank import Cause, Role
from contragraph.evaluation.results import Answered, Manifest
from contragraph.evaluation.sheets import StrictRecord

Order = Literal["", "truth-first", "truth-last"]
"""Where the text that tells the fact stands beside the other one; empty where there is one text, or none."""
Turning = Literal["rotate", "as-given"]
"""Whether each question is asked with the options in all their cyclic orders, or once, as they are given."""
UNREADABLE = "unreadable"
ANSWERS, SCORES, FIGURES = "answers.jsonl", "scores.jsonl", "figures.json"
FORMAT = 1
"""Version of the layout of a folder of results."""


class Option(StrictRecord):
    """An answer that is offered."""

    text: str
    role: Role


class ClaimPassage(StrictRecord):
    """The texts of one claim, each in a style. ``control``: the claim is harmless.

    ``kind``, ``status``, ``hops`` and ``strength`` say how the claim was made and what is proven of it; they are empty
    where a dataset does not say.
    """

    claim: str
    cause: Cause
    control: bool
    texts: tuple[tuple[str, str], ...] = Field(min_length=1)
    """(style, text)"""
    kind: str = ""
    status: str = ""
    hops: int | None = None
    strength: str | None = None


class QuestionWording(StrictRecord):
    """The question with its time, or with what its subject is, for one claim; ``answer`` is right then, if known."""

    claim: str
    text: str
    answer: Role | None = None


class MemoryItem(StrictRecord):
    """A fact: its question, its options in the order in which they are given, and the texts for and against it."""

    id: str
    question: str
    options: tuple[Option, ...] = Field(min_length=2)
    passages: tuple[ClaimPassage, ...]
    wordings: tuple[QuestionWording, ...] = ()
    relation: str = ""
    degree: int | None = None

    def place(self, role: Role) -> int:
        """The place of the option with a role; -1 where there is none."""
        return next((n for n, option in enumerate(self.options) if option.role == role), -1)


class Point(StrictRecord):
    """What is asked of a fact under a condition.

    ``claim`` is that beside the default one, or empty; ``wording`` 0 is the plain question, 1, 2, … are the claim's
    wordings of it.
    """

    item: str
    condition: str
    order: Order
    claim: str = ""
    wording: int = 0


class MemoryAttempt(Point):
    """Which question it was. ``rotation`` options were moved from the beginning to the end before it was asked."""

    model: str
    rotation: int


class MemoryReply(MemoryAttempt, Answered):
    """A raw answer. ``likely`` is the logarithm of the probability of each letter, as far as the server says it."""

    likely: tuple[tuple[str, float], ...]


class MemoryScore(Point):
    """What a model chose, over all orders of the options that it was asked in.

    ``said`` is the role of the option, or unreadable. ``shares`` has what each option got, in the order of the item,
    which is the mean of probabilities where ``by`` is so, else of letters. ``tie``: another option got as much.
    ``letters`` has what each letter got, whichever option stood there.
    """

    model: str
    said: str
    shares: tuple[float, ...]
    letters: tuple[float, ...]
    by: Literal["probabilities", "letters", "both", "nothing"]
    tie: bool
    asked: int
    unread: int
    """Of the answers those that could not be read."""


class MemoryManifest(Manifest):
    """What was asked of whom, of which dataset (the checksum of its file)."""

    sha256: str
    models: dict[str, dict[str, str | int | None]]
    left_out: dict[str, str]
