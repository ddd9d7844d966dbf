"""Versions: the graphs of an instance, each with its parent and a content hash for an id.

Every instance begins with a *base*, the extracted subgraph without a text; the *original* is the base with its text,
the *perturbed* one changes statements and text of the original. Later changes are *edited* or *restored* children.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from contragraph.graph.model.instance import Instance, Side, SideName
from contragraph.graph.model.statements import content_hash

VersionKind = Literal["base", "original", "perturbed", "edited", "restored", "proposed", "document"]
"""``document`` is what a document of a set tells. ``proposed`` is what a model proposed and nobody has proven: it
belongs to no pair, but reviews judge it."""
Content = Sequence[tuple[str, str]]
"""The statements of a version in order, each an id with its source (``kg`` or ``made``)."""


def version_hash(parent: str | None, kind: str, content: Content, text: str | None) -> str:
    """The id of a version: a hash of its parent, kind, statements in order, and the id of its text.

    An original is hashed without a parent. Its base has the same statements, so these stand for the base as well,
    and the ids of pairs do not depend on bases being stored.
    """
    named = None if kind == "original" else parent
    return content_hash("version", named, kind, [[statement, source] for statement, source in content], text)


def statements_hash(content: Content) -> str:
    """A hash of the set of statements alone: equal in versions that state the same."""
    return content_hash("content", sorted(statement for statement, _ in content))


def content_of(side: Side) -> Content:
    """The statements of a side with their sources."""
    return [(s.id, side.source(s)) for s in side.statements]


def base_id(content: Content) -> str:
    """The id of the base that holds these statements."""
    return version_hash(None, "base", content, None)


def version_id(instance: Instance, side: SideName) -> str:
    """The id of one side's version."""
    original = version_hash(None, "original", content_of(instance.original), instance.original.text.id)
    if side == "original":
        return original
    return version_hash(original, "perturbed", content_of(instance.perturbed), instance.perturbed.text.id)


@dataclass(frozen=True, slots=True)
class Change:
    """What a version does to its parent's statements."""

    adds: Mapping[str, tuple[int, str]]
    """Position and source of each statement that it adds, or states again."""
    removes: frozenset[str]


def change(before: Content, after: Content) -> Change:
    """The change that leads from one content to another.

    Statements that stay keep their order; where they do not, or where a source differs, all are stated again.
    """
    old, new = dict(before), dict(after)
    added = {s: (position, source) for position, (s, source) in enumerate(after) if s not in old}
    removed = frozenset(old.keys() - new.keys())
    if applied(before, Change(added, removed)) != list(after):
        added = {s: (position, source) for position, (s, source) in enumerate(after)}
    return Change(added, removed)


def applied(before: Content, its: Change) -> list[tuple[str, str]]:
    """A parent's content after a change: added statements stand at their positions, the others fill the places left."""
    kept = [(s, source) for s, source in before if s not in its.removes and s not in its.adds]
    content = [*kept]
    for statement, (position, source) in sorted(its.adds.items(), key=lambda item: item[1][0]):
        content.insert(position, (statement, source))
    return content


def review_id(
    judged: Sequence[str],
    reviewer: str,
    verdict: str,
    reason: str,
    number: int | None = None,
    criteria: Sequence[str] = (),
) -> str:
    """The id of a review: a hash of what it judges and says.

    A note has no ``number`` and judges one thing; a decision may judge several.
    """
    if number is None:
        return content_hash("review", judged[0], reviewer, verdict, reason)
    return content_hash("review", sorted(judged), reviewer, verdict, reason, number, list(criteria))
