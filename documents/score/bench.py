"""How well judges find conflicts: items of claims and documents, judged, measured by part and together.

An item is found where one document is said to support the claim and another one to contradict it. A label that cannot
be read is none, and counts as wrong wherever labels are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from contragraph.dataset.records.claims import ClaimItem
from contragraph.documents.judges.base import LABELS, Judge, JudgeQuestion, PassageJudgement, cascade
from contragraph.documents.passages import ContextDocument
from contragraph.documents.score.metric import ResponseClaim, ScoredClaim, score_of
from contragraph.evaluation.bootstrap import Value, draws
from contragraph.evaluation.contexts.measures import DETECT, Measure, Sums, accuracy, f1, precision, recall, specificity
from contragraph.evaluation.sheets import StrictRecord
from contragraph.evaluation.statistics import DIGITS, kappa
from contragraph.graph.errors import InputError

POOLED = "all"
SIMPLE = ("always", "never", "overlap")
"""Baselines that know nothing of language; ``always`` and ``never`` give no labels."""
OFFLINE = "offline"
"""All judges that need no model, the strongest first."""
MEASURES: Mapping[str, Measure] = {
    "precision": precision,
    "recall": recall,
    "F1": f1,
    "accuracy": accuracy,
    "Acc_noConf": specificity,
}


class ItemVerdict(StrictRecord):
    """What a judge says of an item: a label of each document (None where it cannot be read), and whose word it is."""

    item: str
    judge: str
    conflict: bool
    labels: tuple[str | None, ...] | None = None
    """None of a judge that gives none."""
    by: tuple[str, ...] = ()
    snippets: tuple[tuple[str, ...], ...] = ()
    failures: tuple[str, ...] = ()


def verdicts(items: Sequence[ClaimItem], name: str, judges: Sequence[Judge]) -> list[ItemVerdict]:
    """What judges say of items, the first that speaks decides; all of them are asked at once.

    :raises CostLimitError: if the limit of cost is reached.
    :raises ModelError: if a model cannot be asked at all.
    """
    answers = iter(cascade(judges, questions_of(items)))
    found = []
    for item in items:
        said = [next(answers) for _ in item.documents]
        found.append(
            ItemVerdict(
                item=item.id,
                judge=name,
                conflict=scored(item, said).conflicted,
                labels=tuple(each.label for each in said),
                by=tuple(each.by for each in said),
                snippets=tuple(tuple(s.text for s in each.snippets) for each in said),
                failures=tuple(dict.fromkeys(each.failure for each in said if each.failure)),
            )
        )
    return found


def questions_of(items: Sequence[ClaimItem]) -> list[JudgeQuestion]:
    """What judges are asked: each claim and each of its documents, in order."""
    return [JudgeQuestion(i.claim, d.text, passage_topic=d.title) for i in items for d in i.documents]


def constant(items: Sequence[ClaimItem], name: str) -> list[ItemVerdict]:
    """What ``always`` and ``never`` say.

    :raises InputError: if it is neither.
    """
    if name not in ("always", "never"):
        raise InputError(f"There is no baseline {name!r} for claims; take some of {', '.join(SIMPLE)}, or {OFFLINE}.")
    return [ItemVerdict(item=item.id, judge=name, conflict=name == "always") for item in items]


def scored(item: ClaimItem, said: Sequence[PassageJudgement]) -> ScoredClaim:
    """The claim of an item with these labels."""
    documents = [ContextDocument(d.text, d.id, d.title) for d in item.documents]
    return score_of(item.claim, documents, [ResponseClaim(item.claim)], [said]).claims[0]


# -- measures ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rates:
    """Detection of conflicts in some items; ``unreadable`` are items with a label that could not be read."""

    judge: str
    split: str
    conflict: int
    none: int
    unreadable: int
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """How labels agree with those that are known: kappa of all, and of each label against the rest.

    ``bias`` and ``error`` are the mean difference and the mean absolute difference of CS-C and CS-R of single claims,
    where all labels of an item are known.
    """

    judge: str
    split: str
    labels: int
    right: int
    kappa: float | None
    each: Mapping[str, float | None]
    bias: Mapping[str, float | None]
    error: Mapping[str, float | None]


def rates(items: Sequence[ClaimItem], said: Sequence[ItemVerdict]) -> Iterator[Rates]:
    """Detection by judge, in each part and in all of them together."""
    for judge, split, some in _parts(items, said):
        sums = np.zeros((len(some), len(DETECT)))
        for row, (item, verdict) in enumerate(some):
            kind = ("tp" if verdict.conflict else "fn") if item.conflict else ("fp" if verdict.conflict else "tn")
            sums[row, DETECT.index(kind)] = 1
        conflict = sum(item.conflict for item, _ in some)
        unread = sum(None in (verdict.labels or ()) for _, verdict in some)
        yield Rates(judge, split, conflict, len(some) - conflict, unread, measured(sums))


def measured(sums: Sums) -> dict[str, Value]:
    """The measures of items (a row for each, columns as ``DETECT``), with their intervals by resampling items."""
    plain = dict(zip(DETECT, sums.sum(axis=0)[:, None], strict=True))
    again = dict(zip(DETECT, np.einsum("rn,nk->kr", draws(len(sums)), sums), strict=True))
    return {name: _value(measure, plain, again, len(sums)) for name, measure in MEASURES.items()}


def _value(measure: Measure, plain: Mapping[str, Sums], again: Mapping[str, Sums], of: int) -> Value:
    value = float(measure(plain)[0])
    if np.isnan(value):
        return Value(None, None, of)
    known = measure(again)
    low, high = np.percentile(known[~np.isnan(known)], [2.5, 97.5])
    return Value(round(value, DIGITS), (round(float(low), DIGITS), round(float(high), DIGITS)), of)


def labelled(items: Sequence[ClaimItem], said: Sequence[ItemVerdict]) -> Iterator[LabelAgreement]:
    """Agreement of labels by judge, in each part and in all of them together, where some are known."""
    for judge, split, some in _parts(items, said):
        pairs = [
            (document.label, label)
            for item, verdict in some
            for document, label in zip(item.documents, verdict.labels or (), strict=False)
            if document.label is not None
        ]
        if not pairs:
            continue
        differences = {name: list(_differences(some, value)) for name, value in _SCORES.items()}
        yield LabelAgreement(
            judge,
            split,
            len(pairs),
            sum(gold == label for gold, label in pairs),
            _kappa([(_number(gold), _number(label)) for gold, label in pairs]),
            {name: _kappa([(int(g == name), int(s == name)) for g, s in pairs]) for name in LABELS},
            {name: _mean(its) for name, its in differences.items()},
            {name: _mean([abs(d) for d in its]) for name, its in differences.items()},
        )


_SCORES: Mapping[str, Callable[[ScoredClaim], float | None]] = {
    "CS-C": lambda claim: float(claim.conflicted),
    "CS-R": lambda claim: claim.ratio,
}


def _differences(
    some: Sequence[tuple[ClaimItem, ItemVerdict]], value: Callable[[ScoredClaim], float | None]
) -> Iterator[float]:
    """How much larger a figure is by the judge's labels than by the known ones."""
    for item, verdict in some:
        if verdict.labels is None or any(d.label is None for d in item.documents):
            continue
        gold = value(scored(item, [_of(d.label) for d in item.documents]))
        found = value(scored(item, [_of(label) for label in verdict.labels]))
        if gold is not None and found is not None:
            yield found - gold


def _of(label: str | None) -> PassageJudgement:
    return PassageJudgement(next((known for known in LABELS if known == label), None), 1.0, "nobody")


def _number(label: str | None) -> int:
    return LABELS.index(label) if label in LABELS else len(LABELS)


def _kappa(pairs: Sequence[tuple[int, int]]) -> float | None:
    found = kappa([(("gold", a), ("said", b)) for a, b in pairs])
    return None if found is None else round(found, DIGITS)


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), DIGITS) if values else None


def _parts(
    items: Sequence[ClaimItem], said: Sequence[ItemVerdict]
) -> Iterator[tuple[str, str, list[tuple[ClaimItem, ItemVerdict]]]]:
    """The verdicts of each judge with their items: those of each part, then all."""
    known = {item.id: item for item in items}
    splits = list(dict.fromkeys(item.split for item in items))
    for judge in dict.fromkeys(verdict.judge for verdict in said):
        its = [(known[v.item], v) for v in said if v.judge == judge and v.item in known]
        for split in (*splits, POOLED):
            some = [each for each in its if split in (POOLED, each[0].split)]
            if some and not (split == POOLED and len(splits) == 1):
                yield judge, split or POOLED, some
