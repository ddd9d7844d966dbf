"""A text and its sentences, each with what it states."""

from __future__ import annotations

from dataclasses import dataclass

from contragraph.graph.model.statements import content_hash


@dataclass(frozen=True, slots=True)
class Sentence:
    """A span of a text in Unicode code points, and the ids of the statements that it states."""

    start: int
    """Where it begins."""
    end: int
    """Where it ends, itself excluded."""
    statements: tuple[str, ...]
    """The ids of what it states."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that renders a version; its sentences cover it in order."""

    body: str
    """The text itself."""
    sentences: tuple[Sentence, ...]
    """Its sentences in order, with what each states."""
    verbaliser: str = "template"
    """Who wrote it: ``template`` or ``llm``."""
    style: str = "encyclopedic"
    """``encyclopedic``, ``short``, ``news`` or ``book``."""

    @property
    def id(self) -> str:
        """The content hash of body and alignment."""
        return content_hash("text", self.body, [[s.start, s.end, list(s.statements)] for s in self.sentences])
