"""What the store says of the things to be judged, at one moment: which versions are new, who said what of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contragraph.annotation.criteria import ACCEPT, DEMONSTRATION
from contragraph.annotation.decisions import Decision, read_decisions, standing
from contragraph.annotation.items import Lines, ReviewItem
from contragraph.graph.store import GraphStore

Said = dict[str, dict[str, Decision]]
"""Decisions by reviewer and item."""


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The decisions of a store, matched with items. Another reading of the store makes another state."""

    decisions: Sequence[Decision]
    current: Mapping[str, tuple[str, ...]]
    """The versions of each item that are judged now, by its id."""
    said: Said
    """Verdicts that stand on present versions."""
    outdated: Said
    """Verdicts on earlier versions, where there is none on the present ones."""
    chosen: Mapping[str, frozenset[str]]
    """Conflicts and proposals that a reviewer chose as demonstrations."""
    owners: Mapping[str, str]
    """The item that a version belongs to."""

    def accepted(self, reviewer: str) -> list[str]:
        """The versions that a reviewer accepts."""
        return [v for d in self.said.get(reviewer, {}).values() if d.verdict == ACCEPT for v in d.judged]


def read_state(store: GraphStore, items: Iterable[ReviewItem]) -> ReviewState:
    """Read decisions and later versions, and find what each decision is about.

    A decision is about the pair that has the version judged, or had it before it was edited; else, where the dataset
    was made anew, about the pair with the same conflicts.
    """
    listed = list(items)
    lines = Lines.of(store.run("review.edits"))
    decisions = read_decisions(store)
    current = {item.id: lines.current(item) for item in listed}
    owners = {version: item.id for item in listed for version in lines.of_version(item.versions[-1], item.contents[-1])}
    earlier = _earlier(store, listed, owners)
    said: Said = {}
    outdated: Said = {}
    chosen: dict[str, set[str]] = {}
    for each in standing(decisions):
        if each.task == "choose":
            if each.verdict == DEMONSTRATION:
                chosen.setdefault(each.reviewer, set()).update(each.judged)
            continue
        for version in each.judged:
            if version in owners:
                item = owners[version]
                now = each.judged == tuple(sorted(current[item]))
                (said if now else outdated).setdefault(each.reviewer, {})[item] = each
            elif version in earlier:
                outdated.setdefault(each.reviewer, {}).setdefault(earlier[version], each)
    for reviewer, its in outdated.items():
        outdated[reviewer] = {i: d for i, d in its.items() if i not in said.get(reviewer, {})}
    return ReviewState(decisions, current, said, outdated, {n: frozenset(c) for n, c in chosen.items()}, owners)


def _earlier(store: GraphStore, items: Sequence[ReviewItem], owners: Mapping[str, str]) -> dict[str, str]:
    """The item that has the conflicts of another pair whose version somebody judged, by that version."""
    here = {item.id for item in items}
    alike = {item.conflicts: item.id for item in items if item.kind == "pair" and item.conflicts}
    conflicts: dict[tuple[str, str], set[str]] = {}
    for row in store.run("review.earlier"):
        version, instance = str(row["version"]), str(row["instance"])
        if instance not in here and version not in owners:
            conflicts.setdefault((version, instance), set()).add(str(row["conflict"]))
    found = {}
    for (version, _), its in conflicts.items():
        if frozenset(its) in alike:
            found[version] = alike[frozenset(its)]
    return found
