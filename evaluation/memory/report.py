"""The report of a measurement of memory: figures as JSON, tables as Markdown and CSV, and one page of HTML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from contragraph.dataset.files.folder import write_text
from contragraph.evaluation.bootstrap import Value
from contragraph.evaluation.memory.conditions import CONDITIONS
from contragraph.evaluation.memory.measures import ConditionSums, MemoryPart, differences
from contragraph.evaluation.memory.records import FIGURES
from contragraph.evaluation.memory.released import LETTERS
from contragraph.evaluation.memory.result import ALWAYS, Memorization
from contragraph.evaluation.pairs.plots import Plot, PlotRow, plot_of
from contragraph.evaluation.pairs.report import PAGE, EvaluationReport, page, write_parts
from contragraph.evaluation.statistics import RESAMPLES
from contragraph.evaluation.tables import Cell, Table

TITLE = "From memory or from the evidence"
MEANINGS = {
    "known": "facts whose question is answered rightly without a text and with that of the fact; the rest is of these",
    "M_R": "OAR / (OAR + CAR): how far the model holds on to what it knows; a dash where both are 0",
    "OAR": "share of answers that choose the object of the fact, as the model did from memory",
    "CAR": "share that choose its replacement, which the text beside it speaks for",
    "UAR": "share that choose the option “uncertain”",
    "unreadable": "share in which no letter of an option could be read in any order of the options; of nothing above",
    "margin": "mean probability of the object less that of the replacement; where the server tells probabilities",
    "ties": "share in which several options were best; the one that is given first counts",
    "letters": "percent that each letter got, where every option stood at every letter: without a bias all the same",
    "right": "share of answers that are right at the time, or of the thing, that the question names",
    "false conflicts": "of harmless texts the share of answers that choose the replacement or “uncertain”",
}
_SHORT = ("M_R", "OAR", "CAR", "UAR")
_PAPER = """\
one lie|all models|below 50; semantic lowest
one lie|Llama-2-70B|9.45 misinformation, 7.77 temporal, 3.73 semantic
truth and lie|all models|above 50
lie last|Llama-2-7B|56.44
lie last|Llama-2-70B|38.97
with a description|Llama-3-70B|67.52 → 8.31"""
"""Figures that stand in the text of arXiv 2408.12076."""
_PAPER_NOTE = (
    "M_R in percent, of the paper's own questions, without intervals; how many facts each model knew is not reported."
    " No figure here is like for like."
)


def write_report(folder: Path, measured: Sequence[Memorization], facts: int, faulty: int) -> None:
    """Write ``figures.json``, ``report.html``, ``report.md``, ``tables/*.csv`` and ``plots/*.svg``.

    The same answers give the same bytes. ``facts`` are those of the dataset, ``faulty`` rows that cannot be used.
    """
    left = f" {faulty:,} rows cannot be used." if faulty else ""
    lead = f"{facts:,} facts; {', '.join(m.model for m in measured) or 'no model'} answered.{left}"
    report = EvaluationReport(TITLE, lead, tuple(_tables(measured)), tuple(_plots(measured)))
    meanings = "\n".join(f"- **{name}**: {meaning}" for name, meaning in MEANINGS.items())
    note = f"Shares in percent; in brackets 95 % intervals from {RESAMPLES:,} bootstrap resamples of the known facts."
    write_parts(folder, report, f"## What the figures mean\n\n{meanings}\n\n{note}\n")
    write_text(folder / PAGE, page(report, MEANINGS, "the known facts"))
    figures = {m.model: _figures(m) for m in measured}
    write_text(folder / FIGURES, json.dumps(figures, ensure_ascii=False, indent=2, sort_keys=True) + "\n")


def _tables(measured: Sequence[Memorization]) -> Iterator[Table]:
    yield Table(
        "known",
        "What each model knows",
        (
            "model",
            "facts asked",
            "right without text",
            "right with the fact's",
            "known",
            "read by",
            "unreadable",
            "ties",
            "letters",
        ),
        tuple(_known(m) for m in measured),
        "Unreadable are single answers, ties questions, of all asked. Of what is not known nothing is measured.",
    )
    kinds: tuple[tuple[str, str, tuple[str, ...]], ...] = (
        ("memory", "Memory or evidence", (*_SHORT, *ALWAYS[4:])),
        ("described", "With the time, or the sense, named", (*_SHORT, "right")),
        ("controls", "Harmless texts", ("false conflicts", *_SHORT[1:], *ALWAYS[4:6])),
    )
    for name, title, figures in kinds:
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (m.model, g.condition, g.order, len(g.ids), g.answers, *(m.figures[g.name][f] for f in figures))
            for m in measured
            for g in m.groups
            if _kind(g) == name
        )
        if rows:
            yield Table(name, title, ("model", "condition", "order", "facts", "answers", *figures), rows)
    yield from _orders(measured)
    yield from _breakdowns(measured)
    paper: tuple[tuple[Cell, ...], ...] = tuple(tuple(line.split("|")) for line in _PAPER.splitlines())
    yield Table("published", "For reference: what was published", ("texts", "model", "M_R"), paper, _PAPER_NOTE)


def _kind(group: ConditionSums) -> str:
    condition = CONDITIONS[group.condition]
    return "described" if condition.described else "controls" if condition.control else "memory"


def _known(m: Memorization) -> tuple[Cell, ...]:
    it = m.what
    known: Cell = len(it.known) or "0, not measured"
    unread, ties = Value(_over(it.unread, it.answers), None, it.answers), Value(_over(it.ties, it.questions), None, 0)
    letters = " ".join(f"{letter} {100 * share:.0f}" for letter, share in zip(LETTERS, it.letters))
    return m.model, it.asked, it.closed, it.default, known, it.by, unread, ties, letters or None


def _over(some: int, of: int) -> float | None:
    return some / of if of else None


def _orders(measured: Sequence[Memorization]) -> Iterator[Table]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (m.model, one.condition, len(one.ids), one.values(["M_R"])["M_R"], other.values(["M_R"])["M_R"], value)
        for m in measured
        for one, other, value in differences(m.groups)
    )
    if rows:
        columns = ("model", "condition", "facts", "M_R, truth first", "M_R, truth last", "difference")
        yield Table(
            "order", "What the order of the texts changes", columns, rows, "On facts that were asked both ways."
        )


def _breakdowns(measured: Sequence[Memorization]) -> Iterator[Table]:
    found: dict[str, list[tuple[Memorization, MemoryPart]]] = {}
    for m in measured:
        for part in m.parts:
            found.setdefault(part.breakdown, []).append((m, part))
    for name, listed in found.items():
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (m.model, p.group.condition, p.group.order, p.part, len(p.group.ids), *p.group.values(_SHORT).values())
            for m, p in listed
        )
        yield Table(f"by-{name}", f"By {name}", ("model", "condition", "order", name, "facts", *_SHORT), rows)


def _plots(measured: Sequence[Memorization]) -> Iterator[Plot]:
    names = list(dict.fromkeys(g.name for m in measured for g in m.groups if "M_R" in m.figures[g.name]))
    rows = [PlotRow(name, tuple(_told(m.mr.get(name)) for m in measured)) for name in names]
    plot = plot_of("memory-ratio", "M_R, %", [m.model for m in measured], rows)
    if plot.series:
        yield plot


def _told(value: Value | None) -> Value | None:
    return value if value is not None and value.value is not None else None


def _figures(m: Memorization) -> object:
    """What one model did, for programs: shares from 0 to 1, None where a figure does not exist."""
    return {
        "asked": m.asked,
        "right_closed": m.what.closed,
        "right_default": m.what.default,
        "known": m.known,
        "read_by": m.what.by,
        "answers": m.what.answers,
        "unreadable_answers": m.what.unread,
        "questions": m.what.questions,
        "ties": m.what.ties,
        "letters": m.what.letters,
        "conditions": {
            g.name: {
                "facts": len(g.ids),
                "answers": g.answers,
                **{f: {"value": v.value, "interval": v.interval} for f, v in m.figures[g.name].items()},
            }
            for g in m.groups
        },
    }
