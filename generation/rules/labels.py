"""What a label tells of the thing that bears it."""

from __future__ import annotations

import re

from contragraph.dataset.naming import unqualified
from contragraph.graph.model import Entity

WARS = re.compile(r"\b(?:[Ww]ars?|[Cc]onflict|[Ii]nvasion|[Cc]ampaign|Crusades?)\b|\bOlympi(?:ad|cs)\b")


def is_small(entity: Entity) -> bool:
    """Whether a label is written small throughout, as those of classes are."""
    return entity.label[:1].islower() and entity.label.islower()


def says_where(subject: Entity, thing: Entity) -> bool:
    """Whether a name ends with the place that the thing is in: "Denton County, Texas"."""
    return subject.label.endswith(f", {unqualified(thing.label)}")
