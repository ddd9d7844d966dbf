"""What an answer says, before its quotes are looked for in the texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from contragraph.evaluation.records import Said

Label = Literal["A", "B"]
"""The text that an answer names, as the model saw the two: A is the one shown first."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence that an answer names: by its words, its number in a text (from 1), or both.

    ``about`` is what the answer said before it, of which a pronoun may speak.
    """

    words: str
    label: Label | None = None
    number: int | None = None
    about: str = field(default="", compare=False)


Reported = tuple[Quote, ...]
"""A conflict that an answer reports."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What could be read. ``how`` names the layout, or says why nothing could be read."""

    said: Said
    reported: tuple[Reported, ...]
    how: str
