"""Records of what was asked about sets of documents, answered and scored."""

from __future__ import annotations

from typing import Literal

from contragraph.evaluation.results import Answered, Manifest
from contragraph.evaluation.sheets import StrictRecord

Task = Literal["detect", "type", "guided", "blind", "resolve"]
"""Is there a contradiction; of which type; which documents take part, the type told (``guided``) or not (``blind``);
which of them says what is not so."""
Variant = Literal["plain", "reasoned"]
"""Whether the model is told to answer at once, or to think step by step first."""
UNREADABLE = "unreadable"
YES, NO = "yes", "no"
ANSWERS, SCORES, SUMMARY = "answers.jsonl", "scores.jsonl", "report.md"
FORMAT = 1
"""Version of the layout of a folder of results."""


class SetItem(StrictRecord):
    """A set of documents as a model sees it, and what is declared of it; documents are numbered from 1."""

    id: str
    type: str
    shape: str
    position: str
    length: str
    importance: str
    documents: tuple[tuple[str, str], ...]
    """(title, text)"""
    gold: tuple[tuple[int, ...], ...]
    """The documents of each contradiction."""
    wrong: tuple[int, ...]
    """The documents that tell what is made up; none where that contradicts nothing."""

    @property
    def conflict(self) -> bool:
        """Whether there is a contradiction."""
        return bool(self.gold)


class SetAttempt(StrictRecord):
    """Which question it was. ``rotation`` documents were moved from the beginning to the end before it was asked."""

    item: str
    model: str
    task: Task
    variant: Variant
    rotation: int
    attempt: int


class SetReply(SetAttempt, Answered):
    """A raw answer."""


class SetScore(SetAttempt):
    """What an answer says: ``said`` is yes, no, a type, *documents*, or unreadable.

    ``documents`` are those that it names, in the numbers of the dataset; ``dropped`` counts numbers of documents that
    there are not.
    """

    said: str
    documents: tuple[int, ...] | None = None
    dropped: int = 0


class SetsManifest(Manifest):
    """What was asked of whom, of which dataset (the checksum of its file of sets)."""

    sha256: str
    models: dict[str, dict[str, str | int | None]]
