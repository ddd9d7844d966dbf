"""The figures of a reading: how many pairs were found and localised, how the conflicts were judged, the English.

A *reading* is one pair as one reader read it. Where several readers read a pair it counts once for each in the figures
of all readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from contragraph.annotation.answers import (
    English,
    Quality,
    ReaderFinding,
    ReaderJudgement,
    read_findings,
    read_judgements,
    readers,
)
from contragraph.evaluation.matching import needed
from contragraph.evaluation.named import TEXTS, parse_conflict
from contragraph.evaluation.sheets import Key, ReadingFolder, Sheet, read_key
from contragraph.evaluation.statistics import Proportion
from contragraph.graph.errors import InputError

Grouping = Literal["all", "hop", "type"]
QUALITIES: tuple[Quality, ...] = get_args(Quality)
WORST: tuple[Quality, ...] = ("none", "silly", "debatable", "real")
"""A pair counts as its worst conflict; the worst comes first."""
ENGLISH: tuple[English, ...] = get_args(English)
ALL = "all"
COLUMNS = ("reader", "group", "measure", "count", "of", "share", "low", "high")


@dataclass(frozen=True, slots=True)
class ReadingOutcome:
    """One pair as one reader read it.

    ``matched`` and ``localised`` have one entry for each declared conflict, ``right`` one for each sentence that the
    reader named: does it state something of a declared conflict? None where the declared sentences are not known yet.
    """

    reader: str
    key: Key
    finding: ReaderFinding
    judgement: ReaderJudgement | None
    matched: tuple[bool, ...] | None
    localised: tuple[bool, ...] | None
    right: tuple[bool, ...] | None

    @property
    def quality(self) -> Quality | None:
        """The judgement on the pair's worst conflict; None if it is not judged, or declares none."""
        return min(self.judgement.declared, key=WORST.index, default=None) if self.judgement else None

    @property
    def undeclared(self) -> int | None:
        """How many conflicts that nobody declared the reader found and judged real; None if not judged."""
        return None if self.judgement is None else sum(v == "real" for v in self.judgement.undeclared.values())


def outcome(
    reader: str, key: Key, sheet: Sheet, finding: ReaderFinding, judgement: ReaderJudgement | None
) -> ReadingOutcome:
    """What one reading comes to."""
    wanted = needed(key, sheet.sizes, None if judgement is None else judgement.sentences)
    if wanted is None:
        return ReadingOutcome(reader, key, finding, judgement, None, None, None)
    found = [parse_conflict(words, sheet.sizes) for words in finding.conflicts]
    matched = tuple(any(n.matches(f) for f in found) for n in wanted)
    localised = tuple(n.localised(found) for n in wanted)
    declared = frozenset[str]().union(*(n.sentences for n in wanted))
    right = tuple(name in declared for name in sorted(frozenset[str]().union(*found)))
    return ReadingOutcome(reader, key, finding, judgement, matched, localised, right)


def outcomes(reading: ReadingFolder, names: Iterable[str] = ()) -> list[ReadingOutcome]:
    """All readings in the folder, or those of some readers, by reader and pair.

    Raises:
        InputError: if nobody has recorded a finding, or one of the readers has not.
    """
    present = readers(reading)
    if not present:
        raise InputError(f"{reading.folder} holds no findings yet; `contragraph read find` records them.")
    for name in names:
        if name not in present:
            raise InputError(
                f"{name} has recorded no findings in {reading.folder}; there are those of {', '.join(present)}."
            )
    keys = read_key(reading)
    listed = []
    for name in list(names) or present:
        judgements = read_judgements(reading, name)
        for number, finding in sorted(read_findings(reading, name).items()):
            listed.append(outcome(name, keys[number], reading.sheets[number], finding, judgements.get(number)))
    return listed


def groups_of(pair_type: str, by: Grouping) -> list[str]:
    """The groups that a pair counts in: all, single-hop or multi-hop, its type."""
    hop = pair_type.partition("-")[2] or pair_type
    return [ALL, *([hop] if by != "all" else []), *([pair_type] if by == "type" else [])]


Measure = Callable[[ReadingOutcome], Proportion | None]


def _flag(value: bool | None) -> Proportion | None:
    return None if value is None else Proportion(int(value), 1)


def _every(values: Sequence[bool] | None) -> bool | None:
    return all(values) if values else None


def _part(values: Sequence[bool] | None) -> Proportion | None:
    return None if values is None else Proportion(sum(values), len(values))


def _quality(quality: Quality) -> Measure:
    return lambda o: None if o.quality is None else Proportion(int(o.quality == quality), 1)


def _conflict_quality(quality: Quality) -> Measure:
    return lambda o: None if o.judgement is None else _part([q == quality for q in o.judgement.declared])


def _english(english: English) -> Measure:
    return lambda o: _part([getattr(o.finding.english, text) == english for text in TEXTS])


MEASURES: dict[str, Measure] = {
    "ID": lambda o: _flag(any(o.matched) if o.matched else None),
    "LOC": lambda o: _flag(_every(o.localised)),
    "all conflicts found": lambda o: _flag(_every(o.matched)),
    **{f"pair {q}": _quality(q) for q in QUALITIES},
    "undeclared conflict": lambda o: _flag(None if o.undeclared is None else o.undeclared > 0),
    "conflicts found": lambda o: _part(o.matched),
    "conflicts localised": lambda o: _part(o.localised),
    "named sentences right": lambda o: _part(o.right),
    **{f"conflict {q}": _conflict_quality(q) for q in QUALITIES},
    **{f"English {e}": _english(e) for e in ENGLISH},
}
"""Each measure as the part of one reading in it (pairs, conflicts, sentences or texts); None if it is unknown."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure for one reader (or all) and one group of pairs."""

    reader: str
    group: str
    measure: str
    share: Proportion

    def row(self) -> dict[str, object]:
        """The figure as a row of a list."""
        low, high = self.share.interval or (None, None)
        return {
            "reader": self.reader,
            "group": self.group,
            "measure": self.measure,
            "count": self.share.count,
            "of": self.share.of,
            "share": self.share.share,
            "low": low,
            "high": high,
        }


def _total(parts: Iterable[Proportion | None]) -> Proportion:
    known = [p for p in parts if p is not None]
    return Proportion(sum(p.count for p in known), sum(p.of for p in known))


def figures(listed: Sequence[ReadingOutcome], by: Grouping = "hop") -> Iterator[Figure]:
    """Every measure for all readers together, and for each reader where there are several."""
    names = list(dict.fromkeys(o.reader for o in listed))
    for name in [ALL, *(names if len(names) > 1 else [])]:
        mine = [o for o in listed if name in (ALL, o.reader)]
        groups = sorted({g for o in mine for g in groups_of(o.key.type, by)}, key=_group_order)
        for group in groups:
            within = [o for o in mine if group in groups_of(o.key.type, by)]
            for measure, part in MEASURES.items():
                yield Figure(name, group, measure, _total(map(part, within)))


def _group_order(group: str) -> tuple[int, bool, str]:
    digits = group.partition("-")[0]
    return (0 if group == ALL else 2 if digits.isdigit() else 1, "multi" in group, group)
