"""The tables of an evaluation of sets: each task, what is hard, and what the paper measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from contragraph.evaluation.baselines.registry import PREFIX
from contragraph.evaluation.bootstrap import Value
from contragraph.evaluation.contexts.measures import MEASURES, TaskSums, rows_of
from contragraph.evaluation.contexts.records import SetItem, SetScore
from contragraph.evaluation.tables import Cell, Table, markdown

TITLES = {
    "detect": "Detection: is there a contradiction?",
    "type": "Type: self, pair or conditional?",
    "guided": "Segmentation, the type told: which documents?",
    "blind": "Segmentation, the type not told: which documents?",
    "resolve": "Resolution: which document is wrong?",
}
_PARTS = {"type": "shape", "position": "position", "length": "length", "importance": "importance"}
_PAPER = """\
Sonnet basic|.539/.901/.296/.446|.401/.216|.582/.601|.562/.538
Sonnet CoT|.710/.951/.566/.710|.368/.119|.551/.586|.624/.602
Haiku basic|.395/.913/.036/.069|.278/.174|.521/.545|.577/.596
Haiku CoT|.578/.948/.344/.505|.282/.135|.573/.598|.500/.606
Llama-3.3-70B basic|.679/.916/.535/.676|.308/.065|.727/.734|.547/.587
Llama-3.3-70B CoT|.497/.987/.198/.331|.245/.095|.712/.726|.541/.577
Llama-3.1-8B basic|.380/.812/.01/.02|.328/.163|.395/.436|.353/.385
Llama-3.1-8B CoT|.482/.699/.301/.421|.399/.056|.397/.430|.336/.373"""
"""Table 3 of arXiv 2504.00180."""
_PAPER_NOTE = (
    "On the paper's own 1,867 sets: no figure here is like for like. Always *yes* has F1 .769 there, more than every"
    " row; always *self* has a type accuracy of .421. Four of the macro-F1 cannot be reached by three types at these"
    " accuracies: unreadable answers were averaged as further types."
)
_CONSTANT = frozenset(f"{PREFIX}{name}" for name in ("always", "never", "majority"))
"""Baselines that say the same of all parts."""


def settings_of(scores: Sequence[SetScore]) -> list[tuple[str, str, str]]:
    """The tasks, models and variants that were scored, in order."""
    order = list(TITLES)
    found = {(score.task, score.model, score.variant) for score in scores}
    return sorted(((t, m, v) for t, m, v in found), key=lambda each: (order.index(each[0]), each[1], each[2]))


def tables(items: Sequence[SetItem], scores: Sequence[SetScore]) -> Iterator[Table]:
    """A table for each task, then the parts of the sets on which detection and blind segmentation differ."""
    rows = {
        each: rows_of(each[0], items, (s for s in scores if (s.task, s.model, s.variant) == each))
        for each in settings_of(scores)
    }
    for task, title in TITLES.items():
        names = list(MEASURES[task])
        body: tuple[tuple[Cell, ...], ...] = tuple(
            (model, variant, len(found.items), *found.values(names).values())
            for (of, model, variant), found in rows.items()
            if of == task
        )
        if body:
            yield Table(task, title, ("model", "variant", "sets", *names), body)
    for task, measure in (("detect", "recall"), ("blind", "Jaccard")):
        body = tuple(_parts(task, measure, rows))
        if body:
            columns = ("model", "variant", "what", "part", "sets", measure)
            yield Table(f"{task}-parts", f"{TITLES[task].partition(':')[0]}, part by part", columns, body)


def _parts(task: str, measure: str, rows: dict[tuple[str, str, str], TaskSums]) -> Iterator[tuple[Cell, ...]]:
    for (of, model, variant), found in rows.items():
        if of != task or model in _CONSTANT:
            continue
        for what, name in _PARTS.items():
            for part in dict.fromkeys(str(getattr(item, name)) for item in found.items if item.conflict):
                some = found.of(partial(_clashing, name, part))
                value: Value = some.values([measure])[measure]
                yield model, variant, what, part, len(some.items), value


def _clashing(name: str, part: str, item: SetItem) -> bool:
    """Whether a set with a contradiction belongs to a part of them."""
    return item.conflict and getattr(item, name) == part


def report(items: Sequence[SetItem], scores: Sequence[SetScore]) -> str:
    """All tables as Markdown."""
    asked = {score.item for score in scores}
    clashing = sum(item.conflict for item in items if item.id in asked)
    lead = f"{clashing:,} sets with a contradiction and {len(asked) - clashing:,} without."
    paper: tuple[tuple[Cell, ...], ...] = tuple(tuple(line.split("|")) for line in _PAPER.splitlines())
    columns = ("model", "detection acc/P/R/F1", "type acc/macro-F1", "guided Jaccard/F1", "blind Jaccard/F1")
    published = Table("published", "For reference: what was published", columns, paper, _PAPER_NOTE)
    body = "\n".join(map(markdown, (*tables(items, scores), published)))
    return f"# How well models validate contexts\n\n{lead} An unreadable answer is wrong.\n\n{body}"
