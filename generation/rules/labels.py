"""What a label tells of the thing that bears it."""

from __future__ import annotations

import re

from contragraph.graph.model import Entity

WARS = re.compile(r"\b(?:[Ww]ars?|[Cc]onflict|[Ii]nvasion|[Cc]ampaign|Crusades?)\b|\bOlympi(?:ad|cs)\b")
_QUALIFIER = re.compile(r"\s+\([^()]*\)$")
_LANGUAGE = re.compile(r"^([A-Z]\w+) language$")


def is_small(entity: Entity) -> bool:
    """Whether a label is written small throughout, as those of classes are."""
    return entity.label[:1].islower() and entity.label.islower()


def unqualified(label: str) -> str:
    """A label without what stands in parentheses at its end."""
    return _QUALIFIER.sub("", label)


def plain_name(label: str) -> str:
    """A label as a text says it where no namesake is near: "Cabaret", "French" for "French language"."""
    return _LANGUAGE.sub(r"\1", unqualified(label))


def says_where(subject: Entity, thing: Entity) -> bool:
    """Whether a name ends with the place that the thing is in: "Denton County, Texas"."""
    return subject.label.endswith(f", {unqualified(thing.label)}")
