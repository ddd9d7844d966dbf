"""A text that a person rewrote: is everything still told, and where?"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from contragraph.graph.alignment import align
from contragraph.graph.errors import InputError
from contragraph.graph.history import Stated, VersionContent

MOST_WORDS = 60
"""Words of a sentence at most."""
LONGEST = 20_000
"""Characters of a text at most."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Something that is wrong with a text; what is not ``serious`` may be kept all the same."""

    said: str
    serious: bool


def one_line(body: str) -> str:
    """A text as it is kept: without line breaks and blanks around it."""
    return " ".join(body.split())


def objections(body: str, version: VersionContent, conflicting: Collection[str]) -> list[Objection]:
    """What is wrong with a new text of a version; ``conflicting`` are the statements that its conflicts need.

    Each statement must stand in a sentence that names its subject or object, the other one there or earlier.
    """
    if len(body) > LONGEST:
        return [Objection(f"The text has {len(body):,} characters: {LONGEST:,} are the most.", True)]
    if not body.isprintable():
        return [Objection("The text holds control characters: write it as plain text.", True)]
    try:
        text, lost = align(body, version.statements, version.text)
    except InputError as error:
        return [Objection(str(error), True)]
    found = []
    for stated in lost:
        serious = stated.statement.id in conflicting
        why = ", which a conflict rests on" if serious else ""
        found.append(Objection(f"No sentence says that “{said(stated)}”{why}.", serious))
    for sentence in text.sentences:
        words = body[sentence.start : sentence.end].split()
        if len(words) > MOST_WORDS:
            start = " ".join(words[:6])
            found.append(
                Objection(f"The sentence “{start} …” has {len(words)} words: {MOST_WORDS} are the most.", True)
            )
    return found


def said(stated: Stated) -> str:
    """A statement by its labels."""
    denied = "not " if stated.statement.negated else ""
    return f"{stated.subject_label} – {denied}{stated.relation_label} – {stated.object_label}"
