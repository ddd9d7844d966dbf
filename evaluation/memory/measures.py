"""Figures of what a model chose: which facts it knows, and whom it follows then.

A fact is *known* if the question is answered rightly without any text and with the text of the fact. All shares are of
the answers on known facts; intervals (95 %, percentiles) come from resamples of these facts. With O, C and U the shares
that choose the object, its replacement and *uncertain*, the memorisation ratio is O / (O + C): 0 / 0 does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contragraph.evaluation.bootstrap import Value, draws, measured
from contragraph.evaluation.measures import ratio
from contragraph.evaluation.memory.ask import FIRST, style_of
from contragraph.evaluation.memory.conditions import BOTH, CLOSED, CONDITIONS, DEFAULT
from contragraph.evaluation.memory.records import UNREADABLE, ClaimPassage, MemoryItem, MemoryScore
from contragraph.evaluation.statistics import DIGITS, RESAMPLES, SEED, natural, quarters

Sums = NDArray[np.float64]
Measure = Callable[[Mapping[str, Sums]], Sums]
COLUMNS = (
    "n",
    "original",
    "replacement",
    "other",
    "uncertain",
    UNREADABLE,
    "tie",
    "margin",
    "margins",
    "right",
    "gold",
)
MANY, ROUNDED = 20_000, 2
"""Known facts from which on equal ones are drawn together, and digits of the probabilities then."""


def _of_all(name: str) -> Measure:
    return lambda s: ratio(s[name], s["n"])


MEASURES: Mapping[str, Measure] = {
    "M_R": lambda s: ratio(s["original"], s["original"] + s["replacement"]),
    "OAR": _of_all("original"),
    "CAR": _of_all("replacement"),
    "UAR": _of_all("uncertain"),
    "other": _of_all("other"),
    "unreadable": _of_all(UNREADABLE),
    "margin": lambda s: ratio(s["margin"], s["margins"]),
    "ties": _of_all("tie"),
    "right": lambda s: ratio(s["right"], s["gold"]),
    "false conflicts": lambda s: ratio(s["replacement"] + s["uncertain"], s["n"]),
}
"""The figures by name; ``margin`` alone may be negative."""


def _resampled(rows: Sums) -> Sums:
    """The sums of each column over resamples of the rows: a row for each column.

    Of very many rows those that are the same are drawn together, which has the same distribution and takes less room;
    probabilities are rounded for that.
    """
    if len(rows) <= MANY:
        return np.asarray(np.einsum("rn,nk->kr", draws(len(rows)), rows))
    some, counts = np.unique(np.round(rows, ROUNDED), axis=0, return_counts=True)
    rng = np.random.default_rng([SEED, len(rows)])
    times = rng.multinomial(len(rows), counts / counts.sum(), size=RESAMPLES).astype(np.float64)
    return np.asarray(np.einsum("rn,nk->kr", times, some))


@dataclass(frozen=True)
class ConditionSums:
    """Answers under one condition and order: for each known fact that was asked about, the sums over its answers."""

    model: str
    condition: str
    order: str
    ids: tuple[str, ...]
    sums: Sums

    @property
    def name(self) -> str:
        """What figures of it are called: the condition, and where the text of the fact stands beside another."""
        return f"{self.condition}, {self.order}" if self.order else self.condition

    @property
    def answers(self) -> int:
        """Questions that were asked of the known facts."""
        return int(self.sums[:, 0].sum())

    def values(self, names: Iterable[str]) -> dict[str, Value]:
        """Figures with their intervals."""
        wanted = {name: MEASURES[name] for name in names}
        return measured(wanted, COLUMNS, self.sums.sum(axis=0), _resampled(self.sums), self.answers, len(self.ids))

    def of(self, ids: Sequence[str]) -> ConditionSums:
        """That of some of the facts."""
        kept = [self.ids.index(name) for name in ids]
        return ConditionSums(self.model, self.condition, self.order, tuple(ids), self.sums[kept])

    def less(self, other: ConditionSums, name: str) -> Value:
        """How much larger a figure is than that of another group on the same facts, drawn alike."""
        both = np.hstack([self.sums, other.sums])
        columns = [f"{side}{column}" for side in ("", "-") for column in COLUMNS]
        measure = MEASURES[name]

        def less(s: Mapping[str, Sums]) -> Sums:
            return measure(s) - measure({column: s[f"-{column}"] for column in COLUMNS})

        found = measured({name: less}, columns, both.sum(axis=0), _resampled(both), self.answers, len(self.ids))
        return found[name]


@dataclass(frozen=True)
class Known:
    """What a model knows: of ``asked`` facts those right without text, those right with it, and those right both times.

    ``unread`` of ``answers`` could not be read, whatever was asked; ``ties`` of ``questions`` had several best options.
    ``letters`` has the mean of what each letter got where all orders of the options were asked and read: a model that
    looks at the options alone gives each of them as much.
    """

    model: str
    asked: int
    closed: int
    default: int
    known: frozenset[str]
    answers: int
    unread: int
    questions: int
    ties: int
    by: str
    letters: tuple[float, ...]


@dataclass(frozen=True)
class MemoryPart:
    """A part of the answers under a condition."""

    breakdown: str
    part: str
    group: ConditionSums


def known_of(model: str, scores: Iterable[MemoryScore]) -> Known:
    """What a model knows."""
    its = [score for score in scores if score.model == model]
    right: dict[str, set[str]] = {
        name: {s.item for s in its if s.condition == name and s.said == "original"} for name in FIRST
    }
    ways = {s.by for s in its} - {"nothing"}
    return Known(
        model,
        len({s.item for s in its}),
        len(right[CLOSED]),
        len(right[DEFAULT]),
        frozenset(right[CLOSED] & right[DEFAULT]),
        sum(s.asked for s in its),
        sum(s.unread for s in its),
        len(its),
        sum(s.tie for s in its),
        ways.pop() if len(ways) == 1 else "both" if ways else "nothing",
        _letters(its),
    )


def _letters(scores: Sequence[MemoryScore]) -> tuple[float, ...]:
    """What each letter got, of the questions with most options; nothing where the options were never turned."""
    turned = [s.letters for s in scores if s.asked == len(s.letters) and not s.unread]
    most = max(map(len, turned), default=0)
    rows = np.array([letters for letters in turned if len(letters) == most])
    return tuple(round(float(share), DIGITS) for share in rows.mean(axis=0)) if len(rows) else ()


def row(item: MemoryItem, score: MemoryScore) -> dict[str, float]:
    """What one choice adds to the sums."""
    found = {"n": 1.0, score.said: 1.0, "tie": float(score.tie)}
    if score.by == "probabilities":
        original, replacement = item.place("original"), item.place("replacement")
        found |= {"margins": 1.0, "margin": score.shares[original] - score.shares[replacement]}
    if score.wording:
        worded = [w for w in item.wordings if w.claim == score.claim][score.wording - 1]
        if worded.answer is not None:
            found |= {"gold": 1.0, "right": float(score.said == worded.answer)}
    return found


def groups_of(items: Mapping[str, MemoryItem], scores: Iterable[MemoryScore], known: Known) -> list[ConditionSums]:
    """The answers of a model on what it knows, by condition and order."""
    found: dict[tuple[str, str], list[MemoryScore]] = {}
    for score in scores:
        if score.model == known.model and score.item in known.known and score.condition not in FIRST:
            found.setdefault((score.condition, score.order), []).append(score)
    names = list(CONDITIONS)
    keys = sorted(found, key=lambda key: (names.index(key[0]), key[1]))
    return [_group(known.model, *key, items, found[key]) for key in keys]


def differences(groups: Sequence[ConditionSums]) -> Iterator[tuple[ConditionSums, ConditionSums, Value]]:
    """How much larger the memorisation ratio is where the text of the fact comes last, on facts asked both ways."""
    first = {group.condition: group for group in groups if group.order == BOTH[0]}
    for other in groups:
        one = first.get(other.condition)
        if one is None or other.order != BOTH[1]:
            continue
        shared = sorted({*one.ids} & {*other.ids})
        sides = [group.of(shared) for group in (one, other)]
        yield sides[0], sides[1], sides[1].less(sides[0], "M_R")


def _group(
    model: str, condition: str, order: str, items: Mapping[str, MemoryItem], scores: Sequence[MemoryScore]
) -> ConditionSums:
    ids = sorted({score.item for score in scores})
    places = {name: n for n, name in enumerate(ids)}
    sums = np.zeros((len(ids), len(COLUMNS)))
    for score in scores:
        for name, value in row(items[score.item], score).items():
            sums[places[score.item], COLUMNS.index(name)] += value
    return ConditionSums(model, condition, order, tuple(ids), sums)


def parts_of(items: Mapping[str, MemoryItem], scores: Iterable[MemoryScore], known: Known) -> Iterator[MemoryPart]:
    """The breakdowns that have at least two parts: by relation, degree, hops, strength, how claims were made, style."""
    its = [s for s in scores if s.model == known.model and s.item in known.known and s.condition not in FIRST]
    claims = {(item.id, p.claim): p for item in items.values() for p in item.passages}
    degrees = [d for name in sorted(known.known) if (d := items[name].degree) is not None]
    quarter = quarters(degrees)

    def of(score: MemoryScore) -> Mapping[str, str]:
        item, passage = items[score.item], claims[score.item, score.claim]
        return {
            "relation": item.relation,
            "degree": "" if item.degree is None else quarter(item.degree),
            "hops": "" if passage.hops is None else str(passage.hops),
            "strength": passage.strength or "",
            "kind": passage.kind,
            "status": passage.status,
            "style": _style(item, passage),
        }

    found: dict[tuple[str, str, str], dict[str, list[MemoryScore]]] = {}
    for score in its:
        for breakdown, part in of(score).items():
            if part:
                found.setdefault((breakdown, score.condition, score.order), {}).setdefault(part, []).append(score)
    names, order = list(CONDITIONS), ["relation", "degree", "hops", "strength", "kind", "status", "style"]
    for key in sorted(found, key=lambda key: (order.index(key[0]), names.index(key[1]), key[2])):
        if len(found[key]) > 1:
            for part in sorted(found[key], key=natural):
                yield MemoryPart(key[0], part, _group(known.model, key[1], key[2], items, found[key][part]))


def _style(item: MemoryItem, passage: ClaimPassage) -> str:
    return style_of(item, passage)[0]
