"""Measures of parts of a dataset: by type, hops, relation, length, what a model knows, what a judge thinks of texts.

Some breakdowns divide the pairs (type, number of conflicts, length), others the conflicts (hops, strength, relation):
then LOC is that of these conflicts, and ID that of the pairs that have one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from contragraph.evaluation.bootstrap import Value, differences, sampled
from contragraph.evaluation.measures import AttemptSetting, SettingCounts
from contragraph.evaluation.records import Item, ItemConflict, Probe, Rating
from contragraph.evaluation.statistics import natural, quarters

MEASURED = ("id", "id_any", "false_positives", "loc", "loc_recall")
"""What breakdowns show."""
COMPARED = ("id", "false_positives", "balanced_accuracy", "loc", "loc_recall")
"""What is compared between settings that differ in one thing."""


@dataclass(frozen=True)
class Beside:
    """What was asked beside the conflicts: knowledge by (model, item, conflict), ratings by item (of any judge)."""

    probes: Mapping[tuple[str, str, int], Probe] = field(default_factory=dict)
    ratings: Mapping[str, Sequence[Rating]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BreakdownPart:
    """The measures of a part under a setting; ``of`` counts its pairs or conflicts."""

    breakdown: str
    part: str
    setting: AttemptSetting
    of: int
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much larger the measures are under ``other`` than under ``setting``; they differ in ``what`` alone."""

    what: str
    setting: AttemptSetting
    other: AttemptSetting
    values: Mapping[str, Value]


def beside(probes: Iterable[Probe], ratings: Iterable[Rating]) -> Beside:
    """Probes and ratings by what they are about."""
    rated: dict[str, list[Rating]] = {}
    for rating in ratings:
        rated.setdefault(rating.item, []).append(rating)
    return Beside({(p.model, p.item, p.conflict): p for p in probes}, rated)


def parts(counts: SettingCounts, aside: Beside) -> Iterator[BreakdownPart]:
    """All breakdowns of a setting that have at least two parts."""
    of_pairs: dict[str, Callable[[Item], Iterable[str]]] = {
        "type": lambda item: [item.type],
        "conflicts": lambda item: [str(len(item.conflicts))] if item.conflicts else [],
        "domain": lambda item: item.domains,
        "domains": lambda item: [str(len(item.domains))] if item.domains else [],
        "length": _lengths(counts.items),
        "naturalness": lambda item: _rated(aside, item, "naturalness"),
        "realism": lambda item: _rated(aside, item, "realism"),
        "graph": lambda item: [item.kg] if item.kg else [],
    }
    whole = sampled(counts)
    for name, parts_of in of_pairs.items():
        found = [frozenset(parts_of(item)) for item in counts.items]
        known = sorted(frozenset().union(*found), key=natural)
        for part in known if len(known) > 1 else ():
            chosen = np.fromiter((part in f for f in found), dtype=bool, count=len(found))
            yield BreakdownPart(name, part, counts.setting, int(chosen.sum()), whole.values(MEASURED, chosen))
    yield from _of_conflicts(counts, aside)


def _of_conflicts(counts: SettingCounts, aside: Beside) -> Iterator[BreakdownPart]:
    model = counts.setting.model
    of_conflict: dict[str, Callable[[Item, int, ItemConflict], str | None]] = {
        "hops": lambda item, n, c: None if c.hops is None else str(c.hops),
        "strength": lambda item, n, c: c.strength,
        "relation": lambda item, n, c: c.relation,
        "knowledge": lambda item, n, c: _known(aside, model, item, n),
    }
    for name, part_of in of_conflict.items():
        found = {item.id: [part_of(item, n, c) for n, c in enumerate(item.conflicts)] for item in counts.items}
        known = sorted({part for given in found.values() for part in given if part is not None}, key=natural)
        for part in known if len(known) > 1 else ():
            chosen = {i: [n for n, p in enumerate(given) if p == part] for i, given in found.items()}
            narrowed = counts.narrowed(lambda item, chosen=chosen: chosen[item.id])  # type: ignore[misc]
            size = sum(map(len, chosen.values()))
            yield BreakdownPart(name, part, counts.setting, size, sampled(narrowed).values(MEASURED))


def _known(aside: Beside, model: str, item: Item, conflict: int) -> str | None:
    probe = aside.probes.get((model, item.id, conflict))
    return None if probe is None else probe.knowledge


def _rated(aside: Beside, item: Item, name: str) -> list[str]:
    """The rounded mean rating of the judges."""
    given = [value for r in aside.ratings.get(item.id, ()) if (value := getattr(r, name)) is not None]
    return [str(int(sum(given) / len(given) + 0.5))] if given else []


def _lengths(items: Sequence[Item]) -> Callable[[Item], list[str]]:
    """Which quarter of the items, by the words of both texts, an item belongs to."""
    words = {item.id: sum(len(text.split()) for text in item.texts) for item in items}
    quarter = quarters(words.values())
    return lambda item: [f"{quarter(words[item.id])} words"]


def compared(counts: Sequence[SettingCounts]) -> Iterator[Difference]:
    """Each two settings of a model that differ in order, prompt or variant alone."""
    for one in counts:
        for other in counts:
            differ = [
                name for name in AttemptSetting._fields if getattr(one.setting, name) != getattr(other.setting, name)
            ]
            if len(differ) == 1 and differ[0] != "model" and one.setting < other.setting:
                yield Difference(differ[0], one.setting, other.setting, differences(one, other, COMPARED))
